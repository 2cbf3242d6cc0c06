"""A database full of finished games, made quickly from the rows of one that was really played."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import httpx

from benchmarks.serving import load, niagara
from benchmarks.serving.servers import Servers

_RULES = {**niagara.RULES, "round_limit": 2}  # some twenty entries, so that a hundred thousand games fit a disk
_TOGETHER = 10_000  # games a transaction
# Counting scattered over all ids, as chance scatters them: an odd factor leaves none out.
_ID = "printf('%06x', (n.number * 10368889) % 16777216)"


class Stored(NamedTuple):
    games: int
    entries: int
    megabytes: float


async def fill(folder: Path, games: int) -> Stored:
    """Plays one game on a server in the folder, and when that has ended stores it so many times."""
    async with niagara.serving(folder) as (port, pid):
        servers = Servers("", [port], [pid], [])
        async with load.opened(servers, _short_table, 1) as tables:
            await load.played_to_the_end(tables[0])
    database = folder / "niagara.sqlite3"
    file = sqlite3.connect(database, isolation_level=None)
    try:
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-500000"):
            file.execute(f"PRAGMA {pragma}")
        for first in range(1, games + 1, _TOGETHER):
            numbers = (first, min(first + _TOGETHER, games + 1) - 1)
            file.execute("BEGIN")
            _copy(file, "tables", {"id": _ID}, numbers)
            _copy(file, "entries", {"table_id": _ID}, numbers)
            _copy(file, "seats", {"table_id": _ID, "guest": f"'g' || {_ID} || seat"}, numbers)
            file.execute("COMMIT")
        entries = file.execute("SELECT count(*) FROM entries").fetchone()[0]
        file.execute("PRAGMA journal_mode=WAL")
    finally:
        file.close()
    return Stored(games, entries, database.stat().st_size / 1e6)


async def _short_table(servers: Servers, http: httpx.AsyncClient, seed: int) -> niagara.NiagaraTable:
    return await niagara.open_table(servers, http, seed, _RULES)


def _copy(file: sqlite3.Connection, table: str, new: Mapping[str, str], numbers: tuple[int, int]) -> None:
    """The rows of the first game once more for each number; some columns new, the others as they are, whatever they may be."""
    columns = [str(row[1]) for row in file.execute(f"PRAGMA table_info({table})")]
    values = ", ".join(new.get(column, f'"{column}"') for column in columns)
    first = "(SELECT id FROM tables ORDER BY made LIMIT 1)"
    key = "id" if table == "tables" else "table_id"
    file.execute(
        f"WITH RECURSIVE n(number) AS (SELECT ? UNION ALL SELECT number + 1 FROM n WHERE number < ?) "
        f"INSERT INTO {table} SELECT {values} FROM n CROSS JOIN (SELECT * FROM {table} WHERE {key} = {first})",
        numbers,
    )
