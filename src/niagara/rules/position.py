"""The whole state of a game as small integers, the set-up, and what each seat may see of it (R1, R10)."""

from typing import Final, final

from niagara.rules.board import CAMP, GEM, HIDDEN, NO_CARD, NO_FLAG, NOWHERE, RIGHT, S1, S3
from niagara.rules.cargo import EMPTY
from niagara.rules.ruleset import RANDOM, RuleSet, starting_gems

# Phases (R2.0).
BUY: Final = 0
CARDS: Final = 1
TURNS: Final = 2
RIVER_DRAW: Final = 3  # chance draws the arms; only with fork=random
BANKS: Final = 4  # an owner chooses an arm (R5.9)
OVER: Final = 5

NO_TURN: Final = -1
CHANCE: Final = -1  # chance as an actor

# The elk. From 0 on it is the number of the canoe that carries it: 2 * seat + canoe.
ELK_RED: Final = -1
ELK_AWAY: Final = -2
NO_ELK: Final = -3

NO_GEM: Final = -1


class Position:
    """A position: changed in place by `play`, copied by search.

    Lists run over seats or over canoes; canoe `2 * seat` is the seat's a, `2 * seat + 1` its b. Sets of seats and of canoes are ints,
    one bit each. `home` and `deposits` hold bags (board.py), `cargo` cargoes (cargo.py), `hands` sets of bits `1 << card`.
    """

    def __init__(
        self,
        rules: RuleSet,
        round: int,
        phase: int,
        ring: int,
        turn: int,
        weather: int,
        flag: int,
        deposits: list[int],
        home: list[int],
        places: list[int],
        cargo: list[int],
        on_bank: int,
        moved: int,
        hands: list[int],
        cards: list[int],
        opened: int,
        points: int,
        pending: int,
        whirlpool: int,
        beaver: int,
        elk: int,
        joe: int,
        joe_gem: int,
        winners: int,
    ) -> None:
        self.rules = rules
        self.round = round
        self.phase = phase
        self.ring = ring
        self.turn = turn
        self.weather = weather
        self.flag = flag
        self.deposits = deposits
        self.home = home
        self.places = places
        self.cargo = cargo
        self.on_bank = on_bank  # set of canoes
        self.moved = moved  # set of canoes
        self.hands = hands
        self.cards = cards  # NO_CARD, a card, or HIDDEN
        self.opened = opened  # set of seats
        self.points = points  # chosen with 1/2/3, two bits a seat: see points_chosen
        self.pending = pending  # set of seats that must still buy or choose, in BUY and CARDS
        self.whirlpool = whirlpool  # a place, NEXT, or NOWHERE without the Spirits
        self.beaver = beaver  # a place or NOWHERE
        self.elk = elk
        self.joe = joe  # a place, LOST, or NOWHERE if he does not play
        self.joe_gem = joe_gem
        self.winners = winners  # set of seats

    def copy(self) -> "Position":
        """An equal position that shares nothing that can change."""
        return Position(
            self.rules, self.round, self.phase, self.ring, self.turn, self.weather, self.flag, self.deposits[:], self.home[:],
            self.places[:], self.cargo[:], self.on_bank, self.moved, self.hands[:], self.cards[:], self.opened, self.points,
            self.pending, self.whirlpool, self.beaver, self.elk, self.joe, self.joe_gem, self.winners,
        )  # fmt: skip

    def view(self, seat: int) -> "View":
        """What a seat may know; -1 for a spectator (R10). ValueError if there is no such seat."""
        if not -1 <= seat < self.rules.players:
            raise ValueError("seat")
        cards = [
            HIDDEN if other != seat and card != NO_CARD and not self.opened >> other & 1 else card
            for other, card in enumerate(self.cards)
        ]
        return View(*self._fields(cards))

    def _fields(self, cards: list[int]) -> tuple[
        RuleSet, int, int, int, int, int, int, list[int], list[int], list[int], list[int], int, int, list[int], list[int], int,
        int, int, int, int, int, int, int, int,
    ]:  # fmt: skip
        return (
            self.rules, self.round, self.phase, self.ring, self.turn, self.weather, self.flag, self.deposits[:], self.home[:],
            self.places[:], self.cargo[:], self.on_bank, self.moved, self.hands[:], cards, self.opened, self.points, self.pending,
            self.whirlpool, self.beaver, self.elk, self.joe, self.joe_gem, self.winners,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._fields(self.cards) == other._fields(other.cards)

    def __hash__(self) -> int:
        raise TypeError("a position changes; it has no hash")

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), self._fields(self.cards[:]))

    @final
    def points_chosen(self, seat: int) -> int:
        """The points that a seat has chosen with 1/2/3 this round, 0 for none (R5.11)."""
        return self.points >> 2 * seat & 3

    @final
    def seats_of(self, canoe: int) -> int:
        """How many gems a canoe has room for (R1.6)."""
        return 1 if canoe & 1 else self.rules.first_seats


@final
class View(Position):
    """A position as one seat or a spectator sees it; cards that it may not know are HIDDEN."""

    def copy(self) -> "View":
        return View(*self._fields(self.cards[:]))

    def guess(self, cards: list[int]) -> Position:
        """A whole position that agrees with the view: `cards` gives every seat's card where the view hides it."""
        filled = [guessed if card == HIDDEN else card for card, guessed in zip(self.cards, cards, strict=True)]
        return Position(*self._fields(filled))


def new_game(rules: RuleSet, ring: int = 0) -> Position:
    """The set-up (R1), cards to be chosen; `ring` is the seat that starts (R1.9). ValueError if there is no such seat."""
    if not 0 <= ring < rules.players:
        raise ValueError("ring")
    n = rules.players
    return Position(
        rules=rules,
        round=1,
        phase=CARDS,
        ring=ring,
        turn=NO_TURN,
        weather=0,
        flag=NO_FLAG if rules.fork == RANDOM else RIGHT,
        deposits=[gem * starting_gems(rules) for gem in GEM],
        home=[0] * n,
        places=[CAMP] * (2 * n),
        cargo=[EMPTY] * (2 * n),
        on_bank=0,
        moved=0,
        hands=[rules.full_hand] * n,
        cards=[NO_CARD] * n,
        opened=0,
        points=0,
        pending=(1 << n) - 1,
        whirlpool=S3 if rules.spirits else NOWHERE,
        beaver=NOWHERE,
        elk=ELK_RED if rules.spirits else NO_ELK,
        joe=S1 if rules.joe else NOWHERE,
        joe_gem=NO_GEM,
        winners=0,
    )
