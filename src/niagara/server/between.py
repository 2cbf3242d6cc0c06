"""The moments between one that is known and a later one that was read: worked out from the entries, so that all can be told."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from niagara import notation, rules
from niagara.server.entries import Chat, Entry, Moved
from niagara.server.moments import Moment


def between(known: Moment, entries: Sequence[Entry], last: Moment) -> list[Moment] | None:
    """One for each entry, the last one included; None where that cannot be known, since the room has changed on the way."""
    moments: list[Moment] = []
    now = known
    for entry in entries[:-1]:
        following = _after(now, entry)
        if following is None:
            return None
        moments.append(following)
        now = following
    if not entries or entries[-1].seq != last.seq or now.seq + 1 != last.seq:
        return None
    return [*moments, _with(last, entry=entries[-1])]


def _after(now: Moment, entry: Entry) -> Moment | None:
    """Talk and moves change nothing of the room but that the game is over."""
    if entry.seq != now.seq + 1:
        return None
    if isinstance(entry, Chat):
        return _with(now, seq=entry.seq, entry=entry)
    if not isinstance(entry, Moved) or entry.move is None or now.position is None:
        return None
    position = now.position.copy()
    rules.play(position, entry.seat, notation.parse_move(entry.move))
    room = replace(now.room, phase="over") if position.phase == rules.OVER else now.room
    return _with(now, seq=entry.seq, entry=entry, position=position, room=room)


def _with(moment: Moment, **changed: Any) -> Moment:
    """What led to `moment`, and what was seen of it, is not the next one's."""
    return replace(moment, command=None, sights={}, news={}, told={}, **changed)
