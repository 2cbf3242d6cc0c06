"""How far each seat is from winning, in rounds: the nearest of the ways to win, with canoes and cargoes under way (R8.1)."""

from math import exp, log

from niagara.bots.outlook import speed_chances
from niagara.bots.voyage import HOME, Rounds, after_river, voyage
from niagara.rules.board import CAMP, COLOURS, LOST, count, size
from niagara.rules.cargo import GEMS
from niagara.rules.finish import ways_met
from niagara.rules.position import OVER, Position, View
from niagara.rules.ruleset import RANDOM

CANOES_ABREAST = 1.7  # voyages at a time of two canoes: they share each card, and one launch a turn
WON = -4.0  # rounds: a way is met, only the round must end
SCARCE = 3.0  # rounds more for a gem that its deposit holds no more
SECOND_GEM = 0.75  # of a voyage, where one canoe has two seats
JUNK = 1.5  # rounds at most to be rid of a cargo that serves nothing
ROBBED = 3.0  # rounds that a stolen gem costs beyond the way home
CHOICES = 0.8  # rounds: how far apart two ways to win may be and the farther still counts for something
RIVALRY = 2.0  # rounds: a lead of so many is decisive
VICTORY = 20.0  # beyond every score of an unfinished game


class Reckoning:
    """Judges positions that follow from one view, by what is known of the river in it."""

    def __init__(self, view: View, weather: int, river_moved: bool) -> None:
        rules = view.rules
        speeds = [1.0] if river_moved else speed_chances(view, weather)
        self._rows: dict[tuple[int, int], list[Rounds]] = {}  # by seats and elk; then by goal and place
        for seats in {1, rules.first_seats}:
            for bonus in (0, 2) if rules.spirits else (0,):
                sort = voyage(rules.spirits, rules.players, rules.fork == RANDOM, seats, bonus)
                self._rows[seats, bonus] = [after_river(rounds, view.flag, speeds) for rounds in sort.rounds]
        self._camp = [self._rows[1, 0][colour][CAMP] for colour in range(COLOURS)]
        self._nearest = sorted(range(COLOURS), key=self._camp.__getitem__)
        self._share = SECOND_GEM if rules.spirits else 1.0
        self._known: dict[tuple[int, ...], float] = {}

    def score(self, position: Position, seat: int) -> float:
        """How well a seat stands among all: the logarithm of its share of the chances to win."""
        if position.phase == OVER:
            if not position.winners >> seat & 1:
                return -VICTORY
            return VICTORY / position.winners.bit_count()
        stock = [count(bag, colour) for colour, bag in enumerate(position.deposits)]
        own = self.rounds(position, seat, stock)
        total = 0.0
        for other in range(position.rules.players):
            total += exp((own - self.rounds(position, other, stock)) / RIVALRY)
        return -log(total)

    def rounds(self, position: Position, seat: int, stock: list[int]) -> float:
        """The rounds that a seat needs to win."""
        home = position.home[seat]
        first = 2 * seat
        places = position.places
        cargo = position.cargo
        key = (
            home, places[first], places[first + 1], cargo[first], cargo[first + 1], position.on_bank >> first & 3,
            position.elk - first if position.elk >> 1 == seat else -1, *stock,
        )  # fmt: skip
        known = self._known.get(key)
        if known is None:
            known = WON if ways_met(home) else self._rounds(position, seat, stock)
            self._known[key] = known
        return known

    def _rounds(self, position: Position, seat: int, stock: list[int]) -> float:
        home = position.home[seat]
        have = [count(home, colour) for colour in range(COLOURS)]
        canoes = []
        aboard = [0] * COLOURS
        for canoe in (2 * seat, 2 * seat + 1):
            if position.places[canoe] == LOST:
                continue
            gems = GEMS[position.cargo[canoe]]
            seats = position.seats_of(canoe)
            rows = self._rows[seats, 2 if position.elk == canoe else 0]
            canoes.append((gems, seats - len(gems), [row[position.places[canoe]] for row in rows]))
            for colour in gems:
                aboard[colour] += 1
        canoes.sort(key=lambda canoe: -len(canoe[0]))
        ways = [[colour for colour in range(COLOURS) if not have[colour]]]
        ways += [[colour] * (4 - have[colour]) for colour in range(COLOURS)]
        ways.append(self._any_seven(7 - size(home), aboard, stock))
        farness = sum(exp(-self._way(needs, canoes, aboard, stock) / CHOICES) for needs in ways)
        lost = 2 - len(canoes)
        return -CHOICES * log(farness) + (2.0 if lost == 2 else 0)

    def _any_seven(self, missing: int, aboard: list[int], stock: list[int]) -> list[int]:
        needs = [colour for colour in range(COLOURS) for _ in range(aboard[colour])][:missing]
        for colour in self._nearest:
            needs += [colour] * min(stock[colour], missing - len(needs))
        return needs

    def _way(
        self, needs: list[int], canoes: list[tuple[list[int], int, list[float]]], aboard: list[int], stock: list[int]
    ) -> float:
        """The rounds in which the canoes bring these gems home."""
        total = longest = 0.0
        for colour in set(needs):
            short = needs.count(colour) - aboard[colour] - stock[colour]
            if short > 0:
                total += short * SCARCE
        needs = needs[:]
        idle = []
        for gems, free, rows in canoes:
            useful = False
            for gem in gems:
                if gem in needs:
                    needs.remove(gem)
                    useful = True
            if not useful:
                idle.append((free, rows, min(JUNK, rows[HOME]) if gems and not free else 0.0))
                continue
            rounds = rows[HOME]
            if free and needs:
                gem = min(needs, key=rows.__getitem__)
                if rows[gem] - rounds < self._camp[gem] * self._share:
                    rounds = rows[gem]
                    needs.remove(gem)
            total += rounds
            longest = max(longest, rounds)
        for _, rows, delay in idle:
            if needs:
                gem = max(needs, key=lambda colour: self._camp[colour] - rows[colour])  # used at once
                needs.remove(gem)
                rounds = rows[gem] + delay
                total += rounds
                longest = max(longest, rounds)
        for gem in needs:
            total += self._camp[gem] * self._share
        return max(longest, total / CANOES_ABREAST if len(canoes) == 2 else total)
