"""The messages of the socket as types: docs/protocol.md, from which the schema and the client's types follow."""

from typing import Annotated, Any, Literal, Required, TypedDict
from uuid import UUID

import msgspec
from msgspec import Meta

from niagara.server.entries import Entry
from niagara.server.paces import Pace
from niagara.server.room import Rules
from niagara.server.view import View, ViewChange
from niagara.words import Refusal

Text = Annotated[str, Meta(max_length=500)]
Short = Annotated[str, Meta(max_length=120)]


class _Frame(msgspec.Struct, frozen=True, tag_field="type"):
    pass


# ── from the client


class Hello(_Frame, frozen=True, tag="hello"):
    seq: int | None = None
    brief: bool = (
        False  # entries tell no more of the state than is new, and are the answer to the command that made them
    )


class Move(_Frame, frozen=True, tag="move"):
    id: UUID
    decision: Short
    move: Short
    game: int | None = None  # the game that it is meant for; null: whichever is being played


class Why(_Frame, frozen=True, tag="why"):
    id: UUID
    move: Short


class Say(_Frame, frozen=True, tag="say"):
    id: UUID
    text: Text


class Ping(_Frame, frozen=True, tag="ping"):
    pass


class LagAnswer(_Frame, frozen=True, tag="lag"):
    number: int


FromClient = Hello | Move | Why | Say | Ping | LagAnswer


# ── what both HTTP and socket tell


class Saying(msgspec.Struct, frozen=True):
    key: str
    args: dict[str, Any]
    text: str


class RefusalFrame(msgspec.Struct, frozen=True):
    rule: str | None
    key: str
    args: dict[str, Any]
    text: str


class Vote(msgspec.Struct, frozen=True):
    """Whether a bot shall play for somebody who is away: from `opens` on (ms since 1970), by `needed` votes."""

    opens: int
    votes: int
    needed: int


class TableSeat(msgspec.Struct, frozen=True):
    seat: int
    kind: Literal["person", "bot", "empty"]
    name: str
    guest: str | None
    colour: int
    online: bool
    strength: str | None
    stand_in: str | None  # the strength of the bot that plays while the person is away
    vote: Vote | None


class TableFrame(msgspec.Struct, frozen=True):
    """The table as a room: who sits where, by which rules."""

    id: str
    name: str
    link: str
    host: str
    rules: Rules
    watch: bool
    public: bool
    pace: Pace | None
    stand_in: str
    phase: Literal["room", "playing", "over"]
    game: int
    seats: list[TableSeat]
    missing: Saying | None
    watchers: list[str]


class You(msgspec.Struct, frozen=True):
    id: str
    name: str
    seat: int | None  # of several the one that must act, else the first
    seats: list[int]


class Cost(msgspec.Struct, frozen=True):
    steps: int
    load: int
    route: list[str]
    washed_from: str | None


class Speed(msgspec.Struct, frozen=True):
    lowest: int | None
    weather: int
    at_most: int | None
    known: bool


class ClockFrame(msgspec.Struct, frozen=True):
    left: int  # ms, at the server's time of the message
    runs: bool
    ends: int | None  # when it will have run out, in ms since 1970; null: it stands


class ClocksFrame(msgspec.Struct, frozen=True):
    seats: list[ClockFrame]
    quiet: list[tuple[int, int]]  # times in which no clock runs, until the last of them ends


# ── from the server


class State(msgspec.Struct, frozen=True):
    """What one client may see and do after entry `seq`."""

    seq: int
    you: You
    table: TableFrame
    view: View | None
    actors: list[int]
    decision: str | None
    legal: list[str]
    moves: dict[str, Cost]
    speed: Speed | None
    standings: list[int] | None
    commands: list[str]
    now: int  # the server's time, in ms since 1970
    clocks: ClocksFrame | None


class Change(TypedDict, total=False):
    """The fields of a State that are new."""

    you: You
    table: TableFrame
    view: ViewChange
    actors: list[int]
    decision: str | None
    legal: list[str]
    moves: dict[str, Cost]
    speed: Speed | None
    standings: list[int] | None
    commands: list[str]
    now: Required[int]
    clocks: ClocksFrame | None


class Snapshot(State, frozen=True, tag_field="type", tag="snapshot"):
    entries: list[Entry]


class Resumed(State, frozen=True, tag_field="type", tag="resumed"):
    pass


class Ack(_Frame, frozen=True, tag="ack"):
    id: str
    seq: int | None
    text: str | None = None


class Refused(_Frame, frozen=True, tag="refused"):
    id: str | None
    refusal: RefusalFrame


class WhyAnswer(_Frame, frozen=True, tag="why"):
    id: str
    refusal: RefusalFrame | None


class TableNews(_Frame, frozen=True, tag="table"):
    table: TableFrame
    now: int


class Pong(_Frame, frozen=True, tag="pong"):
    pass


class Lag(_Frame, frozen=True, tag="lag"):
    """To be sent back at once: so the server learns how long a message is on its way."""

    number: int


def written(refusal: Refusal) -> RefusalFrame:
    return RefusalFrame(refusal.rule, refusal.key, refusal.args_for_words, refusal.text)
