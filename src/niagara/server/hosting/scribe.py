"""A program that writes moves into a SQLite file: a process beside the server, so that neither waits for the other's Python.

It reads statements from its input, each with what it is given, and answers with a letter when it is on disk, or when it cannot be.
"""

import os
import signal
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, BinaryIO

import msgspec

SIZE = 4  # bytes, that tell how many follow
READY, STORED, REFUSED = b"ready", b"s", b"r"

Statement = tuple[str, list[Any]]
_read = msgspec.msgpack.Decoder(Statement)


def written(statement: str, given: Sequence[object]) -> bytes:
    """A statement as the scribe reads it."""
    body = msgspec.msgpack.encode((statement, given))
    return len(body).to_bytes(SIZE) + body


def _heard(hear: BinaryIO) -> Statement | None:
    """The next statement; None where whoever gave them has gone, perhaps in the middle of one."""
    size = int.from_bytes(hear.read(SIZE))
    body = hear.read(size)
    return _read.decode(body) if size and len(body) == size else None


def _main(file: str, *preparations: str) -> None:
    for each in (signal.SIGINT, signal.SIGTERM):  # meant for the server, which ends this process when all is written
        signal.signal(each, signal.SIG_IGN)
    try:
        connection = sqlite3.connect(file, isolation_level=None)
        for statement in preparations:
            connection.execute(statement)
    except sqlite3.Error:  # the disk is in trouble: the server will do without, and say what it meets itself
        return
    _tell(READY)
    while (heard := _heard(sys.stdin.buffer)) is not None:
        try:
            connection.execute(*heard)
            answer = STORED
        except (sqlite3.Error, OverflowError, UnicodeError):  # the server tries again, one by one, and sees why
            answer = REFUSED
        _tell(answer)


def _tell(answer: bytes) -> None:
    os.write(sys.stdout.fileno(), answer)


if __name__ == "__main__":
    with suppress(ConnectionError):  # the server has gone; nobody is to be told
        _main(*sys.argv[1:])
