"""The store: SQLite through SQLAlchemy Core; a change is one transaction, guarded by the table's sequence number."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, bindparam, create_engine, delete, event, insert, select, update
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import ConnectionPoolEntry

from niagara.server.hosting.games import enter_game
from niagara.server.hosting.migrations import upgrade
from niagara.server.hosting.schema import entries, guests, seats, tables
from niagara.server.hosting.writer import Writer

T = TypeVar("T")
Sitting = Sequence[tuple[int, str]]  # the seats of guests


class Standing(NamedTuple):
    """A table as it stands after its last entry."""

    seq: int
    game: int
    phase: str
    public: bool
    due: int | None  # when the server must act here at the latest, in milliseconds since 1970
    room: str
    position: str | None
    clocks: str | None = None
    turn: int = 0  # the seats that must act, a bit each


# The statements of every move, made once: to make them costs more than to run them.
_ANSWERED = select(entries.c.seq).where(
    entries.c.table_id == bindparam("table"), entries.c.command == bindparam("command")
)
_ENTER = insert(entries)
_ADVANCE = (
    update(tables)
    .where(tables.c.id == bindparam("table"), tables.c.seq == bindparam("before"))
    .values({column: bindparam(f"new_{column}") for column in (*Standing._fields, "changed")})
)


class Claimed(NamedTuple):
    table: str
    seq: int  # of its last entry


class Line(NamedTuple):
    """An entry as it is kept."""

    command: str | None
    kind: str
    body: str


class Repeated(Exception):
    """The command has been answered before, by entry `seq`."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


class Overtaken(Exception):
    """Somebody else has changed the table since it was read."""


class Taken(Exception):
    """A table of that id exists."""


class Store:
    def __init__(self, database: Path) -> None:
        self._database = database
        self._engine: Engine
        self._writer: Writer

    async def open(self) -> None:
        """Makes or upgrades the database, and begins to write."""
        self._engine = _engine(self._database)
        await asyncio.to_thread(upgrade, self._engine)
        self._writer = Writer(self._engine)

    async def close(self) -> None:
        await self._writer.close()
        self._engine.dispose()

    async def make_table(self, table: str, standing: Standing, line: Line, at: str, sitting: Sitting = ()) -> None:
        """A new table with its first entry. Raises Taken."""

        def work(connection: Connection) -> None:
            try:
                connection.execute(insert(tables).values(id=table, made=at, changed=at, **standing._asdict()))
            except IntegrityError as fault:
                raise Taken from fault
            connection.execute(_ENTER, _row(table, standing, line))
            _seat(connection, table, sitting)

        await self._writer.run(work)

    async def append(self, table: str, standing: Standing, line: Line, at: str, sitting: Sitting | None = None) -> None:
        """The next entry and what it leads to, on disk when this returns; `sitting` where that has changed.

        Raises Repeated or Overtaken, and then nothing is changed.
        """
        advance = {"table": table, "before": standing.seq - 1, "new_changed": at}
        advance |= {f"new_{column}": value for column, value in standing._asdict().items()}
        entry = _row(table, standing, line)

        def work(connection: Connection) -> None:
            if line.command is not None and (seq := _answered(connection, table, line.command)) is not None:
                raise Repeated(seq)
            if connection.execute(_ADVANCE, advance).rowcount != 1:
                raise Overtaken
            connection.execute(_ENTER, entry)
            enter_game(connection, table, standing, line.kind, at)
            if sitting is not None:
                connection.execute(delete(seats).where(seats.c.table_id == table))
                _seat(connection, table, sitting)

        await self._writer.run(work)

    async def standing(self, table: str) -> Standing | None:
        columns = [tables.c[name] for name in Standing._fields]
        query = select(*columns).where(tables.c.id == table)
        row = await self.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else Standing(*row)

    async def last_entries(self, table: str, count: int) -> Sequence[str]:
        """The bodies of the last entries, oldest first."""
        query = select(entries.c.body).where(entries.c.table_id == table).order_by(entries.c.seq.desc()).limit(count)
        found = await self.read(lambda connection: connection.scalars(query).all())
        return found[::-1]

    async def entries_of_game(self, table: str, game: int) -> Sequence[str]:
        """The bodies of a game's start and moves."""
        query = (
            select(entries.c.body)
            .where(entries.c.table_id == table, entries.c.game == game, entries.c.kind.in_(("start", "move")))
            .order_by(entries.c.seq)
        )
        return await self.read(lambda connection: connection.scalars(query).all())

    async def answered(self, table: str, command: str) -> int | None:
        """The entry that answers a command, if it has been given before."""
        return await self.read(lambda connection: _answered(connection, table, command))

    async def commands(self, table: str) -> dict[int, str]:
        """The command that each entry answers, where there is one."""
        query = select(entries.c.seq, entries.c.command).where(
            entries.c.table_id == table, entries.c.command.is_not(None)
        )
        rows = await self.read(lambda connection: connection.execute(query).all())
        return {row.seq: row.command for row in rows}

    async def claim(self, now: int, until: int, most: int) -> Sequence[Claimed]:
        """Tables where the server should have acted by now, the longest overdue first; nobody else gets them before `until`."""
        overdue = select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(most)
        mine = tables.c.id.in_(overdue.with_for_update(skip_locked=True))
        claim = update(tables).where(mine).values(due=until).returning(tables.c.id, tables.c.seq)
        rows = await self._writer.run(lambda connection: connection.execute(claim).all())
        return [Claimed(*row) for row in rows]

    async def put_off(self, table: str, seq: int, due: int | None) -> None:
        """The server must act at another time than was stored with entry `seq`; nothing if that is no longer the last."""
        change = update(tables).where(tables.c.id == table, tables.c.seq == seq).values(due=due)
        await self._writer.run(lambda connection: connection.execute(change))

    async def sweep(self, before: str, kept: Sequence[str]) -> int:
        """Takes away the tables of no game that have not changed since, but for those kept; tells how many."""
        query = select(tables.c.id).where(tables.c.game == 0, tables.c.changed < before)

        def work(connection: Connection) -> int:
            swept = sorted(set(connection.scalars(query)).difference(kept))
            for table in swept:
                connection.execute(delete(entries).where(entries.c.table_id == table))
                connection.execute(delete(seats).where(seats.c.table_id == table))
                connection.execute(delete(tables).where(tables.c.id == table))
            return len(swept)

        return await self._writer.run(work)

    async def guest_name(self, guest: str) -> str | None:
        query = select(guests.c.name).where(guests.c.id == guest)
        return await self.read(lambda connection: connection.scalar(query))

    async def name_guest(self, guest: str, name: str) -> None:
        def work(connection: Connection) -> None:
            changed = connection.execute(update(guests).where(guests.c.id == guest).values(name=name))
            if changed.rowcount == 0:
                connection.execute(insert(guests).values(id=guest, name=name))

        await self._writer.run(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What a question to the database comes to; it changes nothing."""

        def reading() -> T:
            with self._engine.connect() as connection:
                return work(connection)

        return await asyncio.to_thread(reading)


def _answered(connection: Connection, table: str, command: str) -> int | None:
    return connection.scalar(_ANSWERED, {"table": table, "command": command})


def _seat(connection: Connection, table: str, sitting: Sitting) -> None:
    if sitting:
        rows = [{"table_id": table, "seat": seat, "guest": guest} for seat, guest in sitting]
        connection.execute(insert(seats), rows)


def _row(table: str, standing: Standing, line: Line) -> dict[str, object]:
    return {"table_id": table, "seq": standing.seq, "game": standing.game, **line._asdict()}


def _engine(database: Path) -> Engine:
    engine = create_engine(f"sqlite:///{database}")

    @event.listens_for(engine, "connect")
    def _prepare(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # SQLAlchemy begins transactions, not the driver: savepoints need it
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
