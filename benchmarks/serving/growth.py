"""Whether a move costs more where the game is long, or where many games are stored."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from benchmarks.serving import load, niagara, report, stored
from benchmarks.serving.load import Opening
from benchmarks.serving.servers import Servers, Serving

TABLES = 4
PART = 100  # moves, at the beginning of a game and at its end
ROUNDS = 60  # of our games: about as long as those of chance without a limit are at the median

Told = Callable[[str], None]


async def with_length(
    subjects: Mapping[str, tuple[Serving, Opening]], seconds: float, folder: Path, told: Told
) -> list[dict[str, Any]]:
    """Moves at the beginning of games and at their end, one game after the other: beside others a move would wait for theirs."""
    rows = []
    for name, (serving, open_table) in subjects.items():
        async with serving(folder / f"length-{name}") as servers, load.opened(servers, open_table, 1) as tables:
            told(f"{servers.name}: whole games")
            run = await load.flat_out(servers, tables, seconds)
        first = [move.acknowledged for move in run.moved if move.number <= PART]
        later = [move for move in run.moved if move.number > 2 * PART]
        last = [move.acknowledged for move in later]
        longest = max((move.number for move in later), default=0)
        rows.append(
            {"server": servers.name, "longest": longest, **report.times("first", first), **report.times("last", last)}
        )
    return rows


async def with_stored_games(games: int, turns: int, seconds: float, folder: Path, told: Told) -> list[dict[str, Any]]:
    """An empty server and one with so many games, in turns: how fast they start, and what their moves take."""
    told(f"storing {games:,} games")
    full = await stored.fill(folder / "full", games)
    homes = {0: folder / "empty", full.games: folder / "full"}
    rows: dict[int, list[dict[str, Any]]] = {count: [] for count in homes}
    for turn in range(turns):
        for count, home in homes.items():
            told(f"{count:,} games stored: start and {TABLES} tables flat out, {turn + 1} of {turns}")
            began = time.perf_counter()
            async with niagara.serving(home) as (port, pid):
                await niagara.answers(port)
                started = time.perf_counter() - began
                servers = Servers("Niagara", [port], [pid], [])
                async with load.opened(servers, niagara.open_table, TABLES) as tables:
                    run = await load.flat_out(servers, tables, seconds)
            rows[count].append({"stored": count, "start_seconds": started, **report.row("Niagara", run)})
    found = [report.median(several[1:] or several) for several in rows.values()]  # the first start makes the database
    found[-1] |= {"entries": full.entries, "megabytes": full.megabytes}
    return found


async def long_table(servers: Servers, http: Any, seed: int) -> niagara.NiagaraTable:
    return await niagara.open_table(servers, http, seed, {**niagara.RULES, "round_limit": ROUNDS})
