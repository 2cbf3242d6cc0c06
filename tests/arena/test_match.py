"""Matches between bots: the same again on the same seed, fair in seats, and won by the better one."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from niagara.arena import Match, Played, play_game, play_match, tally, wilson
from niagara.rules import RANDOM, RuleSet

FOUR_DRIFTERS = Match(RuleSet(players=4, round_limit=30), ("drifter",) * 4, games=8, seed=5)
PADDLER = ("paddler", "drifter", "drifter", "drifter")


def test_a_match_is_the_same_again_and_on_several_workers() -> None:
    played = list(play_match(FOUR_DRIFTERS))
    with ThreadPoolExecutor(3) as executor:
        assert list(play_match(FOUR_DRIFTERS, executor)) == played
    assert [game.game for game in played] == list(range(8))
    assert play_game(FOUR_DRIFTERS, 5) == played[5]
    assert list(play_match(replace(FOUR_DRIFTERS, seed=6))) != played


def test_a_match_draws_the_arms_where_chance_does() -> None:
    """R9, fork=random."""
    match = Match(RuleSet(players=3, fork=RANDOM, round_limit=30), ("drifter",) * 3, games=3)
    assert list(play_match(match)) == list(play_match(match))


def test_nobody_wins_at_the_round_limit() -> None:
    """R8.4."""
    match = Match(RuleSet(players=3, round_limit=2), ("drifter",) * 3, games=2)
    assert [(game.winners, game.rounds) for game in play_match(match)] == [((), 2), ((), 2)]


def test_every_entry_sits_everywhere_equally_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """R1.9: over players x players games each entry has each seat, and each seat the ring, equally often."""
    sat: list[tuple[int, str]] = []

    class Noting:
        name = "Noting"

        def __init__(self, strength: str) -> None:
            self.strength = strength

        def choose(self, view: object, seat: int, moves: list[int]) -> int:
            sat.append((seat, self.strength))
            return moves[0]

    monkeypatch.setattr("niagara.bots.make", lambda strength, seed: Noting(strength))
    match = Match(RuleSet(players=3, round_limit=1), ("x", "y", "z"), games=9)
    for game in range(9):
        sat.clear()
        play_game(match, game)
        assert {(strength, seat) for seat, strength in sat} == {
            (strength, (entry + game) % 3) for entry, strength in enumerate(match.strengths)
        }


def test_results_are_counted_by_entry_wherever_it_sat() -> None:
    """R8.2: a shared win is a win of each."""
    match = Match(RuleSet(players=3), ("drifter",) * 3, games=4)
    played = [Played(0, (0,), (4, 1, 2), 9, 90), Played(1, (0, 2), (4, 0, 4), 12, 99)]
    played += [Played(2, (), (1, 1, 1), 100, 900), Played(3, (2,), (3, 2, 5), 14, 120)]
    rows = tally(match, played)
    assert [(row.wins, row.shared, row.rate) for row in rows] == [(2, 1, 0.5), (0, 0, 0.0), (2, 1, 0.5)]
    assert rows[0].home == 3.0
    assert (rows[1].low, rows[1].high) == wilson(0, 4)


@given(st.integers(1, 2000), st.data())
def test_the_interval_holds_the_rates_that_the_result_does_not_contradict(games: int, data: st.DataObject) -> None:
    """Wilson: its ends are the rates from which the result is just 1.96 standard deviations away."""
    wins = data.draw(st.integers(0, games))
    low, high = wilson(wins, games)
    assert 0 <= low <= wins / games <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            assert abs(wins / games - end) == pytest.approx(1.959964 * sqrt(end * (1 - end) / games), abs=1e-9)


def test_the_interval_is_the_one_in_the_books() -> None:
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("spirits", "joe"), [(False, False), (False, True), (True, False), (True, True)])
def test_a_paddler_beats_three_drifters(spirits: bool, joe: bool) -> None:
    """24 games of a fixed seed; over many games it wins more than four in five (docs: niagara bots --match)."""
    match = Match(RuleSet(players=4, spirits=spirits, joe=joe, round_limit=100), PADDLER, games=24, seed=1)
    played = list(play_match(match))
    paddler, *drifters = tally(match, played)
    assert paddler.wins >= 17
    assert max(drifter.wins for drifter in drifters) <= 6
    assert max(game.rounds for game in played) < 100
