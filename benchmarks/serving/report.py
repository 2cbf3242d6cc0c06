"""What was measured, as figures and as tables to read."""

import math
import os
import platform
import statistics
from collections.abc import Callable, Sequence
from typing import Any

from rich import box
from rich.console import Console, Group
from rich.table import Table

from benchmarks.serving.load import Run, quantile

BOUND = 100.0  # milliseconds: what a player hardly notices
Row = dict[str, Any]


def row(server: str, run: Run) -> Row:
    """Times in milliseconds, shares in cores."""
    moves = max(len(run.moved), 1)
    return {
        "server": server,
        "tables": run.tables,
        "moves_per_second": run.rate,
        **times("acknowledged", run.acknowledged()),
        **times("heard", run.heard()),
        "server_ms_per_move": run.server / moves * 1000,
        "database_ms_per_move": run.database / moves * 1000,
        "server_cores": run.server / run.seconds,
        "generator_cores": run.generator / run.seconds,
        "unheard": run.unheard,
        "refused": len(run.refused),
    }


def times(what: str, seconds: Sequence[float]) -> Row:
    """None where there are too few to tell."""
    parts = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
    return {
        f"{what}_{name}": quantile(seconds, part) * 1000 if len(seconds) > 1 else None for name, part in parts.items()
    }


def worst(found: Row) -> float:
    """The later of the two at 99 %: acknowledged, and heard by the others."""
    return max(found["acknowledged_p99"] or math.inf, found["heard_p99"] or math.inf)


def median(rows: Sequence[Row]) -> Row:
    """Each figure's median; what is no figure is the same in all."""
    first = rows[0]

    def of(key: str) -> object:
        figures = [one[key] for one in rows if isinstance(one[key], float | int)]
        return statistics.median(figures) if figures else first[key]

    return {key: of(key) for key in first}


def best(rows: Sequence[Row], server: str) -> Row | None:
    """Where a server made most moves a second within the bound."""
    within = [one for one in rows if one["server"] == server and worst(one) <= BOUND]
    return max(within, key=lambda one: one["moves_per_second"], default=None)


def machine() -> dict[str, str]:
    """Where it was measured, and with what else going on."""
    cpu = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as lines:
            cpu = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), cpu)
    load = f"{os.getloadavg()[0]:.1f}"
    return {"cpu": cpu, "cores": str(os.cpu_count()), "python": platform.python_version(), "load_before": load}


def show(found: dict[str, Any], talk: Console, *, markdown: bool = False) -> None:
    shown: dict[str, Callable[[Any], Table]] = {
        "pace": _pace,
        "flat": _flat,
        "length": _length,
        "stored": _stored,
        "commits": _commits,
    }
    for part, table in shown.items():
        if part in found:
            talk.print(_as_markdown(table(found[part])) if markdown else table(found[part]))
    if "flat" in found:
        for line in _ratios(found["flat"]):
            talk.print(line, highlight=False)
    talk.print(", ".join(f"{key} {value}" for key, value in found["machine"].items()), highlight=False)


def _as_markdown(table: Table) -> Group:
    """As it stands in docs/performance.md."""
    title, table.title, table.box = f"### {table.title}\n", None, box.MARKDOWN
    for column in table.columns:
        column.header = str(column.header).replace("\n", " ").strip()
        column.no_wrap = True
    return Group(title, table, "")


_TIMES = ("acknowledged\np50", "\np95", "\np99", "heard\np50", "\np95", "\np99")


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left")
    return table


def _times(one: Row, *kinds: str) -> list[str]:
    found = [one[f"{kind}_{part}"] for kind in kinds for part in ("p50", "p95", "p99")]
    return ["–" if figure is None else f"{figure:,.1f}" for figure in found]


def _pace(rows: Sequence[Row]) -> Table:
    more = ("kB a table", "server, ms\na move", "database", "generator,\ncores", "lost")
    table = _table("At people's pace, milliseconds", "", "tables", "moves/s", *_TIMES, *more)
    for one in rows:
        cells = [f"{one['tables']:,.0f}", f"{one['moves_per_second']:,.0f}", *_times(one, "acknowledged", "heard")]
        cells += [f"{one['kilobytes_per_table']:,.0f}", *_costs(one)]
        table.add_row(one["server"], *cells)
    return table


def _flat(rows: Sequence[Row]) -> Table:
    more = ("server, ms\na move", "database", "generator,\ncores", "lost")
    table = _table("Flat out, milliseconds", "", "tables", "moves/s", *_TIMES, *more)
    for one in sorted(rows, key=lambda one: str(one["server"])):
        cells = [f"{one['tables']:,.0f}", f"{one['moves_per_second']:,.0f}", *_times(one, "acknowledged", "heard")]
        table.add_row(one["server"], *cells, *_costs(one))
    return table


def _costs(one: Row) -> list[str]:
    lost = f"{one['unheard'] + one['refused']:.0f}"
    return [
        f"{one['server_ms_per_move']:.2f}",
        f"{one['database_ms_per_move']:.2f}",
        f"{one['generator_cores']:.2f}",
        lost,
    ]


def _ratios(rows: Sequence[Row]) -> list[str]:
    """Moves a second within the bound, beside the first server's."""
    names = list(dict.fromkeys(one["server"] for one in rows))
    found = {name: best(rows, name) for name in names}
    first = found[names[0]]
    lines = []
    for name, one in found.items():
        if one is None:
            lines.append(f"{name}: no number of tables with 99 % within {BOUND:.0f} ms")
            continue
        text = f"{name}: {one['moves_per_second']:,.0f} moves/s with 99 % within {BOUND:.0f} ms ({one['tables']:.0f} tables)"
        if first is not None and one is not first:
            text += f"; {names[0]} makes {first['moves_per_second'] / one['moves_per_second']:.2f} × as many"
        lines.append(text)
    return lines


def _length(rows: Sequence[Row]) -> Table:
    columns = (
        "first moves\np50",
        "\np95",
        "\np99",
        "last moves\np50",
        "\np95",
        "\np99",
        "last : first",
        "longest game",
    )
    table = _table("At the beginning and at the end of games, milliseconds to acknowledgement", "", *columns)
    for one in rows:
        ratio = f"{one['last_p50'] / one['first_p50']:.2f}" if one["last_p50"] and one["first_p50"] else "–"
        table.add_row(one["server"], *_times(one, "first", "last"), ratio, f"{one['longest']:,}")
    return table


def _stored(rows: Sequence[Row]) -> Table:
    table = _table(
        "With games stored, milliseconds",
        "games",
        "entries",
        "MB",
        "start, s",
        "moves/s",
        *_TIMES,
        "server, ms\na move",
    )
    for one in rows:
        cells = [f"{one.get('entries', 0):,}", f"{one.get('megabytes', 0):,.0f}", f"{one['start_seconds']:.2f}"]
        cells += [f"{one['moves_per_second']:,.0f}", *_times(one, "acknowledged", "heard")]
        table.add_row(f"{one['stored']:,.0f}", *cells, f"{one['server_ms_per_move']:.2f}")
    return table


def _commits(rows: Sequence[Row]) -> Table:
    table = _table("The store alone, milliseconds", "", "tables", "moves/s", *_TIMES[:3])
    for one in rows:
        cells = [f"{one['tables']:,.0f}", f"{one['moves_per_second']:,.0f}", *_times(one, "acknowledged")]
        table.add_row(one["store"], *cells)
    return table
