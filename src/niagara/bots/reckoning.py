"""How far each seat is from winning, in rounds: the nearest of the ways to win, with canoes and cargoes under way (R8.1)."""

from math import exp, log

from niagara.bots.outlook import speed_chances
from niagara.bots.thieves import Thieves
from niagara.bots.voyage import HOME, River, voyage
from niagara.rules.board import CAMP, COLOURS, LOST, count, size
from niagara.rules.cargo import GEMS
from niagara.rules.finish import ways_met
from niagara.rules.position import OVER, Position, View
from niagara.rules.ruleset import RANDOM

PLENTY = 4  # gems of a colour: nobody needs more
CANOES_ABREAST = 1.7  # voyages at a time of two canoes: they share each card, and one launch a turn
WON = -4.0  # rounds: a way is met, only the round must end
SCARCE = 3.0  # rounds more for a gem that its deposit holds no more
SECOND_GEM = 0.75  # of a voyage, where one canoe has two seats
JUNK = 1.5  # rounds at most to be rid of a cargo that serves nothing
ROBBED = 2.0  # rounds that a stolen gem costs beyond the way home
CHOICES = 0.8  # rounds: how far apart two ways to win may be and the farther still counts for something
RIVALRY = 2.0  # rounds: a lead of so many is decisive
STRANDED = 2.0  # rounds more when both canoes are lost
VICTORY = 20.0  # beyond every score of an unfinished game


class Reckoning:
    """Judges positions that follow from one view, by what is known of the river in it."""

    def __init__(self, view: View, seat: int, weather: int, river_moved: bool) -> None:
        self._seat = seat
        self._thieves = Thieves(view, seat)
        self._rules = view.rules
        self._standing = River(view.flag, [1.0])
        self._in_water = self._standing if river_moved else River(view.flag, speed_chances(view, weather))
        self._rounds_at: dict[tuple[int, int, int, int, bool], list[float]] = {}
        self._camp = self._ahead(1, 0, 0, CAMP, False)
        self._nearest = sorted(range(COLOURS), key=self._camp.__getitem__)
        self._share = SECOND_GEM if self._rules.spirits else 1.0
        self._known: dict[tuple[int, ...], float] = {}

    def _ahead(self, seats: int, bonus: int, hand: int, place: int, stays: bool) -> list[float]:
        """The rounds to each goal for a canoe at a place, before the river moves."""
        key = (seats, bonus, hand, place, stays)
        ahead = self._rounds_at.get(key)
        if ahead is None:
            rules = self._rules
            sort = voyage(rules.spirits, rules.players, rules.fork == RANDOM, seats, bonus)
            river = self._standing if stays else self._in_water
            ahead = [river.rounds_after(rounds, place) for rounds in sort.rounds(hand)]
            self._rounds_at[key] = ahead
        return ahead

    def score(self, position: Position) -> float:
        """How well the seat stands among all: the logarithm of its share of the chances to win."""
        seat = self._seat
        if position.phase == OVER:
            if not position.winners >> seat & 1:
                return -VICTORY
            return VICTORY / position.winners.bit_count()
        stock = [min(count(bag, colour), PLENTY) for colour, bag in enumerate(position.deposits)]
        own = self.rounds(position, seat, stock)
        for canoe in (2 * seat, 2 * seat + 1):
            if position.cargo[canoe]:
                own += ROBBED * self._thieves.chance(position, canoe)
        total = 0.0
        for other in range(position.rules.players):
            total += exp((own - self.rounds(position, other, stock)) / RIVALRY)
        return -log(total)

    def rounds(self, position: Position, seat: int, stock: list[int]) -> float:
        """The rounds that a seat needs to win."""
        first = 2 * seat
        key = (
            position.home[seat], position.hands[seat], position.places[first], position.places[first + 1], position.cargo[first],
            position.cargo[first + 1], _standing(position, seat), position.elk - first if position.elk >> 1 == seat else -1, *stock,
        )  # fmt: skip
        known = self._known.get(key)
        if known is None:
            known = WON if ways_met(position.home[seat]) else self._rounds(position, seat, stock)
            self._known[key] = known
        return known

    def _rounds(self, position: Position, seat: int, stock: list[int]) -> float:
        home = position.home[seat]
        standing = _standing(position, seat)
        canoes: list[Canoe] = []
        idle: list[Canoe] = []
        aboard = [0] * COLOURS
        for canoe in (2 * seat, 2 * seat + 1):
            if position.places[canoe] != LOST:
                gems = GEMS[position.cargo[canoe]]
                seats = position.seats_of(canoe)
                bonus = 2 if position.elk == canoe else 0
                stays = bool(standing >> (canoe & 1) & 1)
                ahead = self._ahead(seats, bonus, position.hands[seat], position.places[canoe], stays)
                (canoes if gems else idle).append(Canoe(gems, seats - len(gems), ahead, self._camp))
                for colour in gems:
                    aboard[colour] += 1
        canoes += idle  # cargoes are counted first
        have = [count(home, colour) for colour in range(COLOURS)]
        ways = [
            [colour for colour in self._nearest if not have[colour]],
            self._any_seven(7 - size(home), aboard, stock),
        ]
        ways += [[colour] * (4 - have[colour]) for colour in range(COLOURS)]
        near = 0.0
        for needs in ways:
            scarce = 0
            for colour in set(needs):
                scarce += max(0, needs.count(colour) - aboard[colour] - stock[colour])
            near += exp(-(scarce * SCARCE + self._way(needs, canoes)) / CHOICES)
        return -CHOICES * log(near) + (0.0 if canoes else STRANDED)

    def _any_seven(self, missing: int, aboard: list[int], stock: list[int]) -> list[int]:
        needs = [colour for colour in range(COLOURS) for _ in range(aboard[colour])][:missing]
        for colour in self._nearest:
            needs += [colour] * min(stock[colour], missing - len(needs))
        return needs

    def _way(self, needs: list[int], canoes: list["Canoe"]) -> float:
        """The rounds in which the canoes bring these gems home; takes them out of `needs`."""
        total = longest = 0.0
        free = []
        for canoe in canoes:
            useful = False
            for gem in canoe.gems:
                if gem in needs:
                    needs.remove(gem)
                    useful = True
            if not useful:
                free.append(canoe)
                continue
            rounds = canoe.ahead[HOME]
            if canoe.free and needs:
                gem = min(needs, key=canoe.ahead.__getitem__)
                if canoe.ahead[gem] - rounds < self._camp[gem] * self._share:
                    rounds = canoe.ahead[gem]
                    needs.remove(gem)
            total += rounds
            if rounds > longest:
                longest = rounds
        for canoe in free:
            if needs:
                gem = max(needs, key=canoe.saving.__getitem__)
                needs.remove(gem)
                rounds = canoe.ahead[gem] + canoe.delay
                total += rounds
                if rounds > longest:
                    longest = rounds
        for gem in needs:
            total += self._camp[gem] * self._share
        return max(longest, total / CANOES_ABREAST if len(canoes) == 2 else total)


class Canoe:
    """A canoe under way: what it carries, and the rounds ahead of it by goal."""

    def __init__(self, gems: list[int], free: int, ahead: list[float], camp: list[float]) -> None:
        self.gems = gems
        self.free = free  # seats
        self.ahead = ahead
        self.saving = [camp[colour] - ahead[colour] for colour in range(COLOURS)]  # against setting out from camp
        self.delay = min(JUNK, ahead[HOME]) if gems and not free else 0.0


def _standing(position: Position, seat: int) -> int:
    """The canoes of a seat, as bits, that the river does not take where they are: on the bank, or still to move before it."""
    on_bank = position.on_bank >> 2 * seat & 3
    if not position.opened >> seat & 1:
        return 3
    if position.turn == seat:
        return on_bank | ~position.moved >> 2 * seat & 3
    return on_bank
