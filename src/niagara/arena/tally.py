"""What the games of a match come to: win rates, and how far they can be trusted."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean

from niagara.arena.match import Match, Played

Z_95 = 1.959964  # standard deviations that hold 95 % of a normal distribution


@dataclass(frozen=True)
class Row:
    """One entry's result."""

    entry: int
    strength: str
    games: int
    wins: int  # alone or shared (R8.2)
    shared: int  # of these
    rate: float
    low: float  # of the 95 % interval
    high: float
    home: float  # gems brought home, on average


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a win rate (Wilson's score interval); 0 to 1 where nothing has been played."""
    if not games:
        return 0.0, 1.0
    rate, z2 = wins / games, Z_95 * Z_95
    centre = (rate + z2 / (2 * games)) / (1 + z2 / games)
    reach = Z_95 / (1 + z2 / games) * sqrt(rate * (1 - rate) / games + z2 / (4 * games * games))
    return (centre - reach if wins else 0.0), (centre + reach if wins < games else 1.0)


def tally(match: Match, played: Sequence[Played]) -> list[Row]:
    """The results by entry, in the order of the match."""
    rows = []
    for entry, strength in enumerate(match.strengths):
        won = [game for game in played if entry in game.winners]
        low, high = wilson(len(won), len(played))
        rows.append(
            Row(
                entry=entry,
                strength=strength,
                games=len(played),
                wins=len(won),
                shared=sum(len(game.winners) > 1 for game in won),
                rate=len(won) / len(played) if played else 0.0,
                low=low,
                high=high,
                home=mean(game.home[entry] for game in played) if played else 0.0,
            )
        )
    return rows
