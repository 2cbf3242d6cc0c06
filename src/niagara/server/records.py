"""A game of a table as a record: from its entries, and from the record with which it began."""

import asyncio
from collections.abc import Sequence

import msgspec

from niagara import notation
from niagara.notation import Record
from niagara.server.entries import Entry, Imported, Moved, Started
from niagara.server.hosting.lists import has_played
from niagara.server.people import Guest
from niagara.server.room import Room
from niagara.server.table import Table
from niagara.server.tables import Tables
from niagara.words import Refusal

_read_entry: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


async def may_read(tables: Tables, table: Table, game: int, guest: Guest) -> bool:
    """Games of a closed table are for those who sit there or have played them, and its host."""
    room = table.now.room
    if room.watch or room.host == guest.id or room.seat_of(guest.id) is not None:
        return True
    return await has_played(tables.store, table.id, game, guest.id)


def is_running(room: Room, game: int) -> bool:
    return room.phase == "playing" and game == room.game


async def record_of(tables: Tables, table: Table, game: int, guest: Guest) -> Record:
    """A game's record; of a running game what everybody may know (R10.1). Raises Refusal."""
    room = table.now.room
    exists = 1 <= game <= room.game
    if not await may_read(tables, table, game if exists else 0, guest):  # nor is he told how many there were
        raise Refusal("no-watching")
    if not exists:
        raise Refusal("no-such-game", game=game)
    running = is_running(room, game)
    started, *moves = map(_read_entry.decode, await tables.store.entries_of_game(table.id, game))
    assert isinstance(started, Started)  # the first entry of every game
    imported = _read_entry.decode(await tables.store.first_entry(table.id)) if started.on else None
    return await asyncio.to_thread(_record, started, moves, imported, running)


def _record(started: Started, moves: Sequence[Entry], imported: Entry | None, running: bool) -> Record:
    ruleset = started.rules.ruleset()
    before = imported.moves if isinstance(imported, Imported) else []
    made = [(entry.seat, entry.move) for entry in moves if isinstance(entry, Moved) and entry.move]
    decisions = [(seat, notation.parse_move(move)) for seat, move in (*before, *made)]
    tags = [(name, "") for name in ("Niagara", "Rules", "Seats", "Ring")]
    tags += [("Date", started.at[:10]), ("Result", "")]
    ordered = notation.ordered(decisions, ruleset, started.ring)
    whole = Record(ruleset, started.names, started.ring, ordered, tags)
    return whole.without_running_round() if running else whole
