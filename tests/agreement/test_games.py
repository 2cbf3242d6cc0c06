"""The engine and the second reading agree on every position of random games and of crafted ones."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.agreement.compare import compare
from tests.agreement.pipe import Pipe
from tests.agreement.positions import RULE_SETS, crafted, some_rules
from tests.agreement.walk import differences, sampled

SEEDS = st.integers(0, 2**64)
THOROUGH = 5  # at every fifth, all moves of all seats
POSITIONS = 200  # of each rule set; long runs: python -m tests.agreement


@pytest.fixture(scope="module")
def pipe() -> Iterator[Pipe]:
    with Pipe() as pipe:
        yield pipe


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_played_positions_have_the_same_moves_views_and_followers(pipe: Pipe, rule_set: str) -> None:
    """R1-R10, by actors, legal lists, views and the position after each move."""
    for found in differences(pipe, Random(f"agreement {rule_set}"), rule_set, POSITIONS, THOROUGH):
        assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize("rule_set", RULE_SETS)
@given(seed=SEEDS)
@settings(max_examples=25, deadline=None, derandomize=True, phases=[Phase.generate])
def test_any_crafted_position_has_the_same_moves_and_followers(pipe: Pipe, rule_set: str, seed: int) -> None:
    """Positions that games seldom reach: all legal moves are tried, so that the rare rules meet (R5-R7)."""
    random = Random(seed)
    position = crafted(random, some_rules(random, rule_set))
    found = compare(
        pipe, position, sampled(random, position, everything=True, strays=[]), everything=True, random=random
    )
    assert not found, "\n".join(map(str, found))
