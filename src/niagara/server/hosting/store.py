"""The store: a change is one transaction, guarded by the table's sequence number; SQLite or PostgreSQL through SQLAlchemy Core."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, Engine, String, any_, bindparam, delete, literal, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from niagara.server.hosting import changes, dialects, sqlite
from niagara.server.hosting.away import again_if_cut_off, spoken
from niagara.server.hosting.changes import Change, Line, Overtaken, Repeated, Sitting, Standing, Taken, Writer
from niagara.server.hosting.migrations import upgrade
from niagara.server.hosting.schema import entries, guests, nudge_wishes, seats, tables

__all__ = ["Claimed", "Line", "Overtaken", "Repeated", "Standing", "Store", "Taken"]

T = TypeVar("T")


def engine_of(database: str) -> Engine:
    """Of a URL as SQLAlchemy reads it."""
    if database.startswith("sqlite:"):
        return sqlite.engine(database)
    from niagara.server.hosting import postgresql

    return postgresql.engine(database)


# Asked for every move of another process, and therefore made once.
_SINCE = (
    select(*(tables.c[name] for name in Standing._fields), entries.c.body)
    .join_from(tables, entries)
    .where(tables.c.id == bindparam("table"), entries.c.seq > bindparam("after"))
    .order_by(entries.c.seq)
    .limit(bindparam("most"))
)


class Claimed(NamedTuple):
    table: str
    seq: int  # of its last entry
    until: int


class Store:
    def __init__(self, database: str) -> None:
        self._url = database
        self._engine: Engine
        self._reading: Engine  # the same, in the way in which it reads
        self._writer: Writer

    async def open(self) -> None:
        """Makes or upgrades the database, and begins to write. Raises Refusal where it cannot."""
        self._engine = engine_of(self._url)
        try:
            await asyncio.to_thread(upgrade, self._engine)
        except SQLAlchemyError as fault:
            raise spoken(fault) from fault
        if self._engine.dialect.name == "sqlite":
            self._reading, self._writer = self._engine, sqlite.SqliteWriter(self._url)
        else:  # a question without BEGIN and ROLLBACK is one way there and back, not three
            from niagara.server.hosting import postgresql

            self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")
            self._writer = postgresql.PostgresWriter(self._engine)

    async def close(self) -> None:
        await self._writer.close()
        self._engine.dispose()

    async def make_table(self, table: str, standing: Standing, line: Line, at: str, sitting: Sitting = ()) -> None:
        """A new table with its first entry; the same asked again is done already. Raises Taken."""
        try:
            await self._writer.run(partial(changes.make, change=Change(table, standing, line, at, sitting)))
        except IntegrityError as fault:
            if await self.last_entries(table, 1) != [line.body]:
                raise Taken from fault

    async def append(
        self,
        table: str,
        standing: Standing,
        line: Line,
        at: str,
        sitting: Sitting | None = None,
        besides: Callable[[Connection], None] | None = None,
    ) -> None:
        """The next entry and what it leads to, on disk when this returns; `sitting` where that has changed; `besides`
        belongs to the same transaction.

        Raises Repeated or Overtaken, and then nothing is changed; Refusal where disk or database is away, and then it may be
        stored all the same.
        """
        await self._writer.append(Change(table, standing, line, at, sitting, besides))

    async def standing(self, table: str) -> Standing | None:
        columns = [tables.c[name] for name in Standing._fields]
        query = select(*columns).where(tables.c.id == table)
        row = await self.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else Standing(*row)

    async def seqs(self, of: Collection[str]) -> dict[str, int]:
        """The last entries' numbers, of those tables that exist."""
        those: ColumnElement[bool] = tables.c.id.in_(of)
        if self._engine.dialect.name == "postgresql":  # one parameter, however many they are
            from sqlalchemy.dialects.postgresql import ARRAY

            those = tables.c.id == any_(literal(list(of), ARRAY(String)))
        query = select(tables.c.id, tables.c.seq).where(those)
        return {row.id: row.seq for row in await self.read(lambda connection: connection.execute(query).all())}

    async def since(self, table: str, seq: int, most: int) -> tuple[Standing, list[str]] | None:
        """The table as it stands, and the bodies of the entries after `seq` that have led there, of one moment; of more than
        `most` only so many. None if there is no later entry.
        """
        asked = {"table": table, "after": seq, "most": most}
        rows = await self.read(lambda connection: connection.execute(_SINCE, asked).all())
        return (Standing(*rows[0][:-1]), [row.body for row in rows]) if rows else None

    async def last_entries(self, table: str, count: int) -> Sequence[str]:
        """The bodies of the last entries, oldest first."""
        query = select(entries.c.body).where(entries.c.table_id == table).order_by(entries.c.seq.desc()).limit(count)
        found = await self.read(lambda connection: connection.scalars(query).all())
        return found[::-1]

    async def first_entry(self, table: str) -> str:
        """The body of the entry with which a table was made."""
        query = select(entries.c.body).where(entries.c.table_id == table, entries.c.seq == 1)
        return await self.read(lambda connection: connection.scalars(query).one())

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
        return await self.read(lambda connection: changes.answered(connection, table, command))

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
        return [Claimed(row.id, row.seq, until) for row in rows]

    async def take(self, table: str, due: int, until: int) -> int | None:
        """Claims one table, if it is still due then; tells its last entry."""
        claim = (
            update(tables).where(tables.c.id == table, tables.c.due == due).values(due=until).returning(tables.c.seq)
        )
        return await self._writer.run(lambda connection: connection.scalar(claim))

    async def put_off(self, table: str, seq: int, due: int | None) -> None:
        """The server must act at another time than was stored with entry `seq`; nothing if that is no longer the last."""
        change = update(tables).where(tables.c.id == table, tables.c.seq == seq).values(due=due)
        await self._writer.run(lambda connection: connection.execute(change))

    async def sweep(self, before: str, kept: Sequence[str]) -> int:
        """Takes away the tables of no game that have not changed since, but for those kept; tells how many."""
        query = select(tables.c.id).where(tables.c.game == 0, tables.c.changed < before).order_by(tables.c.id)

        def work(connection: Connection) -> int:
            swept = sorted(set(connection.scalars(query.with_for_update())).difference(kept))
            for table in swept:
                connection.execute(delete(entries).where(entries.c.table_id == table))
                connection.execute(delete(seats).where(seats.c.table_id == table))
                connection.execute(delete(nudge_wishes).where(nudge_wishes.c.table_id == table))
                connection.execute(delete(tables).where(tables.c.id == table))
            return len(swept)

        return await self._writer.run(work)

    async def guest_name(self, guest: str) -> str | None:
        query = select(guests.c.name).where(guests.c.id == guest)
        return await self.read(lambda connection: connection.scalar(query))

    async def name_guest(self, guest: str, name: str) -> None:
        def work(connection: Connection) -> None:
            insert = dialects.insert(connection, guests).values(id=guest, name=name)
            connection.execute(insert.on_conflict_do_update(index_elements=[guests.c.id], set_={"name": name}))

        await self._writer.run(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What a change of the database comes to, once it is on disk."""
        return await self._writer.run(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What a question to the database comes to; it changes nothing."""

        def reading() -> T:
            with self._reading.connect() as connection:
                return work(connection)

        try:
            return await asyncio.to_thread(again_if_cut_off, reading)
        except SQLAlchemyError as fault:
            raise spoken(fault) from fault
