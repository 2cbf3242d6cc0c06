"""Processes of `niagara`, begun quickly: one has all modules at hand, and each of the others is forked from it.

`python -m tests.crash.nursery` reads lines of JSON (`arguments`, `environment`, `log`) and answers each with a process's number.
What is forked runs the command of that name from its beginning; it only need not import.
"""

import asyncio
import contextlib
import ctypes
import gc
import json
import os
import secrets
import select
import signal
import sys
import weakref
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parents[2]
_MARK = "NIAGARA_NURSERY"
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG


class Process:
    """One that was forked; only the nursery is its parent."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._handle = os.pidfd_open(pid)
        weakref.finalize(self, os.close, self._handle)

    def alive(self) -> bool:
        return not select.select([self._handle], [], [], 0)[0]

    def signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, number)

    def kill(self) -> None:
        """Returns when it is gone."""
        self.signal(signal.SIGKILL)
        select.select([self._handle], [], [])

    async def ended(self) -> None:
        loop, gone = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._handle, gone.set)
        try:
            await gone.wait()
        finally:
            loop.remove_reader(self._handle)

    def children(self, named: bytes = b"") -> list["Process"]:
        """The processes that it has begun, or those of them that have this in their command."""
        found = []
        for pid in children(self.pid):
            with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                if named in command_of(pid):
                    found.append(Process(pid))
        return found


class Nursery:
    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process
        self._asking = asyncio.Lock()
        self._mark = secrets.token_hex(6)  # in the environment of all, by which they are found

    async def open(self, environment: Mapping[str, str]) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.crash.nursery",
            cwd=ROOT, env={**os.environ, **environment, _MARK: self._mark},
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip

    async def start(self, *arguments: str, log: Path, **environment: str) -> Process:
        """`niagara` with these arguments."""
        assert self._process.stdin
        assert self._process.stdout
        wanted = {"arguments": arguments, "environment": environment, "log": str(log)}
        async with self._asking:
            self._process.stdin.write(json.dumps(wanted).encode() + b"\n")
            return Process(int(await self._process.stdout.readline()))

    @asynccontextmanager
    async def nobody(self) -> AsyncIterator[None]:
        """As when the power is cut: whatever it has begun, or those have, also before they were killed, runs no more. Nothing
        begins meanwhile.
        """
        async with self._asking:
            while found := self._offspring():
                for process in found:
                    process.kill()
            yield

    def _offspring(self) -> list[Process]:
        found, mark = [], f"{_MARK}={self._mark}".encode()
        for pid in _pids():
            if pid != self._process.pid and mark in _read(pid, "environ").split(b"\0"):
                with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                    found.append(Process(pid))
        return found

    async def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        await self._process.wait()


def children(parent: int) -> list[int]:
    return [pid for pid in _pids() if _read(pid, "stat").rpartition(b")")[2].split()[1:2] == [str(parent).encode()]]


def _pids() -> list[int]:
    return [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit()]


def command_of(pid: int) -> bytes:
    return _read(pid, "cmdline")


def _read(pid: int, file: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{file}").read_bytes()
    except (FileNotFoundError, ProcessLookupError, PermissionError):  # it has ended, or is somebody else's
        return b""


def _serve() -> None:
    import niagara.cli.serve  # at hand for whatever is forked
    import niagara.server.app  # noqa: F401
    from niagara.server.hosting import dictation, sqlite

    sqlite._CROWD, dictation._PAUSE = 1, 0.0  # so that there is a scribe to be killed, where there are but a few tables
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them: none stays a zombie
    for line in sys.stdin.buffer:
        wanted = json.loads(line)
        pid = os.fork()
        if not pid:
            _become(wanted["arguments"], wanted["environment"], wanted["log"])
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


def _become(arguments: list[str], environment: dict[str, str], log: str) -> NoReturn:
    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, to in enumerate((nothing, out, out)):
        os.dup2(to, number)
    os.environ.update(environment)
    sys.argv = ["niagara", *arguments]
    here = sys.modules["__main__"]
    here.__spec__ = None  # what it spawns is not to import this module, as little as it would the program's
    del here.__file__
    from niagara.cli import main

    main()
    sys.exit()


if __name__ == "__main__":
    _serve()
