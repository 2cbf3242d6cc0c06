"""PostgreSQL: several threads write, and the moves that wait go to the database in one statement."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import psycopg
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DBAPIError, OperationalError

from niagara.server.hosting import changes
from niagara.server.hosting.away import again_if_cut_off
from niagara.server.hosting.batches import Batches, in_threads
from niagara.server.hosting.changes import Change, Line, Standing
from niagara.server.hosting.schema import entries, tables

T = TypeVar("T")
Work = Callable[[Connection], Any]

_WRITERS = 4  # threads; while one waits for the disk another collects
_CONNECT = 5  # seconds to wait for the database


def engine(url: str) -> Engine:
    made = create_engine(
        url, hide_parameters=True, pool_size=10, max_overflow=20, connect_args={"connect_timeout": _CONNECT}
    )

    @event.listens_for(made, "handle_error")
    def _judge(context: ExceptionContext) -> None:
        """Where there was a connection, and it was not the database that has spoken (with a code), it is the connection that has
        failed: psycopg itself takes some for well whose socket has been closed.
        """
        fault = context.original_exception
        if context.connection is not None and isinstance(fault, psycopg.OperationalError) and fault.sqlstate is None:
            context.is_disconnect = True

    return made


class PostgresWriter:
    def __init__(self, made: Engine) -> None:
        self._engine = made
        self._threads = ThreadPoolExecutor(_WRITERS, "niagara-writer")
        self._batches = Batches(in_threads(self._threads, self._write), _WRITERS)

    async def run(self, work: Callable[[Connection], T]) -> T:
        result: T = await self._batches.ask(work)
        return result

    async def append(self, change: Change) -> None:
        """A move is one of many in a statement; what changes more has a transaction of its own."""
        await self._batches.ask(change if changes.is_small(change) else partial(changes.append, change=change))

    async def close(self) -> None:
        await self._batches.close()
        self._threads.shutdown()

    def _write(self, batch: list[Change | Work]) -> list[Any]:
        moves = [what for what in batch if isinstance(what, Change)]
        moved = dict(zip(map(id, moves), self._advance(moves), strict=True))
        return [moved[id(what)] if isinstance(what, Change) else self._alone(what) for what in batch]

    def _advance(self, moves: list[Change]) -> list[Exception | None]:
        """What became of each."""
        if not moves:
            return []
        try:
            return self._on_connection(partial(_advance, moves=moves))
        except DBAPIError as fault:
            if len(moves) == 1 or isinstance(fault, OperationalError):  # the database is away, for all of them
                return [fault] * len(moves)
            return [outcome for move in moves for outcome in self._advance([move])]  # one of them cannot be stored

    def _alone(self, work: Work) -> Any:
        try:
            return self._in_transaction(work)
        except Exception as fault:  # told to whoever asked for it
            return fault

    def _in_transaction(self, work: Work) -> Any:
        def begin(connection: Connection) -> Any:
            with connection.begin():
                return work(connection)

        return again_if_cut_off(partial(_connected, self._engine, begin))

    def _on_connection(self, work: Callable[[Connection], T]) -> T:
        """Each statement is a transaction."""
        each_commits = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        return again_if_cut_off(partial(_connected, each_commits, work))


def _connected(made: Engine, work: Callable[[Connection], T]) -> T:
    with made.connect() as connection:
        return work(connection)


def _types() -> dict[str, str]:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call] # SQLAlchemy leaves it so
    columns = {"id": tables.c.id, "changed": tables.c.changed, **{name: tables.c[name] for name in Standing._fields}}
    columns |= {name: entries.c[name] for name in Line._fields}
    return {name: column.type.compile(dialect) for name, column in columns.items()}


_TYPES = _types()
# Lists are sent in binary (%(…)b): as text psycopg writes them letter by letter, which takes more time than all the rest.
# The tables are locked in the order of their names, so that no two processes wait for each other. A command that has been
# answered before holds its move back; a lookup that is a value and not EXISTS stays one in the index, whatever the planner thinks.
_ADVANCE = f"""
WITH given AS (
    SELECT * FROM unnest({", ".join(f"%({name})b::{kind}[]" for name, kind in _TYPES.items())}) AS given({", ".join(_TYPES)})
), locked AS MATERIALIZED (
    SELECT id FROM tables WHERE id = ANY(%(id)b::{_TYPES["id"]}[]) ORDER BY id FOR UPDATE
), advanced AS (
    UPDATE tables SET {", ".join(f"{name} = given.{name}" for name in (*Standing._fields, "changed"))}
    FROM given JOIN locked USING (id)
    WHERE tables.id = given.id AND tables.seq = given.seq - 1 AND
        (SELECT seq FROM entries WHERE table_id = given.id AND entries.command = given.command) IS NULL
    RETURNING tables.id
), entered AS (
    INSERT INTO entries (table_id, seq, game, {", ".join(Line._fields)})
    SELECT id, seq, game, {", ".join(Line._fields)} FROM given JOIN advanced USING (id)
)
SELECT id FROM advanced
"""


def _advance(connection: Connection, moves: list[Change]) -> list[Exception | None]:
    rows = [{"id": move.table, "changed": move.at, **move.standing._asdict(), **move.line._asdict()} for move in moves]
    given = {name: [row[name] for row in rows] for name in _TYPES}
    advanced = set(connection.exec_driver_sql(_ADVANCE, given).scalars())
    return [None if move.table in advanced else changes.why_not(connection, move) for move in moves]
