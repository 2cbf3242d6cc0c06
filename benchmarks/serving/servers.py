"""Servers as processes of their own, each on any free port, which it tells on its output."""

import asyncio
import os
import re
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

HOST = "127.0.0.1"


class Servers(NamedTuple):
    """What is under load."""

    name: str
    ports: list[int]
    pids: list[int]
    database: list[int]  # processes of a database apart from the servers


# Servers that run in a folder of their own, as long as this is entered.
Serving = Callable[[Path], AbstractAsyncContextManager[Servers]]


@asynccontextmanager
async def process(command: Sequence[str], told: str, **environment: str) -> AsyncIterator[tuple[int, int]]:
    """A server, until this ends: the port, found in what it tells, and its process."""
    full = {**os.environ, **environment}
    child = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=STDOUT, env=full)
    assert child.stdout is not None
    lines = []
    try:
        while line := await child.stdout.readline():
            lines.append(line.decode())
            if found := re.search(told, lines[-1]):
                break
        else:
            raise RuntimeError("".join(lines))
        rest = asyncio.create_task(_let_go(child.stdout))
        yield int(found[1]), child.pid
        rest.cancel()
    finally:
        if child.returncode is None:
            child.terminate()
        await child.wait()


async def _let_go(lines: asyncio.StreamReader) -> None:
    """What else it tells: a pipe that nobody empties would stop it."""
    while await lines.readline():
        pass
