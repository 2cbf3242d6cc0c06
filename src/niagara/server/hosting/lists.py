"""What is listed of tables and games: questions whose cost does not grow with all that is stored."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, and_, case, func, literal, select, true

from niagara.server.hosting.schema import games, players, seats, tables
from niagara.server.hosting.store import Store

PAGE = 20  # of tables or games


class TableRow(NamedTuple):
    id: str
    phase: str
    game: int
    turn: int  # the seats that must act, a bit each
    due: int | None
    clocks: str | None
    room: str
    position: str | None
    changed: str


class GameRow(NamedTuple):
    table_id: str
    game: int
    name: str
    rules: str
    names: str
    began: str
    ended: str | None
    winners: str | None
    rounds: int | None


class Listed(NamedTuple):
    """A table or a game of a person, and the seats that are his."""

    row: TableRow
    seats: list[int]


class Played(NamedTuple):
    row: GameRow
    seats: list[int]


_TABLE = [tables.c[name] for name in TableRow._fields]
_GAME = [games.c[name] for name in GameRow._fields]
_NO_END = 2**62  # later than any time


def _mine(guest: str, page: int) -> Select[str]:
    """A person's tables, the most urgent first: my turn with least time left, my turn, others' turn, rooms, finished games."""
    must_act = func.max(tables.c.turn.bitwise_rshift(seats.c.seat).bitwise_and(1))
    playing = func.max(tables.c.phase) == "playing"
    rank = case((and_(playing, must_act == 1), 0), (playing, 1), (func.max(tables.c.phase) == "room", 2), else_=3)
    timed = case((and_(rank == 0, func.max(tables.c.clocks).is_not(None)), func.max(tables.c.due)), else_=None)
    return (
        select(seats.c.table_id)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.guest == guest)
        .group_by(seats.c.table_id)
        .order_by(rank, func.coalesce(timed, literal(_NO_END)), func.max(tables.c.changed).desc(), seats.c.table_id)
        .offset(page * PAGE)
        .limit(PAGE + 1)
    )


async def tables_of(store: Store, guest: str, page: int) -> list[Listed]:
    """One table more than a page holds tells that there is another page."""

    def work(connection: Connection) -> list[Listed]:
        ids = connection.scalars(_mine(guest, page)).all()
        rows = {row.id: TableRow(*row) for row in connection.execute(select(*_TABLE).where(tables.c.id.in_(ids)))}
        held: dict[str, list[int]] = {table: [] for table in ids}
        query = select(seats.c.table_id, seats.c.seat).where(seats.c.guest == guest, seats.c.table_id.in_(ids))
        for table, seat in connection.execute(query.order_by(seats.c.seat)):
            held[table].append(seat)
        return [Listed(rows[table], held[table]) for table in ids if table in rows]

    return await store.read(work)


def _open(since: str, page: int) -> Select[*tuple[Any, ...]]:
    """The lobby: open rooms in which something has happened since, the latest first."""
    return (
        select(*_TABLE)
        .where(tables.c.public == true(), tables.c.phase == "room", tables.c.changed >= since)
        .order_by(tables.c.changed.desc())
        .offset(page * PAGE)
        .limit(PAGE + 1)
    )


async def open_tables(store: Store, since: str, page: int) -> Sequence[TableRow]:
    query = _open(since, page)
    return await store.read(lambda connection: [TableRow(*row) for row in connection.execute(query)])


def _played(guest: str, page: int) -> Select[str, int, str]:
    """A person's finished games, the latest first."""
    return (
        select(players.c.table_id, players.c.game, players.c.ended)
        .where(players.c.guest == guest, players.c.ended.is_not(None))
        .group_by(players.c.table_id, players.c.game, players.c.ended)
        .order_by(players.c.ended.desc(), players.c.table_id, players.c.game)
        .offset(page * PAGE)
        .limit(PAGE + 1)
    )


async def games_of(store: Store, guest: str, page: int) -> list[Played]:
    query = _played(guest, page)

    def work(connection: Connection) -> list[Played]:
        found = []
        for table, game, _ in connection.execute(query).all():
            row = connection.execute(select(*_GAME).where(games.c.table_id == table, games.c.game == game)).one()
            found.append(Played(GameRow(*row), _seats_in(connection, table, game, guest)))
        return found

    return await store.read(work)


def _seats_in(connection: Connection, table: str, game: int, guest: str) -> list[int]:
    mine = and_(players.c.table_id == table, players.c.game == game, players.c.guest == guest)
    return list(connection.scalars(select(players.c.seat).where(mine).order_by(players.c.seat)))


async def has_played(store: Store, table: str, game: int, guest: str) -> bool:
    return await store.read(lambda connection: bool(_seats_in(connection, table, game, guest)))
