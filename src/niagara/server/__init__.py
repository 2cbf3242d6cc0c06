"""The server: tables where people and bots play, over HTTP and one WebSocket a table."""
