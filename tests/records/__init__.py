"""Golden games: whole records that must replay to where they led when they were played."""
