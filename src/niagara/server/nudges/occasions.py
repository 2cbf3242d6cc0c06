"""Why somebody may be nudged: what a change of a table brings for the people who sit there. Pure."""

from typing import Literal, NamedTuple

from niagara.server.moments import Moment

Kind = Literal["turn", "begun", "over", "stand-in", "soon"]


class News(NamedTuple):
    """Something that a guest may want to know. There is one of an occasion at a table for each guest."""

    guest: str
    kind: Kind
    occasion: str
    after: int = 0  # milliseconds: not to be told before so much time has passed


def news(before: Moment, after: Moment) -> list[News]:
    """What the change has brought: decisions that wait for people, the end of a game, a bot in somebody's place."""
    open_before = _awaited(before)
    begun = before.room.game != after.room.game
    found = [
        News(guest, "begun" if begun else "turn", occasion)
        for guest, occasion in _awaited(after)
        if (guest, occasion) not in open_before
    ]
    if after.room.phase == "over" and before.room.phase == "playing":
        found += [News(guest, "over", f"{after.room.game}.over") for guest in after.room.guests()]
    if before.room.phase == after.room.phase == "playing":
        gone = [guest for guest in before.room.guests() if _plays(before, guest) and not _plays(after, guest)]
        found += [News(guest, "stand-in", f"{after.room.game}.stand-in.{after.seq}") for guest in gone]
    return found


def holds(now: Moment, guest: str, kind: Kind, occasion: str) -> bool:
    """Whether it is still so."""
    if kind == "over":
        return now.room.phase == "over" and occasion == f"{now.room.game}.over"
    if kind == "stand-in":
        return now.room.phase == "playing" and not _plays(now, guest)
    return (guest, occasion.removesuffix(".soon")) in _awaited(now)


def _plays(now: Moment, guest: str) -> bool:
    """Whether he plays for himself."""
    seat = now.room.seat_of(guest)
    return seat is not None and now.room.seats[seat].stand_in is None


def _awaited(now: Moment) -> set[tuple[str, str]]:
    """The guests for whose decisions the table waits, each with the decision's name, which it bears only once."""
    return {
        (guest, f"{now.room.game}.{decision}")
        for seat, decision in now.asked().items()
        if (guest := now.room.seats[seat].guest) is not None
    }
