"""What happened, step by step: enough to animate a move and to tell it in words.

Collected only when somebody asks. An event is its kind and its values, in the order given here; `canoe` is a canoe's number
(2 * seat + canoe) or JOE, gems are bags, the rest are the constants of board.py.
"""

from typing import Final

JOE: Final = -1  # in the place of a canoe's number

ROUND: Final = 0  # round, ring
BOUGHT: Final = 1  # canoe, colour or -1
DECLINED: Final = 2  # seat
CHOSE: Final = 3  # seat
OPEN: Final = 4  # seat, card
POINTS: Final = 5  # seat, points
ELK_ABOARD: Final = 6  # canoe, place
STEP: Final = 7  # canoe, from, to, cost
HOME: Final = 8  # canoe, gems
UNLOAD: Final = 9  # canoe, colour, place
LOAD: Final = 10  # canoe, colour, place
STEAL: Final = 11  # canoe, victim canoe, colour
TRADE: Final = 12  # canoe, given or -1, taken or -1
PASS: Final = 13  # seat
WEATHER_SET: Final = 14  # seat or -1 for the beaver, before, after
BEAVER: Final = 15  # place, NOWHERE when it fell
LASSO_THROWN: Final = 16  # seat, set of canoes
RIVER_MOVES: Final = 17  # speed, lowest, weather
PUSH: Final = 18  # arm
FLAG: Final = 19  # arm
WHIRLPOOL: Final = 20  # place, or NEXT
CARRY: Final = 21  # canoe, from, to
FALL: Final = 22  # canoe, place, gems, 1 with the elk
UNROPE: Final = 23  # canoe, place
ELK_HOME: Final = 24
JOE_SET: Final = 25  # place
REFILL: Final = 26  # seat
GAME_OVER: Final = 27  # set of winners, then for each winner its set of ways (KINDS, ALIKE, SEVEN)


class Event:
    """One thing that happened."""

    def __init__(self, kind: int, values: list[int]) -> None:
        self.kind: Final = kind
        self.values: Final = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.kind == other.kind and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.kind, tuple(self.values)))

    def __repr__(self) -> str:
        return "Event(" + repr(self.kind) + ", " + repr(self.values) + ")"

    def __reduce__(self) -> tuple[object, ...]:
        return (Event, (self.kind, self.values))
