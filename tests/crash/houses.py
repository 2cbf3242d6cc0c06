"""What the people play on, and how it is struck: one server with SQLite, or several processes with PostgreSQL and Redis."""

import asyncio
import random
import signal
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from tests.crash import disk as disks
from tests.crash.databases import StruckPostgres
from tests.crash.disk import Disk
from tests.crash.faults import Fault
from tests.crash.nursery import Nursery
from tests.crash.servers import BOTS, SCRIBE, Kept, Server
from tests.server.services import Redis

K = TypeVar("K", bound=Kept)
Strike = Callable[[Fault], Awaitable[bool]]  # tells whether it hit something

_PATIENT = {"NIAGARA_LINES_PER_SECOND": "1000", "NIAGARA_LINES_AT_ONCE": "1000", "NIAGARA_LEASE": "1"}


class House(ABC):
    servers: Sequence[Server]
    url: str  # of the database, for SQLAlchemy
    log: Path
    strikes: Mapping[str, Strike]  # by the kind of the fault
    lost_writes = 0

    @abstractmethod
    async def open(self) -> Sequence[Kept]:
        """What is to be kept alive."""

    @abstractmethod
    async def close(self) -> None:
        """Nothing of Niagara runs any more; the database can still be read."""

    @abstractmethod
    def remove(self) -> None:
        """Nothing is left."""


class OneProcess(House):
    """On a disk that can be in trouble, and forgets at a power cut what was not synced."""

    def __init__(self, home: Path, choice: random.Random) -> None:
        folder = home / "home"
        folder.mkdir(mode=0o700)
        self.log = home / "log"
        self.url = f"sqlite:///{folder / 'niagara.sqlite3'}"
        self._choice = choice
        self._disk = Disk(home, folder, loses_power=True)
        self._nursery = Nursery()
        self._server = Server(self._nursery, self.log, choice, "--folder", str(folder), "--bot-delay", "0", **_PATIENT)
        self.servers = [self._server]
        self.strikes = {
            "server killed": self._kill,
            "power cut": self._cut_power,
            "bot process killed": self._kill_bots,
            "scribe killed": self._kill_scribe,
            "server paused": lambda fault: self._server.pause(fault.seconds),
            "disk full": lambda fault: in_trouble(self._disk, disks.FULL, fault),
            "disk fails to sync": lambda fault: in_trouble(self._disk, disks.UNSYNCED, fault),
            "disk slow": lambda fault: in_trouble(self._disk, disks.SLOW, fault),
        }

    async def open(self) -> Sequence[Kept]:
        await self._nursery.open(self._disk.environment)
        return self.servers

    async def close(self) -> None:
        self._server.hold()
        await self._nursery.close()

    def remove(self) -> None:
        """All was in the folder, which is its owner's."""

    async def _kill(self, fault: Fault) -> bool:
        return self._server.kill()

    async def _cut_power(self, fault: Fault) -> bool:
        async with self._nursery.nobody():
            self.lost_writes += self._disk.lose_power(self._choice)
        return True

    async def _kill_bots(self, fault: Fault) -> bool:
        return self._server.kill_children(BOTS)

    async def _kill_scribe(self, fault: Fault) -> bool:
        return self._server.kill_children(SCRIBE)


class SeveralProcesses(House):
    """Two servers and two bot workers; PostgreSQL, on a disk that can be in trouble, and Redis are begun again when they end."""

    def __init__(self, home: Path, choice: random.Random) -> None:
        self.log = home / "log"
        self._nursery = Nursery()
        self._postgres = StruckPostgres()
        self._redis = Redis()
        database = self._postgres.empty()
        self.url = database.replace("postgresql:", "postgresql+psycopg:")
        environment = {
            **_PATIENT,
            "NIAGARA_FOLDER": str(home / "home"),
            "NIAGARA_DATABASE_URL": database,
            "NIAGARA_REDIS_URL": self._redis.url(),
            "NIAGARA_BOTS": "elsewhere",
            "NIAGARA_BOT_WORKERS": "0",
            "NIAGARA_BOT_DELAY": "0",
        }
        self.servers = [Server(self._nursery, self.log, choice, **environment) for _ in range(2)]
        self._workers = [Kept(self._nursery, self.log, choice, "bots", "--worker", **environment) for _ in range(2)]
        self._database_struck = asyncio.Lock()  # its faults come one after the other, or else it never recovers
        self._redis_struck = asyncio.Lock()
        self.strikes = {
            "server killed": self._kill_server,
            "server paused": lambda fault: one_of(self.servers, fault).pause(2 * fault.seconds),
            "bot worker killed": self._kill_worker,
            "bot worker paused": lambda fault: one_of(self._workers, fault).pause(
                4 * fault.seconds
            ),  # beyond the lease
            "database killed": self._kill_database,
            "database backend killed": self._kill_backend,
            "database connections ended": self._end_connections,
            "database disk full": lambda fault: self._trouble(disks.FULL, fault),
            "database disk fails to sync": lambda fault: self._trouble(disks.UNSYNCED, fault),
            "database disk slow": lambda fault: self._trouble(disks.SLOW, fault),
            "Redis killed": self._kill_redis,
        }

    async def open(self) -> Sequence[Kept]:
        await self._nursery.open({})
        return [*self.servers, *self._workers]

    async def close(self) -> None:
        for kept in (*self.servers, *self._workers):
            kept.hold()
        await self._nursery.close()
        await asyncio.to_thread(self._redis.remove)

    def remove(self) -> None:
        """Once the database has been read."""
        self._postgres.remove()

    async def _kill_server(self, fault: Fault) -> bool:
        return one_of(self.servers, fault).kill()

    async def _kill_worker(self, fault: Fault) -> bool:
        return one_of(self._workers, fault).kill()

    async def _kill_database(self, fault: Fault) -> bool:
        async with self._database_struck:
            await asyncio.to_thread(self._postgres.kill)
            await asyncio.sleep(fault.seconds / 2)
            await asyncio.to_thread(self._postgres.start)
        return True

    async def _kill_backend(self, fault: Fault) -> bool:
        """PostgreSQL then throws all others out, and recovers."""
        async with self._database_struck:
            return self._postgres.strike_backends(fault, kill=True)

    async def _end_connections(self, fault: Fault) -> bool:
        async with self._database_struck:
            return self._postgres.strike_backends(fault, kill=False)

    async def _trouble(self, trouble: int, fault: Fault) -> bool:
        async with self._database_struck:
            hit = await in_trouble(self._postgres.disk, trouble, fault)
            await asyncio.to_thread(self._postgres.revive)
            return hit

    async def _kill_redis(self, fault: Fault) -> bool:
        async with self._redis_struck:
            await asyncio.to_thread(self._redis.end, signal.SIGKILL)
            await asyncio.sleep(fault.seconds)
            await asyncio.to_thread(self._redis.start)
        return True


def one_of(kept: Sequence[K], fault: Fault) -> K:
    return kept[int(fault.whom * len(kept))]


async def in_trouble(disk: Disk, trouble: int, fault: Fault) -> bool:
    """Where two troubles of a disk overlap the later one goes on, until either ends."""
    before = disk.met
    disk.be(trouble, seconds=0.02 + 0.08 * fault.whom)
    await asyncio.sleep(fault.seconds)
    disk.be(disks.FINE)
    return disk.met > before
