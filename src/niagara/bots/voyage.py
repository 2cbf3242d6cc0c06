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

FEW_CARDS = 4  # with more in hand there is always a fitting one; the rounds are those of a full hand

Rounds = list[float]  # by place
Goals = list[list[Rounds]]  # by goal and flag


class Voyage:
    """The voyages of one sort of canoe; `bonus` is the elk's points."""

    def __init__(self, spirits: bool, players: int, random_fork: bool, seats: int, bonus: int) -> None:
        self._flags = (2,) if random_fork else (0, 1)
        self._hand = SPIRITS_HAND if spirits else BASE_HAND
        speeds = typical_speeds(self._hand, players)
        self._rivers = {flag: River(flag, speeds) for flag in self._flags}
        self._outcomes = [
            [_outcomes(place, card, seats, bonus) for card in range(CHOICE + 1)] for place in range(R7 + 1)
        ]
        self._known: dict[int, Goals] = {}
        self._typical: Goals = _nothing()
        change = CLOSE_ENOUGH
        while change >= CLOSE_ENOUGH:
            before = self._typical
            self._typical = self._one_round_more(self._hand)
            change = max(
                abs(new - old)
                for goals in zip(before, self._typical, strict=True)
                for flags in zip(*goals, strict=True)
                for old, new in zip(*flags, strict=True)
            )

    def rounds(self, hand: int) -> Goals:
        """The rounds by goal, flag and place with these cards still to play; then the whole hand again (R2.6)."""
        if not hand or hand.bit_count() > FEW_CARDS:
            return self._typical
        known = self._known.get(hand)
        if known is None:
            known = self._known[hand] = self._one_round_more(hand)
        return known

    def _one_round_more(self, hand: int) -> Goals:
        """The rounds when one card of the hand is played now."""
        found = _nothing()
        cards = [card for card in range(CHOICE + 1) if hand >> card & 1]
        laters = [self.rounds(hand & ~(1 << card)) for card in cards]
        for flag in self._flags:
            river = self._rivers[flag]
            homes = [river.all_rounds_after(later[HOME]) for later in laters]
            for goal in (HOME, *range(COLOURS)):
                stills = homes if goal == HOME else [river.all_rounds_after(later[goal]) for later in laters]
                rounds = found[goal][flag]
                for place in range(R7 + 1):
                    values = []
                    for card, later, still, loaded in zip(cards, laters, stills, homes, strict=True):
                        if card == LASSO:  # on the bank the river does not take it
                            values.append(later[goal][flag][place])
                            continue
                        ends = self._outcomes[place][card]
                        best = min(
                            [loaded[end] if gem == goal else still[end] for end, gem in ends if gem in (-1, goal)]
                        )
                        if card == CHOICE and place != CAMP:  # it moves one canoe of the two
                            best = (best + still[place]) / 2
                        values.append(best)
                    rounds[place] = 1 + _better_of_two(values)
                if goal == HOME:
                    rounds[CAMP] = 0.0
                else:
                    rounds[LOST] = BUY_BACK_ROUNDS + rounds[CAMP]
            found[HOME][flag][LOST] = found[YELLOW][flag][LOST]
        return found


def _nothing() -> Goals:
    return [[[0.0] * PLACES for _ in range(3)] for _ in range(COLOURS + 1)]


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


class River:
    """One river movement, as far as it is known: where a canoe may be after it, by the place before."""

    def __init__(self, flag: int, speeds: list[float]) -> None:
        self._ways: list[list[tuple[int, int, float]]] = []  # by place: flag and place afterwards, and the chance
        for place in range(PLACES):
            ways = []
            for pushes, chance in enumerate(speeds):
                if chance:
                    later = flag ^ (pushes & 1) if flag < 2 else flag
                    ways += [(later, end, chance * likely) for end, likely in drifted(place, flag, pushes)]
            self._ways.append(ways)

    def rounds_after(self, by_flag: list[Rounds], place: int) -> float:
        """The rounds that are left once the river has moved, from a place before it moves."""
        return sum([chance * by_flag[flag][end] for flag, end, chance in self._ways[place]])

    def all_rounds_after(self, by_flag: list[Rounds]) -> Rounds:
        """The same from every place."""
        return [self.rounds_after(by_flag, place) for place in range(PLACES)]


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
