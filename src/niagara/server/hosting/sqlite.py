"""SQLite: one file, one thread that writes, every commit on disk before it is confirmed (synchronous=FULL)."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from niagara.server.hosting import changes
from niagara.server.hosting.away import is_of_database
from niagara.server.hosting.batches import Batches
from niagara.server.hosting.changes import Change, Standing

# `temp_store`: what a statement may have to undo would go to a file of its own, made and removed for every commit.
_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "temp_store=MEMORY")

T = TypeVar("T")
Work = Callable[[Connection], Any]


def engine(url: str, connections: int = 5) -> Engine:
    made = create_engine(url, hide_parameters=True, pool_size=connections)

    @event.listens_for(made, "connect")
    def _prepare(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # SQLAlchemy begins transactions, not the driver: savepoints need it
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(made, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return made


class SqliteWriter:
    """What waits shares a transaction: the moves in one go, all else each in a savepoint, so that what fails undoes nothing else."""

    def __init__(self, url: str) -> None:
        # One connection, always the same: a connection that another has written past forgets every page it has read.
        self._engine = engine(url, connections=1)
        self._batches = Batches(self._serve, threads=1)

    async def run(self, work: Callable[[Connection], T]) -> T:
        result: T = await self._batches.ask(work)
        return result

    async def append(self, change: Change) -> None:
        await self._batches.ask(change if changes.is_small(change) else partial(changes.append, change=change))

    async def close(self) -> None:
        await self._batches.close()
        self._engine.dispose()

    def _serve(self, batch: list[Change | Work]) -> list[Any]:
        with self._engine.connect().execution_options(writes=True) as connection:
            try:
                return _commit(connection, batch)
            except _Spoilt:
                pass  # the connection stays: without one a full disk could not even be read
        return [self._alone(what) for what in batch]

    def _alone(self, what: Change | Work) -> Any:
        try:
            return self._serve([what])[0]
        except Exception as fault:  # told to whoever asked for it
            return fault


class _Spoilt(Exception):
    """A part has failed in such a way that the whole transaction may be undone, and with it what the parts before it did."""


def _commit(connection: Connection, batch: list[Change | Work]) -> list[Any]:
    with connection.begin():
        moves = [what for what in batch if isinstance(what, Change)]
        if len(batch) == 1:  # nothing else to be kept apart from
            return [_work(batch[0])(connection)]
        moved = len(moves) > 1 and _apart(connection, partial(_move_all, moves=moves)) is None
        return [None if moved and isinstance(what, Change) else _apart(connection, _work(what)) for what in batch]


def _move_all(connection: Connection, moves: list[Change]) -> None:
    """Raises Overtaken where one of them has been, which is seldom; then each must be looked at."""
    advance, enter = _statements(len(moves))
    given = [value for move in moves for value in (move.table, move.line.command, move.at, *move.standing)]
    if connection.exec_driver_sql(advance, tuple(given)).rowcount != len(moves):
        raise changes.Overtaken
    rows = [value for move in moves for value in changes.row(move).values()]
    connection.exec_driver_sql(enter, tuple(rows))


@lru_cache(64)
def _statements(moves: int) -> tuple[str, str]:
    """So many tables go on, and so many entries are entered: one statement each, since each row of a statement that is run again
    and again would wait for the threads of Python.
    """
    given = ("id", "command", "changed", *Standing._fields)
    columns = {name: f"given.column{number}" for number, name in enumerate(given, 1)}
    news = ", ".join(f"{name} = {columns[name]}" for name in ("changed", *Standing._fields))
    answered = f"SELECT 1 FROM entries WHERE table_id = {columns['id']} AND entries.command = {columns['command']}"
    advance = (
        f"UPDATE tables SET {news} FROM (VALUES {_rows(moves, len(given))}) AS given "
        f"WHERE tables.id = {columns['id']} AND tables.seq = {columns['seq']} - 1 AND NOT EXISTS ({answered})"
    )
    enter = f"INSERT INTO entries ({', '.join(changes.ROW)}) VALUES {_rows(moves, len(changes.ROW))}"
    return advance, enter


def _rows(count: int, width: int) -> str:
    return ", ".join([f"({', '.join('?' * width)})"] * count)


def _work(what: Change | Work) -> Work:
    return partial(changes.append, change=what) if isinstance(what, Change) else what


def _apart(connection: Connection, work: Work) -> Any:
    try:
        with connection.begin_nested():
            return work(connection)
    except Exception as fault:  # told to whoever asked for it
        if is_of_database(fault):  # SQLite undoes everything where it cannot write
            raise _Spoilt from fault
        return fault
