"""The early stop keeps its promise: it errs as seldom as it was asked to, also where the games of a deal hang together."""

from math import sqrt
from random import Random

import pytest

from niagara.arena import Sprt, share_of_elo

GAMES = 6  # in a deal
MOST = 3000  # deals
TIMES = 500


def verdict(sprt: Sprt, share: float, together: float, random: Random) -> tuple[float | None, int]:
    """What the test says where the first bot's true share is `share`, and after how many deals."""
    shares: list[float] = []
    while len(shares) < MOST:
        luck = random.random()
        wins = sum((luck if random.random() < together else random.random()) < share for _ in range(GAMES))
        shares.append(wins / GAMES)
        if (said := sprt.verdict(shares, GAMES)) is not None:
            return said, len(shares)
    return None, MOST


@pytest.mark.parametrize(
    ("p0", "p1", "together"), [(0.5, 0.6, 0.0), (0.5, 0.6, 0.6), (0.5, 0.55, 0.0), (0.85, 0.93, 0.0)]
)
@pytest.mark.parametrize("true", [0, 1])
def test_it_errs_as_seldom_as_it_was_asked_to(true: int, p0: float, p1: float, together: float) -> None:
    """Asked after every deal, as the arena asks; also where one is far better."""
    sprt, truth = Sprt(p0, p1, alpha=0.05, beta=0.05), (p0, p1)[true]
    random = Random(f"{truth} {together}")
    said = [verdict(sprt, truth, together, random) for _ in range(TIMES)]
    wrong = sum(accepted != truth for accepted, _ in said)
    assert wrong / TIMES <= 0.05 + 2 * sqrt(0.05 * 0.95 / TIMES)
    assert all(accepted is not None for accepted, _ in said)
    assert sum(deals for _, deals in said) / TIMES < 400


def test_it_is_early_where_the_difference_is_large() -> None:
    random = Random(1)
    assert max(verdict(Sprt(0.5, 0.55), 0.95, 0.3, random)[1] for _ in range(50)) <= 12


def test_it_says_nothing_before_it_has_seen_some_deals() -> None:
    assert Sprt().verdict([1.0] * 9, GAMES) is None
    assert Sprt().verdict([1.0] * 40, GAMES) == 0.55
    assert Sprt().verdict([0.0] * 40, GAMES) == 0.5
    assert Sprt().verdict([0.5, 0.55] * 4, GAMES) is None
    assert Sprt().ratio([], GAMES) == 0


def test_elo_points_are_shares_of_the_wins() -> None:
    assert share_of_elo(0) == 0.5
    assert share_of_elo(400) == pytest.approx(10 / 11)
    assert share_of_elo(-35) == pytest.approx(1 - share_of_elo(35))
