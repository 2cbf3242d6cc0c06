"""The river, its places and deposits, the gems and the cards: constants, and how one leads to another (R1)."""

from typing import Final

# Places. A canoe, Joe, the whirlpool and the beaver each stand at one of these.
CAMP: Final = 0
S1: Final = 1
S2: Final = 2
S3: Final = 3
S4: Final = 4
S5: Final = 5
L6: Final = 6
L7: Final = 7
R6: Final = 8
R7: Final = 9
LOST: Final = 10
NEXT: Final = 11  # the whirlpool, fallen, waits to enter at S1 (R5.6)
NOWHERE: Final = 12  # the beaver beside the scale; a piece that is not in the game
NO_STEP: Final = 15  # as the end of a move: the canoe stays where it is

RIVER: Final[tuple[int, ...]] = (S1, S2, S3, S4, S5, L6, L7, R6, R7)

# The arms, as the flag shows them.
LEFT: Final = 0
RIGHT: Final = 1
NO_FLAG: Final = 2  # with fork=random
SIXTH: Final[tuple[int, ...]] = (L6, R6)
SEVENTH: Final[tuple[int, ...]] = (L7, R7)

# Colours.
PURPLE: Final = 0
WHITE: Final = 1
YELLOW: Final = 2
BLUE: Final = 3
RED: Final = 4
COLOURS: Final = 5
GEM_VALUE: Final[tuple[int, ...]] = (1, 2, 3, 4, 5)  # R8.3

# A bag of gems is one int, six bits a colour; the sixth stays free, so that a bag holds at most 31 of a colour.
BAG_BITS: Final = 6
BAG_FIELD: Final = 63
BAG_LIMIT: Final = 31
GEM: Final[tuple[int, ...]] = (1, 1 << 6, 1 << 12, 1 << 18, 1 << 24)

# Which deposit serves a place (R1.3), -1 for none.
DEPOSIT: Final[tuple[int, ...]] = (-1, -1, -1, PURPLE, WHITE, YELLOW, BLUE, RED, BLUE, RED, -1, -1, -1, -1, -1, -1)

# Paddle cards. Numbers stand for themselves; a hand is a set of bits, 1 << card.
NO_CARD: Final = 0
CLOUD: Final = 8
LASSO: Final = 9
CHOICE: Final = 10  # 1/2/3
HIDDEN: Final = -1  # chosen, not open, and not ours to know
BASE_HAND: Final = 0b001_0111_1110  # 1-6 and Cloud (R1.7)
SPIRITS_HAND: Final = 0b111_1111_1110  # with 7, Lasso and 1/2/3


def below(place: int) -> list[int]:
    """The places one step down from a place; two below S5, none below the seventh (R1.1, R3.12)."""
    if place == S5:
        return [L6, R6]
    if place < S5:
        return [place + 1]
    if place == L6:
        return [L7]
    if place == R6:
        return [R7]
    return []


def above(place: int) -> int:
    """The place one step up (R3.4); camp above S1."""
    if place == L6 or place == R6:
        return S5
    return place - 1


def carried(place: int) -> list[int]:
    """Where the whirlpool on a place carries a canoe: one space down, over the fall from the seventh (R5.3, R5.4)."""
    if place == L7 or place == R7:
        return [LOST]
    return below(place)


def count(bag: int, colour: int) -> int:
    """How many gems of a colour are in a bag."""
    return bag >> (BAG_BITS * colour) & BAG_FIELD


def size(bag: int) -> int:
    """How many gems are in a bag."""
    total = 0
    while bag:
        total += bag & BAG_FIELD
        bag >>= BAG_BITS
    return total


def bag_of(colours: list[int]) -> int:
    """The bag that holds these gems."""
    bag = 0
    for colour in colours:
        bag += GEM[colour]
    return bag


def colours_in(bag: int) -> list[int]:
    """The gems of a bag, one entry a gem, in colour order."""
    return [colour for colour in range(COLOURS) for _ in range(count(bag, colour))]
