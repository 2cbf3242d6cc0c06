"""The one reader and the one writer: positions, moves, records, the pipe."""
