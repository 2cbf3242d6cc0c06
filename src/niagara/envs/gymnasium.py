"""Gymnasium's `niagara/Niagara-v0`: one seat to learn, bots on the others.

The reward is the seat's share of the win, given when the game ends: 1 alone, 1/2 with another, 0 otherwise; an illegal action, and what is
no action at all, ends the episode with -1.
"""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from niagara import bots
from niagara.envs.actions import ACTIONS
from niagara.envs.extra import missing
from niagara.envs.observation import Floats, Observer
from niagara.envs.picture import RENDER_MODES, mode, show
from niagara.envs.session import Session, rule_set, seat_of, win_shares
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

    `opponents`, one or several, sit clockwise from the learner's seat, the list begun anew when it is short. `seat` is drawn for each
    episode unless it is given, and so is the start seat unless `reset(options={"ring": 0})` names it. `fields` are those of the rule set
    (docs/research.md). Refusal if there is no such bot, seat, field or render mode.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as Gymnasium declares and wants it

    def __init__(
        self,
        opponents: Opponent | Sequence[Opponent] = "drifter",
        seat: int | None = None,
        render_mode: str | None = None,
        **fields: object,
    ) -> None:
        self.rules = rule_set(**fields)
        self.render_mode = mode(render_mode)
        self._makers = _makers(opponents, self.rules.players)
        self._fixed_seat = None if seat is None else seat_of(seat, self.rules.players)
        self._over = True  # until it is reset
        self._observer = Observer(self.rules)
        self.observation_space = spaces.Box(0, 1, (self._observer.size,), np.float32)
        self.action_space = spaces.Discrete(ACTIONS)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        super().reset(seed=seed)
        random = Random(int(self.np_random.integers(1 << 62)))
        players = self.rules.players
        self.seat = random.randrange(players) if self._fixed_seat is None else self._fixed_seat
        self._bots = {
            (self.seat + 1 + index) % players: maker(random.getrandbits(62)) for index, maker in enumerate(self._makers)
        }
        self.session = Session(self.rules, random, (options or {}).get("ring"))
        self._over = False
        self._let_others_play()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        if self._over:
            raise Refusal("envs-over")
        try:
            self.session.act(action)
        except Refusal:
            self._over = True
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        self._let_others_play()
        self._over = self.session.over
        reward = win_shares(self.session.position)[self.seat] if self._over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, self._over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now."""
        mask = np.zeros(ACTIONS, np.bool_)
        mask[self.session.actions(self.seat)] = True
        return mask

    def render(self) -> str | None:
        return show(self.session.position, self.render_mode)

    def _seen(self) -> Floats:
        return self._observer.one(self.session.position, self.seat, self.session.composer.said)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}

    def _let_others_play(self) -> None:
        session = self.session
        while not session.over and session.actor != self.seat:
            bot, seat, moves = self._bots[session.actor], session.actor, session.moves
            move = bot.choose(session.position.view(seat), seat, moves)
            if move not in moves:
                raise Refusal("envs-bot-illegal", name=bot.name, seat=str(seat), move=str(move)[:40])
            session.play(move)


def _makers(opponents: Opponent | Sequence[Opponent], players: int) -> list[Callable[[int], bots.Bot]]:
    """What makes the bot of each other seat, the next one first. Refusal if there are too many or none, or there is no such bot."""
    named = list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else [opponents]
    if not 1 <= len(named) < players:
        raise Refusal("envs-opponents", players=players, most=players - 1, given=len(named))
    makers = [each if callable(each) else _maker(str(each)) for each in named]
    return [makers[index % len(makers)] for index in range(players - 1)]


def _maker(strength: str) -> Callable[[int], bots.Bot]:
    """What makes a bot of a strength from a seed; a Refusal now, not in the first game, if there is no such strength."""
    bots.make(strength, 0)
    return partial(bots.make, strength)


gymnasium.register("niagara/Niagara-v0", "niagara.envs.gymnasium:Niagara")
