"""What one client may see of a table: everything that leaves the server is cut here (R10)."""

from typing import Any, NamedTuple

import msgspec

from niagara import notation, rules
from niagara.rules.moves import CANOE, kind
from niagara.server import clocks, paces
from niagara.server.chat import commands_for
from niagara.server.company import Company, ballot
from niagara.server.entries import Moved, cut
from niagara.server.frames import (
    ClockFrame,
    ClocksFrame,
    Cost,
    Saying,
    Speed,
    State,
    TableFrame,
    TableSeat,
    Vote,
    You,
)
from niagara.server.moments import Moment, News
from niagara.server.people import Guest
from niagara.server.room import Room, Seat
from niagara.server.view import changed

_NOTHING_TO_DO: dict[str, Any] = {"decision": None, "legal": [], "moves": {}}


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


class Told(NamedTuple):
    """All that a client is told of a moment."""

    moment: Moment
    seat: int | None  # for whom it is cut; None: for spectators, also while none of several at one device must act
    around: Around


def told(moment: Moment, around: Around) -> Told:
    you = around.you
    if len(you.seats) <= 1:
        return Told(moment, you.seat, around)
    seat = moment.seat_for(you.id)  # of those at one device another may have to act now
    around = around._replace(you=msgspec.structs.replace(you, seat=seat))
    return Told(moment, seat if seat in moment.actors() else None, around)


def state(told: Told, now: int) -> State:
    moment, seat, around = told
    return State(seq=moment.seq, **around._asdict(), now=now, clocks=clocks_frame(moment, now), **_sight(moment, seat))


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
    """The part of a state that all clients of a seat, or all spectators, have in common."""
    everybody, own = _public(moment), _own(moment, seat)
    if not own:
        return everybody
    view, seen = everybody["view"], {**everybody, **own}
    if mine := seen.pop("mine", None):
        seen["view"] = {
            **view,
            "seats": [mine if number == seat else each for number, each in enumerate(view["seats"])],
        }
    return seen


def _public(moment: Moment) -> dict[str, Any]:
    """What spectators see, and all seats with them; worked out once."""
    seen = moment.sights.get(None)
    if seen is None:
        seen = moment.sights[None] = _look_on(moment)
    return seen


def _look_on(moment: Moment) -> dict[str, Any]:
    position, speed, standings = moment.position, None, None
    if position is not None:
        speed = notation.describe_speed(position)
        if position.phase == rules.OVER:
            standings = [seat for place in rules.standings(position) for seat in place]
    return {
        "view": None if moment.board is None else notation.spectators_view(moment.board),
        "actors": moment.actors(),
        **_NOTHING_TO_DO,
        "speed": None if speed is None else Speed(**speed),
        "standings": standings,
    }


def _own(moment: Moment, seat: int | None) -> dict[str, Any]:
    """What a seat sees instead of that; worked out once. `mine` is its seat on the board, with the card that lies face down."""
    if seat is None:
        return {}
    own = moment.sights.get(seat)
    if own is None:
        own = moment.sights[seat] = _look(moment, seat)
    return own


def _look(moment: Moment, seat: int) -> dict[str, Any]:
    board, position, decision = moment.board, moment.position, moment.decision(seat)
    own: dict[str, Any] = {}
    # As long as seats can be changed, nobody sees a card that lies before one.
    if board is not None and moment.room.phase != "room" and notation.lies_face_down(board["seats"][seat]):
        own["mine"] = board["seats"][seat]
    if position is not None and decision is not None:
        legal: list[str] = []
        moves: dict[str, Cost] = {}
        for move in rules.legal_moves(position, seat):
            text = notation.write_move(move)
            legal.append(text)
            if kind(move) == CANOE:
                moves[text] = Cost(**notation.describe_move(position, seat, move))
        own |= {"decision": decision, "legal": sorted(legal), "moves": moves}
    return own


def _news(before: Moment, after: Moment, seat: int | None) -> News | None:
    """What is new in what a seat, or a spectator, sees; worked out once. None where that would make no sense: there is another
    board, or none.
    """
    if seat not in after.news:
        public = _compare(_public(before), _public(after)) if seat is None else _news(before, after, None)
        after.news[seat] = public if public is None or seat is None else _owned(public, before, after, seat)
    return after.news[seat]


def _compare(before: dict[str, Any], after: dict[str, Any]) -> News | None:
    then, now = before["view"], after["view"]
    change = {field: value for field, value in after.items() if field != "view" and value != before[field]}
    if then is not None and now is not None and len(then["seats"]) == len(now["seats"]):
        if view := changed(then, now):
            change["view"] = view
    elif then is not now:
        return None
    return News(change, _fields(change))


def _owned(public: News, before: Moment, after: Moment, seat: int) -> News:
    """The news of everybody, with what is the seat's own."""
    then = _own(before, seat)
    if _only_others_choose(before, after, seat):
        after.sights[seat] = then
    now = _own(after, seat)
    if now == then and (not now or str(seat) not in public.fields.get("view", {}).get("seats", {})):
        return public
    change = dict(public.fields)
    for field, nothing in _NOTHING_TO_DO.items():
        if (value := now.get(field, nothing)) != then.get(field, nothing):
            change[field] = value
    if "mine" in then or "mine" in now:
        was = then.get("mine") or _public(before)["view"]["seats"][seat]
        mine = now.get("mine") or _public(after)["view"]["seats"][seat]
        view = change.pop("view", {})
        seats = {number: each for number, each in view.get("seats", {}).items() if number != str(seat)}
        if mine != was:
            seats[str(seat)] = mine
        if view := {key: value for key, value in {**view, "seats": seats}.items() if key != "seats" or seats}:
            change["view"] = view
    return News(change, _fields(change))


def _only_others_choose(before: Moment, after: Moment, seat: int) -> bool:
    """Whether another seat has chosen its card, and more are to be chosen: nothing has changed for this one (R2.5)."""
    entry = after.entry
    return (
        isinstance(entry, Moved)
        and entry.seq == before.seq + 1
        and entry.seat != seat
        and before.position is not None
        and after.position is not None
        and before.position.phase == after.position.phase == rules.CARDS
        and before.position.round == after.position.round
    )


def _fields(fields: dict[str, Any]) -> bytes:
    """As they stand in a JSON object, after others."""
    return b"," + msgspec.json.encode(fields)[1:-1] if fields else b""


def _change(before: Told, after: Told, now: int) -> bytes | None:
    """What is new in a state; None where it would make no sense."""
    if before.seat != after.seat or (news := _news(before.moment, after.moment, after.seat)) is None:
        return None
    rest: dict[str, Any] = {}
    if before.around is not after.around:
        fields = zip(Around._fields, before.around, after.around, strict=True)
        rest = {name: value for name, then, value in fields if then != value}
    if before.moment.clocks is not None or after.moment.clocks is not None:
        rest["clocks"] = clocks_frame(after.moment, now)
    return b'{"now":%d%b%b}' % (now, news.written, _fields(rest))


def _entry(moment: Moment, seat: int | None) -> bytes:
    """The fields of the entry as a seat may read it; written once for all who may read the same."""
    assert moment.entry is not None
    entry = cut(moment.entry, seat)
    whole = entry is moment.entry
    if whole not in moment.told:
        moment.told[whole] = msgspec.json.encode(entry)[1:-1]
    return moment.told[whole]


def entry_frame(before: Told | None, after: Told, now: int, answers: str | None = None) -> bytes:
    """The message that tells an entry: its fields, what is new by it in the state or else the whole state, and the id of the
    client's own command that it answers.
    """
    entry = _entry(after.moment, after.seat)
    answer = b"" if answers is None else b',"answers":"%b"' % answers.encode()
    if before is not None and (change := _change(before, after, now)) is not None:
        return b'{"type":"entry",%b%b,"change":%b}' % (entry, answer, change)
    return b'{"type":"entry",%b%b,"state":%b}' % (entry, answer, msgspec.json.encode(state(after, now)))
