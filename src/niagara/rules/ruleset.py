"""Which game is played: players, expansions and the named readings of R9."""

from collections.abc import Sequence
from typing import Final

from niagara.rules.board import BASE_HAND, SPIRITS_HAND

ALTERNATING: Final = 0
RANDOM: Final = 1
SHARED: Final = 0
GEM_VALUE: Final = 1


class RuleSet:
    """The rules of one game; never changed once made.

    `fork` is ALTERNATING or RANDOM, `tie_break` SHARED or GEM_VALUE, `elk_on_choice_card` 1 or 2 points, `round_limit` a number of
    rounds or 0 for none. ValueError if a field is out of its range (R1.5, R9), TypeError if it is not of its type.
    """

    def __init__(
        self,
        players: int = 4,
        spirits: bool = False,
        joe: bool = False,
        fork: int = ALTERNATING,
        elk_on_choice_card: int = 2,
        tie_break: int = SHARED,
        round_limit: int = 0,
    ) -> None:
        _check_types([players, fork, elk_on_choice_card, tie_break, round_limit], int)
        _check_types([spirits, joe], bool)
        if not 3 <= players <= (6 if spirits else 5):
            raise ValueError("players")
        if fork not in (ALTERNATING, RANDOM):
            raise ValueError("fork")
        if elk_on_choice_card not in (1, 2):
            raise ValueError("elk_on_choice_card")
        if tie_break not in (SHARED, GEM_VALUE):
            raise ValueError("tie_break")
        if round_limit < 0:
            raise ValueError("round_limit")
        self.players: Final = players
        self.spirits: Final = spirits
        self.joe: Final = joe
        self.fork: Final = fork
        self.elk_on_choice_card: Final = elk_on_choice_card
        self.tie_break: Final = tie_break
        self.round_limit: Final = round_limit
        self.full_hand: Final = SPIRITS_HAND if spirits else BASE_HAND
        self.first_seats: Final = 2 if spirits else 1  # seats of canoe a; b always has one (R1.6)

    def fields(self) -> tuple[int, bool, bool, int, int, int, int]:
        """All that distinguishes one rule set from another, in the constructor's order."""
        return (
            self.players,
            self.spirits,
            self.joe,
            self.fork,
            self.elk_on_choice_card,
            self.tie_break,
            self.round_limit,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleSet) and self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash(self.fields())

    def __repr__(self) -> str:
        return "RuleSet" + repr(self.fields())

    def __reduce__(self) -> tuple[object, ...]:
        return (RuleSet, self.fields())


def _check_types(values: Sequence[object], wanted: type[object]) -> None:
    """TypeError where the compiled rules raise it too; without it a 1 for True would go far before it is refused."""
    for value in values:
        if not isinstance(value, wanted):
            raise TypeError(f"{wanted.__name__} object expected; got {type(value).__name__}")


def starting_gems(rules: RuleSet) -> int:
    """Gems of its own colour at each deposit (R1.4)."""
    if rules.spirits and rules.players == 3:
        return 6
    if rules.spirits and rules.players == 6:
        return 8
    return 7
