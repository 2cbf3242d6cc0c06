"""Talk and slash commands: a line becomes a change of the table, or an answer to who asked."""

import difflib
from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from niagara import bots
from niagara.server import moments, paces, room
from niagara.server.company import Company, ballot, is_empty, voters
from niagara.server.entries import Chat
from niagara.server.moments import Change, Moment
from niagara.server.paces import Slow
from niagara.server.people import Guest, person_name
from niagara.words import Refusal, say

_JOINERS = {0x200C: None, 0x200D: None}  # invisible, but people's languages and emoji are written with them


class Misspoken(Exception):
    """A command's words are not those that it takes."""


class Asking(NamedTuple):
    """Who says something, where, and who else is connected."""

    moment: Moment
    guest: Guest
    company: Company
    words: list[str]  # what follows the command

    @property
    def present(self) -> Mapping[str, Guest]:
        return self.company.present

    @property
    def seat(self) -> int | None:
        return self.moment.seat_for(self.guest.id)

    @property
    def seats(self) -> list[int]:
        return self.moment.room.seats_of(self.guest.id)

    def number(self, index: int) -> int | None:
        """The word as a whole number; None where nothing stands. Raises Misspoken."""
        if index >= len(self.words):
            return None
        if not self.words[index].isdecimal():
            raise Misspoken
        return int(self.words[index])

    @property
    def name(self) -> str:
        """The name at this table."""
        return self.guest.spoken if self.seat is None else self.moment.room.seats[self.seat].name


def hear(moment: Moment, guest: Guest, company: Company, text: str) -> Change | str:
    """A line of chat. A string answers the asker alone and changes nothing."""
    line = " ".join(text.split())
    visible = line.translate(_JOINERS)
    if not visible.strip() or not visible.isprintable():
        raise Refusal("chat-empty")
    name, *words = line.removeprefix("/").split() or ["help"]
    asking = Asking(moment, guest, company, words)
    if not line.startswith("/"):
        chat = Chat(name=asking.name, guest=guest.id, seat=asking.seat, text=line)
        return Change(chat, moment.room, moment.position)
    command = COMMANDS.get(name.casefold())
    if command is None:
        nearest = difflib.get_close_matches(name.casefold(), COMMANDS, 1, 0.0)[0]
        raise Refusal("command-unknown", command=name, nearest=nearest)
    for need in command.needs:
        need(asking)
    try:
        return command.obey(asking)
    except Misspoken as wrong:
        raise Refusal("command-usage", usage=say(f"usage-{name.casefold()}")) from wrong


def commands_for(moment: Moment, guest: Guest, company: Company) -> list[str]:
    """The commands that the guest may give now; the room and the company alone decide."""
    asking = Asking(moment, guest, company, [])

    def may(command: "Command") -> bool:
        try:
            for need in command.needs:
                need(asking)
        except Refusal:
            return False
        return True

    return [name for name, command in COMMANDS.items() if may(command)]


# ── what a command needs


def _between_games(asking: Asking) -> None:
    if asking.moment.room.phase == "playing":
        raise Refusal("game-running")


def _playing(asking: Asking) -> None:
    if asking.moment.room.phase != "playing":
        raise Refusal("no-game-running")


def _over(asking: Asking) -> None:
    if asking.moment.room.phase != "over":
        raise Refusal("game-not-over")


def _in_room(asking: Asking) -> None:
    if asking.moment.room.phase != "room":
        raise Refusal("not-in-the-room")


def _seated(asking: Asking) -> None:
    if asking.seat is None:
        raise Refusal("not-seated")


def _seated_or_host(asking: Asking) -> None:
    """A host may look on while bots play."""
    if asking.moment.room.host != asking.guest.id:
        _seated(asking)


def _host(asking: Asking) -> None:
    """The host; anybody seated while he is away, so that a table never waits for him in vain."""
    host = asking.moment.room.host
    if host != asking.guest.id and (asking.seat is None or host in asking.present):
        raise Refusal("host-only", host=_host_name(asking))


def _host_name(asking: Asking) -> str:
    at_table = asking.moment.room
    seat = at_table.seat_of(at_table.host)
    if seat is not None:
        return at_table.seats[seat].name
    return asking.present[at_table.host].spoken if at_table.host in asking.present else say("nobody")


def _somebody_to_remove(asking: Asking) -> None:
    """Between games any seat can be emptied; in a game a bot can play for a person who has gone."""
    at_table = asking.moment.room
    if at_table.phase != "playing":
        return
    _not_slow(asking)
    if not any(is_empty(at_table, seat, asking.company) for seat in _all(at_table)):
        raise Refusal("game-running")


def _not_slow(asking: Asking) -> None:
    """There people are away most of the time."""
    if isinstance(asking.moment.room.pace, Slow):
        raise Refusal("clock-decides")


def _somebody_to_vote_on(asking: Asking) -> None:
    _not_slow(asking)
    at_table = asking.moment.room
    if asking.guest.id not in voters(at_table, asking.company):
        raise Refusal("no-vote-of-yours")
    if not any(ballot(at_table, seat, asking.company) for seat in _all(at_table)):
        raise Refusal("nobody-away")


def _all(at_table: room.Room) -> range:
    return range(len(at_table.seats))


def _replaced(asking: Asking) -> None:
    if _missing(asking) is None:
        raise Refusal("not-away")


def _missing(asking: Asking) -> int | None:
    """The asker's seat for which a bot plays."""
    return next((seat for seat in asking.seats if asking.moment.room.seats[seat].stand_in), None)


# ── the commands


def _join(asking: Asking) -> Change:
    at_table, seat = room.sit(asking.moment.room, asking.guest.id, asking.guest.spoken, asking.number(0))
    return moments.note(asking.moment, at_table, "note-joined", name=at_table.seats[seat].name, seat=seat)


def _also(asking: Asking) -> Change:
    numbered = bool(asking.words) and asking.words[0].isdecimal()
    name = " ".join(asking.words[numbered:])
    called = person_name(name) if name else asking.guest.spoken
    at_table, seat = room.sit_also(asking.moment.room, asking.guest.id, called, asking.number(0) if numbered else None)
    return moments.note(asking.moment, at_table, "note-joined", name=at_table.seats[seat].name, seat=seat)


def _get_up(asking: Asking, at_table: room.Room, key: str) -> Change:
    for seat in asking.seats:
        at_table = room.empty(at_table, seat)
    return moments.note(asking.moment, at_table, key, name=asking.name)


def _leave(asking: Asking) -> Change:
    return _get_up(asking, room.host_leaves(asking.moment.room, asking.guest.id), "note-left")


def _watch(asking: Asking) -> Change:
    if not asking.moment.room.watch:
        raise Refusal("no-watching")
    return _get_up(asking, asking.moment.room, "note-watches")


def _bot(asking: Asking) -> Change:
    strength = room.known_strength(asking.words[0] if asking.words else bots.STRENGTHS[-1])
    at_table, seat = room.seat_bot(asking.moment.room, strength, asking.number(1))
    return moments.note(asking.moment, at_table, "note-bot", name=at_table.seats[seat].name, seat=seat)


def _remove(asking: Asking) -> Change:
    at_table = asking.moment.room
    seat = _seat_named(at_table, " ".join(asking.words))
    gone = at_table.seats[seat]
    if at_table.phase != "playing":
        heir = _without(at_table, gone.guest)
        return moments.note(asking.moment, room.empty(heir, seat), "note-removed", name=gone.name)
    if not is_empty(at_table, seat, asking.company):
        raise Refusal("still-here", name=gone.name)
    return moments.stand_in(asking.moment, seat, "note-stand-in")


def _without(at_table: room.Room, guest: str | None) -> room.Room:
    """Before a seat of the guest goes: if it is his last, somebody else is host."""
    return room.host_leaves(at_table, guest) if guest and len(at_table.seats_of(guest)) == 1 else at_table


def _vote(asking: Asking) -> Change:
    at_table = asking.moment.room
    seat = _seat_named(at_table, " ".join(asking.words))
    name = at_table.seats[seat].name
    open_ballot = ballot(at_table, seat, asking.company)
    if open_ballot is None:
        raise Refusal("still-here", name=name)
    if (wait := open_ballot.opens - asking.company.now) > 0:
        raise Refusal("vote-too-early", name=name, seconds=-(-wait // 1000))
    voted = room.vote(at_table, seat, asking.guest.id)
    counted = ballot(voted, seat, asking.company)
    assert counted is not None  # a vote ends no ballot
    if counted.votes >= counted.needed:
        return moments.stand_in(asking.moment, seat, "note-stand-in")
    if voted is at_table:
        raise Refusal("voted-already", name=name, votes=counted.votes, needed=counted.needed)
    return moments.note(
        asking.moment,
        voted,
        "note-voted",
        voter=asking.name,
        name=name,
        votes=counted.votes,
        needed=counted.needed,
    )


def _back(asking: Asking) -> Change:
    seat = _missing(asking)
    if seat is None:
        raise Refusal("not-away")
    return moments.back(asking.moment, seat)


def _seat_named(at_table: room.Room, name: str) -> int:
    names = {seat.name.casefold(): number for number, seat in enumerate(at_table.seats) if seat.kind != "empty"}
    if name.isdecimal() and name not in names:  # somebody may be called 2
        number = at_table.known_seat(int(name))
        if at_table.seats[number].kind == "empty":
            raise Refusal("seat-empty", seat=number)
        return number
    if not name or not names:
        raise Misspoken
    if name.casefold() not in names:
        nearest = difflib.get_close_matches(name.casefold(), names, 1, 0.0)[0]
        raise Refusal("no-such-name", name=name, nearest=at_table.seats[names[nearest]].name)
    return names[name.casefold()]


def _order(asking: Asking) -> Change:
    numbers = [number for index in range(len(asking.words)) if (number := asking.number(index)) is not None]
    at_table = room.order(asking.moment.room, numbers)
    names = ", ".join(seat.name for seat in at_table.seats if seat.kind != "empty")
    return _again_in_room(asking, at_table, "note-order", names=names)


def _colour(asking: Asking) -> Change:
    at_table = asking.moment.room
    colour, named = asking.number(0), asking.number(1)
    if colour is None:
        raise Misspoken
    seat = asking.seat if named is None else at_table.known_seat(named)
    if seat is None:
        raise Refusal("not-seated")
    if seat not in asking.seats:
        _host(asking)
        if at_table.seats[seat].kind == "person":
            raise Refusal("colour-of-another", name=at_table.seats[seat].name)
    painted = room.paint(at_table, seat, colour)
    return moments.note(
        asking.moment, painted, "note-colour", name=painted.seats[seat].name or str(seat), colour=colour
    )


def _option(asking: Asking) -> Change:
    if len(asking.words) < 2:
        raise Misspoken
    key, value = asking.words[0].casefold(), " ".join(asking.words[1:])
    if key not in room.OPTIONS:
        nearest = difflib.get_close_matches(key, room.OPTIONS, 1, 0.0)[0]
        raise Refusal("no-such-option", option=key, nearest=nearest)
    at_table = room.set_option(asking.moment.room, key, value)
    if key == "pace":
        told, figures = paces.told(at_table.pace)
        return moments.note(asking.moment, at_table, told, **figures)
    if not room.is_rule(key):
        return moments.note(asking.moment, at_table, "note-option", option=key, value=value)
    return _again_in_room(asking, at_table, "note-option", option=key, value=value)


def _again_in_room(asking: Asking, at_table: room.Room, key: str, **args: str | int) -> Change:
    """New rules or another order clear away the finished game."""
    return moments.note(asking.moment, replace(at_table, phase="room"), key, **args)._replace(position=None)


def _start(asking: Asking) -> Change:
    return moments.start(asking.moment)


def _resign(asking: Asking) -> Change:
    seat, before = asking.seat, asking.moment.room
    if seat is None:
        raise Refusal("not-seated")
    gone = before.seats[seat]
    handed_over = _without(before, gone.guest)
    # Where nobody else could be host he stays it and looks on, or else nobody could ever call for the next game.
    at_table = room.give_to_bot(handed_over if handed_over.host else before, seat)
    return moments.note(asking.moment, at_table, "note-resigned", name=gone.name, bot=at_table.seats[seat].name)


def _rematch(asking: Asking) -> Change:
    if asking.moment.room.missing():
        return _again_in_room(asking, asking.moment.room, "note-room-again", name=asking.name)
    return moments.start(asking.moment)


def _who(asking: Asking) -> str:
    at_table = asking.moment.room
    seats = [
        say("who-seat", seat=number, name=seat.name or say("who-empty"), host=str(at_table.host == seat.guest).lower())
        for number, seat in enumerate(at_table.seats)
    ]
    watchers = [guest.spoken for guest in asking.present.values() if at_table.seat_of(guest.id) is None]
    return "\n".join([*seats, say("who-watching", count=len(watchers), names=", ".join(watchers))])


def _help(asking: Asking) -> str:
    return "\n".join(f"{say(f'usage-{name}')}: {say(f'help-{name}')}" for name in COMMANDS)


class Command(NamedTuple):
    obey: Callable[[Asking], Change | str]
    needs: tuple[Callable[[Asking], None], ...] = ()


COMMANDS: dict[str, Command] = {
    "join": Command(_join, (_between_games,)),
    "also": Command(_also, (_between_games, _seated)),
    "leave": Command(_leave, (_between_games, _seated)),
    "watch": Command(_watch, (_between_games, _seated)),
    "bot": Command(_bot, (_host, _between_games)),
    "remove": Command(_remove, (_host, _somebody_to_remove)),
    "order": Command(_order, (_host, _between_games)),
    "colour": Command(_colour, (_seated_or_host, _between_games)),
    "option": Command(_option, (_host, _between_games)),
    "start": Command(_start, (_seated_or_host, _in_room)),
    "vote": Command(_vote, (_playing, _somebody_to_vote_on)),
    "back": Command(_back, (_playing, _replaced)),
    "resign": Command(_resign, (_seated, _playing)),
    "rematch": Command(_rematch, (_seated_or_host, _over)),
    "who": Command(_who),
    "help": Command(_help),
}
