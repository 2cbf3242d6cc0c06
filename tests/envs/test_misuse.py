"""What is asked wrongly is refused in a sentence that says what would be right, and nothing has happened."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from niagara import envs
from niagara.envs import openspiel, pettingzoo
from niagara.envs.gymnasium import Niagara
from niagara.envs.vector import Games
from niagara.rules.position import View
from niagara.words import Refusal
from tests.envs.test_actions import NO_ACTIONS

MAKERS: dict[str, Callable[..., Any]] = {
    "rule_set": envs.rule_set,
    "env": pettingzoo.env,
    "raw_env": pettingzoo.raw_env,
    "parallel_env": pettingzoo.parallel_env,
    "gymnasium": Niagara,
    "vector": lambda **fields: Games(1, **fields),
}
CARD = 3  # the action that chooses the card 3
SMALL: dict[str, Any] = {"players": 3, "spirits": True, "joe": True, "fork": "random", "round_limit": 4}


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS)
@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"player": 4}, "nearest is players.*round_limit"),
        ({"players": 7}, "3 to 5"),
        ({"players": 7, "spirits": True}, "3 to 6"),
        ({"joe": "yes"}, "joe must be true or false"),
        ({"fork": "randm"}, "one of alternating, random"),
        ({"elk_on_choice_card": 3}, "from 1 to 2"),
        ({"tie_break": "gems"}, "one of shared, gem_value"),
        ({"round_limit": -1}, "from 0 to"),
    ],
    ids=str,
)
def test_a_wrong_field_of_the_rules_is_named_with_what_is_right(
    maker: Callable[..., Any], fields: dict[str, Any], told: str
) -> None:
    with pytest.raises(Refusal, match=told):
        maker(**fields)


def test_fields_may_be_numbers_of_numpy() -> None:
    assert envs.rule_set(players=np.int64(5), joe=np.bool_(True)) == envs.rule_set(players=5, joe=True)


@pytest.mark.parametrize("maker", [pettingzoo.env, pettingzoo.parallel_env, Niagara])
def test_an_unknown_way_to_render_is_refused(maker: Callable[..., Any]) -> None:
    with pytest.raises(Refusal, match="human, ansi"):
        maker(render_mode="rgb_array")


@pytest.mark.parametrize("ring", [4, -1, "0", 1.0])
@pytest.mark.parametrize("maker", [pettingzoo.env, pettingzoo.parallel_env, Niagara])
def test_a_start_seat_that_is_none_is_refused(maker: Callable[..., Any], ring: object) -> None:
    """R1.9."""
    with pytest.raises(Refusal, match=f"no seat {ring!r}; the seats are 0 to 3"):
        maker().reset(options={"ring": ring})


@pytest.mark.parametrize("seat", [4, -1, "1", 1.5])
def test_a_seat_that_is_none_is_refused(seat: Any) -> None:
    with pytest.raises(Refusal, match=f"no seat {seat!r}"):
        Niagara(seat=seat)


@pytest.mark.parametrize(
    ("opponents", "told"),
    [
        ("padler", "no bot “padler”; the nearest is paddler"),
        (("drifter", "padler"), "no bot “padler”"),
        (3, "no bot “3”"),
        ((), "1 to 3 opponents for 4 players.*given: 0"),
        (("drifter",) * 4, "1 to 3 opponents for 4 players.*given: 4"),
    ],
    ids=str,
)
def test_wrong_opponents_are_refused_before_the_first_game(opponents: Any, told: str) -> None:
    with pytest.raises(Refusal, match=told):
        Niagara(opponents=opponents)


class Cheat:
    """Names a move that it has not been given."""

    name = "Cheat"

    def __init__(self, seed: int) -> None: ...

    def choose(self, view: View, seat: int, moves: list[int]) -> int:
        return -7


def test_one_opponent_need_not_be_in_a_list_and_its_illegal_move_is_not_played() -> None:
    table = Niagara(opponents=Cheat, seat=0)
    table.reset(seed=0)
    with pytest.raises(Refusal, match="“Cheat” at seat 1 has chosen -7"):
        table.step(CARD)


@pytest.mark.parametrize("most", [0, -3, "ten", 2.5])
def test_a_game_of_no_cycles_is_refused(most: Any) -> None:
    with pytest.raises(Refusal, match="from 1 on"):
        pettingzoo.parallel_env(max_cycles=most)


@pytest.mark.parametrize("games", [0, -1, "8", 2.5])
def test_no_games_are_refused(games: Any) -> None:
    with pytest.raises(Refusal, match="At least one game"):
        Games(games)


@pytest.mark.parametrize("nothing", NO_ACTIONS, ids=repr)
def test_what_is_no_action_is_refused_by_all_or_loses(nothing: Any) -> None:
    by_seat, together, alone = pettingzoo.raw_env(), pettingzoo.parallel_env(), Niagara()
    by_seat.reset(seed=0)
    with pytest.raises(Refusal, match="whole number from 0 to 156"):
        by_seat.step(nothing)
    together.reset(seed=0)
    with pytest.raises(Refusal, match="whole number from 0 to 156"):
        together.step(dict.fromkeys(together.agents, nothing))
    alone.reset(seed=0)
    assert alone.step(nothing)[1:3] == (-1.0, True)


def test_who_acts_before_the_game_or_after_it_is_told_so() -> None:
    by_seat, together = pettingzoo.raw_env(**SMALL), pettingzoo.parallel_env(max_cycles=1, **SMALL)
    alone, many = Niagara(), Games(2)
    for step in (
        lambda: by_seat.step(CARD),
        lambda: together.step({}),
        lambda: alone.step(CARD),
        lambda: many.step(np.array([CARD, CARD])),
    ):
        with pytest.raises(Refusal, match="reset begins one"):
            step()
    by_seat.reset(seed=0)
    for agent in by_seat.agent_iter():
        seen, _, over, _, _ = by_seat.last()
        by_seat.step(None if over else int(by_seat.action_space(agent).sample(seen["action_mask"])))
    with pytest.raises(Refusal, match="reset begins one"):
        by_seat.step(CARD)
    together.reset(seed=0)
    together.step(dict.fromkeys(together.agents, CARD))
    with pytest.raises(Refusal, match="reset begins one"):
        together.step(dict.fromkeys(together.possible_agents, CARD))
    alone.reset(seed=0)
    alone.step(0)  # illegal: the episode is over
    with pytest.raises(Refusal, match="reset begins one"):
        alone.step(CARD)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"player_2": 0}, "Action 0 .wait. cannot"),
        ({"player_2": 1.5}, "whole number"),
        ({"bob": CARD}, "player_0, player_1, player_2 needs.*bob"),
    ],
    ids=str,
)
def test_if_one_of_all_errs_nobody_has_acted(wrong: dict[str, Any], told: str) -> None:
    """R2.5: all choose together, or none has."""
    table = pettingzoo.parallel_env(players=3)
    table.reset(seed=0)
    before = table.session.position.copy()
    right = dict.fromkeys(table.agents, CARD)
    with pytest.raises(Refusal, match=told):
        table.step(right | wrong)
    with pytest.raises(Refusal, match="given are those of player_0"):
        table.step({"player_0": CARD})
    assert table.session.position == before
    table.step(right)


def test_if_one_game_of_many_errs_none_has_moved() -> None:
    games = Games(3, seed=1)
    mask = games.reset().mask
    for wrong in ([CARD, 0, CARD], [CARD, CARD, 157], [CARD, CARD, -1], [CARD, CARD], [[CARD]] * 3, [1.0, 1.0, 1.0]):
        with pytest.raises(Refusal):
            games.step(np.array(wrong))
        assert all(session.position.pending == 0b1111 for session in games.sessions)
    mask[:] = False  # the caller's to change
    assert games.step(np.array([CARD] * 3)).actor.tolist() == [1, 1, 1]


def test_a_node_of_the_tree_takes_only_what_can_be_taken_there() -> None:
    """At each kind of node something else was played silently once: a card that nobody holds, an arm of no push."""
    state = openspiel.NiagaraGame({"players": 3, "fork": "random"}).new_initial_state()
    with pytest.raises(Refusal, match="0 to 2"):
        state.clone().apply_action(3)  # no such start seat
    state.apply_action(0)
    for wrong, told in (
        ([1, 2, 0], "wait"),
        ([1, 2, 26], "end"),
        ([1, 2, 7], "card 7"),
        ([1, 2, 157], "0 to 156"),
        ([1, 2], "3 actions"),
    ):
        with pytest.raises(Refusal, match=told):
            state.clone().apply_actions(wrong)
    with pytest.raises(Refusal, match="apply_actions with 3 actions"):
        state.clone().apply_action(CARD)
    state.apply_actions([CARD] * 3)
    with pytest.raises(Refusal, match="card 3"):
        state.clone().apply_action(CARD)
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(Refusal, match="0 to 7"):
        state.clone().apply_action(8)  # a speed of 3 has 8 outcomes


def seat_by_seat(table: Any, random: np.random.Generator) -> object:
    if not table.agents:
        table.reset()
    seen, reward, over, _, _ = table.last()
    table.step(None if over else random.choice(np.flatnonzero(seen["action_mask"])))
    return seen["observation"].tolist(), reward, over


def together(table: Any, random: np.random.Generator) -> object:
    if not table.agents:
        table.reset()
    chosen = {agent: random.choice(table.session.actions(seat)) for seat, agent in enumerate(table.agents)}
    seen, *told = table.step(chosen)
    return [each["observation"].tolist() for each in seen.values()], told


def alone(table: Any, random: np.random.Generator) -> object:
    if table.session.over:
        table.reset()
    seen, *told, _ = table.step(random.choice(np.flatnonzero(table.action_masks())))
    return seen.tolist(), told


def many(table: Any, random: np.random.Generator) -> object:
    shown = table.step(np.array([random.choice(session.actions(session.actor)) for session in table.sessions]))
    return [part.tolist() for part in shown]


@pytest.mark.parametrize(
    "again", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))], ids=["deepcopy", "pickle"]
)
@pytest.mark.parametrize(
    ("maker", "step"),
    [
        (pettingzoo.env, seat_by_seat),
        (pettingzoo.raw_env, seat_by_seat),
        (pettingzoo.parallel_env, together),
        (Niagara, alone),
        (lambda **fields: Games(3, **fields), many),
    ],
    ids=["env", "raw_env", "parallel_env", "gymnasium", "vector"],
)
def test_a_copy_in_mid_game_goes_on_as_the_table_would(
    maker: Callable[..., Any], step: Callable[[Any, np.random.Generator], object], again: Callable[[Any], Any]
) -> None:
    def plays_on(table: Any, seed: int) -> list[object]:
        random = np.random.default_rng(seed)
        return [step(table, random) for _ in range(60)]

    table = maker(**SMALL)
    table.reset()
    plays_on(table, 1)
    other = again(table)
    assert plays_on(other, 2) == plays_on(table, 2)
