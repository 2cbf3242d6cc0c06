"""What carries the tables: the store on disk, the fan-out to sockets, the bots at work."""
