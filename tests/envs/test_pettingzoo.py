"""PettingZoo's own tests for every rule set, and what they do not ask."""

import copy
import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo import test as conformance
from pettingzoo.utils.conversions import parallel_to_aec

from niagara import rules
from niagara.envs import NAMES
from niagara.envs.actions import SECTIONS, WAIT
from niagara.envs.pettingzoo import env, parallel_env, raw_env
from niagara.envs.session import win_shares
from niagara.words import Refusal
from tests.rules.games import EXPANSIONS
from tests.rules.scene import river

# Each expansion twice: as in a new game, and with the most players and the other readings (R1.5, R9).
RULES: dict[str, dict[str, Any]] = {
    name: {"spirits": spirits, "joe": joe, "players": 3 + joe} for name, (spirits, joe) in EXPANSIONS.items()
} | {
    f"{name}-other": {
        "spirits": spirits,
        "joe": joe,
        "players": 6 if spirits else 5,
        "fork": "random",
        "elk_on_choice_card": 1,
        "tie_break": "gem_value",
        "round_limit": 5 if joe else 0,
    }
    for name, (spirits, joe) in EXPANSIONS.items()
}
for_every_rule_set = pytest.mark.parametrize("fields", RULES.values(), ids=RULES)


@for_every_rule_set
def test_api_test(fields: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")  # it is a Dict with the mask, as in the
        warnings.filterwarnings(
            "ignore", "Observation space for each agent"
        )  # classic games, which are let pass by name
        conformance.api_test(env(**fields), num_cycles=150)
        conformance.api_test(raw_env(**fields), num_cycles=50)


@for_every_rule_set
def test_seed_test(fields: dict[str, Any]) -> None:
    conformance.seed_test(lambda: env(**fields), num_cycles=60)
    conformance.parallel_seed_test(lambda: LegalSamples(**fields), num_cycles=20)


@for_every_rule_set
def test_render_test(fields: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    conformance.render_test(lambda render_mode: env(render_mode=render_mode, **fields))
    assert "round 1  cards" in capsys.readouterr().out


class LegalSamples(parallel_env):
    """Its action spaces draw legal actions: max_cycles_test and parallel_seed_test know no masks."""

    def action_space(self, agent: str) -> "spaces.Discrete[Any]":  # generic only in newer ones
        space = super().action_space(agent)
        mask = self._seen(self.possible_agents.index(agent))["action_mask"]
        return SimpleNamespace(sample=lambda: space.sample(mask), seed=space.seed)  # type: ignore[return-value]  # what the tests ask of it


@for_every_rule_set
def test_max_cycles_test(fields: dict[str, Any]) -> None:
    """It speaks of games in which everybody acts in every cycle: that is the parallel one, as it is and made AEC by PettingZoo."""
    conformance.max_cycles_test(
        SimpleNamespace(
            parallel_env=lambda max_cycles: LegalSamples(max_cycles=max_cycles, **fields),
            env=lambda max_cycles: parallel_to_aec(LegalSamples(max_cycles=max_cycles, **fields)),
        )
    )


@for_every_rule_set
def test_parallel_api_test(fields: dict[str, Any]) -> None:
    conformance.parallel_api_test(parallel_env(**fields), num_cycles=60)


def played(fields: dict[str, Any], seed: int) -> Any:
    """A random game to its end, seat by seat."""
    table = raw_env(**fields)
    table.reset(seed)
    random = np.random.default_rng(seed)
    while not table.terminations[table.agent_selection]:
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(int(random.choice(np.flatnonzero(mask))))
    return table


@for_every_rule_set
def test_a_win_is_worth_one_in_all(fields: dict[str, Any]) -> None:
    """R8.2: who shares a win shares its worth; R8.4: at the round limit nobody has won."""
    for seed in range(3):
        table = played({**fields, "round_limit": 20}, seed)
        position = table.session.position
        assert table.rewards == dict(zip(table.possible_agents, win_shares(position), strict=True))
        assert sum(table.rewards.values()) == pytest.approx(1 if position.winners else 0)
        assert {agent for agent, reward in table.rewards.items() if reward} == {
            f"player_{seat}" for seat in range(position.rules.players) if position.winners >> seat & 1
        }


def test_two_winners_get_half_each() -> None:
    position = river(home={0: "rrrr", 2: "bbbb"}).position
    position.winners = 0b101
    assert win_shares(position) == [0.5, 0.0, 0.5]


def test_the_last_to_choose_knows_no_more_than_the_first() -> None:
    """R2.5, R10.1: cards are chosen one after the other here, and yet unseen."""
    seen = []
    for card in SECTIONS["card"][:3]:
        table = raw_env(players=3)
        table.reset(0, {"ring": 1})
        table.step(card)
        seen.append(table.observe("player_1"))
    for other in seen[1:]:
        assert np.array_equal(seen[0]["observation"], other["observation"])
        assert np.array_equal(seen[0]["action_mask"], other["action_mask"])


def drawn(table: Any, random: np.random.Generator, but: int = WAIT) -> int:
    """A legal action of whoever is asked, `but` only if there is no other."""
    legal = np.flatnonzero(table.observe(table.agent_selection)["action_mask"])
    return int(random.choice(legal[legal != but] if len(legal) > 1 else legal))


@for_every_rule_set
def test_which_card_lies_face_down_is_known_to_nobody_else_until_it_is_turned_over(fields: dict[str, Any]) -> None:
    """R10.1: two tables that differ in nothing but that card look and ask the same, whatever the others do meanwhile."""
    random, compared = np.random.default_rng(6), 0
    table = raw_env("ansi", **{**fields, "round_limit": 3})
    table.reset(6)
    while not table.terminations[table.agent_selection]:
        chooser, action, other = table.agent_selection, drawn(table, random), copy.deepcopy(table)
        if action in SECTIONS["card"]:
            ours = copy.deepcopy(table)
            ours.step(action)
            other.step(drawn(other, random, but=action))
            while ours.agent_selection != chooser:
                for agent in set(ours.agents) - {chooser}:
                    for part in ("observation", "action_mask"):
                        assert np.array_equal(ours.observe(agent)[part], other.observe(agent)[part])
                assert (ours.render(), ours.rewards, ours.infos) == (other.render(), other.rewards, other.infos)
                meanwhile = drawn(ours, random)
                ours.step(meanwhile)
                other.step(meanwhile)
                compared += 1
        table.step(action)
    assert compared > 10


@for_every_rule_set
def test_all_at_once_is_seat_by_seat_with_the_same_moves(fields: dict[str, Any]) -> None:
    random, fields = np.random.default_rng(7), {**fields, "round_limit": 3}
    together, by_seat = parallel_env(**fields), raw_env(**fields)
    observations, _ = together.reset(seed=7)
    by_seat.reset(seed=7)
    while together.agents:
        chosen = {agent: random.choice(np.flatnonzero(seen["action_mask"])) for agent, seen in observations.items()}
        asked = rules.actors(together.session.position)
        observations, rewards, terminated, _, _ = together.step(chosen)
        for seat in asked:
            assert by_seat.agent_selection == f"player_{seat}"
            by_seat.step(chosen[f"player_{seat}"])
        assert by_seat.session.position == together.session.position
        assert (by_seat.rewards, by_seat.terminations) == (rewards, terminated)
        for agent, seen in observations.items():
            assert np.array_equal(by_seat.observe(agent)["observation"], seen["observation"])


def test_who_is_not_asked_can_only_wait() -> None:
    table = raw_env()
    table.reset(0)
    legal = np.flatnonzero(table.observe("player_0")["action_mask"])
    assert [NAMES[action] for action in legal] == [f"card {card}" for card in "123456C"]
    assert list(np.flatnonzero(table.observe("player_1")["action_mask"])) == [WAIT]


def test_an_illegal_action_ends_the_wrapped_game_and_costs_one() -> None:
    table = env()
    table.reset(seed=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PettingZoo's wrapper says so too
        table.step(NAMES.index("end"))
    assert table.terminations == dict.fromkeys(table.agents, True)
    assert table.rewards["player_0"] == -1


def test_a_start_seat_can_be_named() -> None:
    table = raw_env()
    for ring in range(4):
        table.reset(options={"ring": ring})
        assert table.session.position.ring == ring


def test_parallel_play_asks_all_for_cards_and_one_for_a_turn() -> None:
    table = parallel_env(players=3)
    observations, _ = table.reset(seed=3, options={"ring": 0})
    assert all(seen["action_mask"][SECTIONS["card"][3]] for seen in observations.values())
    observations = table.step(dict.fromkeys(table.agents, SECTIONS["card"][3]))[0]
    assert table.session.position.phase == rules.TURNS
    assert not observations["player_0"]["action_mask"][WAIT]
    assert [list(np.flatnonzero(observations[f"player_{seat}"]["action_mask"])) for seat in (1, 2)] == [[WAIT], [WAIT]]
    with pytest.raises(Refusal, match="cannot be taken here"):
        table.step(dict.fromkeys(table.agents, SECTIONS["card"][3]))


def test_a_rule_set_that_does_not_exist_is_refused() -> None:
    """R1.5."""
    with pytest.raises(Refusal, match=r"R1\.5"):
        env(players=6)
    with pytest.raises(Refusal, match="whirlpool"):
        env(whirlpool=True)
