"""SQLite: one file, one writer, every commit on disk before it is confirmed (synchronous=FULL)."""

import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from niagara.server.hosting import changes
from niagara.server.hosting.away import is_of_database
from niagara.server.hosting.batches import Batches, in_threads
from niagara.server.hosting.changes import Change, Line, Standing
from niagara.server.hosting.dictation import Dictation

T = TypeVar("T")
Work = Callable[[Connection], Any]

# `temp_store`: what a statement may have to undo would go to a file of its own, made and removed for every commit.
_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "temp_store=MEMORY")

_ON_CONNECT = [f"PRAGMA {pragma}" for pragma in _PRAGMAS]
_CROWD = 4  # moves that wait together, and make a process of its own worth while

# Whatever the writer puts into this view of its own is a move that is stored: many in one statement, a transaction in itself.
# For at every statement of a thread it waits for Python's other threads, and they for it.
_NEWS = ("changed", *Standing._fields)
_MOVE = ("table_id", *_NEWS, *Line._fields)
_MOVES_VIEW = f"CREATE TEMP VIEW moves AS SELECT {', '.join(f'NULL AS {name}' for name in _MOVE)}"
_ADVANCE = f"""
    UPDATE tables SET {", ".join(f"{name} = NEW.{name}" for name in _NEWS)}
    WHERE id = NEW.table_id AND seq = NEW.seq - 1
    AND NOT EXISTS (SELECT 1 FROM entries WHERE table_id = NEW.table_id AND command = NEW.command)"""
_MOVES_TRIGGER = f"""
    CREATE TEMP TRIGGER move INSTEAD OF INSERT ON moves BEGIN
        {_ADVANCE};
        SELECT RAISE(ABORT, 'overtaken or repeated') WHERE changes() = 0;
        INSERT INTO entries ({", ".join(changes.ROW)}) VALUES ({", ".join(f"NEW.{name}" for name in changes.ROW)});
    END"""
_FOR_MOVES = [_MOVES_VIEW, _MOVES_TRIGGER]


def engine(url: str) -> Engine:
    made = create_engine(url, hide_parameters=True)
    _on_connect(made, _ON_CONNECT)

    @event.listens_for(made, "first_connect")
    def _begin_on_disk(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
        connection.execute("PRAGMA schema_version")  # whereupon SQLite reads what a killed server has left
        _sync(Path(f"{made.url.database}-wal"))

    @event.listens_for(made, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return made


def _sync(log: Path) -> None:
    """SQLite takes for stored whatever it finds in the log, also what was written and not yet synced when a server was killed:
    nobody may be told of it before it is on disk. A full disk does not matter, for nothing new is written. What a failing disk
    has refused to sync is beyond this: Linux does not try it again.
    """
    try:
        with log.open("r+b") as file:
            os.fsync(file.fileno())
    except FileNotFoundError:  # nothing was left
        pass
    except OSError as fault:
        raise sqlite3.OperationalError(fault.strerror) from fault


def _on_connect(made: Engine, statements: Sequence[str]) -> None:
    @event.listens_for(made, "connect")
    def _prepare(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # SQLAlchemy begins transactions, not the driver: savepoints need it
        cursor = connection.cursor()
        for statement in statements:
            cursor.execute(statement)
        cursor.close()


class SqliteWriter:
    """What waits shares a transaction: the moves in one go, all else each in a savepoint, so that what fails undoes nothing else."""

    def __init__(self, url: str) -> None:
        self._engine = engine(url)
        # Never more than one connection: one that another has written past forgets every page it has read.
        _on_connect(self._engine, _FOR_MOVES)
        self._thread = ThreadPoolExecutor(1, "niagara-writer")
        self._in_thread = in_threads(self._thread, self._write)
        self._dictation = Dictation(str(self._engine.url.database), [*_ON_CONNECT, *_FOR_MOVES])
        self._batches = Batches(self._serve)

    async def run(self, work: Callable[[Connection], T]) -> T:
        result: T = await self._batches.ask(work)
        return result

    async def append(self, change: Change) -> None:
        await self._batches.ask(change if changes.is_small(change) else partial(changes.append, change=change))

    async def close(self) -> None:
        await self._batches.close()
        await self._dictation.close()
        self._thread.shutdown()
        self._engine.dispose()

    async def _serve(self, batch: list[Change | Work]) -> list[Any]:
        """Once many moves have waited, a process of its own writes them; whatever that has not stored, the thread looks at."""
        moves = [what for what in batch if isinstance(what, Change)]
        if len(moves) >= _CROWD:
            self._dictation.begin()
        dictated = bool(moves) and self._dictation.listens
        if not dictated or not await self._dictation.is_stored(*_insert(moves)):
            return await self._in_thread(batch)
        others: list[Change | Work] = [what for what in batch if not isinstance(what, Change)]
        outcomes = iter(await self._in_thread(others) if others else [])
        return [None if isinstance(what, Change) else next(outcomes) for what in batch]

    def _write(self, batch: list[Change | Work]) -> list[Any]:
        with self._engine.connect().execution_options(writes=True) as connection:
            moves = [what for what in batch if isinstance(what, Change)]
            if len(moves) == len(batch) and _is_moved(connection, moves):
                return [None] * len(moves)
            try:
                return _commit(connection, batch)
            except _Spoilt:
                pass  # the connection stays: without one a full disk could not even be read
        return [self._alone(what) for what in batch]

    def _alone(self, what: Change | Work) -> Any:
        try:
            return self._write([what])[0]
        except Exception as fault:  # told to whoever asked for it
            return fault


class _Spoilt(Exception):
    """A part has failed in such a way that the whole transaction may be undone, and with it what the parts before it did."""


def _is_moved(connection: Connection, moves: list[Change]) -> bool:
    """Where one has failed none is stored, and each must be looked at."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    begun = driver.in_transaction
    try:
        driver.execute(*_insert(moves))
    except (sqlite3.Error, OverflowError, UnicodeError) as fault:  # the last two: a value that cannot be written
        if begun and not driver.in_transaction:  # SQLite undoes everything where it cannot write
            raise _Spoilt from fault
        return False
    return True


def _insert(moves: list[Change]) -> tuple[str, list[Any]]:
    given = [value for move in moves for value in (move.table, move.at, *move.standing, *move.line)]
    return _statement(len(moves)), given


@lru_cache(64)
def _statement(moves: int) -> str:
    row = f"({', '.join('?' * len(_MOVE))})"
    return f"INSERT INTO moves VALUES {', '.join([row] * moves)}"


def _commit(connection: Connection, batch: list[Change | Work]) -> list[Any]:
    with connection.begin():
        if len(batch) == 1:  # nothing else to be kept apart from
            return [_work(batch[0])(connection)]
        moves = [what for what in batch if isinstance(what, Change)]
        moved = bool(moves) and _is_moved(connection, moves)
        return [None if moved and isinstance(what, Change) else _apart(connection, _work(what)) for what in batch]


def _work(what: Change | Work) -> Work:
    return partial(changes.append, change=what) if isinstance(what, Change) else what


def _apart(connection: Connection, work: Work) -> Any:
    try:
        with connection.begin_nested():
            return work(connection)
    except Exception as fault:  # told to whoever asked for it
        if is_of_database(fault):  # so it may be here
            raise _Spoilt from fault
        return fault
