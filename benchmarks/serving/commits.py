"""The store alone, without sockets: how many moves a second are on disk, where so many tables wait at once."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from benchmarks.serving import niagara, report
from niagara import notation, rules
from niagara.server import moments, room, stored
from niagara.server.hosting.store import Line, Standing, Store
from niagara.server.now import timestamp
from niagara.server.room import Rules
from tests.server.services import Postgres

_MOVES = 200  # of the game that every table plays again and again

Move = tuple[Standing, Line]


@asynccontextmanager
async def sqlite(folder: Path) -> AsyncIterator[Store]:
    await asyncio.to_thread(folder.mkdir)
    async with _opened(f"sqlite:///{folder / 'niagara.sqlite3'}") as store:
        yield store


@asynccontextmanager
async def postgresql(folder: Path) -> AsyncIterator[Store]:
    postgres = Postgres()
    try:
        async with _opened(postgres.empty().replace("postgresql:", "postgresql+psycopg:")) as store:
            yield store
    finally:
        postgres.remove()


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Store]:
    store = Store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


STORES: dict[str, tuple[str, Callable[[Path], AbstractAsyncContextManager[Store]]]] = {
    "sqlite": ("SQLite", sqlite),
    "postgresql": ("PostgreSQL", postgresql),
}


async def alone(
    names: Sequence[str], steps: Sequence[int], seconds: float, folder: Path, told: Callable[[str], None]
) -> list[dict[str, Any]]:
    """Each of the tables stores its next move as soon as the last is confirmed."""
    moves = _game()
    rows = []
    for name in names:
        title, opening = STORES[name]
        async with opening(folder / f"commits-{name}") as store:
            for step in steps:
                told(f"{title}: {step} tables store move after move")
                took = await _stored(store, [f"{step}-{number}" for number in range(step)], moves, seconds)
                rate = len(took) / seconds
                rows.append(
                    {"store": title, "tables": step, "moves_per_second": rate, **report.times("acknowledged", took)}
                )
    return rows


async def _stored(store: Store, tables: Sequence[str], moves: Sequence[Move], seconds: float) -> list[float]:
    """What each move took until it was confirmed."""
    took: list[float] = []
    first, line = moves[0]
    for table in tables:
        await store.make_table(table, first._replace(seq=1), line, timestamp())
    until = time.perf_counter() + seconds

    async def play(table: str) -> None:
        seq, now = 1, time.perf_counter()
        while now < until:
            seq += 1
            standing, line = moves[seq % len(moves)]
            await store.append(table, standing._replace(seq=seq), line._replace(command=f"{table}-{seq}"), timestamp())
            then, now = now, time.perf_counter()
            if now < until:
                took.append(now - then)

    await asyncio.gather(*map(play, tables))
    return took


def _game() -> list[Move]:
    """A game by chance, as the server stores it."""
    choice = random.Random(1)
    at_table = room.new_room("Flat out", "g0", Rules(**niagara.RULES), True)  # type: ignore[arg-type] # by name
    for seat in range(at_table.rules.players):
        at_table, _ = room.sit(at_table, f"g{seat}", f"Guest {seat}", None)
    moment = moments.Moment(1, at_table, None, None)
    moment = moments.follow(moment, change := moments.start(moment), change.entry, 0)
    found: list[Move] = []
    while len(found) < _MOVES and moment.position is not None and (actors := moment.actors()):
        seat = choice.choice(actors)
        decision = moment.decision(seat)
        assert decision is not None
        move = choice.choice(rules.legal_moves(moment.position, seat))
        change = moments.play(moment, seat, decision, notation.write_move(move))
        entry = replace(change.entry, seq=moment.seq + 1, at=timestamp())
        moment = moments.follow(moment, change, entry, 0)
        if moment.room.phase == "playing":
            found.append((stored.standing(moment, None), stored.line(None, entry)))
    return found
