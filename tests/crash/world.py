"""Servers, the people who play on them, and whatever strikes both; in the end all that was told is compared with the disk."""

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import create_engine

from tests.crash import disk as disks
from tests.crash.checker import Checked, Violation, check, read
from tests.crash.disk import Disk
from tests.crash.faults import Fault
from tests.crash.nursery import Nursery
from tests.crash.people import Guest, Person
from tests.crash.servers import Server
from tests.server.players import Player

PATIENCE = 30.0  # seconds for play to go on
_HURRY = 1.0  # seconds after which the next fault comes, even where nobody has moved
_RULES = {"players": 4, "spirits": True, "joe": True, "fork": "random", "round_limit": 10}
_NAMES = ("Ada", "Bo", "Cy")


# In the server's own lines; what multiprocessing says when it is killed on its way is none of it.
_MISTAKE = re.compile(r'^.*exception="?Traceback.*$|^ERROR .*$', re.MULTILINE)


class Outcome(NamedTuple):
    struck: Counter[str]  # faults that hit something, by kind
    missed: Counter[str]  # faults that came when there was nothing to hit
    checked: list[Checked]  # table by table
    refused: Counter[str]  # commands, by key
    connections: int
    starts: int
    lost_writes: int  # never synced, at power cuts
    seconds: float

    def __str__(self) -> str:
        total = Checked(*(sum(column) for column in zip(*self.checked, strict=True)))
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(self.struck.items()))
        return (
            f"{self.struck.total()} faults in {self.seconds:.0f} s ({self.missed.total()} more hit nothing): {kinds}. "
            f"{self.starts} starts of servers, {self.connections} connections, {self.lost_writes} unsynced writes lost. "
            f"Compared at {len(self.checked)} tables: {total.entries} entries stored and replayed, {total.acknowledged} commands "
            f"acknowledged, {total.received} entries and {total.sights} boards received; {self.refused.total()} commands refused "
            f"for the time being. Nothing lost, doubled, reordered or invented."
        )


class World:
    """One server process on SQLite, on a disk that can be in trouble."""

    def __init__(self, home: Path, seed: int, tables: int = 3) -> None:
        self.choice = random.Random(f"world {seed}")
        self.seed = seed
        self.folder = home / "home"
        self.folder.mkdir()
        self.disk = Disk(home, self.folder, loses_power=True)
        self.nursery = Nursery()
        self.log = home / "log"
        flags = ("--folder", str(self.folder), "--bot-delay", "0")
        self.server = Server(self.nursery, self.log, self.choice, *flags, **_QUICK)
        self.people: list[list[Person]] = []
        self._count = tables
        self._moves = 0
        self._moved = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.struck: Counter[str] = Counter()
        self.missed: Counter[str] = Counter()
        self.lost_writes = 0  # at power cuts

    async def run(self, faults: Sequence[Fault]) -> Outcome:
        began, strikes = time.monotonic(), list[asyncio.Task[None]]()
        await self.nursery.open(self.disk.environment)
        try:
            self._keep(self.server.keep())
            await self._open_tables()
            for fault in faults:
                await self._wait_for(fault)
                strikes.append(asyncio.create_task(self._strike(fault)))
            await asyncio.gather(*strikes)
            await self._settle()
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            self.server.hold()
            await self.nursery.close()
        return self._look(began)

    def _keep(self, work: Coroutine[None, None, None]) -> None:
        self._tasks.append(asyncio.create_task(work))

    def _note_move(self) -> None:
        self._moves += 1
        self._moved.set()

    # ── play

    async def _open_tables(self) -> None:
        await self.server.answers(PATIENCE)
        for number in range(self._count):
            guests, table = await self._invite(number)
            people = [Person(guest, table, len(guests), self._address, self._note_move) for guest in guests]
            self.people.append(people)
            for person in people:
                self._keep(person.play())

    async def _invite(self, number: int) -> tuple[list[Guest], str]:
        """Guests with names and cookies, and a table that the first of them has opened."""
        guests, table = [], ""
        for seat in range(1 + number % len(_NAMES)):
            player = await Player(self._address()).named(f"{_NAMES[seat]} {number}")
            guests.append(Guest(f"{_NAMES[seat]} {number}", player.cookie, seat, f"{self.seed} {number} {seat}"))
            table = table or (await player.table(rules=_RULES))["id"]
            await player.http.aclose()
        return guests, table

    def _address(self) -> str:
        return self.server.address

    async def _until(self, true: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not true():
                    for task in self._tasks:
                        if task.done():
                            task.result()
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise Violation(f"play has not gone on: {self.log.read_text()[-3000:]}") from None

    async def _settle(self) -> None:
        """The faults are over: everybody moves again, by himself; then nobody's command stays without its answer."""
        everyone = [person for people in self.people for person in people]
        before = {person: len(person.told.order) for person in everyone}
        await self._until(lambda: all(len(person.told.order) >= before[person] + 3 for person in everyone))
        for person in everyone:
            person.quit()
        await self._until(lambda: all(person.idle for person in everyone))

    # ── faults

    async def _wait_for(self, fault: Fault) -> None:
        enough = self._moves + fault.after
        try:
            async with asyncio.timeout(_HURRY):
                while self._moves < enough:
                    self._moved.clear()
                    await self._moved.wait()
        except TimeoutError:
            pass
        await asyncio.sleep(fault.delay)

    async def _strike(self, fault: Fault) -> None:
        (self.struck if await self._hits(fault) else self.missed)[fault.kind] += 1

    async def _hits(self, fault: Fault) -> bool:
        everyone = [person for people in self.people for person in people]
        whom = everyone[int(fault.whom * len(everyone))]
        match fault.kind:
            case "server killed":
                return self.server.kill()
            case "power cut":
                self.server.hold()
                self.lost_writes += self.disk.lose_power(self.choice)
                self.server.let_go()
                return True
            case "bot process killed":
                return self.server.kill_bots()
            case "server paused":
                return await self.server.pause(fault.seconds)
            case "disk full":
                return await self._trouble(disks.FULL, fault.seconds)
            case "disk fails to sync":
                return await self._trouble(disks.UNSYNCED, fault.seconds)
            case "disk slow":
                return await self._trouble(disks.SLOW, fault.seconds, 0.02 + 0.08 * fault.whom)
            case "connection cut":
                return whom.cut("now")
            case "connection cut in a frame":
                return whom.cut("half")
            case "connection stalled":
                return await whom.stall(fault.seconds)
            case _:
                raise ValueError(fault.kind)

    async def _trouble(self, trouble: int, seconds: float, slowness: float = 0.0) -> bool:
        """Where two troubles of the disk overlap the later one goes on, until either ends."""
        before = self.disk.met
        self.disk.be(trouble, slowness)
        await asyncio.sleep(seconds)
        self.disk.be(disks.FINE)
        return self.disk.met > before

    # ── the end

    def _look(self, began: float) -> Outcome:
        engine = create_engine(f"sqlite:///{self.folder / 'niagara.sqlite3'}")
        try:
            checked = [
                check(read(engine, people[0].table), [person.told for person in people]) for people in self.people
            ]
        finally:
            engine.dispose()
        everyone = [person for people in self.people for person in people]
        refused = sum((Counter(person.refused) for person in everyone), Counter[str]())
        connections = sum(person.connections for person in everyone)
        if mistakes := _MISTAKE.findall(self.log.read_text()):
            raise Violation(f"the log tells of a mistake: {mistakes[0]}")
        seconds = time.monotonic() - began
        lost = self.lost_writes
        return Outcome(self.struck, self.missed, checked, refused, connections, self.server.starts, lost, seconds)


_QUICK = {
    "NIAGARA_LINES_PER_SECOND": "1000",
    "NIAGARA_LINES_AT_ONCE": "1000",
    "NIAGARA_BOT_WORKERS": "1",
    "NIAGARA_LEASE": "1",
}
