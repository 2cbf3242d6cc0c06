"""PettingZoo's `niagara_v0`: `env` asks seat by seat (AEC); `parallel_env` asks all at once, and who has nothing to decide waits.

An agent's reward is its share of the win, given when the game ends: 1 for a sole winner, 1/2 for each of two, 0 otherwise.
"""

from random import Random
from typing import Any

from niagara import rules
from niagara.envs.actions import ACTIONS, WAIT, illegal
from niagara.envs.extra import missing
from niagara.envs.observation import Floats, Observer
from niagara.envs.picture import picture
from niagara.envs.session import Session, rule_set, win_shares

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise missing(error) from error

Observation = dict[str, Any]  # "observation": Floats, "action_mask": int8, 1 where an action is legal


class Table:
    """What both environments share: agents, spaces, and what an agent sees."""

    def __init__(self, render_mode: str | None, fields: dict[str, object]) -> None:
        self.rules = rule_set(**fields)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
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

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self.action_spaces[agent]

    def deal(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """A new game; the start seat is drawn unless `options` has a "ring" (R1.9)."""
        if seed is not None:
            self._random = Random(seed)
        drawn = self._random.randrange(self.rules.players)
        self.session = Session(self.rules, (options or {}).get("ring", drawn), self._random)

    def seen(self, seat: int, actions: list[int]) -> Observation:
        mask = np.zeros(ACTIONS, np.int8)
        mask[actions] = 1
        said = self.session.composer.said if seat == self.session.actor else ()
        row: Floats = self._observer.one(self.session.position, seat, said)
        return {"observation": row, "action_mask": mask}

    def shown(self) -> str | None:
        text = picture(self.session.position)
        if self.render_mode == "human":
            print(text, end="\n\n")  # noqa: T201  # what this mode asks for
        return text if self.render_mode == "ansi" else None


class raw_env(Table, AECEnv[str, Observation, int | None], EzPickle):  # type: ignore[misc]  # noqa: N801  # PettingZoo has no types
    """Niagara seat by seat. An action that is not legal is refused; `env` ends the game instead."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo declares it
        "name": "niagara_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, render_mode: str | None = None, **fields: object) -> None:
        EzPickle.__init__(self, render_mode, **fields)
        AECEnv.__init__(self)
        Table.__init__(self, render_mode, fields)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.deal(seed, options)
        self.agents = self.possible_agents[:]
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
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
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

    def render(self) -> str | None:
        return self.shown()


def env(render_mode: str | None = None, **fields: object) -> AECEnv[str, Observation, int | None]:
    """Niagara seat by seat, with PettingZoo's usual wrappers: an illegal action ends the game and costs who took it 1.

    `fields` are those of the rule set: players=4, spirits=True, joe=True, round_limit=100 … (docs/research.md).
    """
    wrapped: Any = wrappers.TerminateIllegalWrapper(raw_env(render_mode, **fields), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    ordered: AECEnv[str, Observation, int | None] = wrappers.OrderEnforcingWrapper(wrapped)
    return ordered


class parallel_env(Table, ParallelEnv[str, Observation, int], EzPickle):  # type: ignore[misc]  # noqa: N801  # PettingZoo has no types
    """Niagara all at once: buying back and cards are decided together; of a turn one agent decides and the others wait.

    After `max_cycles` cycles, if given, the game is broken off (truncated). An action that is not legal is refused.
    """

    metadata: dict[str, Any] = {"name": "niagara_v0", "render_modes": ["human", "ansi"]}  # noqa: RUF012  # as PettingZoo declares it

    def __init__(self, render_mode: str | None = None, max_cycles: int | None = None, **fields: object) -> None:
        EzPickle.__init__(self, render_mode, max_cycles, **fields)
        Table.__init__(self, render_mode, fields)
        self.max_cycles = max_cycles

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.deal(seed, options)
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        session = self.session
        asked = rules.actors(session.position)
        for seat, agent in enumerate(self.possible_agents):
            if seat not in asked and actions[agent] != WAIT:
                raise illegal(actions[agent])
        for seat in asked:
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

    def render(self) -> str | None:
        return self.shown()
