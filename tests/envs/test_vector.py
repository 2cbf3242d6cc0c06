"""Thousands of games at once play as each would alone."""

from typing import Any

import numpy as np
import pytest

from niagara import rules
from niagara.envs.actions import ACTIONS, NAMES
from niagara.envs.observation import Ints, Observer
from niagara.envs.pettingzoo import raw_env
from niagara.envs.vector import Games, Step
from niagara.rules.board import BLUE, GEM, RED
from niagara.words import Refusal
from tests.envs.test_pettingzoo import for_every_rule_set


def any_legal(step: Step, random: np.random.Generator) -> Ints:
    chosen: Ints = np.where(step.mask, random.random(step.mask.shape), 0).argmax(1)
    return chosen


@for_every_rule_set
def test_every_row_is_what_the_actor_of_its_game_sees(fields: dict[str, Any]) -> None:
    games, random = Games(12, seed=1, **fields), np.random.default_rng(1)
    observer, step = Observer(games.rules), games.reset()
    for _ in range(80):
        for row, mask, actor, session in zip(step.observation, step.mask, step.actor, games.sessions, strict=True):
            assert actor == session.actor
            assert list(np.flatnonzero(mask)) == session.actions(session.actor)
            assert np.array_equal(row, observer.one(session.position, session.actor, session.composer.said))
        step = games.step(any_legal(step, random))


def test_a_game_that_ends_gives_its_shares_and_begins_anew() -> None:
    """R8.2: two winners share; R8.4: at the round limit nobody has won."""
    games, random = Games(30, seed=2, players=3, round_limit=2), np.random.default_rng(2)
    step = games.reset()
    for session in games.sessions[:10]:
        session.position.home = [GEM[RED] * 4, 0, GEM[BLUE] * 4]
    shares: list[list[float]] = []
    for _ in range(60):
        step = games.step(any_legal(step, random))
        assert not step.reward[~step.done].any()
        assert all(games.sessions[game].position.round == 1 for game in np.flatnonzero(step.done))
        shares += step.reward[step.done].tolist()
    assert shares[:10] == [[0.5, 0, 0.5]] * 10
    assert len(shares) > 40
    assert not np.any(shares[10:])


def test_a_seed_gives_the_same_games_again() -> None:
    def seen(seed: int) -> bytes:
        games, random = Games(8, seed, fork="random"), np.random.default_rng(0)
        step = games.reset()
        for _ in range(100):
            step = games.step(any_legal(step, random))
        return step.observation.tobytes()

    assert seen(5) == seen(5)
    assert seen(5) != seen(6)


def test_an_action_that_is_not_legal_or_not_there_is_refused() -> None:
    games = Games(3)
    step = games.reset()
    assert step.mask.shape == (3, ACTIONS)
    with pytest.raises(Refusal, match="array of 3 whole numbers, not int64"):
        games.step(np.zeros(2, np.int64))
    with pytest.raises(Refusal, match="Action 26 cannot be taken in game 0"):
        games.step(np.full(3, NAMES.index("end")))
    assert all(session.position.phase == rules.CARDS for session in games.sessions)


@for_every_rule_set
def test_one_game_alone_is_the_table_of_pettingzoo_step_for_step(fields: dict[str, Any]) -> None:
    """In the middle of a move too, when no game begins a decision."""
    games, table, random = Games(1, seed=4, **fields), raw_env(**fields), np.random.default_rng(4)
    step, begun = games.reset(), 0
    table.reset(seed=4)
    for _ in range(400):
        seen = table.observe(table.agent_selection)
        assert np.array_equal(step.observation[0], seen["observation"])
        assert np.array_equal(step.mask[0], seen["action_mask"])
        assert table.agent_selection == f"player_{step.actor[0]}"
        action = any_legal(step, random)
        step = games.step(action)
        table.step(action[0])
        assert step.reward[0].tolist() == pytest.approx(list(table.rewards.values()))
        assert step.done[0] == any(table.terminations.values())
        if step.done[0]:
            table.reset()
            begun += 1
    assert begun or not fields.get("round_limit")
