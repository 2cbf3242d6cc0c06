"""Games for properties: any rule set, random moves with a liking for those that do more than paddle."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from niagara import notation, rules
from niagara.rules.position import OVER, Position

TELLING = ("+", "*", "&", "elk", ">camp", "~", "buy", "lasso a", "lasso b", "arm", "card C", "card L")
EXPANSIONS = {"base": (False, False), "joe": (False, True), "spirits": (True, False), "spirits-joe": (True, True)}


class Turn(NamedTuple):
    """One decision of a game; both positions are the caller's to keep."""

    before: Position
    seat: int
    move: int
    events: list[rules.Event]
    after: Position


def some_rules(random: Random, spirits: bool, joe: bool) -> rules.RuleSet:
    """A rule set with any number of players and any readings of R9."""
    return rules.RuleSet(
        players=random.randint(3, 6 if spirits else 5),
        spirits=spirits,
        joe=joe,
        fork=random.choice([rules.ALTERNATING, rules.RANDOM]),
        elk_on_choice_card=random.choice([1, 2]),
        tie_break=random.choice([rules.SHARED, rules.GEM_VALUE]),
        round_limit=random.choice([0, 7, 25]),
    )


def chosen(random: Random, position: Position) -> tuple[int, int]:
    """A seat that acts and one of its legal moves: of a handful one that tells, if there is one."""
    seat = random.choice(rules.actors(position))
    moves = rules.legal_moves(position, seat)
    handful = [random.choice(moves) for _ in range(4)]
    telling = [move for move in handful if any(sign in notation.write_move(move) for sign in TELLING)]
    return seat, (telling or handful)[0]


def game(seed: int, spirits: bool, joe: bool, decisions: int) -> Iterator[Turn]:
    """So many decisions of a random game, fewer if it ends."""
    random = Random(seed)
    ruleset = some_rules(random, spirits, joe)
    position = rules.new_game(ruleset, random.randrange(ruleset.players))
    for _ in range(decisions):
        if position.phase == OVER:
            return
        seat, move = chosen(random, position)
        before, events = position.copy(), list[rules.Event]()
        rules.play(position, seat, move, events)
        yield Turn(before, seat, move, events, position.copy())


seeds = st.integers(0, 2**64)
