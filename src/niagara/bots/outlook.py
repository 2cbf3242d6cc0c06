"""What the river may do next, as far as a seat can know: the chances of its speeds, and of a fall."""

from functools import cache

from niagara.rules.board import CLOUD, HIDDEN, LOST, NO_CARD
from niagara.rules.position import View
from niagara.rules.river import pushed

MOST_SPEED = 9  # a 7 and a storm


def speed_chances(view: View) -> list[float]:
    """The chance of each speed of the coming river movement, 0 to MOST_SPEED (R6.1).

    Open cards are known; every other seat is taken to play any card of its hand alike, and a Cloud to go either way.
    """
    known = CLOUD
    at_least = [1.0] * (CLOUD + 1)  # the chance that no card still to be turned over is a lower number
    weathers = {view.weather: 1.0}
    for seat, card in enumerate(view.cards):
        if view.opened >> seat & 1:
            known = min(known, card)
        elif card not in (HIDDEN, NO_CARD):
            at_least = [chance if number <= card or card >= CLOUD else 0.0 for number, chance in enumerate(at_least)]
        else:
            hand = view.hands[seat]
            cards = hand.bit_count()
            for number in range(CLOUD + 1):
                at_least[number] *= (cards - (hand & (1 << number) - 1).bit_count()) / cards
            if hand >> CLOUD & 1:
                weathers = _clouded(weathers, 1 / cards)
    chances = [0.0] * (MOST_SPEED + 1)
    for lowest in range(1, known + 1):
        chance = at_least[lowest] - (at_least[lowest + 1] if lowest < known else 0.0)
        for weather, likely in weathers.items():
            chances[max(0, lowest % CLOUD + weather)] += chance * likely  # no number at all counts as 0
    return chances


def _clouded(weathers: dict[int, float], chance: float) -> dict[int, float]:
    """The weathers after a Cloud that is played by this chance (R5.13)."""
    after: dict[int, float] = {}
    for weather, likely in weathers.items():
        ways = [moved for moved in (weather - 1, weather + 1) if -1 <= moved <= 2]
        after[weather] = after.get(weather, 0.0) + likely * (1 - chance)
        for moved in ways:
            after[moved] = after.get(moved, 0.0) + likely * chance / len(ways)
    return after


@cache
def drifted(place: int, flag: int, pushes: int) -> tuple[tuple[int, float], ...]:
    """Where a disc may be after pushes, with the chances; one place for sure unless chance draws the arms (R6.2, R9)."""
    if not pushes:
        return ((place, 1.0),)
    places: dict[int, float] = {}
    for arm, likely in ((flag, 1.0),) if flag < 2 else ((0, 0.5), (1, 0.5)):
        after = pushed(place, arm)
        for end, chance in drifted(after, flag ^ 1 if flag < 2 else flag, pushes - 1):
            places[end] = places.get(end, 0.0) + likely * chance
    return tuple(places.items())


def fall_chance(place: int, flag: int, speeds: list[float]) -> float:
    """The chance that the coming river movement takes a canoe on a place over the waterfall."""
    return sum(
        chance * likely
        for pushes, chance in enumerate(speeds)
        for end, likely in drifted(place, flag, pushes)
        if end == LOST and place != LOST
    )
