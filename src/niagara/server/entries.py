"""What a table remembers, entry by entry: talk, notes, moves and starts; and how an entry is cut for one seat."""

from typing import Any

import msgspec

from niagara.server.room import Rules


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    seq: int = 0  # this and the time are given at the door
    at: str = ""


class Chat(_Entry, frozen=True, tag="chat"):
    name: str
    guest: str
    seat: int | None
    text: str


class Note(_Entry, frozen=True, tag="note"):
    """Something happened at the table; `key` and `args` are for the client's own words."""

    key: str
    args: dict[str, str | int]
    text: str


class Moved(_Entry, frozen=True, tag="move"):
    """A move and what followed from it. `move` is null where the reader may not know it."""

    seat: int
    move: str | None
    events: list[dict[str, Any]]


class Started(_Entry, frozen=True, tag="start"):
    rules: Rules
    names: list[str]  # of the seats, for the record
    ring: int
    game: int
    events: list[dict[str, Any]]
    on: bool = False  # the game of the record with which the table began goes on


class Imported(_Entry, frozen=True, tag="import"):
    """The first entry of a table that goes on with a record; the moves are for the server alone."""

    rules: Rules
    names: list[str]
    ring: int
    moves: list[tuple[int, str]]


Entry = Chat | Note | Moved | Started | Imported


def cut(entry: Entry, seat: int | None) -> Entry:
    """The entry as a seat (None: a spectator) may read it: a card chosen in secret is told to its owner alone (R10.1).

    The events need no cutting: a card is named in them only when it is turned over.
    """
    if isinstance(entry, Moved) and entry.seat != seat and entry.move is not None and entry.move.startswith("card "):
        return msgspec.structs.replace(entry, move=None)
    if isinstance(entry, Imported):  # among the last moves are cards that lie face down
        return msgspec.structs.replace(entry, moves=[])
    return entry
