"""The action space: every legal move of every rule set is said in exactly one way."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from niagara import notation, rules
from niagara.envs.actions import ACTIONS, FIRST, HEAD, NAMES, NO_MOVE, SECTIONS, WAIT, Composer, spell
from niagara.words import Refusal
from tests.rules.games import EXPANSIONS, game
from tests.rules.scene import river


def decisions(expansion: str, games: int = 6) -> list[tuple[rules.Position, int, list[int]]]:
    """Decisions of random games: the position, who acts, and the legal moves; chance apart."""
    spirits, joe = EXPANSIONS[expansion]
    found = []
    for seed in range(games):
        for turn in game(seed, spirits, joe, 150):
            if turn.seat != rules.CHANCE:
                found.append((turn.before, turn.seat, rules.legal_moves(turn.before, turn.seat)))
    return found


def test_sections_number_the_actions_without_gap() -> None:
    assert [action for section in SECTIONS.values() for action in section] == list(range(ACTIONS))
    assert len(set(NAMES)) == ACTIONS


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_no_word_of_a_decision_begins_with_another(expansion: str) -> None:
    for position, seat, legal in decisions(expansion):
        words = [spell(move, seat, position.rules.players) for move in legal]
        for one, other in combinations(sorted(words), 2):
            assert other[: len(one)] != one, (one, other)
        assert all(0 < action < ACTIONS for word in words for action in word)


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_saying_a_word_makes_its_move(expansion: str) -> None:
    random = Random(expansion)
    for position, seat, legal in decisions(expansion):
        players = position.rules.players
        for meant in random.sample(legal, min(3, len(legal))):
            word = spell(meant, seat, players)
            composer = Composer(legal, seat, players)
            move = NO_MOVE
            while move == NO_MOVE:
                action = word[len(composer.said)]
                assert action in composer.actions()
                move = composer.say(action)
                assert move != NO_MOVE or len(composer.actions()) > 1, "what has one answer is not asked"
            assert move == meant, notation.write_move(meant)


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_what_can_be_said_is_what_some_move_says(expansion: str) -> None:
    for position, seat, legal in decisions(expansion, games=2):
        words = [spell(move, seat, position.rules.players) for move in legal]
        assert Composer(legal, seat, position.rules.players).actions() == sorted({word[0] for word in words})


def test_a_theft_is_said_by_the_victims_place_after_the_thief() -> None:
    """R4.1: seat 3 steals from seat 0, the next but none after it at four players."""
    move = notation.parse_move("a>S4*r0b")
    said = [NAMES[action] for action in spell(move, 3, 4)]
    assert said == ["a>S4", "*r+1b", "done"]
    assert [NAMES[action] for action in spell(notation.parse_move("a>S4*r3b"), 2, 4)] == said


def test_a_long_move_is_said_in_the_order_in_which_it_is_done() -> None:
    """R3.6, R4.4, R7.6, R5.11."""
    move = notation.parse_move("a=3>S4(-p+y)*b1a&-y+r")
    said = [NAMES[action] for action in spell(move, 0, 5)]
    assert said == ["=3", "a>S4", "then -p", "then +y", "*b+1a", "&-y", "&+", "done"]


def test_waiting_is_no_move_of_anybody() -> None:
    assert WAIT not in FIRST
    assert len([action for action in FIRST if action != NO_MOVE]) > 0


def test_what_has_one_answer_is_not_asked() -> None:
    """R3.5, R3.8: of four points two bring the canoe to the diamonds, and two must load; only where two kinds lie is there a choice."""
    course = NAMES.index("a>S4")
    one_kind, two_kinds = river("S2 camp", card="4"), river("S2 camp", card="4", lying={"w": "pww"})
    whole = Composer(rules.legal_moves(one_kind.position, 0), 0, 3).say(course)
    assert notation.write_move(whole) == "a>S4(+w)"
    composer = Composer(rules.legal_moves(two_kinds.position, 0), 0, 3)
    assert composer.say(course) == NO_MOVE
    assert [NAMES[action] for action in composer.actions()] == ["then +p", "then +w"]


@pytest.mark.parametrize("action", [WAIT, SECTIONS["course"][0]])
def test_an_action_that_cannot_be_said_is_refused(action: int) -> None:
    position = rules.new_game(rules.RuleSet())
    composer = Composer(rules.legal_moves(position, 0), 0, 4)
    with pytest.raises(Refusal, match=f"Action {action} .* cannot be taken here"):
        composer.say(action)


NO_ACTIONS = [
    -1,
    ACTIONS,
    10**30,
    1.0,
    26.0,
    float("nan"),
    None,
    "card 1",
    [1],
    np.float32(2),
    np.array([1]),
    np.array([1, 2]),
]


@pytest.mark.parametrize("nothing", NO_ACTIONS, ids=repr)
def test_what_is_no_action_is_refused(nothing: object) -> None:
    position = rules.new_game(rules.RuleSet())
    composer = Composer(rules.legal_moves(position, 0), 0, 4)
    with pytest.raises(Refusal, match="whole number from 0 to 156, not"):
        composer.say(nothing)
    assert composer.actions() == Composer(rules.legal_moves(position, 0), 0, 4).actions()


@pytest.mark.parametrize("action", [3, np.int64(3), np.uint8(3), np.array(3)], ids=repr)
def test_any_kind_of_whole_number_is_an_action(action: object) -> None:
    position = rules.new_game(rules.RuleSet())
    assert notation.write_move(Composer(rules.legal_moves(position, 0), 0, 4).say(action)) == "card 3"


def test_the_first_action_hangs_on_the_lowest_bits_alone() -> None:
    for text in ("a>S4", "a>S4(+w)", "a>S4*b0a*r2b&-b", "a(+w+w)>S4"):
        assert NAMES[FIRST[notation.parse_move(text) & HEAD]] == "a>S4"
