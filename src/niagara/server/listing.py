"""The API's lists: a person's tables and finished games, and the lobby. They tell counts and whose turn it is, nothing hidden."""

from typing import Literal
from uuid import uuid4

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from niagara.server import clocks, seen
from niagara.server.clocks import Clocks
from niagara.server.faults import OF_CHANGING, OF_LOOKING
from niagara.server.frames import TableFrame
from niagara.server.hosting import lists
from niagara.server.hosting.lists import Listed, Played, TableRow
from niagara.server.now import DAY, milliseconds, timestamp
from niagara.server.paces import Pace
from niagara.server.people import Guest
from niagara.server.room import Rules
from niagara.server.settings import Settings
from niagara.server.tables import Tables
from niagara.words import Refusal

_Phase = Literal["room", "playing", "over"]
LAST_PAGE = 499


class Sitter(msgspec.Struct, frozen=True):
    kind: Literal["person", "bot", "empty"]
    name: str
    colour: int


class ListedTable(msgspec.Struct, frozen=True):
    id: str
    name: str
    link: str
    host: str  # his name; "" if he has no seat
    rules: Rules
    phase: _Phase
    game: int
    round: int | None  # null before the first game
    seats: list[Sitter]
    free: int  # empty seats
    mine: list[int]
    turn: list[int]  # the seats that must act
    due: (
        int | None
    )  # when the time of the caller's seat among them, or else of any, is up, in milliseconds since 1970; null where nobody counts it
    changed: str


class ListedTables(msgspec.Struct, frozen=True):
    tables: list[ListedTable]
    more: bool  # whether there is another page


class ListedGame(msgspec.Struct, frozen=True):
    table: str
    game: int
    name: str  # of the table
    link: str  # to its replay
    record: str
    rules: Rules
    names: list[str]
    mine: list[int]
    winners: list[int]
    rounds: int
    began: str
    ended: str


class ListedGames(msgspec.Struct, frozen=True):
    games: list[ListedGame]
    more: bool


class _Seat(msgspec.Struct, frozen=True):
    kind: Literal["person", "bot", "empty"]
    name: str
    colour: int
    guest: str | None = None


class _Room(msgspec.Struct, frozen=True):
    name: str
    host: str
    rules: Rules
    seats: list[_Seat]
    pace: Pace | None = None


class _Round(msgspec.Struct, frozen=True):
    round: int


_read_room = msgspec.json.Decoder(_Room)
_read_clocks = msgspec.json.Decoder(Clocks)
_read_round = msgspec.json.Decoder(_Round)


@get("/me/tables", tags=["people"], responses=OF_LOOKING)
async def my_tables(
    guest: NamedDependency[Guest], tables: NamedDependency[Tables], page: FromQuery[int] = 0
) -> ListedTables:
    return _page_of_tables(await lists.tables_of(tables.store, guest.id, _known(page)))


@get("/me/games", tags=["people"], responses=OF_LOOKING)
async def my_games(
    guest: NamedDependency[Guest], tables: NamedDependency[Tables], page: FromQuery[int] = 0
) -> ListedGames:
    found = await lists.games_of(tables.store, guest.id, _known(page))
    return ListedGames([_game(played) for played in found[: lists.PAGE]], len(found) > lists.PAGE)


@get("/lobby", tags=["tables"], responses=OF_LOOKING)
async def lobby(
    tables: NamedDependency[Tables], settings: NamedDependency[Settings], page: FromQuery[int] = 0
) -> ListedTables:
    since = timestamp(milliseconds() - settings.lobby_days * DAY)
    found = await lists.open_tables(tables.store, since, _known(page))
    return _page_of_tables([Listed(row, []) for row in found])


@post("/tables/{table_id:str}/join", tags=["tables"], status_code=200, responses=OF_CHANGING)
async def join(guest: NamedDependency[Guest], table_id: FromPath[str], tables: NamedDependency[Tables]) -> TableFrame:
    """Sits down on the first empty seat; who sits there already stays where he is."""
    table = await tables.find(table_id)
    if table.now.room.seat_of(guest.id) is None:
        table.let_speak(guest)
        await table.say(guest, uuid4(), "/join")
    return seen.table_frame(table.id, table.now.room, table.company)


def _known(page: int) -> int:
    if not 0 <= page <= LAST_PAGE:
        raise Refusal("no-such-page-number", page=page, last=LAST_PAGE)
    return page


def _page_of_tables(found: list[Listed]) -> ListedTables:
    return ListedTables([_table(listed.row, listed.seats) for listed in found[: lists.PAGE]], len(found) > lists.PAGE)


def _table(row: TableRow, mine: list[int]) -> ListedTable:
    room = _read_room.decode(row.room)
    turn = [seat for seat in range(len(room.seats)) if row.turn >> seat & 1]
    return ListedTable(
        id=row.id,
        name=room.name,
        link=f"/t/{row.id}",
        host=next((seat.name for seat in room.seats if seat.guest == room.host), ""),
        rules=room.rules,
        phase=msgspec.convert(row.phase, _Phase),
        game=row.game,
        round=None if row.position is None else _read_round.decode(row.position).round,
        seats=[Sitter(seat.kind, seat.name, seat.colour) for seat in room.seats],
        free=sum(seat.kind == "empty" for seat in room.seats),
        mine=mine,
        turn=turn,
        due=_due(row, room, [seat for seat in turn if seat in mine] or turn),
        changed=row.changed,
    )


def _due(row: TableRow, room: _Room, seats: list[int]) -> int | None:
    if row.clocks is None or room.pace is None:
        return None
    ticking = _read_clocks.decode(row.clocks)
    ends = [clocks.end(ticking[seat], room.pace, 0) for seat in seats]
    return min((end for end in ends if end is not None), default=None)


def _game(played: Played) -> ListedGame:
    row = played.row
    return ListedGame(
        table=row.table_id,
        game=row.game,
        name=row.name,
        link=f"/t/{row.table_id}/game/{row.game}",
        record=f"/api/tables/{row.table_id}/record?game={row.game}",
        rules=msgspec.json.decode(row.rules, type=Rules),
        names=msgspec.json.decode(row.names, type=list[str]),
        mine=played.seats,
        winners=msgspec.json.decode(row.winners or "[]", type=list[int]),
        rounds=row.rounds or 0,
        began=row.began,
        ended=row.ended or row.began,
    )
