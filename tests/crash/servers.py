"""A server as a process, begun again whenever it ends."""

import asyncio
import random
import signal
import socket
from pathlib import Path

from tests.crash.nursery import Nursery, Process


class Server:
    """`niagara serve` under a supervisor, as systemd would be."""

    def __init__(self, nursery: Nursery, log: Path, choice: random.Random, *flags: str, **environment: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.log = log
        self.starts = 0
        self.ended_by_itself = 0
        self._nursery = nursery
        self._choice = choice
        self._flags = flags
        self._environment = environment
        self._process: Process | None = None
        self._struck = False
        self._held = asyncio.Event()  # not set: it may not begin
        self._held.set()

    @property
    def process(self) -> Process:
        assert self._process is not None, "it has not begun"
        return self._process

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def keep(self) -> None:
        """Until it is cancelled."""
        while True:
            await self._held.wait()
            self._struck = False
            arguments = ("serve", "--port", str(self.port), *self._flags)
            self._process = await self._nursery.start(*arguments, log=self.log, **self._environment)
            self.starts += 1
            await self._process.ended()
            if not self._struck:
                self.ended_by_itself += 1
            await asyncio.sleep(self._choice.uniform(0, 0.1))

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

    def kill(self) -> bool:
        if self._process is None or not self._process.alive():
            return False
        self._struck = True
        self._process.kill()
        return True

    def stay_away(self) -> None:
        """Once it has ended it is not begun again before it is let go."""
        self._held.clear()
        self._struck = True

    def hold(self) -> None:
        """Killed, and not begun again before it is let go."""
        self.stay_away()
        self.kill()

    def let_go(self) -> None:
        self._held.set()

    def kill_bots(self) -> bool:
        workers = self._process.children() if self._process else []
        for worker in workers:
            worker.kill()
        return bool(workers)

    async def pause(self, seconds: float) -> bool:
        if self._process is None or not self._process.alive():
            return False
        process = self._process
        process.signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        process.signal(signal.SIGCONT)
        return True
