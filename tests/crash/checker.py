"""Compares what people were told with what is stored: nothing lost, doubled, reordered or invented."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Engine, select

from niagara import notation, rules
from niagara.server.entries import Chat, Entry, Moved, Started, cut
from niagara.server.hosting.schema import entries, tables
from tests.crash.told import Command, Told

SPECTATOR = -1

_read: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_encode = msgspec.json.encode


class Violation(AssertionError):
    """The server has broken its word."""


class Row(NamedTuple):
    seq: int
    command: str | None
    entry: Entry


class Stored(NamedTuple):
    """A table as it is found on disk."""

    rows: list[Row]
    seq: int
    position: str | None


class Checked(NamedTuple):
    """How much was compared."""

    entries: int = 0  # stored, of all tables
    acknowledged: int = 0  # commands
    received: int = 0  # entries, over all people
    sights: int = 0  # views, over all people


def read(engine: Engine, table: str) -> Stored:
    """Straight from the database, past the server's own reading."""
    with engine.connect() as connection:
        query = select(entries.c.seq, entries.c.command, entries.c.body).where(entries.c.table_id == table)
        found = connection.execute(query.order_by(entries.c.seq)).all()
        now = connection.execute(select(tables.c.seq, tables.c.position).where(tables.c.id == table)).one()
    return Stored([Row(row.seq, row.command, _read.decode(row.body)) for row in found], now.seq, now.position)


def check(stored: Stored, people: Sequence[Told]) -> Checked:
    """Raises Violation."""
    _check_numbers(stored)
    _check_commands(stored.rows, people)
    seen = _replay(stored, {sight.seat for told in people for sight in told.sights})
    for told in people:
        _demand(not told.faults, "\n".join(told.faults[:10]))
        _check_received(stored.rows, told)
        for sight in told.sights:
            known = seen[sight.seat].get(sight.seq)
            _demand(known == sight.view, f"{told.name} was shown another board than that of entry {sight.seq}")
    return Checked(
        len(stored.rows),
        sum(len(told.acknowledged) for told in people),
        sum(len(told.entries) for told in people),
        sum(len(told.sights) for told in people),
    )


def _demand(held: bool, otherwise: str) -> None:
    if not held:
        raise Violation(otherwise)


def _check_numbers(stored: Stored) -> None:
    numbers = [row.seq for row in stored.rows]
    _demand(numbers == list(range(1, len(numbers) + 1)), f"the entries are not numbered 1 to {len(numbers)}: {numbers}")
    _demand(all(row.entry.seq == row.seq for row in stored.rows), "an entry says another number than it has")
    _demand(stored.seq == len(numbers), f"the table says that it is at entry {stored.seq} of {len(numbers)}")


def _check_commands(rows: Sequence[Row], people: Sequence[Told]) -> None:
    """Every command stands once, where it was acknowledged and as it was sent; none stands that was never sent."""
    times = Counter(row.command for row in rows if row.command)
    doubled = [command for command, count in times.items() if count > 1]
    _demand(not doubled, f"stored more than once: {doubled}")
    here = {row.command: row for row in rows if row.command}
    for told in people:
        for command, seq in told.acknowledged.items():
            row = here.get(command)
            _demand(row is not None, f"lost: {told.sent[command]} of {told.name}, acknowledged as entry {seq}")
            assert row is not None
            _demand(row.seq == seq, f"{told.sent[command]} of {told.name} is entry {row.seq}, acknowledged as {seq}")
            _demand(
                _is(row.entry, told.sent[command], told), f"{told.name} sent {told.sent[command]}; stored: {row.entry}"
            )
        order = [told.acknowledged[command] for command in told.order]
        _demand(order == sorted(order), f"reordered: {told.name} was acknowledged {order}")
    seats = {told.seat for told in people}
    for row in rows:
        asked_for = isinstance(row.entry, Chat) or (isinstance(row.entry, Moved) and row.entry.seat in seats)
        _demand(row.command is not None or not asked_for, f"invented, for nobody's command is beside it: {row.entry}")
    acknowledged = {command for told in people for command in told.acknowledged}
    _demand(set(here) == acknowledged, f"stored, and never acknowledged: {set(here) - acknowledged}")


def _is(entry: Entry, command: Command, told: Told) -> bool:
    match entry:
        case Moved(seat=seat, move=move):
            return (command.kind, command.text, told.seat) == ("move", move, seat)
        case Chat(seat=seat, text=text):
            return (command.kind, command.text, told.seat) == ("say", text, seat)
        case _:
            return command.kind == "say" and command.text.startswith("/")


def _check_received(rows: Sequence[Row], told: Told) -> None:
    """What came is what is stored, as the seat may read it, and without a gap since his first connection."""
    numbers = sorted(told.entries)
    if not numbers:
        return
    _demand(numbers[-1] <= len(rows), f"{told.name} was told of entry {numbers[-1]}, of {len(rows)}")
    _demand(numbers == list(range(numbers[0], numbers[-1] + 1)), f"{told.name} was told, with a gap, of {numbers}")
    for seq in numbers:
        right = msgspec.to_builtins(cut(rows[seq - 1].entry, told.seat))
        _demand(told.entries[seq] == right, f"{told.name} was told {told.entries[seq]}; stored: {right}")


def _replay(stored: Stored, seats: set[int | None]) -> dict[int | None, dict[int, bytes]]:
    """By the rules, from the beginning; what each of the seats saw after each entry."""
    seen: dict[int | None, dict[int, bytes]] = {seat: {} for seat in seats}
    position: rules.Position | None = None
    views = dict.fromkeys(seats, b"null")
    for row in stored.rows:
        entry = row.entry
        if isinstance(entry, Started):
            position = rules.new_game(entry.rules.ruleset(), entry.ring)
        if isinstance(entry, Moved):
            _demand(position is not None and entry.move is not None, f"a move before a game: {entry}")
            assert position is not None
            assert entry.move is not None
            happened: list[rules.Event] = []
            try:
                rules.play(position, entry.seat, notation.read_move(position, entry.seat, entry.move), happened)
            except Exception as wrong:
                raise Violation(f"entry {row.seq} cannot be played: {wrong}") from wrong
            _demand([notation.write_event(event) for event in happened] == entry.events, f"other events: {entry}")
        if isinstance(entry, Moved | Started) and position is not None:
            views = {seat: _view(position, seat) for seat in seats}
        for seat in seats:
            seen[seat][row.seq] = views[seat]
    replayed = None if position is None else _encode(notation.write_position(position)).decode()
    _demand(replayed == stored.position, f"replayed: {replayed}; stored: {stored.position}")
    return seen


def _view(position: rules.Position, seat: int | None) -> bytes:
    return _encode(notation.write_position(position.view(SPECTATOR if seat is None else seat)))
