"""Random play to the end: dice from a seed, brought from outside."""

import copy
import pickle
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niagara import rules
from niagara.rules.playout import Dice, playout
from niagara.rules.position import OVER
from tests.rules.games import EXPANSIONS, seeds


@settings(max_examples=50, derandomize=True, deadline=None)
@given(seed=seeds, sides=st.integers(1, 1_000_000))
def test_throw_lies_within_the_sides_and_follows_from_the_seed(seed: int, sides: int) -> None:
    dice, again = Dice(seed), Dice(seed)
    throws = [dice.throw(sides) for _ in range(100)]
    assert throws == [again.throw(sides) for _ in range(100)]
    assert all(0 <= throw < sides for throw in throws)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda dice: pickle.loads(pickle.dumps(dice))])
def test_dice_go_on_where_they_were(again: Callable[[Dice], Dice]) -> None:
    """Copied, or sent to another process, in either build."""
    dice = Dice(7)
    dice.throw(6)
    other = again(dice)
    assert [other.throw(1000) for _ in range(20)] == [dice.throw(1000) for _ in range(20)]


def test_every_side_comes_up_alike() -> None:
    """Six thousand throws of a die with six sides, for a few seeds: each side within 900 and 1100."""
    for seed in (0, 1, 2, 10**18):
        dice = Dice(seed)
        counts = Counter(dice.throw(6) for _ in range(6000))
        assert sorted(counts) == list(range(6))
        assert all(900 <= count <= 1100 for count in counts.values())


def test_neighbouring_seeds_throw_differently() -> None:
    first = [tuple(Dice(seed).throw(1000) for _ in range(1)) for seed in range(500)]
    assert len(set(first)) > 350


@pytest.mark.parametrize(("spirits", "joe"), EXPANSIONS.values(), ids=EXPANSIONS.keys())
def test_playout_plays_a_whole_game_and_the_same_seed_the_same_game(spirits: bool, joe: bool) -> None:
    """R8.4: a round limit ends it."""
    ends = []
    for seed in (1, 1, 2):
        position = rules.new_game(rules.RuleSet(3, spirits, joe, fork=rules.RANDOM, round_limit=15))
        decisions = playout(position, Dice(seed))
        assert position.phase == OVER
        assert decisions >= 15 * 3
        ends.append(position)
    assert ends[0] == ends[1] != ends[2]
