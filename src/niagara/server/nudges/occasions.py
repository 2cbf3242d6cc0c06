"""Why somebody may be nudged: what a change of a table brings for the people who sit there. Pure."""

from typing import Literal, NamedTuple

from niagara.server import clocks, paces
from niagara.server.moments import Moment
from niagara.server.paces import Slow

Kind = Literal["turn", "begun", "over", "stand-in", "soon"]


class News(NamedTuple):
    """Something that a guest may want to know. There is one of an occasion at a table for each guest."""

    guest: str
    kind: Kind
    occasion: str
    at: int | None = None  # when to tell it, in milliseconds since 1970; None: after the usual delay


def news(before: Moment, after: Moment) -> list[News]:
    """What the change has brought: decisions that wait for people, the end of a game, a bot in somebody's place."""
    open_before = _awaited(before)
    begun = before.room.game != after.room.game
    # Of several players at one device the last to choose stands for all: one nudge is enough.
    opened = dict(sorted(_awaited(after) - open_before)).items()
    found = [News(guest, "begun" if begun else "turn", occasion) for guest, occasion in opened]
    found += [
        News(guest, "soon", f"{occasion}.soon", at) for guest, occasion in opened if (at := _late(after, occasion))
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


def _seat(occasion: str) -> int:
    """Whose decision it is."""
    return int(occasion.removesuffix(".soon").rpartition(".")[2])


def _plays(now: Moment, guest: str) -> bool:
    """Whether he plays for himself."""
    seat = now.room.seat_of(guest)
    return seat is not None and now.room.seats[seat].stand_in is None


def quiet_until(now: Moment, when: int) -> int:
    """When a time is in the quiet hours of the table's pace, their end; else the time itself. Milliseconds since 1970."""
    return when if now.room.pace is None else paces.end(now.room.pace, when, 1) - 1


def time_left(now: Moment, occasion: str, when: int) -> int:
    """Milliseconds, quiet hours and all, until a bot makes the decision of an occasion; 0 where nobody counts."""
    if now.clocks is None or now.room.pace is None:
        return 0
    return max(0, (clocks.end(now.clocks[_seat(occasion)], now.room.pace, 0) or when) - when)


def _late(now: Moment, occasion: str) -> int | None:
    """By a slow pace, when a quarter of the time for a decision is left, in milliseconds since 1970."""
    pace = now.room.pace
    if now.clocks is None or not isinstance(pace, Slow):
        return None
    clock = now.clocks[_seat(occasion)]
    return None if clock.since is None else paces.end(pace, clock.since, clock.left - paces.bank(pace) // 4)


def _awaited(now: Moment) -> set[tuple[str, str]]:
    """The guests for whose decisions the table waits, each with the decision's name, which it bears only once."""
    return {
        (guest, f"{now.room.game}.{decision}")
        for seat, decision in now.asked().items()
        if (guest := now.room.seats[seat].guest) is not None
    }
