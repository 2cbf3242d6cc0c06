"""Paces in words, and how time passes by them."""

import os
import subprocess
import sys
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from niagara.server import paces
from niagara.server.paces import Live, Pace, Quiet, Slow
from niagara.words import say

HELSINKI = ZoneInfo("Europe/Helsinki")
HOUR = 3_600_000
NIGHT = Slow(24, Quiet(22, 8, "Europe/Helsinki"))


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=HELSINKI).timestamp()) * 1000


def test_zones_are_known_on_a_machine_that_has_none() -> None:
    code = "from niagara.server import paces; print(paces.read('slow 24h quiet 22-8 Europe/Helsinki').quiet.zone)"
    bare = {**os.environ, "PYTHONTZPATH": ""}
    done = subprocess.run([sys.executable, "-c", code], env=bare, capture_output=True, text=True, check=True)
    assert done.stdout == "Europe/Helsinki\n"


@pytest.mark.parametrize(
    ("text", "pace"),
    [
        ("none", None),
        ("NONE", None),
        ("live 5+10", Live(5, 10)),
        (" Live  0+30 ", Live(0, 30)),
        ("live 180+300", Live(180, 300)),
        ("slow 24h", Slow(24)),
        ("slow 14d", Slow(336)),
        ("Slow 24H Quiet 22-8 Europe/Helsinki", NIGHT),
        ("slow 1h quiet 8-0 UTC", Slow(1, Quiet(8, 0, "UTC"))),
    ],
)
def test_a_pace_is_read(text: str, pace: Pace | None) -> None:
    assert paces.read(text) == pace


@pytest.mark.parametrize(
    "text",
    [
        "", "live", "live 5", "live 0+0", "live 181+0", "live 5+301", "live -5+10", "live ٥+10", "live 5+10 quiet 22-8 UTC",
        "slow", "slow 0h", "slow 337h", "slow 15d", "slow 24", "slow 24h quiet", "slow 24h quiet 22-8",
        "slow 24h quiet 8-8 UTC", "slow 24h quiet 8-1 UTC", "slow 24h quiet 24-8 UTC", "slow 24h quiet 22-8 Atlantis/Capital",
        "slow 24h quiet 22-8 Europe", "slow 24h quiet 22-8 ../../secret", "slow 24h quiet 22-8 /secret", "fast",
        "slow 24h quiet 22-8 " + "a" * 41,
    ],
)  # fmt: skip
def test_what_is_no_pace_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  (its words are for nobody: the room says what a pace may be)
        paces.read(text)


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (None, "no clock."),
        (Live(5, 10), "live, 5 min for the game and 10 s for each decision."),
        (Live(0, 30), "live, 0 min for the game and 30 s for each decision."),
        (Slow(1), "slow, 1 hour for each decision."),
        (Slow(8), "slow, 8 hours for each decision."),
        (Slow(24), "slow, 1 day for each decision."),
        (Slow(72), "slow, 3 days for each decision."),
        (NIGHT, "slow, 1 day for each decision. No clock runs from 22:00 to 8:00 (Europe/Helsinki)."),
    ],
)
def test_a_pace_is_told_in_words_that_people_use(pace: Pace | None, words: str) -> None:
    key, figures = paces.told(pace)
    assert say(key, **figures) == f"The table is changed: {words}"


def test_by_night_the_clock_stands_still() -> None:
    evening, morning = at("2026-11-30T21:00"), at("2026-12-01T09:00")
    assert paces.spent(NIGHT, evening, morning) == 2 * HOUR
    assert paces.rests(NIGHT, evening, morning) == [(at("2026-11-30T22:00"), at("2026-12-01T08:00"))]
    assert paces.end(NIGHT, evening, 2 * HOUR) == morning
    assert paces.end(NIGHT, evening, 24 * HOUR) == at("2026-12-02T17:00")  # 1 hour, 14, and 9


def test_what_begins_in_the_night_runs_from_the_morning() -> None:
    assert paces.end(NIGHT, at("2026-12-01T03:00"), HOUR) == at("2026-12-01T09:00")
    assert paces.spent(NIGHT, at("2026-12-01T03:00"), at("2026-12-01T07:00")) == 0


def test_time_that_ends_as_the_night_begins_has_ended() -> None:
    assert paces.end(NIGHT, at("2026-12-01T21:00"), HOUR) == at("2026-12-01T22:00")


def test_quiet_hours_follow_the_clocks_of_their_country() -> None:
    """On 29 March 2026 the night in Helsinki is an hour shorter, on 25 October an hour longer."""
    for evening, hours in (("2026-03-28T22:00", 9), ("2026-10-24T22:00", 11), ("2026-06-01T22:00", 10)):
        [(begins, ends)] = paces.rests(NIGHT, at(evening), at(evening) + 20 * HOUR)
        assert (begins, ends - begins) == (at(evening), hours * HOUR)


def test_an_hour_that_the_country_leaves_out_is_no_quiet_time() -> None:
    pace = Slow(24, Quiet(3, 4, "Europe/Helsinki"))
    assert paces.rests(pace, at("2026-03-29T00:00"), at("2026-03-29T12:00")) == []


def test_a_machine_that_does_not_know_the_zone_takes_the_hours_of_the_world() -> None:
    """It came with the table from another machine; to refuse it now would stall the game."""
    unknown, world = (Slow(24, Quiet(22, 8, zone)) for zone in ("Atlantis/Capital", "UTC"))
    assert paces.end(unknown, at("2026-12-01T12:00"), 24 * HOUR) == paces.end(world, at("2026-12-01T12:00"), 24 * HOUR)


QUIETS = st.builds(
    lambda begins, hours, zone: Quiet(begins, (begins + hours) % 24, zone),
    st.integers(0, 23), st.integers(1, 16), st.sampled_from(["Europe/Helsinki", "America/St_Johns", "Australia/Lord_Howe", "UTC"]),
)  # fmt: skip
PACES = st.one_of(
    st.builds(Live, st.integers(0, 180), st.integers(1, 300)),
    st.builds(Slow, st.integers(1, 336), st.none() | QUIETS),
)
MOMENTS = st.integers(at("2026-01-01T00:00"), at("2027-01-01T00:00"))


@given(PACES, MOMENTS, st.integers(1, 14 * 24 * HOUR))
def test_at_the_end_all_is_spent_and_a_moment_before_not_yet(pace: Pace, since: int, left: int) -> None:
    end = paces.end(pace, since, left)
    assert paces.spent(pace, since, end) == left
    assert paces.spent(pace, since, end - 1) == left - 1


@given(PACES, MOMENTS, st.integers(0, 40 * HOUR), st.integers(0, 40 * HOUR))
def test_time_spent_in_two_parts_is_the_time_spent(pace: Pace, since: int, first: int, second: int) -> None:
    middle, until = since + first, since + first + second
    assert paces.spent(pace, since, until) == paces.spent(pace, since, middle) + paces.spent(pace, middle, until)
