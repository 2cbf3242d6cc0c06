"""Servers, the people who play on them, and whatever strikes both; in the end all that was told is compared with the disk."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from typing import NamedTuple

from sqlalchemy import create_engine

from tests.crash.checker import Checked, Violation, check, read
from tests.crash.faults import Fault
from tests.crash.houses import House
from tests.crash.people import Guest, Person
from tests.server.players import Player

PATIENCE = 60.0  # seconds for play to go on
_HURRY = 4.0  # seconds after which the next fault comes, even where nobody has moved
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
    """The people at their tables, in a house that is struck again and again."""

    def __init__(self, house: House, seed: int, tables: int = 3) -> None:
        self._house = house
        self._seed = seed
        self._people: list[list[Person]] = []
        self._count = tables
        self._moves = 0
        self._moved = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._struck: Counter[str] = Counter()
        self._missed: Counter[str] = Counter()

    async def run(self, faults: Iterator[Fault], enough: int) -> Outcome:
        """Until so many faults have hit something. Raises Violation."""
        began, strikes = time.monotonic(), list[asyncio.Task[None]]()
        kept = await self._house.open()
        try:
            for each in kept:
                self._keep(each.keep())
            await self._open_tables()
            while self._struck.total() < enough:
                fault = next(faults)
                await self._wait_for(fault)
                strikes.append(asyncio.create_task(self._strike(fault)))
            await asyncio.gather(*strikes)
            await self._settle()
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self._house.close()
        return Outcome(
            self._struck,
            self._missed,
            self._look(),
            sum((Counter(person.refused) for person in self._everyone()), Counter[str]()),
            sum(person.connections for person in self._everyone()),
            sum(each.starts for each in kept),
            self._house.lost_writes,
            time.monotonic() - began,
        )

    def _everyone(self) -> list[Person]:
        return [person for people in self._people for person in people]

    def _keep(self, work: Coroutine[None, None, None]) -> None:
        self._tasks.append(asyncio.create_task(work))

    def _note_move(self) -> None:
        self._moves += 1
        self._moved.set()

    # ── play

    async def _open_tables(self) -> None:
        for server in self._house.servers:
            await server.answers(PATIENCE)
        addresses = [server.address for server in self._house.servers]
        for number in range(self._count):
            guests, table = await self._invite(number, addresses[0])
            people = [Person(guest, table, len(guests), addresses, self._note_move) for guest in guests]
            self._people.append(people)
            for person in people:
                self._keep(person.play())

    async def _invite(self, number: int, address: str) -> tuple[list[Guest], str]:
        """Guests with names and cookies, and a table that the first of them has opened."""
        guests, table = [], ""
        for seat in range(1 + number % len(_NAMES)):
            player = await Player(address).named(f"{_NAMES[seat]} {number}")
            guests.append(Guest(f"{_NAMES[seat]} {number}", player.cookie, seat, f"{self._seed} {number} {seat}"))
            table = table or (await player.table(rules=_RULES))["id"]
            await player.http.aclose()
        return guests, table

    async def _until(self, true: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not true():
                    for task in self._tasks:
                        if task.done():
                            task.result()
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise Violation(f"play has not gone on: {self._house.log.read_text()[-3000:]}") from None

    async def _settle(self) -> None:
        """The faults are over: everybody moves again, by himself; then nobody's command stays without its answer."""
        everyone = self._everyone()
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
        (self._struck if await self._hits(fault) else self._missed)[fault.kind] += 1

    async def _hits(self, fault: Fault) -> bool:
        if not fault.kind.startswith("connection "):
            return await self._house.strikes[fault.kind](fault)
        connected = [person for person in self._everyone() if person.is_connected()]
        if not connected:
            return False
        whom = connected[int(fault.whom * len(connected))]
        if fault.kind == "connection stalled":
            await whom.stall(fault.seconds)
        else:
            whom.cut(in_a_frame=fault.kind == "connection cut in a frame")
        return True

    # ── the end

    def _look(self) -> list[Checked]:
        """Every table, from the disk. Raises Violation."""
        engine = create_engine(self._house.url)
        try:
            checked = [check(read(engine, people[0].table), [each.told for each in people]) for people in self._people]
        finally:
            engine.dispose()
        if mistakes := _MISTAKE.findall(self._house.log.read_text()):
            raise Violation(f"the log tells of {len(mistakes)} mistakes: {mistakes[0]}")
        return checked
