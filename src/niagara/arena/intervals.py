"""What a rate is worth: 95 % intervals, also where the games of a deal hang together."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

Z_95 = 1.959964  # standard deviations that hold 95 % of a normal distribution
_T_95 = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706)  # the same of Student's, for 1 to 5 degrees of freedom


@dataclass(frozen=True)
class Rate:
    """A rate with the ends of its 95 % interval."""

    rate: float
    low: float
    high: float


def wilson(wins: float, games: float, deviations: float = Z_95) -> tuple[float, float]:
    """The 95 % interval of a win rate (Wilson's score interval); 0 to 1 where nothing has been played."""
    if not games:
        return 0.0, 1.0
    rate, z2 = wins / games, deviations * deviations
    centre = (rate + z2 / (2 * games)) / (1 + z2 / games)
    reach = deviations / (1 + z2 / games) * sqrt(rate * (1 - rate) / games + z2 / (4 * games * games))
    return (max(centre - reach, 0.0) if wins else 0.0), (min(centre + reach, 1.0) if wins < games else 1.0)


def rate_of(parts: Sequence[tuple[float, float]]) -> Rate | None:
    """The rate of parts in their wholes, a pair for each deal; None where nothing has been played.

    Deals are independent, the games of a deal are not. So it is told from how the deals differ to how many independent games they
    come, and for so many Wilson's interval is taken, with Student's quantile, since that difference itself is only an estimate. Deals
    that do not differ at all count as one game each.
    """
    whole = sum(of for _, of in parts)
    if not whole:
        return None
    rate = min(max(sum(part for part, _ in parts) / whole, 0.0), 1.0)
    deals = len(parts)
    if deals < 2:
        return Rate(rate, 0.0, 1.0)
    square = sum((part - rate * of) ** 2 for part, of in parts) / (whole * whole) * deals / (deals - 1)
    games = rate * (1 - rate) / square if square > 1e-12 else deals
    low, high = wilson(rate * games, games, student(deals - 1))
    return Rate(rate, low, high)


def student(freedom: int) -> float:
    """The deviations that hold 95 % of Student's distribution; an expansion in 1/freedom, good to four digits."""
    if freedom <= len(_T_95):
        return _T_95[freedom - 1]
    z = Z_95
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
