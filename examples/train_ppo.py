"""Trains an off-the-shelf masked PPO (sb3-contrib) against drifters for a few minutes, then plays it against them and tells how it did.

pip install "niagara[rl,train]"
python examples/train_ppo.py --minutes 4
"""

import argparse
import time
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv

import niagara.envs.gymnasium  # noqa: F401  # registers niagara/Niagara-v0
from niagara.arena import wilson
from niagara.rules.board import LOST, size
from niagara.rules.cargo import LOAD

GAMMA = 0.995
WIN = 5.0
HOME, CARRIED, STEP, CANOE = (
    1.0,
    0.6,
    0.06,
    0.5,
)  # what a gem at home, one aboard, a step of the way and a canoe are worth
STEPS_FROM_CAMP = (0, 1, 2, 3, 4, 5, 6, 7, 6, 7, 0)  # by place


class Encouraged(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Wins are rare at first, so gems on their way home count too, and what was brought home counts for good.

    A potential alone (Ng, Harada and Russell, 1999), which would leave the best strategy what it is, had won nothing after two minutes:
    it is paid back at the end. So the gems at home are a reward of their own, and a win outweighs them.
    """

    def potential(self) -> float:
        table: Any = self.unwrapped
        position, seat = table.session.position, table.seat
        total = self.at_home()
        for canoe in (2 * seat, 2 * seat + 1):
            place = position.places[canoe]
            steps = STEPS_FROM_CAMP[place]
            if place == LOST:
                total -= CANOE
            elif position.cargo[canoe]:
                total += LOAD[position.cargo[canoe]] * (CARRIED - STEP * steps)
            else:
                total += STEP * min(steps, 3)
        return total

    def at_home(self) -> float:
        table: Any = self.unwrapped
        return HOME * size(table.session.position.home[table.seat])

    def reset(self, **options: Any) -> tuple[Any, dict[str, Any]]:
        seen = super().reset(**options)
        self._before = self.potential()
        return seen

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        row, reward, ended, broken_off, info = super().step(action)
        after = self.at_home() if ended else self.potential()
        reward = WIN * reward + after - self._before
        self._before = after
        return row, reward, ended, broken_off, info

    def action_masks(self) -> Any:
        table: Any = self.unwrapped
        return table.action_masks()


class Clock(BaseCallback):
    """Tells how it goes, and ends the training when its time is up: minutes of the processor, so that a busy machine learns as much."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self._began = time.process_time()
        self._minutes = minutes
        self._told = 0

    def _on_step(self) -> bool:
        minutes = (time.process_time() - self._began) / 60
        last = self.model.ep_info_buffer
        if minutes >= self._told + 1 and last:
            self._told += 1
            won, steps = (sum(float(game[key]) for game in last) / len(last) for key in "rl")
            print(
                f"minute {self._told}: {self.num_timesteps} steps; the last {len(last)} games: {won:.1%} of the wins, "
                f"{steps:.0f} steps each",
                flush=True,
            )
        return minutes < self._minutes


def table(players: int, opponent: str) -> Any:
    return gymnasium.make("niagara/Niagara-v0", players=players, opponents=(opponent,), disable_env_checker=True)


def play(model: MaskablePPO | None, players: int, opponent: str, games: int) -> str:
    """The learner's wins in so many games, each seat and start seat drawn anew; without a model it moves at random."""
    env: Any = table(players, opponent).unwrapped
    wins = alone = 0
    for game in range(games):
        row, _ = env.reset(seed=1_000_000 + game)
        ended, reward = False, 0.0
        while not ended:
            mask = env.action_masks()
            if model is None:
                action = env.np_random.choice(mask.nonzero()[0])
            else:
                action = model.predict(row, action_masks=mask, deterministic=True)[0]
            row, reward, ended, _, _ = env.step(int(action))
        wins += reward > 0
        alone += reward == 1
    low, high = wilson(wins, games)
    return f"{wins / games:6.1%} of {games} games won ({alone} alone), 95 % interval {low:.1%} to {high:.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=4, help="of the processor")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--opponent", default="drifter")
    parser.add_argument("--games", type=int, default=200, help="to play after the training")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", metavar="FILE", help="where to keep the model")
    asked = parser.parse_args()

    torch.set_num_threads(1)
    envs = DummyVecEnv([lambda: Encouraged(Monitor(table(asked.players, asked.opponent))) for _ in range(16)])
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=128,
        batch_size=256,
        n_epochs=6,
        learning_rate=5e-4,
        gamma=GAMMA,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=asked.seed,
        verbose=0,
    )
    print(
        f"One learner against {asked.players - 1} of {asked.opponent}; an equal share would be {1 / asked.players:.1%}."
    )
    print("random  ", play(None, asked.players, asked.opponent, asked.games), flush=True)
    began, used = time.monotonic(), time.process_time()
    model.learn(10**9, callback=Clock(asked.minutes))
    seconds, used = time.monotonic() - began, time.process_time() - used
    print(f"trained  {model.num_timesteps} steps in {used:.0f} s of the processor, {seconds:.0f} s by the clock")
    print("learned ", play(model, asked.players, asked.opponent, asked.games))
    if asked.save:
        model.save(asked.save)


if __name__ == "__main__":
    main()
