"""Steps a second with observations and masks built, beside PettingZoo's connect_four: all in one run, in turns, on one core.

Measured is the time of the processor in `step` and in building what it shows; choosing an action, at random among the legal ones, is left
out. Shown is the median; ± is half the range between the quartiles. `--json` prints it for machines.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyspiel
from rich.console import Console
from rich.table import Table

from niagara import rules
from niagara.envs import gymnasium, openspiel, pettingzoo, vector

FULL: dict[str, Any] = {"players": 5, "spirits": True, "joe": True}
BASE: dict[str, Any] = {"players": 4}
PEER = "PettingZoo connect_four_v3"
GAMES = 4096


class Watch:
    """The processor's time, while it runs."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.steps = 0

    @contextmanager
    def running(self, steps: int) -> Iterator[None]:
        began = time.process_time()
        yield
        self.seconds += time.process_time() - began
        self.steps += steps


def legal(mask: Any, random: np.random.Generator) -> int:
    return int(random.choice(np.flatnonzero(mask)))


def seat_by_seat(table: Any, steps: int, watch: Watch, random: np.random.Generator) -> None:
    """An AEC environment; `last` builds what the next agent sees."""
    table.reset(seed=0)
    seen = table.last()
    for _ in range(steps):
        over = seen[2] or seen[3]
        action = None if over else legal(seen[0]["action_mask"], random)
        if over:
            table.reset()
            seen = table.last()
            continue
        with watch.running(1):
            table.step(action)
            seen = table.last()


def connect_four(steps: int, watch: Watch, random: np.random.Generator) -> None:
    from pettingzoo.classic import connect_four_v3

    seat_by_seat(connect_four_v3.env(), steps, watch, random)


def niagara_aec(steps: int, watch: Watch, random: np.random.Generator) -> None:
    seat_by_seat(pettingzoo.env(**BASE), steps, watch, random)


def against_drifters(steps: int, watch: Watch, random: np.random.Generator) -> None:
    table = gymnasium.Niagara(**BASE)
    table.reset(seed=0)
    for _ in range(steps):
        action = legal(table.action_masks(), random)
        with watch.running(1):
            over = table.step(action)[2]
        if over:
            table.reset()


def game_tree(steps: int, watch: Watch, random: np.random.Generator) -> None:
    """An OpenSpiel state, walked down, with the information state of whoever acts."""
    assert openspiel.GAME_TYPE.short_name == "niagara"
    game = pyspiel.load_game("niagara(ring=0)")
    state = game.new_initial_state()
    for _ in range(steps):
        together = state.is_simultaneous_node()
        actions = [int(random.choice(state.legal_actions(seat))) for seat in range(4)] if together else []
        action = 0 if together else int(random.choice(state.legal_actions()))
        with watch.running(1):
            if together:
                state.apply_actions(actions)
            else:
                state.apply_action(action)
            if not state.is_terminal():
                state.information_state_tensor(max(state.current_player(), 0))
        if state.is_terminal():
            state = game.new_initial_state()


def many_games(fields: dict[str, Any]) -> Callable[[int, Watch, np.random.Generator], None]:
    def run(steps: int, watch: Watch, random: np.random.Generator) -> None:
        games = vector.Games(GAMES, **fields)
        step = games.reset()
        for _ in range(steps // 40):
            actions = np.where(step.mask, random.random(step.mask.shape, np.float32), 0).argmax(1)
            with watch.running(GAMES):
                step = games.step(actions)

    return run


SUBJECTS: dict[str, Callable[[int, Watch, np.random.Generator], None]] = {
    PEER: connect_four,
    "niagara PettingZoo, 4 players": niagara_aec,
    "niagara Gymnasium, 3 drifters": against_drifters,
    "niagara OpenSpiel, 4 players": game_tree,
    f"niagara {GAMES} games, 4 players": many_games(BASE),
    f"niagara {GAMES} games, 5 spirits joe": many_games(FULL),
}


def measure(rounds: int, steps: int) -> dict[str, list[float]]:
    rates: dict[str, list[float]] = {name: [] for name in SUBJECTS}
    for round in range(rounds):
        for name, run in SUBJECTS.items():
            watch = Watch()
            try:
                run(steps, watch, np.random.default_rng(round))
            except ImportError as missing:
                if name != PEER:
                    raise
                print(f"{PEER} is left out: {missing}")
                continue
            rates[name].append(watch.steps / watch.seconds)
    return {name: found for name, found in rates.items() if found}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=1000, help="of each environment in a round")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()

    rates = measure(asked.rounds, asked.steps)
    median = {name: statistics.median(found) for name, found in rates.items()}
    if asked.json:
        print(json.dumps({"compiled": rules.is_compiled(), "steps_per_second": rates}))
        return
    table = Table(title=f"Steps a second ({'compiled' if rules.is_compiled() else 'plain'} rules)")
    for column in ("environment", "steps/s", "±", f"times {PEER.split()[1]}"):
        table.add_column(column, justify="left" if column == "environment" else "right")
    for name, found in rates.items():
        quartiles = statistics.quantiles(found, n=4) if len(found) > 1 else [found[0]] * 3
        times = f"{median[name] / median[PEER]:.1f}" if PEER in median else ""
        table.add_row(name, f"{median[name]:,.0f}", f"{(quartiles[2] - quartiles[0]) / 2:,.0f}", times)
    Console().print(table)


if __name__ == "__main__":
    main()
