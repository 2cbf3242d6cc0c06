"""Gymnasium's own test for every rule set, and a seat among bots."""

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray

from niagara import bots
from niagara.envs.actions import NAMES
from niagara.envs.gymnasium import Niagara
from niagara.rules.position import View
from niagara.words import Refusal
from tests.envs.test_pettingzoo import for_every_rule_set


def episode(table: Niagara, seed: int, choose: Callable[[NDArray[np.bool_]], int]) -> tuple[float, list[bytes]]:
    """An episode to its end: the reward, and all that was seen."""
    row, _ = table.reset(seed=seed)
    seen = [row.tobytes()]
    while True:
        row, reward, ended, broken_off, _ = table.step(choose(table.action_masks()))
        seen.append(row.tobytes())
        if ended or broken_off:
            return reward, seen


def first(mask: NDArray[np.bool_]) -> int:
    return int(mask.argmax())


@for_every_rule_set
def test_check_env(fields: dict[str, Any]) -> None:
    """A warning would be an error here."""
    check_env(gymnasium.make("niagara/Niagara-v0", **fields).unwrapped)


@for_every_rule_set
def test_a_seed_gives_the_same_game_again(fields: dict[str, Any]) -> None:
    table = Niagara(**fields)
    assert episode(table, 7, first) == episode(Niagara(**fields), 7, first)
    assert episode(table, 7, first) != episode(table, 8, first)


def test_only_the_learner_is_asked() -> None:
    table = Niagara(players=3, seat=1)
    table.reset(seed=1)
    for _ in range(60):
        assert table.session.actor == 1
        if table.step(first(table.action_masks()))[2]:
            table.reset()


def test_the_reward_is_the_share_of_the_win() -> None:
    """R8.2: a paddler among drifters wins most games, and the last reward says so."""
    table = Niagara(players=3)
    wins = 0.0
    for seed in range(4):
        bot = bots.make("paddler", seed)
        table.reset(seed=seed)
        ended = False
        while not ended:
            move = bot.choose(table.session.position.view(table.seat), table.seat, table.session.moves)
            for word in _word(table, move):
                _, reward, ended, _, _ = table.step(word)
        wins += reward
        assert reward == (table.session.position.winners >> table.seat & 1) / max(
            1, table.session.position.winners.bit_count()
        )
    assert wins > 2


def _word(table: Niagara, move: int) -> list[int]:
    """The actions that are asked for on the way to a move."""
    from niagara.envs.actions import NO_MOVE, Composer, spell

    word = spell(move, table.seat, table.rules.players)
    composer = Composer(table.session.moves, table.seat, table.rules.players)
    said = []
    while True:
        said.append(word[len(composer.said)])
        if composer.say(said[-1]) != NO_MOVE:
            return said


def test_an_illegal_action_ends_the_episode_with_a_loss() -> None:
    table = Niagara()
    table.reset(seed=0)
    _, reward, ended, broken_off, info = table.step(NAMES.index("wait"))
    assert (reward, ended, broken_off, info["illegal"]) == (-1.0, True, False, True)


def test_opponents_sit_clockwise_from_the_learner_and_see_views_only() -> None:
    class Nosy:
        name = "Nosy"

        def __init__(self, seed: int) -> None:
            self.seats: set[int] = set()
            met.append(self)

        def choose(self, view: View, seat: int, moves: list[int]) -> int:
            assert isinstance(view, View)
            self.seats.add(seat)
            return moves[0]

    met: list[Nosy] = []
    table = Niagara(opponents=(Nosy, "drifter"), players=4, seat=2)
    table.reset(seed=0)
    for _ in range(20):
        table.step(first(table.action_masks()))
    assert [nosy.seats for nosy in met] == [{3}, {1}]


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(Refusal, match="no seat 4"):
        Niagara(seat=4)
    with pytest.raises(Refusal, match="paddler"):
        Niagara(opponents=("padler",)).reset()


def test_the_picture_shows_the_table() -> None:
    table = Niagara(render_mode="ansi", players=3, spirits=True, joe=True)
    table.reset(seed=0)
    picture = table.render()
    assert picture is not None
    assert "whirlpool S3" in picture
    assert "S1   " in picture
    assert "joe[]" in picture
    assert "+elk" in picture
