"""A table at one time, and the changes that lead to the next: pure, so that nothing is half done."""

import secrets
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from niagara import notation, rules
from niagara.server import clocks, room
from niagara.server.clocks import Clocks
from niagara.server.entries import Entry, Moved, Note, Started
from niagara.server.room import Room
from niagara.words import Refusal, say


class News(NamedTuple):
    """The fields of a sight that are new, and how they stand in a message, after others."""

    fields: dict[str, Any]
    written: bytes


class Moment(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The table after entry `seq`. Never changed: a change makes the next one."""

    seq: int
    room: Room
    position: rules.Position | None  # of the running or finished game
    entry: Entry | None  # that led here; None if the table was read from the store
    clocks: Clocks | None = None  # of the running game, where the table has a pace
    command: str | None = None  # the id of what somebody asked for, and that led here
    # What spectators (None) and each seat see, and what of that is new, once it has been worked out: seen.py.
    sights: dict[int | None, dict[str, Any]] = {}
    news: dict[int | None, News | None] = {}
    told: dict[bool, bytes] = {}  # the entry as JSON: whole, or as it is cut for those who may not know all

    @cached_property
    def board(self) -> dict[str, Any] | None:
        """The whole position as it is written, with the cards that lie face down."""
        return None if self.position is None else notation.write_position(self.position)

    def forget_sights(self) -> None:
        self.sights.clear()
        self.news.clear()
        self.told.clear()
        self.__dict__.pop("board", None)

    def actors(self) -> list[int]:
        if self.position is None or self.room.phase != "playing":
            return []
        return rules.actors(self.position)

    def seat_for(self, guest: str) -> int | None:
        """The seat for which a guest speaks: of several at one device the one that must act, else the first."""
        mine, acting = self.room.seats_of(guest), self.actors()
        return next((seat for seat in mine if seat in acting), mine[0] if mine else None)

    def seat_meant(self, guest: str, decision: str) -> int:
        """The guest's seat that a decision names; where it names another's, the one for which he speaks. Raises Refusal."""
        named = (seat for seat in self.room.seats_of(guest) if decision.rpartition(".")[2] == str(seat))
        seat = next(named, self.seat_for(guest))
        if seat is None:
            raise Refusal("not-seated")
        return seat

    def decision(self, seat: int | None) -> str | None:
        """The decision that the seat may answer now; in the choice of cards that is every seat's (R2.5)."""
        if self.position is None or seat is None or self.room.phase != "playing":
            return None
        if self.position.phase != rules.CARDS and seat not in rules.actors(self.position):
            return None
        return notation.decision(self.position, seat)

    def served_seat(self) -> int | None:
        """A seat for which the server must act: chance, or one for which a bot plays."""
        for seat in self.actors():
            if seat == rules.CHANCE or self.room.seats[seat].played_by is not None:
                return seat
        return None

    def asked(self) -> dict[int, str]:
        """The people who must decide now, and what: their time runs."""
        if self.position is None:
            return {}
        people = (seat for seat in self.actors() if seat != rules.CHANCE and self.room.seats[seat].played_by is None)
        return {seat: notation.decision(self.position, seat) for seat in people}

    def first_end(self, grace: int) -> int | None:
        """When somebody's time runs out, in ms since 1970; `grace` as in `clocks.end`."""
        if self.clocks is None or self.room.pace is None:
            return None
        return clocks.first_end(self.clocks, self.room.pace, grace)


class Change(NamedTuple):
    """What a command leads to; the door gives the entry its number and time."""

    entry: Entry
    room: Room
    position: rules.Position | None
    clocks: Clocks | None = None  # where the change is one of the clocks; None: they go on


def follow(
    before: Moment, change: Change, entry: Entry, now: int, credit: int = 0, command: str | None = None
) -> Moment:
    """The moment after a change, which the door has numbered; `now` in ms since 1970, `credit` as in `clocks.go_on`."""
    after = Moment(entry.seq, change.room, change.position, entry, command=command)
    pace = change.room.pace
    if pace is None or change.room.phase != "playing":
        return after
    if change.clocks is not None:
        return replace(after, clocks=change.clocks)
    ticking, asked = before.clocks, before.asked()
    if ticking is None or change.room.game != before.room.game:
        ticking, asked = clocks.begin(pace, len(change.room.seats)), {}
    decided = entry.seat if isinstance(entry, Moved) else None
    return replace(after, clocks=clocks.go_on(ticking, pace, asked, after.asked(), now, decided, credit))


def note(moment: Moment, at_table: Room, key: str, **args: str | int) -> Change:
    """A change of the room alone, told in words."""
    return Change(Note(key=key, args=args, text=say(key, **args)), at_table, moment.position)


def start(moment: Moment) -> Change:
    """The first cards are asked for; the draw says who begins (R1.9)."""
    if missing := moment.room.missing():
        raise missing
    if moment.room.phase == "room" and moment.position is not None:
        return _go_on(moment, moment.position)
    at_table = replace(room.all_back(moment.room), phase="playing", game=moment.room.game + 1)
    ring = secrets.randbelow(at_table.rules.players)
    position = rules.new_game(at_table.rules.ruleset(), ring)
    events: list[dict[str, Any]] = [{"event": "round", "round": position.round, "ring": ring}]
    names = [seat.name for seat in at_table.seats]
    started = Started(rules=at_table.rules, names=names, ring=ring, game=at_table.game, events=events)
    return Change(started, at_table, position)


def _go_on(moment: Moment, position: rules.Position) -> Change:
    """The game of a record goes on with those who sit here now."""
    at_table = replace(room.all_back(moment.room), phase="playing", game=moment.room.game + 1)
    ring = (position.ring - position.round + 1) % at_table.rules.players  # it has gone round by one seat a round
    names = [seat.name for seat in at_table.seats]
    started = Started(rules=at_table.rules, names=names, ring=ring, game=at_table.game, events=[], on=True)
    return Change(started, at_table, position)


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
    at_table = replace(moment.room, phase="over") if position.phase == rules.OVER else moment.room
    events = [notation.write_event(event) for event in happened]
    return Change(Moved(seat=seat, move=notation.write_move(move), events=events), at_table, position)


def is_overdue(moment: Moment, now: int, grace: int) -> bool:
    """Whether somebody's time is up."""
    end = moment.first_end(grace)
    return end is not None and end <= now


def time_out(moment: Moment, now: int, grace: int) -> Change:
    """A bot plays on for the first of those whose time is up. Raises Refusal where nobody's is."""
    pace, ticking = moment.room.pace, moment.clocks
    if pace is None or ticking is None or (seat := clocks.first_out(ticking, pace, now, grace)) is None:
        raise Refusal("time-left")
    if clocks.unwatched(ticking[seat], pace, now, grace):
        minutes, name = clocks.mercy(pace) // 60_000, moment.room.seats[seat].name
        told = note(moment, moment.room, "note-spared", name=name, minutes=minutes)
        return told._replace(clocks=clocks.spare(ticking, pace, seat, now))
    ran_out = clocks.run_out(ticking, seat, moment.asked()[seat])
    return stand_in(moment, seat, "note-out-of-time")._replace(clocks=ran_out)


def stand_in(moment: Moment, seat: int, key: str) -> Change:
    """A bot plays for a person until he is back."""
    at_table = room.let_stand_in(moment.room, seat)
    return note(moment, at_table, key, name=at_table.seats[seat].name, bot=at_table.stand_in.capitalize())


def is_missed(moment: Moment, seat: int) -> bool:
    """Whether a bot plays for a person, or the others would have it so."""
    sitting = moment.room.seats[seat]
    return moment.room.phase == "playing" and bool(sitting.stand_in or sitting.votes)


def back(moment: Moment, seat: int) -> Change:
    """The person plays for himself again, or is not to be replaced any more. Raises Refusal."""
    if not is_missed(moment, seat):
        raise Refusal("not-away")
    let_decide(moment, seat)
    sitting = moment.room.seats[seat]
    key = "note-back" if sitting.stand_in else "note-here-again"
    return note(moment, room.take_back(moment.room, seat), key, name=sitting.name)


def let_decide(moment: Moment, seat: int) -> None:
    """Raises Refusal where the time for a decision was up: a bot makes it, whoever has come back."""
    if seat in moment.actors() and moment.clocks is not None and moment.clocks[seat].out == moment.decision(seat):
        raise Refusal("bot-decides", bot=(moment.room.seats[seat].stand_in or "").capitalize())


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
