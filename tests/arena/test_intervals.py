"""What a rate is worth: the intervals in the books, and honest ones where games hang together."""

from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niagara.arena import rate_of, wilson
from niagara.arena.intervals import student


@settings(deadline=None)
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


@pytest.mark.parametrize(
    ("freedom", "deviations"), [(1, 12.7062), (3, 3.1824), (6, 2.4469), (10, 2.2281), (30, 2.0423), (1000, 1.9623)]
)
def test_students_quantiles_are_those_in_the_books(freedom: int, deviations: float) -> None:
    assert student(freedom) == pytest.approx(deviations, abs=2e-3)


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 9)), max_size=30))
def test_a_rate_lies_in_its_interval(deals: list[tuple[float, int]]) -> None:
    rate = rate_of([(share * of, of) for share, of in deals])
    if rate is None:
        assert not deals
    else:
        assert 0 <= rate.low <= rate.rate + 1e-9
        assert rate.rate - 1e-9 <= rate.high <= 1
        assert rate.high > rate.low


def test_one_deal_tells_nothing_and_deals_that_are_alike_not_everything() -> None:
    assert rate_of([]) is None
    (one, alike) = (rate_of([(6.0, 6.0)]), rate_of([(6.0, 6.0)] * 8))
    assert one is not None
    assert alike is not None
    assert (one.low, one.high) == (0.0, 1.0)
    assert 0.5 < alike.low < 0.7


@pytest.mark.parametrize(("rate", "together"), [(0.5, 0.0), (0.5, 1.0), (0.9, 0.5), (0.7, -1.0)])
def test_nineteen_of_twenty_intervals_hold_the_truth(rate: float, together: float) -> None:
    """Also where the games of a deal go the same way (1), half of the time (0.5), or against each other (-1)."""
    random = Random(f"{rate} {together}")
    held = 0
    for _ in range(400):
        deals = [(_deal(random, rate, together), 6.0) for _ in range(12)]
        found = rate_of(deals)
        assert found is not None
        held += found.low <= rate <= found.high
    assert held / 400 >= 0.92


def _deal(random: Random, rate: float, together: float) -> float:
    """The wins in six games of a deal."""
    luck = random.random()
    if together < 0:  # three of the games mirror the other three
        lucks = [random.random() for _ in range(3)]
        return float(sum((one < rate) + (1 - one < rate) for one in lucks))
    return float(sum((luck if random.random() < together else random.random()) < rate for _ in range(6)))
