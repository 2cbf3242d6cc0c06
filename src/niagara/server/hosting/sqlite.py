"""SQLite: one file, one thread that writes, every commit on disk before it is confirmed (synchronous=FULL)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from niagara.server.hosting import changes
from niagara.server.hosting.batches import Batches, Serve

T = TypeVar("T")
Work = Callable[[Connection], Any]


def engine(url: str) -> Engine:
    made = create_engine(url, hide_parameters=True)

    @event.listens_for(made, "connect")
    def _prepare(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # SQLAlchemy begins transactions, not the driver: savepoints need it
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(made, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return made


class SqliteWriter:
    """What shares a transaction stands each in a savepoint, so that what fails undoes nothing else."""

    def __init__(self, made: Engine) -> None:
        self._engine = made
        self._batches = Batches(self._serving, threads=1)

    async def run(self, work: Callable[[Connection], T]) -> T:
        result: T = await self._batches.ask(work)
        return result

    async def append(self, change: changes.Change) -> None:
        await self._batches.ask(partial(changes.append, change=change))

    async def close(self) -> None:
        await self._batches.close()

    @contextmanager
    def _serving(self) -> Iterator[Serve]:
        with self._engine.connect().execution_options(writes=True) as connection:
            yield partial(_commit, connection)


def _commit(connection: Connection, batch: list[Work]) -> list[Any]:
    try:
        with connection.begin():
            if len(batch) == 1:  # nothing else to be kept apart from
                return [batch[0](connection)]
            return [_apart(connection, work) for work in batch]
    except DBAPIError:  # the disk is full or gone, say
        connection.invalidate()  # in whatever state it is; the next batch has a fresh one
        raise


def _apart(connection: Connection, work: Work) -> Any:
    try:
        with connection.begin_nested():
            return work(connection)
    except Exception as fault:  # told to whoever asked for it
        return fault
