"""PettingZoo's `niagara_v0`: `env` asks seat by seat (AEC); `parallel_env` asks all at once, and who has nothing to decide waits.

An agent's reward is its share of the win, given when the game ends: 1 for a sole winner, 1/2 for each of two, 0 otherwise.
"""

from random import Random
from typing import Any

from niagara import rules
from niagara.envs.actions import ACTIONS, WAIT, action_of, illegal, number_of
from niagara.envs.extra import missing
from niagara.envs.observation import Floats, Observer
from niagara.envs.picture import RENDER_MODES, mode, show
from niagara.envs.session import Session, rule_set, win_shares
from niagara.words import Refusal

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise missing(error) from error

Observation = dict[str, Any]  # "observation": Floats, "action_mask": int8, 1 where an action is legal


class Table:
    """What both environments share: agents, spaces, and what an agent sees.

    A copy or a pickle of one goes on from the same position, with the same chance.
    """

    def __init__(self, render_mode: str | None, fields: dict[str, object]) -> None:
        self.rules = rule_set(**fields)
        self.render_mode = mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self.agents: list[str] = []  # who still takes part
        self._observer = Observer(self.rules)
        self._random = Random()
        seen: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 1, (self._observer.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Discrete[Any]":  # generic only in newer ones
        return self.action_spaces[agent]

    def deal(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """A new game; the start seat is drawn unless `options` has a "ring" (R1.9). Refusal if there is no such seat."""
        if seed is not None:
            self._random = Random(seed)
        self.session = Session(self.rules, self._random, (options or {}).get("ring"))
        self.agents = self.possible_agents[:]

    def seen(self, seat: int, actions: list[int]) -> Observation:
        mask = np.zeros(ACTIONS, np.int8)
        mask[actions] = 1
        said = self.session.composer.said if seat == self.session.actor else ()
        row: Floats = self._observer.one(self.session.position, seat, said)
        return {"observation": row, "action_mask": mask}

    def render(self) -> str | None:
        return show(self.session.position, self.render_mode)

    def close(self) -> None:
        """Nothing is held open; PettingZoo asks for it of whatever can be rendered."""


class raw_env(Table, AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # noqa: N801  # PettingZoo has no types
    """Niagara seat by seat. An action that is not legal is refused; `env` ends the game instead."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo declares it
        "name": "niagara_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(self, render_mode: str | None = None, **fields: object) -> None:
        AECEnv.__init__(self)
        Table.__init__(self, render_mode, fields)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.deal(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.session.actor]

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        return self.seen(seat, self.session.actions(seat) if agent == self.agent_selection else [WAIT])

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise Refusal("envs-over")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.session.act(action)
        if self.session.over:
            self.rewards = dict(zip(self.agents, win_shares(self.session.position), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.session.actor]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


def env(render_mode: str | None = None, **fields: object) -> AECEnv[str, Observation, int | None]:
    """Niagara seat by seat, with PettingZoo's usual wrappers: an illegal action ends the game and costs who took it 1.

    `fields` are those of the rule set: players=4, spirits=True, joe=True, round_limit=100 … (docs/research.md).
    """
    wrapped: Any = wrappers.TerminateIllegalWrapper(raw_env(render_mode, **fields), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    ordered: AECEnv[str, Observation, int | None] = wrappers.OrderEnforcingWrapper(wrapped)
    return ordered


class parallel_env(Table, ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801  # PettingZoo has no types
    """Niagara all at once: buying back and cards are decided together; of a turn one agent decides and the others wait.

    After `max_cycles` cycles, if given, the game is broken off (truncated). If one action is not legal, all are refused.
    """

    metadata: dict[str, Any] = {"name": "niagara_v0", "render_modes": list(RENDER_MODES)}  # noqa: RUF012  # as PettingZoo declares it

    def __init__(self, render_mode: str | None = None, max_cycles: int | None = None, **fields: object) -> None:
        Table.__init__(self, render_mode, fields)
        if max_cycles is not None and number_of(max_cycles) < 1:
            raise Refusal("envs-cycles", given=str(max_cycles)[:40])
        self.max_cycles = max_cycles

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.deal(seed, options)
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        self._check(actions)
        session = self.session
        for seat in rules.actors(session.position):
            session.act(actions[self.possible_agents[seat]])
        self._cycles += 1
        agents = self.agents
        broken_off = not session.over and self._cycles == self.max_cycles
        if session.over or broken_off:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observations(),
            dict(zip(agents, win_shares(session.position), strict=True)),
            dict.fromkeys(agents, session.over),
            dict.fromkeys(agents, broken_off),
            {agent: {} for agent in agents},
        )

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._seen(seat) for seat, agent in enumerate(self.possible_agents)}

    def _seen(self, seat: int) -> Observation:
        return self.seen(seat, self.session.actions(seat))

    def _check(self, actions: dict[str, int]) -> None:
        """Refusal unless each agent, and nobody else, has a legal action; asked before anybody acts."""
        if not self.agents:
            raise Refusal("envs-over")
        if actions.keys() != set(self.agents):
            raise Refusal("envs-agents", agents=", ".join(self.agents), given=", ".join(map(str, actions)))
        for seat, agent in enumerate(self.agents):
            action = action_of(actions[agent])
            if action not in self.session.actions(seat):
                raise illegal(action)
