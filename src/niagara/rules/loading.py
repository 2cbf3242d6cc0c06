"""How a canoe can unload and load with its operations: tables made once (R3.5, R3.6, R3.9, R3.10).

A way is one int: the cargo afterwards 5 bits, the operations where they stand in a move, and above them the gems that must lie at the
deposit, as a pattern: of each colour's six bits the sixth says that one is there, the fifth that there are two.
"""

from typing import Final

from niagara.rules.board import COLOURS, RED
from niagara.rules.cargo import ADD, GEMS, LOAD, REMOVE
from niagara.rules.moves import OPS_FIELD, OPS_SHIFT, pack_operations

CARGO_AFTER: Final = 31
OPERATIONS: Final = OPS_FIELD << OPS_SHIFT  # of a way, as of a move
NEEDED_SHIFT: Final = OPS_SHIFT + 12
MOST_OPERATIONS: Final = 4  # two gems out, two others in

_EACH: Final = 1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24
_ONE: Final = 32 * _EACH
_TWO: Final = 16 * _EACH


def lacking(stock: int) -> int:
    """The pattern of the gems that do not lie at a deposit: no first one of a colour, no second one."""
    one = stock + 31 * _EACH & _ONE
    two = (stock >> 1 & 15 * _EACH) + 15 * _EACH & _TWO
    return (one | two) ^ (_ONE | _TWO)


def _pattern(loaded: list[int]) -> int:
    pattern = 0
    for colour in loaded:
        one = 32 << 6 * colour
        pattern |= one >> 1 if pattern & one else one
    return pattern


def _some_of(gems: list[int]) -> list[list[int]]:
    """Every choice of at most two gems of a sorted list, each once."""
    singles = [[colour] for colour in sorted(set(gems))]
    pairs = []
    for index, first in enumerate(gems):
        for second in gems[index + 1 :]:
            if [first, second] not in pairs:
                pairs.append([first, second])
    return [[], *singles, *pairs]


_LOADS: Final = _some_of([colour for colour in range(COLOURS) for _ in range(2)])


def _ways(seats: int, cargo: int, deposit: int) -> list[list[int]]:
    """The ways of a canoe at a deposit, by the number of operations that they take."""
    found: list[list[int]] = [[] for _ in range(MOST_OPERATIONS + 1)]
    foreign = [colour for colour in GEMS[cargo] if colour != deposit]
    for unloaded in _some_of(foreign):
        lighter = cargo
        for colour in unloaded:
            lighter = REMOVE[lighter][colour]
        for loaded in _LOADS:
            if LOAD[lighter] + len(loaded) > seats or set(unloaded) & set(loaded):
                continue
            after = lighter
            for colour in loaded:
                after = ADD[after][colour]
            operations = pack_operations(unloaded, loaded)
            way = after | operations << OPS_SHIFT | _pattern(loaded) << NEEDED_SHIFT
            found[len(unloaded) + len(loaded)].append(way)
    return found


# WAYS[seats][cargo][deposit][operations]
WAYS: Final = [
    [[_ways(seats, cargo, deposit) for deposit in range(RED + 1)] for cargo in range(len(GEMS)) if LOAD[cargo] <= seats]
    for seats in range(3)
]
