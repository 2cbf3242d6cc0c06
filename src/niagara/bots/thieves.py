"""Where thieves lurk: how likely a loaded canoe at a place is to be robbed before its owner moves again (R4)."""

from niagara.rules.board import CAMP, CHOICE, L6, L7, LOST, R6, R7, S5
from niagara.rules.cargo import LOAD
from niagara.rules.position import Position, View

NOW = 1.0  # of the chance that a card still hidden this round fits
NEXT_ROUND = 1.5  # of the same chance: who sees the cargo chooses his card for it
DEPTH = (0, 1, 2, 3, 4, 5, 6, 7, 6, 7)  # spaces from camp


class Thieves:
    """The other seats that act before a seat moves again, by the cards that they may play."""

    def __init__(self, view: View, seat: int) -> None:
        rules = view.rules
        self._by_distance: list[tuple[int, list[float]]] = []  # seat, chance by spaces up to the cargo
        ring_next = (view.ring + 1) % rules.players
        for other in range(rules.players):
            if other == seat:
                continue
            weight = 0.0
            if not view.opened >> other & 1:
                weight += NOW
            if (other - ring_next) % rules.players < (seat - ring_next) % rules.players:
                weight += NEXT_ROUND
            hand = view.hands[other] or rules.full_hand
            any_choice = hand >> CHOICE & 1
            fits = [0, *[(hand >> spaces & 1) + (any_choice if spaces <= 3 else 0) for spaces in range(1, 8)]]
            self._by_distance.append((other, [weight * fit / hand.bit_count() for fit in fits]))

    def chance(self, position: Position, canoe: int) -> float:
        """The chance, more or less, that a loaded canoe is robbed where it is."""
        place = position.places[canoe]
        if place in (CAMP, LOST) or position.on_bank >> canoe & 1:
            return 0.0
        found = 0.0
        for other, chances in self._by_distance:
            for thief in (2 * other, 2 * other + 1):
                start = position.places[thief]
                if start != LOST and LOAD[position.cargo[thief]] < position.seats_of(thief):
                    spaces = DEPTH[start] - DEPTH[place]
                    if spaces > 0 and (place <= S5 or _same_arm(place, start)):
                        found += chances[spaces]
        return min(found, 1.0)


def _same_arm(place: int, start: int) -> bool:
    return (place == L6 and start == L7) or (place == R6 and start == R7)
