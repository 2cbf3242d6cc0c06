"""What a server dictates to its scribe (scribe.py), as long as there is one: without it all is written all the same, only slower."""

import asyncio
import socket
import sys
import time
from asyncio.subprocess import Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from niagara.server import metrics
from niagara.server.hosting import lock, scribe
from niagara.words import Refusal

_PAUSE = 10.0  # seconds between two beginnings
_PATIENCE = 30.0  # seconds; a scribe that has not answered by then is stopped
_ON_THE_WAY = 2**20  # bytes, of which the system may grant less: what it does not take at once has to wait for the loop


class _Scribe(NamedTuple):
    process: Process
    hear: asyncio.StreamReader
    tell: asyncio.StreamWriter


class Dictation:
    def __init__(self, file: str, preparations: Sequence[str]) -> None:
        self._folder = Path(file).parent
        self._command = (sys.executable, "-P", "-m", scribe.__name__, file, *preparations)
        self._scribe: _Scribe | None = None  # that has said that it is ready
        self._beginning: asyncio.Task[None] | None = None
        self._begun = -_PAUSE

    def begin(self) -> None:
        """In the background; nothing happens where there is a scribe, or has just been one."""
        if sys.platform == "win32":  # where asyncio knows no pairs of sockets
            return
        if self._scribe is None and self._beginning is None and time.monotonic() - self._begun >= _PAUSE:
            self._begun = time.monotonic()
            self._beginning = asyncio.create_task(self._begin())

    async def _begin(self) -> None:
        try:
            metrics.SCRIBES.inc()
            with lock.held(self._folder) as held:  # the scribe holds it too: it may outlive the server by a statement
                begun = await _begun(self._command, held)
            if await _said(begun, len(scribe.READY)) == scribe.READY:
                self._scribe = begun
            else:
                await _stop(begun)
        except (OSError, RuntimeError, Refusal):  # no process can be begun: it will do without
            pass
        finally:
            self._beginning = None

    @property
    def listens(self) -> bool:
        """Whether there is a scribe."""
        return self._scribe is not None

    async def is_stored(self, statement: str, given: Sequence[object]) -> bool:
        """Whether the statement is on disk, for certain. If not it may have been stored all the same, but nobody writes any more."""
        if (writing := self._scribe) is None:
            return False
        try:
            written = scribe.written(statement, given)
        except (OverflowError, UnicodeError):  # a value that cannot be written, which only its move is to suffer from
            return False
        answer = await _said(writing, 1, to=written)
        if not answer:
            self._scribe = None
        return answer == scribe.STORED

    async def close(self) -> None:
        """Ends when the scribe has ended."""
        if self._beginning is not None:
            await asyncio.wait([self._beginning])
        if self._scribe is not None:
            self._scribe.tell.close()
            try:
                async with asyncio.timeout(_PATIENCE):
                    await self._scribe.process.wait()
            except TimeoutError:
                await _stop(self._scribe)


async def _begun(command: Sequence[str], held: int) -> _Scribe:
    ours, theirs = socket.socketpair()
    with theirs:
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _ON_THE_WAY)
        hear, tell = await asyncio.open_unix_connection(sock=ours)
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=theirs.fileno(), stdout=theirs.fileno(), pass_fds=[held], start_new_session=True
            )
            return _Scribe(process, hear, tell)
        except OSError:
            tell.close()
            raise


async def _said(writing: _Scribe, size: int, to: bytes = b"") -> bytes:
    """What a scribe says; nothing if it has died, or had to be stopped. It writes no more then."""
    try:
        async with asyncio.timeout(_PATIENCE):
            writing.tell.write(to)
            return await writing.hear.readexactly(size)
    except (asyncio.IncompleteReadError, TimeoutError, OSError, RuntimeError):  # uvloop's word for what is closed
        await _stop(writing)
        return b""


async def _stop(writing: _Scribe) -> None:
    writing.tell.close()
    with suppress(ProcessLookupError):
        writing.process.kill()
    await writing.process.wait()
