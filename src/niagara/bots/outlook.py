"""What the river may do next, as far as a seat can know: the chances of its speeds, and of a fall."""

from functools import cache

from niagara.rules.board import CLOUD, HIDDEN, LOST, NO_CARD
from niagara.rules.position import View
from niagara.rules.river import pushed

MOST_SPEED = 9  # a 7 and a storm


def speed_chances(view: View, weather: int | None = None) -> list[float]:
    """The chance of each speed of the coming river movement, 0 to MOST_SPEED (R6.1), in a given weather or the present one.

    Open cards are known, and a seat knows its own; every other seat is taken to play any card of its hand alike, and a Cloud to go
    either way; the weather is reckoned apart from the lowest card.
    """
    hands = [view.hands[seat] if card in (HIDDEN, NO_CARD) else 1 << card for seat, card in enumerate(view.cards)]
    weathers = {view.weather if weather is None else weather: 1.0}
    for seat, hand in enumerate(hands):
        if hand >> CLOUD & 1 and not view.opened >> seat & 1:
            weathers = _clouded(weathers, 1 / hand.bit_count())
    chances = [0.0] * (MOST_SPEED + 1)
    for lowest, likely in enumerate(lowest_chances(hands)):
        if likely:
            for marker, chance in weathers.items():
                chances[max(0, lowest + marker)] += likely * chance
    return chances


def lowest_chances(hands: list[int]) -> list[float]:
    """The chance of each lowest number, 0 to 7, when every seat plays one card of its hand; no number counts as 0 (R6.1)."""
    at_least = [1.0] * (CLOUD + 1)  # the chance that no card is a number below this one
    for hand in hands:
        cards = hand.bit_count()
        for number in range(CLOUD + 1):
            at_least[number] *= (hand >> number).bit_count() / cards
    return [at_least[CLOUD], *[at_least[number] - at_least[number + 1] for number in range(1, CLOUD)]]


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
