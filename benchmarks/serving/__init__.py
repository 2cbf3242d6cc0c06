"""The load on servers that benchmarks/server.py measures: people at tables, over real sockets, of Niagara and of boardgame.io."""
