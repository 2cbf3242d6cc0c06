"""How the server bears its load: people at tables over real sockets, beside boardgame.io under the same load.

At people's pace (a move of each table every three seconds) it shows how long players wait; flat out, with one move on its way at ever more
tables, how many moves a second there can be. The load takes a share of the same processor: it is shown too. `--json` prints it all
for machines.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console

from benchmarks.serving import boardgame_io, commits, growth, load, niagara, report, usage
from benchmarks.serving.load import Opening, Run
from benchmarks.serving.servers import Servers, Serving
from benchmarks.serving.tables import Table
from scripts import ready


class Subject(NamedTuple):
    serving: Serving
    open_table: Opening


SUBJECTS = {
    "sqlite": Subject(niagara.sqlite, niagara.open_table),
    "postgresql": Subject(niagara.postgresql, niagara.open_table),
    "spread": Subject(
        partial(niagara.postgresql, name="Niagara, two servers, each table's people spread over both"),
        partial(niagara.open_table, spread=True),
    ),
    "memory": Subject(boardgame_io.in_memory, boardgame_io.open_table),
    "files": Subject(boardgame_io.flat_file, boardgame_io.open_table),
}
LONG = Subject(niagara.sqlite, growth.long_table)
NEEDS: dict[str, Callable[[], None]] = {
    "postgresql": ready.services,
    "spread": ready.services,
    "memory": partial(ready.node_modules, boardgame_io.ROOT),
    "files": partial(ready.node_modules, boardgame_io.ROOT),
}
PARTS = ("pace", "flat", "length", "stored", "commits")


class Size(NamedTuple):
    """How much is measured."""

    live: int  # tables at people's pace
    steps: Sequence[int]  # tables flat out
    repetitions: int
    seconds: float  # a run at people's pace
    step_seconds: float  # a run flat out
    game_seconds: float  # a run of whole games
    stored: int  # games
    waiting: Sequence[int]  # tables that wait for the store at once


FULL = Size(1000, (1, 4, 16, 32, 64), 3, 15.0, 3.0, 15.0, 100_000, (1, 16, 64, 256, 1024))
QUICK = Size(40, (1, 8), 1, 4.0, 1.0, 4.0, 500, (1, 64))


async def at_pace(names: Sequence[str], size: Size, folder: Path, told: Callable[[str], None]) -> list[dict[str, Any]]:
    """Each server alone, with all of its tables."""
    rows = []
    for name in names:
        serving, open_table = SUBJECTS[name]
        async with serving(folder / f"pace-{name}") as servers:
            told(f"{servers.name}: opening {size.live} tables")
            empty = usage.memory(servers.pids)
            async with load.opened(servers, open_table, size.live) as tables:
                told(f"{servers.name}: {size.live} tables at people's pace")
                run = await load.at_peoples_pace(servers, tables, size.seconds)
                grown = usage.memory(servers.pids) - empty
        rows.append({**report.row(servers.name, run), "kilobytes_per_table": grown / size.live / 1000})
    return rows


async def flat_out(names: Sequence[str], size: Size, folder: Path, told: Callable[[str], None]) -> list[dict[str, Any]]:
    """All servers stand by, and take turns; at each number of tables the median of the repetitions."""
    runs: dict[tuple[str, int], list[Run]] = {}
    async with AsyncExitStack() as stack:
        ready_ones: list[tuple[Servers, Sequence[Table]]] = []
        for name in names:
            servers = await stack.enter_async_context(SUBJECTS[name].serving(folder / f"flat-{name}"))
            opened = load.opened(servers, SUBJECTS[name].open_table, max(size.steps))
            ready_ones.append((servers, await stack.enter_async_context(opened)))
        for servers, tables in ready_ones:  # warms up what compiles as it runs
            await load.flat_out(servers, tables, size.step_seconds)
        for repetition in range(size.repetitions):
            for step in size.steps:
                for servers, tables in ready_ones:
                    told(f"{servers.name}: {step} tables flat out, {repetition + 1} of {size.repetitions}")
                    run = await load.flat_out(servers, tables[:step], size.step_seconds)
                    runs.setdefault((servers.name, step), []).append(run)
    return [report.median([report.row(name, run) for run in several]) for (name, _), several in runs.items()]


async def measured(parts: Sequence[str], names: Sequence[str], size: Size, talk: Console) -> dict[str, Any]:
    found: dict[str, Any] = {"machine": report.machine()}
    with tempfile.TemporaryDirectory() as home, talk.status("Measuring") as status:
        folder = Path(home)
        if "pace" in parts:
            found["pace"] = await at_pace(names, size, folder, status.update)
        if "flat" in parts:
            found["flat"] = await flat_out(names, size, folder, status.update)
        if "length" in parts:
            games = {name: SUBJECTS[name] for name in names} | {"sqlite": LONG}
            found["length"] = await growth.with_length(games, size.game_seconds, folder, status.update)
        if "stored" in parts:
            wanted = (size.stored, size.repetitions + 1, size.step_seconds)
            found["stored"] = await growth.with_stored_games(*wanted, folder, status.update)
        if "commits" in parts:
            stores = [name for name in names if name in commits.STORES]
            found["commits"] = await commits.alone(stores, size.waiting, size.step_seconds, folder, status.update)
    found["machine"]["load_after"] = f"{os.getloadavg()[0]:.1f}"
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--markdown", action="store_true", help="print the tables as docs/performance.md has them")
    parser.add_argument("--quick", action="store_true", help="a look that takes less than a minute")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="some of the parts")
    parser.add_argument("--servers", nargs="+", choices=SUBJECTS, default=list(SUBJECTS), help="some of the servers")
    parser.add_argument("--tables", type=int, help=f"tables at people's pace ({FULL.live})")
    asked = parser.parse_args()
    talk = Console(stderr=asked.json, width=None if sys.stdout.isatty() else 250)
    names = list(asked.servers)
    for name, needs in NEEDS.items():
        try:
            if name in names:
                needs()
        except ready.NotReady as missing:
            talk.print(f"{missing} So {name} is left out.", style="red")
            names.remove(name)
    size = QUICK if asked.quick else FULL
    size = size._replace(live=asked.tables) if asked.tables else size
    found = asyncio.run(measured(asked.only, names, size, talk))
    if asked.json:
        print(json.dumps(found, indent=1))
    else:
        report.show(found, talk, markdown=asked.markdown)
    return 0


if __name__ == "__main__":
    sys.exit(ready.told(main))
