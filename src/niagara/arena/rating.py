"""OpenSkill ratings (Plackett and Luce's model) from the games of a tournament."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from niagara.arena.course import Deal
from niagara.arena.extra import missing
from niagara.arena.intervals import Z_95


@dataclass(frozen=True)
class Rating:
    """A strength on OpenSkill's scale, on which everyone begins with 25, and its standard deviation."""

    mu: float
    sigma: float

    @property
    def reach(self) -> float:
        """Half the width of its 95 % interval."""
        return Z_95 * self.sigma


def ratings(deals: Sequence[Deal], entries: int) -> list[Rating]:
    """By entry. Refusal if OpenSkill is not installed.

    The winners of a game share first place and all others the second (R8.3: what they brought home is for show). An entry on several
    chairs moves by the mean of what its chairs would move. Bots do not learn on the way, so no doubt is added with time (tau = 0).
    """
    try:
        from openskill.models import PlackettLuce  # an extra
    except ModuleNotFoundError as error:
        raise missing(error) from error
    model = PlackettLuce(tau=0.0)
    known = [Rating(model.mu, model.sigma)] * entries
    for deal in deals:
        for seats, played in deal.games:
            if len(set(seats)) > 1:
                teams = [[model.rating(mu=known[entry].mu, sigma=known[entry].sigma)] for entry in seats]
                ranks = [0.0 if seat in played.winners else 1.0 for seat in range(len(seats))]
                after = [team[0] for team in model.rate(teams, ranks=ranks)]
                for entry in set(seats):
                    chairs = [rating for sitting, rating in zip(seats, after, strict=True) if sitting == entry]
                    known[entry] = Rating(fmean(chair.mu for chair in chairs), fmean(chair.sigma for chair in chairs))
    return known
