"""How many rounds a canoe needs to fetch a gem and bring it home, from every place: worked out once, for one canoe alone.

The canoe plays the better of two cards drawn blindly each round; then the river takes it by a typical speed. The expected rounds
follow by value iteration. Thieves, whirlpool and other canoes are left out: the bot looks at those when they are near.
"""

from functools import cache

from niagara.bots.outlook import MOST_SPEED, drifted, lowest_chances
from niagara.rules.board import (
    BASE_HAND,
    CAMP,
    CHOICE,
    CLOUD,
    COLOURS,
    DEPOSIT,
    LASSO,
    LOST,
    NO_STEP,
    NOWHERE,
    R7,
    SPIRITS_HAND,
    YELLOW,
)
from niagara.rules.routes import ENDINGS, MOST_POINTS, OPS_COUNT_SHIFT

BUY_BACK_ROUNDS = 4.0  # what a canoe over the fall costs before it can set out again: about a gem's voyage
TYPICAL_WEATHER = ((-1, 0.15), (0, 0.4), (1, 0.3), (2, 0.15))  # with its chances
CLOSE_ENOUGH = 0.01  # rounds
PLACES = LOST + 1
HOME = COLOURS  # the goal of a canoe that has its gem; a lesser goal is to fetch a gem of that colour

Rounds = list[float]  # by place


class Voyage:
    """The rounds of a canoe by goal, flag and place; `bonus` is the elk's points."""

    def __init__(self, spirits: bool, players: int, random_fork: bool, seats: int, bonus: int) -> None:
        self.rounds: list[list[Rounds]] = [[[0.0] * PLACES for _ in range(3)] for _ in range(COLOURS + 1)]
        flags = (2,) if random_fork else (0, 1)
        hand = SPIRITS_HAND if spirits else BASE_HAND
        cards = [card for card in range(CHOICE + 1) if hand >> card & 1]
        speeds = typical_speeds(hand, players)
        outcomes = [[_outcomes(place, card, seats, bonus) for card in cards] for place in range(R7 + 1)]
        change = CLOSE_ENOUGH
        while change >= CLOSE_ENOUGH:
            change = max(
                self._improve(goal, flag, cards, speeds, outcomes) for goal in range(HOME + 1) for flag in flags
            )

    def _improve(
        self, goal: int, flag: int, cards: list[int], speeds: list[float], outcomes: list[list[list[tuple[int, int]]]]
    ) -> float:
        """One sweep over the places; how much one of them changed at most."""
        rounds = self.rounds[goal][flag]
        loaded = after_river(self.rounds[HOME], flag, speeds)
        loaded[CAMP] = 0.0
        still = loaded if goal == HOME else after_river(self.rounds[goal], flag, speeds)
        change = 0.0
        for place in range(R7 + 1):
            values = [
                rounds[place]  # on the bank the river does not take it
                if card == LASSO
                else min(loaded[end] if gem == goal else still[end] for end, gem in ends if gem in (-1, goal))
                for card, ends in zip(cards, outcomes[place], strict=True)
            ]
            better = 1 + _better_of_two(values)
            change = max(change, abs(better - rounds[place]))
            rounds[place] = better
        rounds[LOST] = BUY_BACK_ROUNDS + self.rounds[YELLOW if goal == HOME else goal][flag][CAMP]
        return change


@cache
def voyage(spirits: bool, players: int, random_fork: bool, seats: int, bonus: int) -> Voyage:
    """The voyage of a sort of canoe, worked out when it is first asked for."""
    return Voyage(spirits, players, random_fork, seats, bonus)


def typical_speeds(hand: int, players: int) -> list[float]:
    """The chance of each speed when nothing is known but that all hands are full."""
    chances = [0.0] * (MOST_SPEED + 1)
    for lowest, likely in enumerate(lowest_chances([hand] * players)):
        for weather, chance in TYPICAL_WEATHER:
            chances[max(0, lowest + weather)] += likely * chance
    return chances


def after_river(by_flag: list[Rounds], flag: int, speeds: list[float]) -> Rounds:
    """The rounds that are left once the river has moved, by the place before it moves."""
    left = [by_flag[flag][CAMP], *[0.0] * R7, by_flag[flag][LOST]]
    for pushes, chance in enumerate(speeds):
        if chance:
            later = by_flag[flag ^ (pushes & 1) if flag < 2 else flag]
            for place in range(CAMP + 1, LOST):
                for end, likely in drifted(place, flag, pushes):
                    left[place] += chance * likely * later[end]
    return left


def _outcomes(place: int, card: int, seats: int, bonus: int) -> list[tuple[int, int]]:
    """Where a card can take a canoe, and the colour that it loads on the way, -1 for none."""
    found = {(place, -1)} if card in (CLOUD, LASSO) or place == CAMP else set()
    for points in (1, 2, 3) if card == CHOICE else (card,) if card < CLOUD else ():
        for ending in ENDINGS[NOWHERE][place][min(points + bonus, MOST_POINTS)]:
            end, loads = ending & 15, ending >> OPS_COUNT_SHIFT
            end = place if end == NO_STEP else end
            if loads <= seats:
                found.add((end, DEPOSIT[end if ending & 1 << 5 else place] if loads else -1))
    return sorted(found)


def _better_of_two(values: list[float]) -> float:
    """The expected lesser of two values drawn alike."""
    n = len(values)
    return sum(value * (2 * (n - rank) - 1) for rank, value in enumerate(sorted(values))) / (n * n)
