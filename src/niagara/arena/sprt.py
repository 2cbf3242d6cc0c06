"""An early stop: the sequential probability ratio test, with deals as its units."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from statistics import fmean

FEWEST = 10  # deals, before which nothing is said about how they vary
_ADDED = 3  # deals with the variance of independent games: a few that happen to be alike must not look certain


@dataclass(frozen=True)
class Sprt:
    """Is the first bot's share of the wins `p0`, or is it `p1`?

    `alpha` is the chance to say p1 where p0 is true, `beta` the chance to say p0 where p1 is true. The seatings of a deal hang together,
    so a deal is one observation: its share is the mean over its games. The logarithm of the likelihood ratio is that of a normal
    distribution whose variance is the one observed (the generalised test of chess engines' testing frameworks).
    """

    p0: float = 0.5
    p1: float = 0.55
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's: below the first p0 is accepted, above the second p1."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, shares: Sequence[float], games: int) -> float:
        """The log-likelihood ratio after deals of so many games each with these shares of the first bot."""
        mean = fmean(shares) if shares else 0.5
        spread = sum((share - mean) ** 2 for share in shares) + _ADDED * 0.25 / games
        variance = spread / max(len(shares) - 1, 1)
        return (self.p1 - self.p0) * sum(share - (self.p0 + self.p1) / 2 for share in shares) / variance

    def verdict(self, shares: Sequence[float], games: int) -> float | None:
        """p0 or p1, or None while both are possible."""
        if len(shares) < FEWEST:
            return None
        low, high = self.bounds
        ratio = self.ratio(shares, games)
        if low < ratio < high:
            return None
        return self.p1 if ratio >= high else self.p0


def share_of_elo(elo: float) -> float:
    """The share of the wins that a difference of Elo points stands for."""
    return 1 / (1 + 10 ** (-elo / 400))
