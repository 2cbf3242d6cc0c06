"""Paces: how much time people have, as `/option pace` names it and as it passes."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Annotated
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

Hour = Annotated[int, Meta(ge=0, le=23)]

_SECOND, _MINUTE, _HOUR = 1_000, 60_000, 3_600_000  # ms
_LONGEST_QUIET = 16  # hours: the rest of the day is there to play
_LIVE = re.compile(r"live (\d{1,3})\+(\d{1,3})", re.IGNORECASE | re.ASCII)
_SLOW = re.compile(r"slow (\d{1,3})([hd])(?: quiet (\d{1,2})-(\d{1,2}) ([\w+/-]{1,40}))?", re.IGNORECASE | re.ASCII)


class Quiet(msgspec.Struct, frozen=True):
    """Hours of every day in which clocks stand still; they may go over midnight."""

    begins: Hour
    ends: Hour
    zone: Annotated[str, Meta(max_length=40)]

    @property
    def hours(self) -> int:
        return (self.ends - self.begins) % 24


class Live(msgspec.Struct, frozen=True, tag_field="kind", tag="live"):
    """A bank for the whole game; every decision made adds the increment."""

    bank: Annotated[int, Meta(ge=0, le=180)]  # minutes
    increment: Annotated[int, Meta(ge=0, le=300)]  # seconds


class Slow(msgspec.Struct, frozen=True, tag_field="kind", tag="slow"):
    """So much for every decision."""

    hours: Annotated[int, Meta(ge=1, le=336)]
    quiet: Quiet | None = None


Pace = Live | Slow


def read(text: str) -> Pace | None:
    """A pace in words: none, live 5+10, slow 24h, slow 3d quiet 22-8 Europe/Helsinki. Raises ValueError."""
    words = " ".join(text.split())
    if words.casefold() == "none":
        return None
    if live := _LIVE.fullmatch(words):
        bank, increment = map(int, live.groups())
        if bank == increment == 0:
            raise ValueError(text)
        return msgspec.convert({"kind": "live", "bank": bank, "increment": increment}, Live)
    slow = _SLOW.fullmatch(words)
    if not slow:
        raise ValueError(text)
    count, unit, begins, ends, zone = slow.groups()
    quiet = None if zone is None else _quiet(int(begins), int(ends), zone)
    hours = int(count) * (24 if unit.casefold() == "d" else 1)
    return msgspec.convert({"kind": "slow", "hours": hours, "quiet": quiet}, Slow)


def _quiet(begins: int, ends: int, zone: str) -> dict[str, object]:
    try:
        ZoneInfo(zone)
    except (KeyError, OSError) as unknown:  # OSError: the name of a folder of zones
        raise ValueError(zone) from unknown
    if not 1 <= (ends - begins) % 24 <= _LONGEST_QUIET:
        raise ValueError(f"{begins}-{ends}")
    return {"begins": begins, "ends": ends, "zone": zone}


def told(pace: Pace | None) -> tuple[str, dict[str, str | int]]:
    """The sentence that tells of a pace, and what to fill in."""
    if pace is None:
        return "note-pace-none", {}
    if isinstance(pace, Live):
        return "note-pace-live", {"minutes": pace.bank, "seconds": pace.increment}
    days, hours = divmod(pace.hours, 24)
    time: dict[str, str | int] = {"days": 0, "hours": pace.hours} if hours else {"days": days, "hours": 0}
    if pace.quiet is None:
        return "note-pace-slow", time
    return "note-pace-quiet", {**time, "begins": pace.quiet.begins, "ends": pace.quiet.ends, "zone": pace.quiet.zone}


def bank(pace: Pace) -> int:
    """What a clock holds as a game begins, in ms."""
    return pace.bank * _MINUTE if isinstance(pace, Live) else pace.hours * _HOUR


def increment(pace: Pace) -> int:
    """What a decision made adds, in ms."""
    return pace.increment * _SECOND if isinstance(pace, Live) else 0


def spent(pace: Pace, since: int, until: int) -> int:
    """How much of a time counts, in ms; since and until are ms since 1970."""
    counted = max(0, until - since)
    for begins, ends in rests(pace, since, until):
        counted -= ends - begins
    return counted


def end(pace: Pace, since: int, left: int) -> int:
    """When a clock that runs since then has used up what was left, in ms since 1970."""
    when = since + left
    for begins, ends in _rests(pace, since):
        if begins >= when:
            break
        when += ends - max(begins, since)
    return when


def rests(pace: Pace, since: int, until: int) -> list[tuple[int, int]]:
    """The quiet times between two moments."""
    found = []
    for begins, ends in _rests(pace, since):
        if begins >= until:
            break
        found.append((max(begins, since), min(ends, until)))
    return found


def _rests(pace: Pace, since: int) -> Iterator[tuple[int, int]]:
    """The quiet times that end after a moment, without end."""
    quiet = pace.quiet if isinstance(pace, Slow) else None
    if quiet is None:
        return
    zone = _zone(quiet.zone)
    day = datetime.fromtimestamp(since / 1000, zone).date() - timedelta(days=1)
    while True:
        begins = datetime.combine(day, time(quiet.begins), zone)
        later = day if quiet.ends > quiet.begins else day + timedelta(days=1)
        ends = datetime.combine(later, time(quiet.ends), zone)
        day += timedelta(days=1)
        # Where the clocks of a country are put on, an hour that is not there has no length.
        if _ms(ends) > max(since, _ms(begins)):
            yield _ms(begins), _ms(ends)


def _zone(name: str) -> tzinfo:
    """A table that comes from a machine that knows more zones must not stall for it."""
    try:
        return ZoneInfo(name)
    except (KeyError, OSError):
        return UTC


def _ms(when: datetime) -> int:
    return int(when.timestamp()) * 1000
