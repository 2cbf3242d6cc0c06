"""The legal list is what trying finds: by the list, by the rules one by one, and by the reader of moves."""

import pickle
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings

from niagara import notation, rules
from niagara.rules.position import CHANCE, Position
from niagara.words import Refusal
from tests.agreement.positions import crafted, some_rules
from tests.rules.games import EXPANSIONS, game, seeds
from tests.rules.grammar import texts

READERS = {"move-not-understood", "move-written-otherwise", "why-both-ends", "why-two-at-most", "why-river-long"}
every_game = pytest.mark.parametrize(("spirits", "joe"), EXPANSIONS.values(), ids=EXPANSIONS.keys())


def try_and_see(random: Random, position: Position, seat: int, count: int) -> None:
    """`why` names no rule, `read_move` accepts, and the list holds the move: all three or none."""
    moves = rules.legal_moves(position, seat)
    legal = notation.legal_texts(position, seat)
    assert len(set(legal)) == len(moves)
    for move in moves:
        assert rules.why(position, seat, move) is None, notation.write_move(move)
        assert notation.read_move(position, seat, notation.write_move(move)) == move
    for text in texts(random, position, seat, legal, count):
        refusal = notation.explain(position, seat, text)
        assert (refusal is None) == (text in legal), text
        if refusal is not None:
            assert refusal.text  # its sentence has its arguments
            if refusal.key not in READERS:
                reason = rules.why(position, seat, notation.parse_move(text))
                assert reason is not None, text
                assert (reason.rule, reason.key) == (refusal.rule, refusal.key)


def crafted_position(random: Random, rule_set: str) -> Position:
    """A crafted position of the rule set; one that contradicts itself is thrown away."""
    while True:
        with suppress(Refusal):
            return notation.read_position(crafted(random, some_rules(random, rule_set)))


@every_game
@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=seeds)
def test_crafted_positions_accept_what_their_lists_hold(spirits: bool, joe: bool, seed: int) -> None:
    """R2-R7: pieces crowded together, so that the rare rules meet."""
    random = Random(seed)
    name = next(name for name, both in EXPANSIONS.items() if both == (spirits, joe))
    position = crafted_position(random, name)
    for seat in {*rules.actors(position), random.randrange(CHANCE, position.rules.players)}:
        try_and_see(random, position, seat, 40)


@every_game
@settings(max_examples=6, deadline=None, derandomize=True)
@given(seed=seeds)
def test_played_positions_accept_what_their_lists_hold(spirits: bool, joe: bool, seed: int) -> None:
    """R2-R7: as games bring them."""
    random = Random(seed)
    for turn in game(seed, spirits, joe, 60):
        try_and_see(random, turn.after, (rules.actors(turn.after) or [0])[0], 8)


def test_reason_goes_to_another_process_and_back() -> None:
    """In either build: a search that runs elsewhere tells why as well."""
    reason = rules.why(rules.new_game(rules.RuleSet(3)), 0, notation.parse_move("card 7"))
    again = pickle.loads(pickle.dumps(reason))
    assert repr(again) == repr(reason) == "Reason('R1.7', 'why-card-unknown', {'card': 7})"
