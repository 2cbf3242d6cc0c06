"""The pairings of a Swiss: neighbours meet, nobody twice while it can be helped, and rests go round."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niagara.arena.swiss import Couple, pair


@settings(deadline=None)
@given(st.integers(2, 12), st.integers(1, 16), st.randoms(use_true_random=False))
def test_rounds_are_whole_and_rests_even(entries: int, rounds: int, random: Random) -> None:
    met: Counter[Couple] = Counter()
    rested = [0] * entries
    for _ in range(rounds):
        order = list(range(entries))
        random.shuffle(order)
        couples, resting = pair(order, met, rested)
        sitting = [entry for couple in couples for entry in couple] + ([] if resting is None else [resting])
        assert sorted(sitting) == list(range(entries))
        assert all(low < high for low, high in couples)
        met.update(couples)
        if resting is not None:
            rested[resting] += 1
    assert max(rested) - min(rested) <= 1


@pytest.mark.parametrize("entries", [4, 6, 8])
def test_nobody_meets_twice_before_it_cannot_be_helped(entries: int) -> None:
    met: Counter[Couple] = Counter()
    for _ in range(entries // 2):
        met.update(pair(range(entries), met, [0] * entries)[0])
    assert max(met.values()) == 1


def test_two_meet_again_and_again() -> None:
    met: Counter[Couple] = Counter()
    for _ in range(3):
        met.update(pair([1, 0], met, [0, 0])[0])
    assert met == {(0, 1): 3}


def test_neighbours_meet_and_the_last_rests_once() -> None:
    assert pair([4, 2, 0, 3, 1], {}, [0] * 5) == ([(2, 4), (0, 3)], 1)
    assert pair([4, 2, 0, 3, 1], {(2, 4): 1}, [0, 1, 0, 0, 0]) == ([(0, 4), (1, 2)], 3)


def test_a_field_in_which_all_have_met_begins_anew() -> None:
    met = dict.fromkeys(combinations(range(6), 2), 1)
    couples, resting = pair(range(6), met, [0] * 6)
    assert (len(couples), resting) == (3, None)
