"""Gymnasium's `niagara/Niagara-v0`: one seat to learn, bots on the others.

The reward is the seat's share of the win, given when the game ends: 1 alone, 1/2 with another, 0 otherwise; an illegal action ends the
episode with -1.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from niagara import bots
from niagara.envs.actions import ACTIONS
from niagara.envs.extra import missing
from niagara.envs.observation import Floats, Observer
from niagara.envs.picture import picture
from niagara.envs.session import Session, rule_set, win_shares
from niagara.words import Refusal

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing(error) from error

Opponent = str | Callable[[int], bots.Bot]  # a strength (`niagara.bots.STRENGTHS`), or what makes a bot from a seed


class Niagara(gymnasium.Env[Floats, Any]):
    """A seat against bots. The legal actions are in `info["action_mask"]`, and `action_masks()` tells them to sb3-contrib.

    `opponents` sit clockwise from the learner's seat, the list begun anew when it is short. `seat` is drawn for each episode unless it is
    given, and so is the start seat unless `reset(options={"ring": 0})` names it. `fields` are those of the rule set (docs/research.md).
    """

    metadata = {"render_modes": ["human", "ansi"]}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        opponents: Sequence[Opponent] = ("drifter",),
        seat: int | None = None,
        render_mode: str | None = None,
        **fields: object,
    ) -> None:
        self.rules = rule_set(**fields)
        if seat is not None and not 0 <= seat < self.rules.players:
            raise Refusal("envs-seat", "R1.5", seat=str(seat), last=self.rules.players - 1)
        self.render_mode = render_mode
        self._makers = [
            opponents[index % len(opponents)] if opponents else "drifter" for index in range(self.rules.players - 1)
        ]
        self._fixed_seat = seat
        self._observer = Observer(self.rules)
        self.observation_space = spaces.Box(0, 1, (self._observer.size,), np.float32)
        self.action_space = spaces.Discrete(ACTIONS)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        super().reset(seed=seed)
        random = Random(int(self.np_random.integers(1 << 62)))
        players = self.rules.players
        self.seat = random.randrange(players) if self._fixed_seat is None else self._fixed_seat
        self._bots = {
            (self.seat + 1 + index) % players: _made(maker, random.getrandbits(62))
            for index, maker in enumerate(self._makers)
        }
        ring = random.randrange(players)
        self.session = Session(self.rules, (options or {}).get("ring", ring), random)
        self._let_others_play()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        if action not in self.session.actions(self.seat):
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        self.session.act(action)
        self._let_others_play()
        reward = win_shares(self.session.position)[self.seat] if self.session.over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, self.session.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now."""
        mask = np.zeros(ACTIONS, np.bool_)
        mask[self.session.actions(self.seat)] = True
        return mask

    def render(self) -> str | None:
        text = picture(self.session.position)
        if self.render_mode == "human":
            print(text, end="\n\n")  # noqa: T201  # what this mode asks for
        return text if self.render_mode == "ansi" else None

    def _seen(self) -> Floats:
        return self._observer.one(self.session.position, self.seat, self.session.composer.said)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}

    def _let_others_play(self) -> None:
        session = self.session
        while not session.over and session.actor != self.seat:
            bot = self._bots[session.actor]
            session.play(bot.choose(session.position.view(session.actor), session.actor, session.moves))


def _made(maker: Opponent, seed: int) -> bots.Bot:
    return bots.make(maker, seed) if isinstance(maker, str) else maker(seed)


gymnasium.register("niagara/Niagara-v0", "niagara.envs.gymnasium:Niagara")
