"""The list of games: each is entered when it begins, and how it ended when it is over."""

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, bindparam, insert, update

from niagara.server.hosting.schema import games, players

if TYPE_CHECKING:
    from niagara.server.hosting.changes import Standing


class _Seat(msgspec.Struct, frozen=True):
    name: str = ""
    guest: str | None = None


class _Room(msgspec.Struct, frozen=True):
    """What the list tells of a room."""

    name: str
    rules: msgspec.Raw
    seats: list[_Seat]


class _End(msgspec.Struct, frozen=True):
    """What the list tells of the last position."""

    round: int
    winners: list[int]


_read_room = msgspec.json.Decoder(_Room)
_read_end = msgspec.json.Decoder(_End)
_END = (
    update(games)
    .where(games.c.table_id == bindparam("table"), games.c.game == bindparam("number"))
    .values(ended=bindparam("at"), winners=bindparam("won"), rounds=bindparam("count"))
)
_END_FOR_PLAYERS = (
    update(players)
    .where(players.c.table_id == bindparam("table"), players.c.game == bindparam("number"))
    .values(ended=bindparam("at"))
)


def begins_or_ends(standing: "Standing", kind: str) -> bool:
    """Whether the entry of that kind, which led to the standing, begins or ends a game."""
    return kind == "start" or (kind == "move" and standing.phase == "over")


def enter_game(connection: Connection, table: str, standing: "Standing", kind: str, at: str) -> None:
    """Nothing, where the entry of that kind neither begins nor ends a game."""
    if kind == "start":
        _begin(connection, table, standing.game, _read_room.decode(standing.room), at)
    elif kind == "move" and standing.phase == "over" and standing.position is not None:
        end = _read_end.decode(standing.position)
        which = {"table": table, "number": standing.game, "at": at}
        connection.execute(_END, {**which, "won": _json(end.winners), "count": end.round})
        connection.execute(_END_FOR_PLAYERS, which)


def _begin(connection: Connection, table: str, game: int, room: _Room, at: str) -> None:
    row = {"table_id": table, "game": game, "name": room.name, "rules": bytes(room.rules).decode(), "began": at}
    connection.execute(insert(games).values(**row, names=_json([seat.name for seat in room.seats])))
    sitting = [
        {"table_id": table, "game": game, "seat": number, "guest": seat.guest}
        for number, seat in enumerate(room.seats)
        if seat.guest
    ]
    if sitting:
        connection.execute(insert(players), sitting)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
