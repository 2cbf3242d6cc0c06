"""Clocks: what is left to each seat, counted on the server (Fischer: docs/decisions/clocks.md)."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from niagara.server import paces
from niagara.server.paces import Live, Pace

LEAST = 10_000  # ms that a decision has at least, by a live pace
WATCHED = 10_000  # ms: an end that is found later than this was watched by no server


class Clock(msgspec.Struct, frozen=True):
    left: int  # ms, at `since` where it runs
    since: int | None = None  # when it began to run, in ms since 1970; None: it stands
    spared: bool = False  # by a server that was away; once for each decision
    out: str | None = None  # the last decision for which time ran out: a bot makes it, whoever comes back meanwhile


Clocks = tuple[Clock, ...]
Asked = Mapping[int, str]  # the seats whose time runs, and the decision that each is asked for


def begin(pace: Pace, seats: int) -> Clocks:
    """All stand, and are full."""
    return (Clock(paces.bank(pace)),) * seats


def go_on(
    clocks: Clocks, pace: Pace, before: Asked, after: Asked, now: int, decided: int | None = None, credit: int = 0
) -> Clocks:
    """The clocks after a change of the table; `decided` is the seat that moved, `credit` what the network kept it waiting, in ms."""

    def next_clock(seat: int, clock: Clock) -> Clock:
        asked, was = after.get(seat), before.get(seat)
        if asked is not None and asked == was:
            return clock
        if was is not None:
            lag = credit if seat == decided else 0
            left = min(clock.left, left_at(clock, pace, now) + lag)
            clock = Clock(left + (paces.increment(pace) if seat == decided else 0))
        return clock if asked is None else _run(clock, pace, now)

    return tuple(next_clock(seat, clock) for seat, clock in enumerate(clocks))


def _run(clock: Clock, pace: Pace, now: int) -> Clock:
    """A decision begins."""
    if isinstance(pace, Live):
        return Clock(max(clock.left, paces.increment(pace), LEAST), now)
    return Clock(paces.bank(pace), now)


def left_at(clock: Clock, pace: Pace, now: int) -> int:
    if clock.since is None:
        return clock.left
    return max(0, clock.left - paces.spent(pace, clock.since, now))


def end(clock: Clock, pace: Pace, grace: int) -> int | None:
    """When time runs out, in ms since 1970; `grace` is how long a move may still be on its way."""
    if clock.since is None:
        return None
    return paces.end(pace, clock.since, clock.left) + (grace if isinstance(pace, Live) else 0)


def first_end(clocks: Clocks, pace: Pace, grace: int) -> int | None:
    ends = [when for clock in clocks if (when := end(clock, pace, grace)) is not None]
    return min(ends, default=None)


def first_out(clocks: Clocks, pace: Pace, now: int, grace: int) -> int | None:
    """The lowest seat whose time is up."""
    for seat, clock in enumerate(clocks):
        when = end(clock, pace, grace)
        if when is not None and when <= now:
            return seat
    return None


def run_out(clocks: Clocks, seat: int, decision: str) -> Clocks:
    return _with(clocks, seat, Clock(0, out=decision))


def mercy(pace: Pace) -> int:
    """What a decision has, in ms, where its end passed while no server was there to hear the answer."""
    return 30_000 if isinstance(pace, Live) else 3_600_000


def unwatched(clock: Clock, pace: Pace, now: int, grace: int) -> bool:
    """Whether the clock's end passed while no server looked, for the first time in this decision."""
    when = end(clock, pace, grace)
    return when is not None and not clock.spared and now - when > WATCHED


def spare(clocks: Clocks, pace: Pace, seat: int, now: int) -> Clocks:
    return _with(clocks, seat, Clock(mercy(pace), now, spared=True))


def _with(clocks: Clocks, seat: int, clock: Clock) -> Clocks:
    return (*clocks[:seat], clock, *clocks[seat + 1 :])


def resumed(clocks: Clocks, pace: Pace, served_since: int) -> Clocks:
    """After a start of the server: by a live pace nobody pays for the time in which it was away."""
    if not isinstance(pace, Live):
        return clocks

    def resume(clock: Clock) -> Clock:
        if clock.since is None or clock.since >= served_since:
            return clock
        return replace(clock, left=max(clock.left, mercy(pace)), since=served_since)

    return tuple(resume(clock) for clock in clocks)
