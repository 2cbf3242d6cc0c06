"""A table at one time, and the changes that lead to the next: pure, so that nothing is half done."""

import secrets
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec.structs import replace

from niagara import notation, rules
from niagara.server.entries import Entry, Moved, Note, Started
from niagara.server.room import Room
from niagara.words import Refusal, say


@dataclass(frozen=True, eq=False)
class Moment:
    """The table after entry `seq`. Never changed: a change makes the next one."""

    seq: int
    room: Room
    position: rules.Position | None  # of the running or finished game
    entry: Entry | None  # that led here; None if the table was read from the store
    sights: dict[int | None, dict[str, Any]] = field(
        default_factory=dict
    )  # what each seat sees, once it has been worked out

    def actors(self) -> list[int]:
        if self.position is None or self.room.phase != "playing":
            return []
        return rules.actors(self.position)

    def decision(self, seat: int | None) -> str | None:
        """The decision that the seat may answer now; in the choice of cards that is every seat's (R2.5)."""
        if self.position is None or seat is None or self.room.phase != "playing":
            return None
        if self.position.phase != rules.CARDS and seat not in rules.actors(self.position):
            return None
        return notation.decision(self.position, seat)

    def served_seat(self) -> int | None:
        """A seat for which the server must act: chance, or a bot's."""
        for seat in self.actors():
            if seat == rules.CHANCE or self.room.seats[seat].kind == "bot":
                return seat
        return None


class Change(NamedTuple):
    """What a command leads to; the door gives the entry its number and time."""

    entry: Entry
    room: Room
    position: rules.Position | None


def note(moment: Moment, room: Room, key: str, **args: str | int) -> Change:
    """A change of the room alone, told in words."""
    return Change(Note(key=key, args=args, text=say(key, **args)), room, moment.position)


def start(moment: Moment) -> Change:
    """The first cards are asked for; the draw says who begins (R1.9)."""
    if missing := moment.room.missing():
        raise missing
    if moment.room.phase == "room" and moment.position is not None:
        return _go_on(moment, moment.position)
    room = replace(moment.room, phase="playing", game=moment.room.game + 1)
    ring = secrets.randbelow(room.rules.players)
    position = rules.new_game(room.rules.ruleset(), ring)
    events: list[dict[str, Any]] = [{"event": "round", "round": position.round, "ring": ring}]
    names = [seat.name for seat in room.seats]
    return Change(Started(rules=room.rules, names=names, ring=ring, game=room.game, events=events), room, position)


def _go_on(moment: Moment, position: rules.Position) -> Change:
    """The game of a record goes on with those who sit here now."""
    room = replace(moment.room, phase="playing", game=moment.room.game + 1)
    ring = (position.ring - position.round + 1) % room.rules.players  # it has gone round by one seat a round
    names = [seat.name for seat in room.seats]
    started = Started(rules=room.rules, names=names, ring=ring, game=room.game, events=[], on=True)
    return Change(started, room, position)


def play(moment: Moment, seat: int, decision: str, text: str) -> Change:
    """A move of a seat, or of chance, for the decision that it names."""
    if moment.position is None or moment.room.phase != "playing":
        raise Refusal("no-game-running")
    if decision != moment.decision(seat):
        named = decision.rpartition(".")[2]
        if named.lstrip("-").isdigit() and named != str(seat):
            raise Refusal("decision-of-another", seat=seat, named=named)
        raise Refusal("decision-closed", decision=decision)
    move = notation.read_move(moment.position, seat, text)
    position = moment.position.copy()
    happened: list[rules.Event] = []
    rules.play(position, seat, move, happened)
    room = replace(moment.room, phase="over") if position.phase == rules.OVER else moment.room
    events = [notation.write_event(event) for event in happened]
    return Change(Moved(seat=seat, move=notation.write_move(move), events=events), room, position)


def why(moment: Moment, seat: int | None, text: str) -> Refusal | None:
    """What is wrong with a move; nothing changes."""
    if moment.position is None or moment.room.phase != "playing":
        return Refusal("no-game-running")
    if seat is None:
        return Refusal("not-seated")
    try:
        notation.read_move(moment.position, seat, text)
    except Refusal as refusal:
        return refusal
    return None
