"""Uniform random play to the end of a game.

Chance comes in from outside: the caller brings the dice and their seed, and the same seed plays the same game in every build.
"""

from typing import Final

from niagara.rules.legal import NOBODY, legal_moves, next_actor
from niagara.rules.play import play
from niagara.rules.position import Position

# Multiply with carry in base 2 ** 30. The factor is the largest below a thousand million for which FACTOR * 2 ** 30 - 1 is a safe prime,
# so that every seed begins a cycle of about 2 ** 59 throws; no product needs more than the 62 bits of a compiled int.
_BITS: Final = 30
_DIGIT: Final = (1 << _BITS) - 1
_FACTOR: Final = 999_999_696
_WARM_UP: Final = 8


class Dice:
    """Chance from a seed, as far as playouts need it; not for secrets."""

    def __init__(self, seed: int) -> None:
        self._state = seed % (_FACTOR << _BITS - 1) + 1
        for _ in range(_WARM_UP):
            self.throw(1)

    def __reduce__(self) -> tuple[object, ...]:
        return (Dice, (0,), self._state)

    def __setstate__(self, state: int) -> None:
        self._state = state

    def throw(self, sides: int) -> int:
        """A number from 0 to sides - 1, each alike to `sides` parts in a thousand million; at most a million sides."""
        state = self._state
        self._state = _FACTOR * (state & _DIGIT) + (state >> _BITS)
        return ((state ^ state >> _BITS) & _DIGIT) * sides >> _BITS


def playout(position: Position, dice: Dice) -> int:
    """Plays uniformly random legal moves, in place, until the game is over; returns how many decisions that took.

    Without a round limit a random game may never end (R8.4).
    """
    decisions = 0
    while True:
        seat = next_actor(position)
        if seat == NOBODY:
            return decisions
        moves = legal_moves(position, seat)
        play(position, seat, moves[dice.throw(len(moves))])
        decisions += 1
