"""Who has won, and in what order the others follow (R8)."""

from typing import Final

from niagara.rules.board import BAG_BITS, BAG_FIELD, COLOURS, GEM_VALUE, count, size
from niagara.rules.position import Position
from niagara.rules.ruleset import GEM_VALUE as BY_GEM_VALUE

# The three ways to win, as a set of bits.
KINDS: Final = 1  # one of each colour
ALIKE: Final = 2  # four of one colour
SEVEN: Final = 4  # seven in all


def ways_met(home: int) -> int:
    """The ways to win that the gems brought home meet (R8.1)."""
    kinds = 0
    total = 0
    ways = 0
    while home:
        gems = home & BAG_FIELD
        if gems:
            kinds += 1
            total += gems
            if gems >= 4:
                ways |= ALIKE
        home >>= BAG_BITS
    if kinds == COLOURS:
        ways |= KINDS
    if total >= 7:
        ways |= SEVEN
    return ways


def worth(home: int) -> int:
    """The value of gems: purple 1 to red 5 each (R8.3)."""
    return sum(GEM_VALUE[colour] * count(home, colour) for colour in range(COLOURS))


def winners_now(position: Position) -> int:
    """The set of seats that would win if the round ended now (R8.1, R8.2; tie_break of R9)."""
    met = 0
    seat = 0
    for home in position.home:
        if home and ways_met(home):
            met |= 1 << seat
        seat += 1
    if met and position.rules.tie_break == BY_GEM_VALUE:
        best = 0
        for seat, home in enumerate(position.home):
            if met >> seat & 1 and worth(home) > best:
                best = worth(home)
        for seat, home in enumerate(position.home):
            if worth(home) < best:
                met &= ~(1 << seat)
    return met


def standings(position: Position) -> list[list[int]]:
    """Seats from first to last; those that share a place stand together (R8.3)."""
    ranks: dict[tuple[int, int, int], list[int]] = {}
    for seat, home in enumerate(position.home):
        if position.winners >> seat & 1:
            rank = (1, 0, 0)
        else:
            rank = (0, size(home), worth(home))
        ranks.setdefault(rank, []).append(seat)
    return [ranks[rank] for rank in sorted(ranks, reverse=True)]
