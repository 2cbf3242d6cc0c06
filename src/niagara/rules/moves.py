"""The kinds of move, as values: a move is one int, put together and taken apart here.

Bits, from the lowest: kind 4, canoe 1, points or choice 2, place or argument 4, washed 1, operations after the steps 1, operations 12
(two unloads and two loads of 3 bits, colour + 1 each, 0 for none), given to Joe 3, taken from Joe 3, two steals of 7 (canoe number * 8
+ colour + 1).
"""

from typing import Final

# Kinds.
BUY_BACK: Final = 0
DECLINE: Final = 1
CARD: Final = 2
ELK: Final = 3
CANOE: Final = 4
END: Final = 5
WEATHER: Final = 6
ROPE: Final = 7
DRAW: Final = 8
ARM: Final = 9

CANOE_SHIFT: Final = 4
POINTS_SHIFT: Final = 5
PLACE_SHIFT: Final = 7
WASHED: Final = 1 << 11
AFTER: Final = 1 << 12
OPS_SHIFT: Final = 13
OPS_FIELD: Final = 0xFFF
UNLOADS_FIELD: Final = 0x3F
LOADS_SHIFT: Final = 6
GIVE_SHIFT: Final = 25
TAKE_SHIFT: Final = 28
STEAL_SHIFT: Final = 31
STEAL_BITS: Final = 7


def kind(move: int) -> int:
    """What sort of move it is: BUY_BACK … ARM."""
    return move & 15


def canoe(move: int) -> int:
    """0 for canoe a, 1 for canoe b."""
    return move >> CANOE_SHIFT & 1


def choice(move: int) -> int:
    """The points chosen with 1/2/3 (0: none), or the set of canoes roped."""
    return move >> POINTS_SHIFT & 3


def place(move: int) -> int:
    """The end of a canoe move, the card, the gem paid + 1, the weather up or down, the arm, the number of pushes drawn."""
    return move >> PLACE_SHIFT & 15


def operations(move: int) -> int:
    """Unloads and loads packed in 12 bits; the arms of a draw, one bit a push, 1 for right."""
    return move >> OPS_SHIFT & OPS_FIELD


def unloads(ops: int) -> list[int]:
    """The colours unloaded, in order."""
    return [field - 1 for field in (ops & 7, ops >> 3 & 7) if field]


def loads(ops: int) -> list[int]:
    """The colours loaded, in order."""
    return [field - 1 for field in (ops >> 6 & 7, ops >> 9 & 7) if field]


def given(move: int) -> int:
    """The colour given to Joe, -1 for none."""
    return (move >> GIVE_SHIFT & 7) - 1


def taken(move: int) -> int:
    """The colour taken from Joe, -1 for none."""
    return (move >> TAKE_SHIFT & 7) - 1


def steals(move: int) -> list[tuple[int, int]]:
    """What is stolen: (canoe number, colour), ordered by seat, canoe, colour."""
    found = []
    rest = move >> STEAL_SHIFT
    while rest:
        found.append(((rest & 127) >> 3, (rest & 7) - 1))
        rest >>= STEAL_BITS
    return found


def pack_operations(unloaded: list[int], loaded: list[int]) -> int:
    """Operations from at most two colours each, sorted."""
    ops = 0
    for slot, colour in enumerate(unloaded):
        ops |= (colour + 1) << 3 * slot
    for slot, colour in enumerate(loaded):
        ops |= (colour + 1) << 3 * slot + 6
    return ops


def pack_steals(stolen: list[tuple[int, int]]) -> int:
    """Steal bits from (canoe number, colour), sorted."""
    bits = 0
    for slot, (victim, colour) in enumerate(stolen):
        bits |= (victim * 8 + colour + 1) << STEAL_SHIFT + STEAL_BITS * slot
    return bits


def canoe_move(
    which: int,
    points: int,
    end: int,
    washed: bool,
    after: bool,
    ops: int,
    stolen: list[tuple[int, int]],
    give: int,
    take: int,
) -> int:
    """A canoe move from its parts: `points` 0 unless 1/2/3 was played, `end` NO_STEP without a step, `give` and `take` -1 for none."""
    move = CANOE | which << CANOE_SHIFT | points << POINTS_SHIFT | end << PLACE_SHIFT | ops << OPS_SHIFT
    if washed:
        move |= WASHED
    if after:
        move |= AFTER
    return move | (give + 1) << GIVE_SHIFT | (take + 1) << TAKE_SHIFT | pack_steals(stolen)


def buy_back(which: int, gem: int) -> int:
    """Buys a canoe back for a gem, -1 for free."""
    return BUY_BACK | which << CANOE_SHIFT | (gem + 1) << PLACE_SHIFT


def choose_card(card: int) -> int:
    """Lays a card face down."""
    return CARD | card << PLACE_SHIFT


def take_elk(which: int) -> int:
    """The elk steps into a canoe."""
    return ELK | which << CANOE_SHIFT


def set_weather(up: bool) -> int:
    """The marker one step up or down."""
    return WEATHER | (1 if up else 0) << PLACE_SHIFT


def rope(canoes: int) -> int:
    """Pulls a set of the seat's canoes to the bank: bit 0 for a, bit 1 for b."""
    return ROPE | canoes << POINTS_SHIFT


def draw_arms(pushes: int, rights: int) -> int:
    """Chance draws the arm of each push: bit i of `rights` is 1 where push i goes right."""
    return DRAW | pushes << PLACE_SHIFT | rights << OPS_SHIFT


def choose_arm(which: int, sixth: int) -> int:
    """The owner of a canoe on the whirlpool at S5 chooses L6 or R6."""
    return ARM | which << CANOE_SHIFT | sixth << PLACE_SHIFT
