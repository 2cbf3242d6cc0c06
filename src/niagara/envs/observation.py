"""What a seat sees, as numbers for learning: one row of floats from 0 to 1, the seats counted from the one who looks (R10)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from niagara.envs.actions import SAID
from niagara.envs.extra import missing
from niagara.rules.board import BAG_BITS, BAG_FIELD, CHOICE, COLOURS, LOST, NEXT, NO_CARD
from niagara.rules.cargo import GEMS
from niagara.rules.position import ELK_AWAY, ELK_RED, OVER, Position
from niagara.rules.ruleset import GEM_VALUE, RANDOM, RuleSet

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing(error) from error

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

MOST_GEMS: Final = 8  # of a colour (R1.4): counts of gems are eighths
HIDDEN_CARD: Final = CHOICE + 1  # the column of a card that is chosen and face down

# How wide each part is, in order; {seat} and {canoe} parts once for each, the looker's first.
TABLE: Final = {
    "phase": OVER + 1,
    "round": 1,  # of the round limit, 0 without one
    "weather": 4,
    "flag": 2,
    "deposits": COLOURS * COLOURS,  # by deposit, the gems of each colour
    "whirlpool": 10,  # S1 to R7, waiting to enter
    "beaver": 9,  # S1 to R7
    "elk": 2,  # at the red deposit, away
    "joe": 10,  # S1 to R7, lost
    "joe gem": COLOURS,
    "rules": 5,  # spirits, joe, random fork, elk's one point on 1/2/3, ties by gem value
}
SEAT: Final = {
    "home": COLOURS,
    "hand": CHOICE,
    "card": HIDDEN_CARD,  # 1 to 7, Cloud, Lasso, 1/2/3, face down
    "open": 1,
    "points": 3,
    "asked": 1,  # still has to buy or to choose a card
    "turn": 1,
    "ring": 1,
}
CANOE: Final = {
    "place": LOST + 1,  # camp, S1 to R7, lost
    "gems": COLOURS,
    "bank": 1,
    "moved": 1,
    "elk": 1,
}
CANOE_WIDTH: Final = sum(CANOE.values())
SEAT_WIDTH: Final = sum(SEAT.values()) + 2 * CANOE_WIDTH

_SCALARS: Final = 17
_BLOCK: Final = 512  # rows written at a time: they stay in the processor's cache
_BAG_SHIFTS = np.arange(COLOURS) * BAG_BITS


def _one_hot(width: int, first: int = 0, values: int = 16) -> Floats:
    """Row i has a 1 in column i - first, if there is such a column."""
    rows = np.zeros((values, width), np.float32)
    rows[np.arange(first, first + width), np.arange(width)] = 1
    return rows


def _together(*tables: Floats) -> Floats:
    """One table of several: its rows, side by side, for every choice of one row each, the last table's running fastest."""
    rows = tables[0]
    for table in tables[1:]:
        rows = np.hstack((np.repeat(rows, len(table), 0), np.tile(table, (len(rows), 1))))
    return rows


_PHASE, _WEATHER, _FLAG = _one_hot(OVER + 1), _one_hot(4), _one_hot(2)
_WHIRLPOOL = np.delete(_one_hot(NEXT, 1), LOST - 1, 1)  # the column after R7 is that of waiting
_BEAVER, _JOE, _JOE_GEM = _one_hot(9, 1), _one_hot(10, 1), _one_hot(COLOURS, 1)
_ELK = np.zeros((4, 2), np.float32)  # ELK_RED and ELK_AWAY count from the end; 0 where a canoe carries it
_ELK[ELK_RED, 0] = _ELK[ELK_AWAY, 1] = 1
_YES = _one_hot(1, 1, 2)
_CARGO = np.array([[gems.count(colour) / 2 for colour in range(COLOURS)] for gems in GEMS], np.float32)
_HANDS = _together(*[_YES] * CHOICE)[:, ::-1]  # by hand >> 1
_PLAYED = _together(_one_hot(HIDDEN_CARD, 1, HIDDEN_CARD + 1), _YES, _one_hot(3, 1, 4), _YES, _YES, _YES)
_CANOES = _together(_one_hot(LOST + 1, 0, LOST + 1), _CARGO, _YES, _YES, _YES)
_NOTHING_SAID = np.zeros(len(SAID), np.float32)
_HOME = slice(0, COLOURS)
_HAND = slice(_HOME.stop, _HOME.stop + CHOICE)
_PLAYS = slice(_HAND.stop, SEAT_WIDTH - 2 * CANOE_WIDTH)
_AFLOAT = slice(_PLAYS.stop, SEAT_WIDTH)


def layout(players: int) -> dict[str, slice]:
    """Where each part of an observation stands; it depends on nothing but the number of players."""
    widths = dict(TABLE)
    for seat in range(players):
        widths |= {f"seat {seat} {part}": width for part, width in SEAT.items()}
        for canoe in "ab":
            widths |= {f"seat {seat} {canoe} {part}": width for part, width in CANOE.items()}
    widths["said"] = len(SAID)  # how often the actor has said each action from POINTS to STEAL in this decision, halved
    where, start = {}, 0
    for part, width in widths.items():
        where[part] = slice(start, start + width)
        start += width
    return where


def size(players: int) -> int:
    """How many numbers an observation has."""
    return sum(TABLE.values()) + players * SEAT_WIDTH + len(SAID)


def numbers(position: Position) -> list[int]:
    """All of a position but its rules and its winners, in the order that `Observer` takes apart."""
    return [
        position.phase, position.round, position.ring, position.turn, position.weather, position.flag, position.on_bank,
        position.moved, position.opened, position.points, position.pending, position.whirlpool, position.beaver, position.elk,
        position.joe, position.joe_gem, position.rules.round_limit, *position.deposits, *position.home, *position.places,
        *position.cargo, *position.hands, *position.cards,
    ]  # fmt: skip


class Observer:
    """Writes observations of games of one rule set, many at once."""

    def __init__(self, rules: RuleSet) -> None:
        self.players: Final = rules.players
        self.size: Final = size(rules.players)
        self._where = layout(rules.players)
        self._seats = np.arange(rules.players)
        self._canoes = np.arange(2 * rules.players)
        self._seat_parts = np.empty((_BLOCK, rules.players, SEAT_WIDTH), np.float32)  # written anew each time
        self._limit = rules.round_limit
        self._rules = [
            rules.spirits,
            rules.joe,
            rules.fork == RANDOM,
            rules.elk_on_choice_card == 1,
            rules.tie_break == GEM_VALUE,
        ]

    def one(self, position: Position, seat: int, said: Sequence[int] = (), knows_own: bool = True) -> Floats:
        """What a seat sees of one position, (size,); `said` is what it has said of its move, if it is the actor.

        Without `knows_own` it is what everybody may see, looked at from that seat.
        """
        parts = [
            _PHASE[position.phase],
            [position.round / max(position.round, self._limit) if self._limit else 0.0],
            _WEATHER[position.weather + 1],
            _FLAG[position.flag],
            *[_bag(bag) for bag in position.deposits],
            _WHIRLPOOL[position.whirlpool],
            _BEAVER[position.beaver],
            _ELK[min(position.elk, 0)],
            _JOE[position.joe],
            _JOE_GEM[position.joe_gem + 1],
            self._rules,
        ]
        for turned in range(self.players):
            other = (seat + turned) % self.players
            is_open = position.opened >> other & 1
            card = position.cards[other]
            if card != NO_CARD and not is_open and (turned or not knows_own):
                card = HIDDEN_CARD
            asked, at_turn = position.pending >> other & 1, position.turn == other
            plays = _plays(card, is_open, position.points_chosen(other), asked, at_turn, position.ring == other)
            parts += [_bag(position.home[other]), _HANDS[position.hands[other] >> 1], _PLAYED[plays]]
            for canoe in (2 * other, 2 * other + 1):
                bank, moved = position.on_bank >> canoe & 1, position.moved >> canoe & 1
                code = _afloat(position.places[canoe], position.cargo[canoe], bank, moved, position.elk == canoe)
                parts.append(_CANOES[code])
        row: Floats = np.concatenate([*parts, _NOTHING_SAID], dtype=np.float32)
        self.tell_said(row, said)
        return row

    def tell_said(self, row: Floats, said: Sequence[int]) -> None:
        """Adds to a row what the looker has said of the move that it makes."""
        for action in said:
            if action in SAID:
                row[self._where["said"].start + action - SAID.start] += 0.5

    def many(self, positions: Sequence[Sequence[int]], lookers: Ints, knows_own: bool = True) -> Floats:
        """The same of each position as told by `numbers`, seen by one seat each, (positions, size); nothing said yet."""
        out = np.zeros((len(positions), self.size), np.float32)
        for start in range(0, len(positions), _BLOCK):
            block = slice(start, start + _BLOCK)
            self._write(np.array(positions[block], np.int64), lookers[block], knows_own, out[block])
        return out

    def _write(self, told: Ints, lookers: Ints, knows_own: bool, out: Floats) -> None:
        rows = np.arange(len(told))
        self._write_table(told, out)
        seats = self._seat_parts[: len(told)]
        self._write_seats(told, rows, lookers if knows_own else None, seats)
        turned = seats[rows[:, None], (lookers[:, None] + self._seats) % self.players]
        out[:, self._where["seat 0 home"].start : self._where["said"].start] = turned.reshape(len(told), -1)

    def _write_table(self, told: Ints, out: Floats) -> None:
        """What belongs to no seat."""
        phase, round, _, _, weather, flag, _, _, _, _, _, whirlpool, beaver, elk, joe, joe_gem, limit, *_ = told.T
        parts = {
            "phase": _PHASE[phase],
            "round": (round / np.maximum(limit, round) * (limit > 0))[:, None],
            "weather": _WEATHER[weather + 1],
            "flag": _FLAG[flag],
            "deposits": _bags(told[:, _SCALARS : _SCALARS + COLOURS]).reshape(len(told), -1),
            "whirlpool": _WHIRLPOOL[whirlpool],
            "beaver": _BEAVER[beaver],
            "elk": _ELK[np.minimum(elk, 0)],
            "joe": _JOE[joe],
            "joe gem": _JOE_GEM[joe_gem + 1],
            "rules": self._rules,
        }
        for part, values in parts.items():
            out[:, self._where[part]] = values

    def _write_seats(self, told: Ints, rows: Ints, knowing: Ints | None, out: Floats) -> None:
        """What belongs to each seat, in their order; a looker alone knows its card before it is open."""
        n, seat, canoe = self.players, self._seats, self._canoes
        _, _, ring, turn, _, _, on_bank, moved, opened, points, pending, _, _, elk, *_ = told.T[:, :, None]
        bags, places, cargo, hands, cards = self._split(told)
        is_open = opened >> seat & 1
        face_down = (cards != NO_CARD) & (is_open == 0)
        if knowing is not None:
            face_down[rows, knowing] = False
        cards = np.where(face_down, HIDDEN_CARD, cards)
        chosen = points >> 2 * seat & 3
        plays = _plays(cards, is_open, chosen, pending >> seat & 1, turn == seat, ring == seat)
        afloat = _afloat(places, cargo, on_bank >> canoe & 1, moved >> canoe & 1, elk == canoe)
        out[:, :, _HOME] = _bags(bags)
        out[:, :, _HAND] = _HANDS[hands >> 1]
        out[:, :, _PLAYS] = _PLAYED[plays]
        out[:, :, _AFLOAT] = _CANOES[afloat].reshape(len(told), n, 2 * CANOE_WIDTH)

    def _split(self, told: Ints) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        """Homes, places, cargoes, hands and cards."""
        n, first = self.players, _SCALARS + COLOURS
        home, canoes, hands = told[:, first : first + n], first + n, first + 5 * n
        places, cargo = told[:, canoes : canoes + 2 * n], told[:, canoes + 2 * n : hands]
        return home, places, cargo, told[:, hands : hands + n], told[:, hands + n :]


def _plays(card: Any, is_open: Any, points: Any, asked: Any, at_turn: Any, ring: Any) -> Any:
    """Rows of _PLAYED, for one seat or for many."""
    return ((((card * 2 + is_open) * 4 + points) * 2 + asked) * 2 + at_turn) * 2 + ring


def _afloat(place: Any, cargo: Any, bank: Any, moved: Any, elk: Any) -> Any:
    """Rows of _CANOES, for one canoe or for many."""
    return (((place * len(GEMS) + cargo) * 2 + bank) * 2 + moved) * 2 + elk


def _bags(bags: Ints) -> Floats:
    """The gems of each colour in bags, as eighths; one axis more."""
    gems = (bags[..., None] >> _BAG_SHIFTS & BAG_FIELD).astype(np.float32)
    return gems * np.float32(1 / MOST_GEMS)


@lru_cache(maxsize=1 << 12)
def _bag(bag: int) -> Floats:
    """The gems of each colour in one bag, as eighths."""
    return _bags(np.array(bag))
