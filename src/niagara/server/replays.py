"""The API's records: a game to take home, to look at again step by step, and to play on from any moment."""

import asyncio
from functools import partial
from importlib.metadata import version
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from niagara import notation, rules
from niagara.notation import Record
from niagara.server import seen, steps
from niagara.server.entries import Imported
from niagara.server.faults import OF_CHANGING, OF_LOOKING
from niagara.server.frames import TableFrame
from niagara.server.people import Guest
from niagara.server.records import is_running, may_read, record_of
from niagara.server.room import HULLS, Rules
from niagara.server.tables import Tables
from niagara.words import Refusal


class Replay(steps.Steps, frozen=True):
    """A game to look at: `steps` are those after the first `after` ones."""

    name: str | None  # of the table; null for a record that came from elsewhere
    names: list[str]
    colours: list[int]
    running: bool  # only finished rounds of it are told
    after: int


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    record: str
    after: int = 0  # steps that are known already


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    record: str
    at: int  # steps after which it goes on
    name: str = ""


@get("/tables/{table_id:str}/record", tags=["tables"], media_type=MediaType.TEXT, responses=OF_LOOKING)
async def record(
    guest: NamedDependency[Guest],
    table_id: FromPath[str],
    tables: NamedDependency[Tables],
    game: FromQuery[int | None] = None,
) -> Response[str]:
    """The record of a game, the last one if none is named."""
    found = await tables.find(table_id)
    wanted = found.now.room.game if game is None else game
    told = await record_of(tables, found, wanted, guest)
    text = await asyncio.to_thread(notation.write_record, told)
    headers = {"content-disposition": f'inline; filename="{table_id}-{wanted}.niagara"'}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


@get("/tables/{table_id:str}/games/{game:int}/replay", tags=["tables"], responses=OF_LOOKING)
async def replay(
    request: Request[Any, Any, Any],
    guest: NamedDependency[Guest],
    table_id: FromPath[str],
    game: FromPath[int],
    tables: NamedDependency[Tables],
    after: FromQuery[int] = 0,
) -> Response[Replay | None]:
    """A finished game never changes: who has it is told so, and it is not worked out anew."""
    found = await tables.find(table_id)
    room = found.now.room
    tag = f'"{version("niagara")}.{table_id}.{game}.{after}"'
    running = is_running(room, game)
    known = tag in request.headers.get("if-none-match", "")
    if known and not running and 1 <= game <= room.game and await may_read(tables, found, game, guest):
        return Response(None, status_code=304, headers={"etag": tag})
    told = await record_of(tables, found, game, guest)
    fits = len(told.names) == len(room.seats)
    colours = [seat.colour for seat in room.seats] if fits else _hulls(told)
    answer = await asyncio.to_thread(_replay, told, after, room.name, colours, running)
    caching = {"cache-control": "private, no-cache", "etag": tag}
    return Response(answer, headers=None if running else caching)


@post("/replay", tags=["tables"], status_code=200, responses=OF_CHANGING)
async def replay_of(guest: NamedDependency[Guest], tables: NamedDependency[Tables], data: JSONBody[Given]) -> Replay:
    """A record that somebody brings along, to look at. Nothing is kept of it."""
    tables.let_speak(guest)
    told = await asyncio.to_thread(notation.read_record, data.record)
    return await asyncio.to_thread(_replay, told, data.after, None, _hulls(told), False)


@post("/tables/import", tags=["tables"], responses=OF_CHANGING)
async def play_on(guest: NamedDependency[Guest], tables: NamedDependency[Tables], data: JSONBody[PlayOn]) -> TableFrame:
    """A new table, whose first game goes on where the record is left."""
    tables.let_speak(guest)
    imported, position = await asyncio.to_thread(_left_at, data.record, data.at)
    tables.let_open(guest)
    table = await tables.resume(guest, imported, position, data.name)
    return seen.table_frame(table.id, table.now.room, table.company)


def _hulls(told: Record) -> list[int]:
    return [seat % HULLS for seat in range(len(told.names))]


def _replay(told: Record, after: int, name: str | None, colours: list[int], running: bool) -> Replay:
    part = steps.steps(told, after)
    make = partial(Replay, **{field: getattr(part, field) for field in part.__struct_fields__})
    return make(name=name, names=told.names, colours=colours, running=running, after=after)


def _left_at(text: str, at: int) -> tuple[Imported, rules.Position]:
    """A record up to one of its moments, and the position there."""
    told = notation.read_record(text)
    moment = steps.moment_at(told, at)
    if moment.position.phase == rules.OVER:
        raise Refusal("record-over", "R8.1")
    try:
        chosen = msgspec.convert(notation.write_rules(told.rules), Rules)
    except msgspec.ValidationError as wrong:  # a table takes fewer rounds than a record
        raise Refusal("record-rounds", "R9") from wrong
    moves = [(seat, notation.write_move(move)) for seat, move in told.decisions[: moment.decisions]]
    return Imported(rules=chosen, names=told.names, ring=told.ring, moves=moves), moment.position
