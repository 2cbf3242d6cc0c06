"""What one client may see of a table: everything that leaves the server is cut here (R10)."""

from typing import Any, NamedTuple

import msgspec

from niagara import notation, rules
from niagara.rules.moves import CANOE, kind
from niagara.server import clocks, paces
from niagara.server.chat import commands_for
from niagara.server.company import Company, ballot
from niagara.server.entries import Entry, cut
from niagara.server.frames import ClockFrame, ClocksFrame, Cost, Saying, Speed, State, TableFrame, TableSeat, Vote, You
from niagara.server.moments import Moment
from niagara.server.people import Guest
from niagara.server.room import Room, Seat

SPECTATOR = -1


def may_look(room: Room, guest: Guest) -> bool:
    """Before a game anybody with the link may come in, to sit down; a closed game is for its players and its host alone."""
    return room.watch or room.phase == "room" or room.seat_of(guest.id) is not None or room.host == guest.id


def table_frame(table: str, room: Room, company: Company) -> TableFrame:
    def seat_frame(number: int, seat: Seat) -> TableSeat:
        asked = ballot(room, number, company)
        return TableSeat(
            seat=number,
            kind=seat.kind,
            name=seat.name,
            guest=seat.guest,
            colour=seat.colour,
            online=seat.kind == "bot" or seat.guest in company.present,
            strength=seat.strength,
            stand_in=seat.stand_in,
            vote=Vote(*asked) if asked else None,
        )

    missing = room.missing() if room.phase != "playing" else None
    return TableFrame(
        id=table,
        name=room.name,
        link=f"/t/{table}",
        host=room.host,
        rules=room.rules,
        watch=room.watch,
        public=room.public,
        pace=room.pace,
        stand_in=room.stand_in,
        phase=room.phase,
        game=room.game,
        seats=[seat_frame(number, seat) for number, seat in enumerate(room.seats)],
        missing=Saying(missing.key, missing.args_for_words, missing.text) if missing else None,
        watchers=[guest.spoken for guest in company.present.values() if room.seat_of(guest.id) is None],
    )


class Around(NamedTuple):
    """The part of a state that changes with the room and with who is there, and not with every move."""

    you: You
    table: TableFrame
    commands: list[str]


def around(table: str, moment: Moment, guest: Guest, company: Company) -> Around:
    return Around(
        you=You(guest.id, guest.name, moment.seat_for(guest.id), moment.room.seats_of(guest.id)),
        table=table_frame(table, moment.room, company),
        commands=commands_for(moment, guest, company),
    )


def state(moment: Moment, around: Around, now: int) -> State:
    if len(around.you.seats) > 1:  # of those at one device another may have to act now
        around = around._replace(you=msgspec.structs.replace(around.you, seat=moment.seat_for(around.you.id)))
    sight = _sight(moment, moment.sight_of(around.you.id))
    return State(seq=moment.seq, **around._asdict(), now=now, clocks=clocks_frame(moment, now), **sight)


def clocks_frame(moment: Moment, now: int) -> ClocksFrame | None:
    """All clocks as they are now; how they go on is for the client to count."""
    pace = moment.room.pace
    if moment.clocks is None or pace is None:
        return None
    seats = [
        ClockFrame(clocks.left_at(clock, pace, now), clock.since is not None, clocks.end(clock, pace, 0))
        for clock in moment.clocks
    ]
    last = max((seat.ends for seat in seats if seat.ends is not None), default=now)
    return ClocksFrame(seats, paces.rests(pace, now, last))


def _sight(moment: Moment, seat: int | None) -> dict[str, Any]:
    """The part of a state that all clients of a seat, or all spectators, have in common; worked out once."""
    sight = moment.sights.get(seat)
    if sight is None:
        sight = moment.sights[seat] = _look(moment, seat)
    return sight


def _look(moment: Moment, seat: int | None) -> dict[str, Any]:
    position = moment.position
    if seat is None:
        return _look_on(moment)
    decision = moment.decision(seat)
    waits = moment.room.phase == "room"  # as long as seats can be changed, nobody sees a card that lies before one
    legal: list[str] = []
    moves: dict[str, Cost] = {}
    if position is not None and decision is not None:
        for move in rules.legal_moves(position, seat):
            text = notation.write_move(move)
            legal.append(text)
            if kind(move) == CANOE:
                moves[text] = Cost(**notation.describe_move(position, seat, move))
    seen = _sight(moment, None)
    view = seen["view"] if position is None or waits else notation.own_view(seen["view"], position, seat)
    return {**seen, "view": view, "decision": decision, "legal": sorted(legal), "moves": moves}


def _look_on(moment: Moment) -> dict[str, Any]:
    """What spectators see, and all seats with them."""
    position, speed, standings = moment.position, None, None
    if position is not None:
        speed = notation.describe_speed(position)
        if position.phase == rules.OVER:
            standings = [seat for place in rules.standings(position) for seat in place]
    return {
        "view": None if position is None else notation.write_position(position.view(SPECTATOR)),
        "actors": moment.actors(),
        "decision": None,
        "legal": [],
        "moves": {},
        "speed": None if speed is None else Speed(**speed),
        "standings": standings,
    }


def reader(you: You, actors: list[int]) -> int | None:
    """For whom entries are cut, by a state: as `Moment.sight_of`."""
    return None if len(you.seats) > 1 and you.seat not in actors else you.seat


def entry_frame(entry: Entry, after: State) -> bytes:
    """The message that tells an entry: its fields, and the state that it leads to."""
    told = msgspec.json.encode(cut(entry, reader(after.you, after.actors)))
    return b'{"type":"entry",' + told[1:-1] + b',"state":' + msgspec.json.encode(after) + b"}"
