"""A table's room: seats, host, options and rules; every change gives a new room or refuses with a reason."""

from collections.abc import Callable, Iterable
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from niagara import bots, notation, rules
from niagara.server import paces
from niagara.server.names import kept
from niagara.server.paces import Pace
from niagara.words import Refusal, say

HULLS = 6  # hull colours and patterns
TABLE_NAME_LENGTH = 40
NAMED = 24  # letters of a word that is said back to who wrote it


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rule set as JSON; fields as in the notation (R1.5, R9)."""

    players: int = 4
    spirits: bool = False
    joe: bool = False
    fork: Literal["alternating", "random"] = "alternating"
    elk_on_choice_card: Literal[2, 1] = 2
    tie_break: Literal["shared", "gem_value"] = "shared"
    round_limit: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0

    def ruleset(self) -> rules.RuleSet:
        return notation.read_rules(msgspec.to_builtins(self))


class Seat(msgspec.Struct, frozen=True):
    colour: int
    kind: Literal["person", "bot", "empty"] = "empty"
    name: str = ""
    guest: str | None = None
    strength: str | None = None
    stand_in: str | None = None  # the strength of the bot that plays for the person while he is away
    votes: tuple[str, ...] = ()  # guests who want a bot to play for him
    also: bool = False  # another player at the device of a guest who sits here already

    @property
    def played_by(self) -> str | None:
        """The strength of the bot that moves here; None where a person does."""
        return self.strength or self.stand_in

    def bears(self, name: str) -> bool:
        """Whether this is the name, or the name with the number that tells its bearers apart."""
        rest = self.name.removeprefix(name)
        return not rest or (rest != self.name and rest[0] == " " and rest[1:].isdecimal())

    def emptied(self) -> "Seat":
        return Seat(self.colour)


class Room(msgspec.Struct, frozen=True):
    name: str
    host: str  # a guest; "" once everybody has left
    rules: Rules
    seats: tuple[Seat, ...]
    watch: bool = True
    public: bool = False  # shown in the lobby as long as a seat is free
    pace: Pace | None = None  # None: nobody counts the time
    stand_in: str = bots.STRENGTHS[-1]  # which bot plays for those who are away
    phase: Literal["room", "playing", "over"] = "room"
    game: int = 0  # how many have been started

    def seats_of(self, guest: str) -> list[int]:
        """Several, where a person plays for others at the same device too."""
        return [number for number, seat in enumerate(self.seats) if seat.guest == guest]

    def seat_of(self, guest: str) -> int | None:
        return next(iter(self.seats_of(guest)), None)

    def own_seat(self, guest: str) -> int | None:
        """The seat that bears the guest's own name."""
        return next((number for number in self.seats_of(guest) if not self.seats[number].also), None)

    def guests(self) -> list[str]:
        return list(dict.fromkeys(seat.guest for seat in self.seats if seat.guest))

    def empty_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == "empty"]

    def is_open(self) -> bool:
        """Whether anybody may find the table in the lobby and sit down."""
        return self.public and self.phase == "room" and bool(self.empty_seats())

    def has_people(self) -> bool:
        return any(seat.kind == "person" for seat in self.seats)

    def missing(self) -> Refusal | None:
        """Who or what is missing before a game can start."""
        empty = len(self.empty_seats())
        return Refusal("table-needs-players", count=empty) if empty else None

    def with_seat(self, number: int, seat: Seat) -> "Room":
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def known_seat(self, number: int) -> int:
        if not 0 <= number < len(self.seats):
            raise Refusal("no-such-seat", seat=number, last=len(self.seats) - 1)
        return number


def new_room(name: str, host: str, chosen: Rules, watch: bool) -> Room:
    chosen.ruleset()
    return Room(named(name), host, chosen, tuple(Seat(number) for number in range(chosen.players)), watch)


def named(text: str) -> str:
    """A table's name in the form in which it is kept."""
    name = kept(text, TABLE_NAME_LENGTH)
    if name is None:
        raise Refusal("table-name", longest=TABLE_NAME_LENGTH)
    return name


def _free_seat(room: Room, wanted: int | None) -> int:
    if wanted is None:
        empty = room.empty_seats()
        if not empty:
            raise Refusal("table-full", seats=len(room.seats))
        return empty[0]
    sitting = room.seats[room.known_seat(wanted)]
    if sitting.kind != "empty":
        raise Refusal("seat-taken", seat=wanted, name=sitting.name)
    return wanted


def _unlike(name: str, others: Iterable[Seat]) -> str:
    """The name, numbered if somebody at the table bears it already."""
    taken = {seat.name.casefold() for seat in others}
    candidate, number = name, 1
    while candidate.casefold() in taken:
        number += 1
        candidate = f"{name} {number}"
    return candidate


def sit(room: Room, guest: str, name: str, wanted: int | None) -> tuple[Room, int]:
    """The guest sits down, or moves from his seat to another."""
    old = room.seat_of(guest)
    if old is not None and wanted in (None, old):
        raise Refusal("already-seated", seat=old)
    number = _free_seat(room, wanted)
    if old is not None:
        room = room.with_seat(old, room.seats[old].emptied())
    seat = Seat(room.seats[number].colour, "person", _unlike(name, room.seats), guest)
    room = room.with_seat(number, seat)
    return (room if room.host else replace(room, host=guest)), number


def sit_also(room: Room, guest: str, name: str, wanted: int | None) -> tuple[Room, int]:
    """Another player sits down, at the device of the guest."""
    number = _free_seat(room, wanted)
    seat = Seat(room.seats[number].colour, "person", _unlike(name, room.seats), guest, also=True)
    return room.with_seat(number, seat), number


def known_strength(word: str) -> str:
    """The strength that a word names."""
    if word.casefold() not in bots.STRENGTHS:
        raise Refusal("no-such-bot", strength=word[:NAMED], strengths=", ".join(bots.STRENGTHS))
    return word.casefold()


def seat_bot(room: Room, strength: str, wanted: int | None) -> tuple[Room, int]:
    number = _free_seat(room, wanted)
    return room.with_seat(number, _bot(room, number, strength)), number


def _bot(room: Room, number: int, strength: str) -> Seat:
    others = (seat for other, seat in enumerate(room.seats) if other != number)
    return Seat(room.seats[number].colour, "bot", _unlike(strength.capitalize(), others), None, strength)


def give_to_bot(room: Room, number: int) -> Room:
    """A bot goes on in a running game where a person leaves off."""
    return room.with_seat(number, _bot(room, number, bots.STRENGTHS[-1]))


def let_stand_in(room: Room, number: int) -> Room:
    """A bot plays for the person, until he is back."""
    return room.with_seat(number, replace(room.seats[number], stand_in=room.stand_in, votes=()))


def take_back(room: Room, number: int) -> Room:
    """The person is here: no bot plays for him, and none is asked for."""
    return room.with_seat(number, replace(room.seats[number], stand_in=None, votes=()))


def all_back(room: Room) -> Room:
    return replace(room, seats=tuple(replace(seat, stand_in=None, votes=()) for seat in room.seats))


def vote(room: Room, number: int, voter: str) -> Room:
    seat = room.seats[number]
    if voter in seat.votes:
        return room
    return room.with_seat(number, replace(seat, votes=(*seat.votes, voter)))


def empty(room: Room, number: int) -> Room:
    return room.with_seat(number, room.seats[number].emptied())


def host_leaves(room: Room, guest: str) -> Room:
    """If the guest is the host, the next person clockwise is host; nobody, if nobody is left."""
    if room.host != guest:
        return room
    start = room.seat_of(guest) or 0
    clockwise = [*room.seats[start:], *room.seats[:start]]
    heirs = [seat.guest for seat in clockwise if seat.guest and seat.guest != guest]
    return replace(room, host=heirs[0] if heirs else "")


def order(room: Room, numbers: list[int]) -> Room:
    if sorted(numbers) != list(range(len(room.seats))):
        raise Refusal("order-incomplete", seats=len(room.seats), last=len(room.seats) - 1)
    return replace(room, seats=tuple(room.seats[number] for number in numbers))


def paint(room: Room, number: int, colour: int) -> Room:
    """The seat takes the hull colour; who had it takes the seat's old one."""
    if not 0 <= colour < HULLS:
        raise Refusal("no-such-colour", last=HULLS - 1)
    old = room.seats[number].colour

    def repaint(seat: Seat) -> Seat:
        return replace(seat, colour=old) if seat.colour == colour else seat

    seats = tuple(repaint(seat) for seat in room.seats)
    return replace(room, seats=seats).with_seat(number, replace(room.seats[number], colour=colour))


def rename(room: Room, number: int, name: str) -> Room:
    others = (seat for other, seat in enumerate(room.seats) if other != number)
    return room.with_seat(number, replace(room.seats[number], name=_unlike(name, others)))


def _with_players(room: Room, count: int) -> Room:
    """As many seats as players: empty ones are added at the end, or taken away from the end."""
    seats = list(room.seats)
    while len(seats) > count:
        spare = next((number for number in reversed(range(len(seats))) if seats[number].kind == "empty"), None)
        if spare is None:
            raise Refusal("too-many-seated", seated=len(seats), players=count)
        del seats[spare]
    while len(seats) < count:
        colours = {seat.colour for seat in seats}
        seats.append(Seat(next(hull for hull in range(HULLS) if hull not in colours)))
    return replace(room, seats=tuple(seats))


def _flag(text: str) -> bool:
    words = {"yes": True, "on": True, "true": True, "1": True, "no": False, "off": False, "false": False, "0": False}
    return words[text.casefold()]


_RULE_READERS: dict[str, Callable[[str], object]] = {
    "players": int,
    "spirits": _flag,
    "joe": _flag,
    "fork": str,
    "elk_on_choice_card": int,
    "tie_break": str,
    "round_limit": int,
}
# What can be set without a new set of rules.
_SETTERS: dict[str, Callable[[Room, str], Room]] = {
    "watch": lambda room, value: replace(room, watch=_flag(value)),
    "public": lambda room, value: replace(room, public=_flag(value)),
    "name": lambda room, value: replace(room, name=named(value)),
    "pace": lambda room, value: replace(room, pace=paces.read(value)),
    "stand_in": lambda room, value: replace(room, stand_in=known_strength(value)),
}
OPTIONS = (*_RULE_READERS, *_SETTERS)


def is_rule(option: str) -> bool:
    return option in _RULE_READERS


def set_option(room: Room, key: str, value: str) -> Room:
    """`/option KEY VALUE`: a field of the rules, or what else a table is like."""
    try:
        if setter := _SETTERS.get(key):
            return setter(room, value)
        changed = {**msgspec.to_builtins(room.rules), key: _RULE_READERS[key](value)}
        chosen = msgspec.convert(changed, Rules)
    except (KeyError, ValueError) as wrong:  # msgspec.ValidationError is a ValueError
        raise Refusal("option-value", option=key, value=value, choices=_choices(key)) from wrong
    chosen.ruleset()
    return _with_players(replace(room, rules=chosen), chosen.players)


def _choices(key: str) -> str:
    return say(f"option-choices-{key.replace('_', '-')}")
