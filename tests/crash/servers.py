"""Servers and bot workers as processes, each begun again whenever it ends."""

import asyncio
import random
import signal
from pathlib import Path

from tests.crash.nursery import Nursery, Process
from tests.ports import free_port

BOTS = b"spawn_main"  # the processes in which bots think
SCRIBE = b"hosting.scribe"  # the process that writes into the SQLite file


class Kept:
    """A command of `niagara` under a supervisor, as systemd would be."""

    def __init__(self, nursery: Nursery, log: Path, choice: random.Random, *command: str, **environment: str) -> None:
        self.log = log
        self.starts = 0
        self._nursery = nursery
        self._choice = choice
        self._command = command
        self._environment = environment
        self._process: Process | None = None
        self._may_begin = asyncio.Event()
        self._may_begin.set()

    @property
    def process(self) -> Process:
        assert self._process is not None, "it has not begun"
        return self._process

    async def keep(self) -> None:
        """Until it is cancelled."""
        while True:
            await self._may_begin.wait()
            self._process = await self._nursery.start(*self._command, log=self.log, **self._environment)
            self.starts += 1
            await self._process.ended()
            await asyncio.sleep(self._choice.uniform(0, 0.1))

    def lives(self) -> bool:
        return self._process is not None and self._process.alive()

    def kill(self) -> bool:
        """Tells whether there was something to kill."""
        if not self.lives():
            return False
        self.process.kill()
        return True

    def stay_away(self) -> None:
        """Once it has ended it is not begun again before it is let go."""
        self._may_begin.clear()

    def hold(self) -> None:
        """Killed, and not begun again before it is let go."""
        self.stay_away()
        self.kill()

    def let_go(self) -> None:
        self._may_begin.set()

    def kill_children(self, named: bytes) -> bool:
        """Those processes that it has begun with this in their command: `BOTS`, `SCRIBE`."""
        found = self.process.children(named) if self.lives() else []
        for child in found:
            child.kill()
        return bool(found)

    async def pause(self, seconds: float) -> bool:
        if not self.lives():
            return False
        process = self.process
        process.signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        process.signal(signal.SIGCONT)
        return True


class Server(Kept):
    """`niagara serve`."""

    def __init__(self, nursery: Nursery, log: Path, choice: random.Random, *flags: str, **environment: str) -> None:
        self.port = free_port()
        super().__init__(nursery, log, choice, "serve", "--port", str(self.port), *flags, **environment)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def answers(self, patience: float) -> None:
        """Until it takes connections."""
        async with asyncio.timeout(patience):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                except OSError:
                    await asyncio.sleep(0.02)
                else:
                    writer.close()
                    return
