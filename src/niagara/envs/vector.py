"""Thousands of games at once, NumPy in and NumPy out: every step each game takes one action of the seat that is asked in it.

A finished game gives its rewards and begins anew in the same step.
"""

from random import Random
from typing import NamedTuple

from niagara.envs.actions import ACTIONS, FIRST, HEAD, WAIT, number_of
from niagara.envs.extra import missing
from niagara.envs.observation import Floats, Ints, Observer, numbers
from niagara.envs.session import Session, rule_set, win_shares
from niagara.words import Refusal

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing(error) from error

_FIRST = np.array(FIRST)


class Step(NamedTuple):
    """What the games show, a row each."""

    observation: Floats  # (games, size), seen by the actor
    mask: NDArray[np.bool_]  # (games, ACTIONS), the actor's legal actions
    actor: Ints  # (games,), the seat that is asked
    reward: Floats  # (games, players), by seat: shares of the win in the step that ends a game, else 0
    done: NDArray[np.bool_]  # (games,), whether the step has ended a game; the rest of its row shows the next one


class Games:
    """Many games of one rule set, which `reset` begins; `fields` are those of the rule set (docs/research.md).

    Refusal if there is no such field, or if `games` is not at least one.
    """

    def __init__(self, games: int, seed: int = 0, **fields: object) -> None:
        self._games = number_of(games)
        if self._games < 1:
            raise Refusal("envs-games", given=str(games)[:40])
        self.rules = rule_set(**fields)
        self.observer = Observer(self.rules)
        self._random = Random(seed)
        self.sessions: list[Session] = []
        self._legal: NDArray[np.bool_]  # the mask last shown

    def __len__(self) -> int:
        return self._games

    def reset(self) -> Step:
        """Begins every game anew."""
        self.sessions = [self._new() for _ in range(len(self))]
        return self._step(np.zeros((len(self), self.rules.players), np.float32), np.zeros(len(self), np.bool_))

    def step(self, actions: Ints) -> Step:
        """One action in every game. Refusal, and no game has moved, if one is not legal, or if nothing has begun."""
        sessions = self.sessions
        if not sessions:
            raise Refusal("envs-over")
        actions = self._checked(actions)
        reward = np.zeros((len(sessions), self.rules.players), np.float32)
        done = np.zeros(len(sessions), np.bool_)
        for game, (session, action) in enumerate(zip(sessions, actions.tolist(), strict=True)):
            session.act(action)
            if session.over:
                reward[game] = win_shares(session.position)
                done[game] = True
                sessions[game] = self._new()
        return self._step(reward, done)

    def _checked(self, given: Ints) -> Ints:
        """The actions of all games. Refusal unless they are whole numbers, one a game, each of them legal there."""
        actions = np.asarray(given)
        if actions.shape != (len(self),) or actions.dtype.kind not in "iu":
            raise Refusal("envs-actions-array", games=str(len(self)), given=f"{actions.dtype} {actions.shape}")
        known = (actions >= 0) & (actions < ACTIONS)
        legal = self._legal[np.arange(len(self)), np.where(known, actions, WAIT)]  # who is asked may not wait
        if not legal.all():
            game = int(legal.argmin())
            raise Refusal("envs-action-in-game", game=str(game), action=str(actions[game]))
        return actions

    def _new(self) -> Session:
        return Session(self.rules, self._random)

    def _step(self, reward: Floats, done: NDArray[np.bool_]) -> Step:
        sessions = self.sessions
        actor = np.array([session.actor for session in sessions])
        observation = self.observer.many([numbers(session.position) for session in sessions], actor)
        mask = np.zeros((len(sessions), ACTIONS), np.bool_)
        moves: list[int] = []
        counts = []
        for game, session in enumerate(sessions):
            if session.composer.said:
                mask[game, session.composer.actions()] = True
                self.observer.tell_said(observation[game], session.composer.said)
                counts.append(0)
            else:
                moves += session.moves
                counts.append(len(session.moves))
        mask[np.repeat(np.arange(len(sessions)), counts), _FIRST[np.array(moves, np.int64) & HEAD]] = True
        self._legal = mask.copy()  # the other is the caller's
        return Step(observation, mask, actor, reward, done)
