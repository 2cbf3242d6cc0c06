"""The load itself: so many tables, each with one move on its way as long as it can, or at the pace of people."""

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple

import httpx

from benchmarks.serving import usage
from benchmarks.serving.servers import Servers
from benchmarks.serving.tables import Moved, Table

PACE = 3.0  # seconds between two moves of a table
_OPENED_AT_ONCE = 8
_PATIENCE = 10.0  # seconds for what is still on its way when a run ends

Opening = Callable[[Servers, httpx.AsyncClient, int], Awaitable[Table]]


class Run(NamedTuple):
    """What came of a run. Times in seconds."""

    tables: int
    seconds: float
    moved: list[Moved]
    unheard: int  # moves of which not everybody heard
    refused: list[str]
    server: float  # seconds of the processor
    database: float
    generator: float

    @property
    def rate(self) -> float:
        return len(self.moved) / self.seconds

    def acknowledged(self) -> list[float]:
        return [move.acknowledged for move in self.moved]

    def heard(self) -> list[float]:
        return [when for move in self.moved for when in move.heard]


def quantile(times: Sequence[float], part: float) -> float:
    """Of at least two times."""
    return statistics.quantiles(times, n=1000, method="inclusive")[round(part * 1000) - 1]


@asynccontextmanager
async def opened(servers: Servers, open_table: Opening, count: int) -> AsyncIterator[list[Table]]:
    """So many tables, each ready for its first move."""
    gate = asyncio.Semaphore(_OPENED_AT_ONCE)
    async with httpx.AsyncClient(timeout=60) as http:

        async def one(seed: int) -> Table:
            async with gate:
                return await open_table(servers, http, seed)

        tables = await asyncio.gather(*map(one, range(count)))
        yield tables
        for table in tables:
            table.close()


async def flat_out(servers: Servers, tables: Sequence[Table], seconds: float) -> Run:
    """Every table makes the next move as soon as all have heard of the last."""
    return await _measured(servers, tables, seconds, _go_on)


async def at_peoples_pace(servers: Servers, tables: Sequence[Table], seconds: float) -> Run:
    """Every table moves once in so many seconds, each at a time of its own."""
    return await _measured(servers, tables, seconds, _go_at_times)


async def played_to_the_end(table: Table) -> None:
    """One game, as fast as it goes."""
    ended = asyncio.Event()
    table.ended = ended.set
    _go_on(table)
    await ended.wait()


def _go_on(table: Table) -> Callable[[], None]:
    table.rests = table.go
    if table.resting:
        table.go()

    def end() -> None:
        table.rests = _rest

    return end


def _go_at_times(table: Table) -> Callable[[], None]:
    loop = asyncio.get_running_loop()
    timer: asyncio.TimerHandle

    def go() -> None:
        nonlocal timer
        timer = loop.call_at(timer.when() + PACE, go)
        if table.resting:
            table.go()

    timer = loop.call_later(table.choice.uniform(0, PACE), go)

    def end() -> None:
        timer.cancel()

    return end


def _rest() -> None:
    """The run is over."""


async def _measured(
    servers: Servers, tables: Sequence[Table], seconds: float, begin: Callable[[Table], Callable[[], None]]
) -> Run:
    moved: list[Moved] = []
    for table in tables:
        table.told = moved.append
        table.refused.clear()
    before = _used(servers)
    began = time.perf_counter()
    ends = [begin(table) for table in tables]
    await asyncio.sleep(seconds)
    lasted = time.perf_counter() - began
    server, database, generator = (after - was for after, was in zip(_used(servers), before, strict=True))
    found = list(moved)
    for end in ends:
        end()
    unheard = await _all_resting(tables)
    if broken := next(filter(None, (table.broken() for table in tables)), None):
        raise RuntimeError(f"{servers.name}: {broken}")
    refused = [why for table in tables for why in table.refused]
    return Run(len(tables), lasted, found, unheard, refused, server, database, generator)


async def _all_resting(tables: Sequence[Table]) -> int:
    """Waits for what is on its way; how many tables wait in vain."""
    until = time.monotonic() + _PATIENCE
    while waiting := sum(not table.resting for table in tables):
        if time.monotonic() > until:
            return waiting
        await asyncio.sleep(0.01)
    return 0


def _used(servers: Servers) -> tuple[float, float, float]:
    return usage.seconds(servers.pids), usage.seconds(servers.database), time.process_time()
