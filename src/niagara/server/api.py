"""The JSON API: who am I, make a table, look at one, take its record home."""

from typing import Annotated
from uuid import uuid4

import msgspec
from litestar import Router, get, post, put
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody
from msgspec import Meta
from msgspec.structs import replace

from niagara import bots
from niagara.server import listing, replays, seen
from niagara.server.faults import OF_CHANGING, OF_LOOKING
from niagara.server.frames import TableFrame
from niagara.server.people import Guest, People
from niagara.server.room import Rules, known_strength
from niagara.server.table import Table
from niagara.server.tables import Tables
from niagara.server.visit import caller


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: Rules = Rules()
    name: str = ""
    watch: bool = True


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game against bots; without `bots` they fill the seats of `rules`."""

    rules: Rules = Rules()
    bots: Annotated[int, Meta(ge=1, le=5)] | None = None
    strength: str | None = None


class Players(msgspec.Struct, frozen=True):
    base: list[int]
    spirits: list[int]


class Options(msgspec.Struct, frozen=True):
    players: Players
    rules: Rules
    readings: dict[str, list[str | int]]
    strengths: list[str]


@get("/me", tags=["people"], responses=OF_LOOKING)
async def me(guest: NamedDependency[Guest]) -> Guest:
    return guest


@put("/me", tags=["people"], responses=OF_CHANGING)
async def rename_me(
    guest: NamedDependency[Guest],
    data: JSONBody[Name],
    people: NamedDependency[People],
    tables: NamedDependency[Tables],
) -> Guest:
    tables.let_speak(guest)  # the others at his tables are told
    renamed = await people.rename(guest, data.name)
    await tables.rename(renamed)
    return renamed


@get("/options", tags=["tables"], responses=OF_LOOKING)
async def options() -> Options:
    return Options(
        players=Players([3, 4, 5], [3, 4, 5, 6]),
        rules=Rules(),
        readings={
            "fork": ["alternating", "random"],
            "elk_on_choice_card": [2, 1],
            "tie_break": ["shared", "gem_value"],
            "round_limit": [0, 10, 20, 30, 50],
        },
        strengths=list(bots.STRENGTHS),
    )


@post("/tables", tags=["tables"], responses=OF_CHANGING)
async def make_table(
    guest: NamedDependency[Guest], tables: NamedDependency[Tables], data: JSONBody[NewTable | None] = None
) -> TableFrame:
    wanted = data or NewTable()
    tables.let_open(guest)
    return _told(await tables.make(guest, wanted.rules, wanted.name, wanted.watch))


@post("/play", tags=["tables"], responses=OF_CHANGING)
async def play_bots(
    guest: NamedDependency[Guest], tables: NamedDependency[Tables], data: JSONBody[NewGame | None] = None
) -> TableFrame:
    wanted = data or NewGame()
    rules = wanted.rules if wanted.bots is None else replace(wanted.rules, players=wanted.bots + 1)
    # Refused before there is a table that could be left behind.
    strength = known_strength(wanted.strength or bots.STRENGTHS[-1])
    tables.let_open(guest)
    table = await tables.make(guest, rules, "", True)
    for _ in range(rules.players - 1):
        await table.say(guest, uuid4(), f"/bot {strength}")
    await table.say(guest, uuid4(), "/start")
    return _told(table)


@get("/tables/{table_id:str}", tags=["tables"], responses=OF_LOOKING)
async def table(table_id: FromPath[str], tables: NamedDependency[Tables]) -> TableFrame:
    return _told(await tables.find(table_id))


def _told(table: Table) -> TableFrame:
    return seen.table_frame(table.id, table.now.room, table.company)


def router() -> Router:
    lists = [listing.my_tables, listing.my_games, listing.lobby, listing.join]
    records = [replays.record, replays.replay, replays.replay_of, replays.play_on]
    handlers = [me, rename_me, options, make_table, play_bots, table, *lists, *records]
    return Router("/api", route_handlers=handlers, dependencies={"guest": Provide(caller)})
