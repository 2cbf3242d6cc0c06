"""Measures of other engines, each at random play, as their own documents show it."""

import random
import time
from collections.abc import Callable

from benchmarks.measures import Done, Measure

OPEN_SPIEL = {"goofspiel": {"players": 4}, "oh_hell": {"players": 4}, "backgammon": {}, "gin_rummy": {}}


def open_spiel(name: str) -> Measure:
    """Random games of OpenSpiel, played by its own bots in C++: nodes, those of chance included."""
    import pyspiel

    game = pyspiel.load_game(name, OPEN_SPIEL[name])
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]

    def once(number: int) -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, number)
        return len(state.history())

    return _games(once)


def open_spiel_driven(name: str) -> Measure:
    """The same games driven from Python, a legal list and an action at a time."""
    import pyspiel

    game = pyspiel.load_game(name, OPEN_SPIEL[name])
    chance = random.Random(1)

    def once(_: int) -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, weights)[0])
            elif state.is_simultaneous_node():
                players = range(game.num_players())
                state.apply_actions([chance.choice(state.legal_actions(player)) for player in players])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
        return len(state.history())

    return _games(once)


def petting_zoo(_: str) -> Measure:
    """Random games of PettingZoo's Connect Four: steps."""
    import numpy as np
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()
    chance = random.Random(1)

    def once(number: int) -> int:
        env.reset(seed=number)
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(chance.choice(np.flatnonzero(observation["action_mask"])))
                steps += 1
        return steps

    return _games(once)


def catanatron(_: str) -> Measure:
    """Random games of Catan, four players: actions."""
    from catanatron import Color, Game, RandomPlayer

    def once(number: int) -> int:
        game = Game([RandomPlayer(colour) for colour in Color], seed=number)
        game.play()
        return len(game.state.actions)

    return _games(once)


def _games(once: Callable[[int], int]) -> Measure:
    """Whole games, each by its number, until the time is over."""

    def measure(seconds: float) -> Done:
        units = games = 0
        began = time.process_time()
        while (passed := time.process_time() - began) < seconds:
            units += once(games)
            games += 1
        return Done(units, games, passed)

    return measure


MEASURES: dict[str, Callable[[str], Measure]] = {
    "open_spiel": open_spiel,
    "open_spiel_driven": open_spiel_driven,
    "pettingzoo": petting_zoo,
    "catanatron": catanatron,
}
