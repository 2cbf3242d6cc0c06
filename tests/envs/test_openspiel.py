"""OpenSpiel's own tests for every rule set, and the checks that its API test cannot reach in a simultaneous game."""

import random
import unittest
from collections import defaultdict
from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test

from niagara import rules
from niagara.envs import openspiel, rule_set
from niagara.envs.actions import SECTIONS
from niagara.rules.moves import choose_card
from niagara.words import Refusal

GAMES = {
    "base": "niagara(players=3,round_limit=3)",
    "joe": "niagara(joe=True,fork=random,round_limit=3)",
    "spirits": "niagara(players=3,spirits=True,fork=random,round_limit=3)",
    "spirits-joe": "niagara(players=5,spirits=True,joe=True,ring=2,round_limit=3)",
    "other": "niagara(players=6,spirits=True,fork=random,elk_on_choice_card=1,tie_break=gem_value,round_limit=2)",
}
for_every_rule_set = pytest.mark.parametrize("name", GAMES.values(), ids=GAMES)


def step(state: Any, dice: random.Random) -> None:
    """One node on, at random."""
    if state.is_chance_node():
        state.apply_action(dice.choice([outcome for outcome, _ in state.chance_outcomes()]))
    elif state.is_simultaneous_node():
        state.apply_actions([dice.choice(state.legal_actions(seat)) for seat in range(state.num_players())])
    else:
        state.apply_action(dice.choice(state.legal_actions()))


def walk(name: str, seed: int, nodes: int = 10_000) -> list[Any]:
    """The states of a random game in order, or of its beginning."""
    state, dice = pyspiel.load_game(name).new_initial_state(), random.Random(seed)
    states = [state.clone()]
    while not state.is_terminal() and len(states) < nodes:
        step(state, dice)
        states.append(state.clone())
    return states


@for_every_rule_set
def test_random_sim_test_with_serialisation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@for_every_rule_set
def test_api_test(name: str) -> None:
    """The partial-tree checks, on states of whole games: by itself OpenSpiel would look at the first state only."""

    class Checks(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]  # open_spiel has no types
        game = pyspiel.load_game(name)
        game_name = "niagara"

        @classmethod
        def setUpClass(cls) -> None:
            cls.some_states = (walk(name, 1) + walk(name, 2))[::2]
            cls.game_type = cls.game.get_type()

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Checks).run(result)
    assert result.testsRun >= 5
    assert [text for _, text in result.failures + result.errors] == []


@for_every_rule_set
def test_api_test_of_whole_trees(name: str) -> None:
    """Those of its checks that count no nodes and need no node where all choose together, on states of whole games."""

    class Checks(api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]  # open_spiel has no types
        game = pyspiel.load_game(f"turn_based_simultaneous_game(game={name})")
        game_name = "niagara"

        @classmethod
        def setUpClass(cls) -> None:
            cls.all_states = walk(str(cls.game), 1) + walk(str(cls.game), 2)

    checks = [
        "test_legal_actions_empty",
        "test_current_player_returns_terminal_player_on_terminal_nodes",
        "test_information_state_no_argument_raises_on_terminal_nodes",
        "test_information_state_functions_raises_on_chance_nodes",
        "test_current_player_infosets_no_overlap_between_players",
    ]
    result = unittest.TestResult()
    unittest.TestSuite(map(Checks, checks)).run(result)
    assert result.testsRun == len(checks)
    assert [text for _, text in result.failures + result.errors] == []


@for_every_rule_set
def test_what_others_hold_face_down_changes_nothing_that_a_player_sees(name: str) -> None:
    """R10.1: the same history but for another's hidden card gives the same strings and tensors; with one's own it does not."""
    dice = random.Random(name)
    compared = 0
    for state in walk(name, 3) + walk(name, 4):
        if state.is_chance_node() or state.is_terminal():
            continue
        position = state.story.position
        for owner in range(state.num_players()):
            if not state.story.face_down(owner):
                continue
            other = state.clone()
            hand = [
                card for card in range(1, 11) if position.hands[owner] >> card & 1 and card != position.cards[owner]
            ]
            if not hand:
                continue
            other.story.position.cards[owner] = dice.choice(hand)
            compared += 1
            for player in range(state.num_players()):
                same = player != owner
                assert (state.information_state_string(player) == other.information_state_string(player)) == same
                assert (state.information_state_tensor(player) == other.information_state_tensor(player)) == same
                assert (state.observation_string(player) == other.observation_string(player)) == same
                assert (state.observation_tensor(player) == other.observation_tensor(player)) == same
    assert compared > 10


@for_every_rule_set
def test_a_player_remembers_what_it_knew_and_did(name: str) -> None:
    """Perfect recall: one string stands for one past of strings, one set of legal actions, one view and one tensor.

    Many beginnings are played; among those that a player cannot tell apart others hold different cards.
    """
    pasts: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    seen: dict[str, set[tuple[Any, ...]]] = defaultdict(set)
    truths: dict[str, set[str]] = defaultdict(set)
    for seed in range(40):
        own: list[list[str]] = [[] for _ in range(pyspiel.load_game(name).num_players())]
        for state in walk(name, seed, nodes=6):
            if state.is_chance_node() or state.is_terminal():
                continue
            for player, past in enumerate(own):
                text = state.information_state_string(player)
                if text not in past:
                    past.append(text)
                pasts[text].add(tuple(past))
                truths[text].add(str(state))
                told = state.observation_string(player), *state.information_state_tensor(player)
                seen[text].add((*state.legal_actions(player), *told))
    assert {len(past) for past in pasts.values()} == {1}
    assert {len(sights) for sights in seen.values()} == {1}
    assert max(len(truth) for truth in truths.values()) > 1


@for_every_rule_set
def test_no_information_state_is_that_of_two_players(name: str) -> None:
    owners: dict[Any, set[int]] = defaultdict(set)
    for state in walk(name, 4):
        if not state.is_chance_node() and not state.is_terminal():
            for player in range(state.num_players()):
                owners[state.information_state_string(player)].add(player)
                owners[tuple(state.information_state_tensor(player))].add(player)
    assert {len(players) for players in owners.values()} == {1}


def test_cards_are_chosen_together_and_turns_are_taken_one_by_one() -> None:
    """R2.5, R2.7."""
    state = pyspiel.load_game("niagara(players=3,ring=1)").new_initial_state()
    assert state.is_simultaneous_node()
    state.apply_actions([SECTIONS["card"][card - 1] for card in (2, 3, 4)])
    assert state.current_player() == 1
    assert state.legal_actions(0) == []
    assert "1: card 3" in state.information_state_string(0)
    assert "card 4" not in state.information_state_string(0)


def test_chance_draws_who_starts_and_every_arm_alike() -> None:
    """R1.9, R9: with the random fork each of the pushes takes either arm."""
    state = pyspiel.load_game("niagara(players=3,fork=random)").new_initial_state()
    assert state.chance_outcomes() == [(seat, pytest.approx(1 / 3)) for seat in range(3)]
    state.apply_action(2)
    state.apply_actions([SECTIONS["card"][2]] * 3)
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    outcomes = state.chance_outcomes()
    assert [state.action_to_string(-1, outcome) for outcome, _ in outcomes][:3] == [
        "river LLL",
        "river RLL",
        "river LRL",
    ]
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)


@for_every_rule_set
def test_a_game_ends_as_the_rules_end_it(name: str) -> None:
    for seed in range(5):
        last = walk(name, seed)[-1]
        assert last.story.position.phase == rules.OVER
        winners = [seat for seat in range(last.num_players()) if last.story.position.winners >> seat & 1]
        assert last.returns() == [1 / len(winners) if seat in winners else 0.0 for seat in range(last.num_players())]


def test_a_table_where_all_is_known_is_not_shown() -> None:
    game = pyspiel.load_game("niagara")
    kind = pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="own secrets"):
        game.make_py_observer(kind)


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(Refusal, match="round_limit=100"):
        openspiel.NiagaraGame({"round_limit": 0})
    with pytest.raises(Refusal, match="no seat 4"):
        openspiel.NiagaraGame({"ring": 4})
    with pytest.raises(Refusal, match=r"R1\.5"):
        openspiel.NiagaraGame({"players": 6})
    assert openspiel.NiagaraGame().rules == rule_set()
    assert choose_card(3) == rules.legal_moves(rules.new_game(rule_set()), 0)[2]
