"""A moment of a table as the store keeps it, and as it is read again."""

import msgspec

from niagara import notation
from niagara.server import clocks
from niagara.server.clocks import Clocks
from niagara.server.entries import Entry
from niagara.server.hosting.store import Line, Standing
from niagara.server.moments import Moment
from niagara.server.room import Room

_encode = msgspec.json.encode
_read_room = msgspec.json.Decoder(Room)
_read_clocks = msgspec.json.Decoder(Clocks)


def moment(standing: Standing, served_since: int) -> Moment:
    """The moment, with clocks that do not count the time before this server began."""
    position = None if standing.position is None else notation.read_position(msgspec.json.decode(standing.position))
    at_table = _read_room.decode(standing.room)
    ticking = None if standing.clocks is None else _read_clocks.decode(standing.clocks)
    if ticking is not None and at_table.pace is not None:
        ticking = clocks.resumed(ticking, at_table.pace, served_since)
    return Moment(standing.seq, at_table, position, None, ticking)


def standing(moment: Moment, due: int | None) -> Standing:
    position = None if moment.board is None else _encode(moment.board).decode()
    return Standing(
        seq=moment.seq,
        game=moment.room.game,
        phase=moment.room.phase,
        public=moment.room.is_open(),
        due=due,
        room=_encode(moment.room).decode(),
        position=position,
        turn=sum(1 << seat for seat in moment.asked()),
        clocks=None if moment.clocks is None else _encode(moment.clocks).decode(),
    )


def sitting(room: Room) -> list[tuple[int, str]]:
    return [(number, seat.guest) for number, seat in enumerate(room.seats) if seat.guest]


def line(command: str | None, entry: Entry) -> Line:
    return Line(command, str(entry.__struct_config__.tag), _encode(entry).decode())
