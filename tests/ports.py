"""Ports for servers that tests start, end, and start again."""

import secrets
import socket
from contextlib import suppress

# Beyond those that browsers refuse, and below those that systems lend to whoever connects, perhaps while a server is away.
_FIRST, _LAST = 11_000, 30_000


def free_port() -> int:
    """One on which nobody listens, on 127.0.0.1."""
    while True:
        port = _FIRST + secrets.randbelow(_LAST - _FIRST)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
