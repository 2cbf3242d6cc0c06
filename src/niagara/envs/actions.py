"""The one action space of every environment: a move is said as a short word of actions (docs/decisions/actions-of-the-environments.md).

Most moves are one action. A canoe move is the points (with 1/2/3 only), the course, the unloads and loads, the thefts, the exchange with
Joe, and that it is done; what has only one answer is not asked. Seats are counted from the seat that acts, clockwise, so that an action
means the same to everybody.
"""

import operator
from functools import lru_cache
from typing import Final

from niagara.notation.names import ARM_LETTERS, CANOE_LETTERS, CARD_LETTERS, COLOUR_LETTERS, PLACE_NAMES
from niagara.rules import moves
from niagara.rules.board import CAMP, COLOURS, L6, L7, LOST, NO_STEP, R6, R7, S1, S2, S3, S4, S5
from niagara.words import Refusal

# Where a course ends: by paddling or without a step, and carried there by the whirlpool.
PADDLED: Final = (NO_STEP, CAMP, S1, S2, S3, S4, S5, L6, L7, R6, R7)
CARRIED: Final = (S2, S3, S4, S5, L6, L7, R6, R7, LOST)
COURSES: Final = len(PADDLED) + len(CARRIED)
MOST_OTHERS: Final = 5  # players beside the one who acts


def _names() -> dict[str, list[str]]:
    """The actions by section, in the order of their numbers, as they are written."""
    canoes, colours = CANOE_LETTERS, COLOUR_LETTERS
    ends = ["stays" if end == NO_STEP else f">{PLACE_NAMES[end]}" for end in PADDLED]
    ends += [f">~{PLACE_NAMES[end]}" for end in CARRIED]
    return {
        "wait": ["wait"],
        "card": [f"card {card}" for card in CARD_LETTERS],
        "nobuy": ["nobuy"],
        "buy": [f"buy {canoe}{gem}" for canoe in canoes for gem in ["", *[f" {colour}" for colour in colours]]],
        "elk": [f"elk {canoe}" for canoe in canoes],
        "end": ["end"],
        "weather": ["weather -", "weather +"],
        "lasso": [f"lasso {roped}" for roped in ("-", "a", "b", "ab")],
        "arm": [f"arm {canoe} {arm}" for canoe in canoes for arm in ARM_LETTERS],
        "points": ["=1", "=2", "=3"],
        "course": [f"{canoe}{end}" for canoe in canoes for end in ends],
        "operation": [f"{when} {sign}{colour}" for when in ("first", "then") for sign in "-+" for colour in colours],
        "steal": [f"*{gem}+{seat}{canoe}" for seat in range(1, MOST_OTHERS + 1) for canoe in canoes for gem in colours],
        "give": [f"&-{colour}" for colour in colours],
        "take": ["&+"],
        "done": ["done"],
    }


_SECTIONS: Final = _names()
NAMES: Final = tuple(name for section in _SECTIONS.values() for name in section)
ACTIONS: Final = len(NAMES)


def _first_of(section: str) -> int:
    return NAMES.index(_SECTIONS[section][0])


SECTIONS: Final = {name: range(_first_of(name), _first_of(name) + len(names)) for name, names in _SECTIONS.items()}
WAIT: Final = _first_of("wait")
POINTS: Final = _first_of("points")
COURSE: Final = _first_of("course")
OPERATION: Final = _first_of("operation")
STEAL: Final = _first_of("steal")
GIVE: Final = _first_of("give")
TAKE: Final = _first_of("take")
DONE: Final = _first_of("done")
SAID: Final = range(POINTS, GIVE)  # what can be said before a move is whole

HEAD: Final = 0xFFF  # the bits of a move that tell its first action: kind, canoe, points, place, washed
NO_MOVE: Final = -1


def _course(move: int) -> int:
    end = moves.place(move)
    places = CARRIED if move & moves.WASHED else PADDLED
    if end not in places:
        return NO_MOVE
    carried = len(PADDLED) if move & moves.WASHED else 0
    return COURSE + moves.canoe(move) * COURSES + carried + places.index(end)


def _first(head: int) -> int:
    """The first action of the moves with these low bits; NO_MOVE where there is no such move."""
    kind, canoe, argument, choice = moves.kind(head), moves.canoe(head), moves.place(head), moves.choice(head)
    found = {
        moves.BUY_BACK: (argument <= COLOURS, "buy", canoe * (COLOURS + 1) + argument),
        moves.DECLINE: (True, "nobuy", 0),
        moves.CARD: (1 <= argument <= len(CARD_LETTERS), "card", argument - 1),
        moves.ELK: (True, "elk", canoe),
        moves.END: (True, "end", 0),
        moves.WEATHER: (argument <= 1, "weather", argument),
        moves.ROPE: (True, "lasso", choice),
        moves.ARM: (argument in (L6, R6), "arm", 2 * canoe + (argument == R6)),
    }.get(kind)
    if found:
        exists, section, index = found
        return SECTIONS[section][index] if exists else NO_MOVE
    if kind != moves.CANOE or _course(head) == NO_MOVE:
        return NO_MOVE
    return POINTS + choice - 1 if choice else _course(head)


FIRST: Final = [_first(head) for head in range(HEAD + 1)]  # FIRST[move & HEAD]


@lru_cache(maxsize=1 << 16)
def spell(move: int, seat: int, players: int) -> tuple[int, ...]:
    """The word of a seat's move: no word of a decision begins with another of the same decision. Chance has no words."""
    word = [FIRST[move & HEAD]]
    if moves.kind(move) != moves.CANOE:
        return tuple(word)
    if moves.choice(move):
        word.append(_course(move))
    unload = OPERATION + (2 * COLOURS if move & moves.AFTER else 0)
    word += [unload + colour for colour in moves.unloads(moves.operations(move))]
    word += [unload + COLOURS + colour for colour in moves.loads(moves.operations(move))]
    word += sorted(
        STEAL + (2 * ((victim // 2 - seat) % players - 1) + victim % 2) * COLOURS + colour
        for victim, colour in moves.steals(move)
    )
    if moves.given(move) >= 0:
        word.append(GIVE + moves.given(move))
    if moves.taken(move) >= 0:
        word.append(TAKE)
    return (*word, DONE)


class Composer:
    """One decision of a seat: legal moves, and what has been said of the one that is meant."""

    def __init__(self, legal: list[int], seat: int, players: int) -> None:
        self.said: list[int] = []
        self._moves = legal
        self._words: list[tuple[int, ...]] = []  # of the moves that are left, once something has been said
        self._seat = seat
        self._players = players

    def actions(self) -> list[int]:
        """What can be said next, in order."""
        if not self.said:
            return sorted({FIRST[move & HEAD] for move in self._moves})
        said = len(self.said)
        return sorted({word[said] for word in self._words})

    def say(self, action: object) -> int:
        """Says an action; the move once only one is left, NO_MOVE before. Refusal if it cannot be said here, or is none."""
        action = action_of(action)
        if self.said:
            said = len(self.said)
            left = [index for index, word in enumerate(self._words) if word[said] == action]
        else:
            left = [index for index, move in enumerate(self._moves) if FIRST[move & HEAD] == action]
        if not left:
            raise illegal(action)
        legal = [self._moves[index] for index in left]
        if len(legal) == 1:
            return legal[0]
        words = [self._words[index] for index in left] if self.said else self._spelled(legal)
        self._moves, self._words = legal, words
        self.said.append(action)
        while all(word[len(self.said)] == words[0][len(self.said)] for word in words):
            self.said.append(words[0][len(self.said)])
        return NO_MOVE

    def copy(self) -> "Composer":
        """The same decision, as far as it has been said; the two go on apart."""
        other = Composer(self._moves, self._seat, self._players)
        other.said, other._words = self.said[:], self._words
        return other

    def _spelled(self, legal: list[int]) -> list[tuple[int, ...]]:
        return [spell(move, self._seat, self._players) for move in legal]


def number_of(value: object) -> int:
    """Any kind of whole number as Python's, NumPy's too; -1 for what is none."""
    try:
        return operator.index(value)  # type: ignore[arg-type]  # what has no index is what is looked for
    except TypeError:
        return -1


def action_of(value: object) -> int:
    """An action that somebody has given. Refusal if it is none."""
    action = number_of(value)
    if not 0 <= action < ACTIONS:
        raise Refusal("envs-action-unknown", action=str(value)[:40], last=ACTIONS - 1)
    return action


def illegal(action: int) -> Refusal:
    """The refusal of an action that is not legal where it is said."""
    return Refusal("envs-action-illegal", action=str(action), name=NAMES[action])
