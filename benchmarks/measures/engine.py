"""Measures of Niagara's rules, in whichever build is imported."""

import gc
import json
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from functools import cache

from benchmarks.measures import Done, Measure
from niagara import notation, rules

POSITIONS = 400  # to ask for legal lists, taken from whole games
COPIES = 5000  # to weigh a position
GAMES = 200  # to weigh a position that shares nothing


def rule_set(name: str) -> rules.RuleSet:
    """The rule set of a name such as "4 spirits joe", with a round limit of 100."""
    players, *expansions = name.split()
    return rules.RuleSet(int(players), "spirits" in expansions, "joe" in expansions, round_limit=100)


def playouts(name: str) -> Measure:
    """Random games by `rules.playout`: decisions."""
    ruleset, dice = rule_set(name), rules.Dice(1)

    def measure(seconds: float) -> Done:
        decisions = games = 0
        began = time.process_time()
        while (passed := time.process_time() - began) < seconds:
            decisions += rules.playout(rules.new_game(ruleset, games % ruleset.players), dice)
            games += 1
        return Done(decisions, games, passed)

    return measure


def driven(name: str) -> Measure:
    """The same random games, driven from Python, a legal list and a move at a time: decisions."""
    ruleset, dice = rule_set(name), rules.Dice(1)

    def measure(seconds: float) -> Done:
        decisions = games = 0
        began = time.process_time()
        while (passed := time.process_time() - began) < seconds:
            position = rules.new_game(ruleset, games % ruleset.players)
            while (seat := rules.next_actor(position)) != rules.NOBODY:
                moves = rules.legal_moves(position, seat)
                rules.play(position, seat, moves[dice.throw(len(moves))])
                decisions += 1
            games += 1
        return Done(decisions, games, passed)

    return measure


def _random_game(ruleset: rules.RuleSet, ring: int, dice: rules.Dice) -> list[tuple[int, int]]:
    """Seats and moves of a game."""
    position = rules.new_game(ruleset, ring)
    decisions = []
    while (seat := rules.next_actor(position)) != rules.NOBODY:
        moves = rules.legal_moves(position, seat)
        move = moves[dice.throw(len(moves))]
        rules.play(position, seat, move)
        decisions.append((seat, move))
    return decisions


def _positions(ruleset: rules.RuleSet) -> list[tuple[rules.Position, int]]:
    """Positions of random games, and who is to decide."""
    dice, found = rules.Dice(2), []
    while len(found) < POSITIONS:
        ring = len(found) % ruleset.players
        position = rules.new_game(ruleset, ring)
        for seat, move in _random_game(ruleset, ring, dice)[: POSITIONS // 4]:
            found.append((position.copy(), seat))
            rules.play(position, seat, move)
    return found


def legal_lists(name: str) -> Measure:
    """The legal lists of positions of random games."""
    positions = _positions(rule_set(name))

    def once() -> int:
        for position, seat in positions:
            rules.legal_moves(position, seat)
        return len(positions)

    return _repeated(once)


def plays(name: str) -> Measure:
    """Moves of random games applied, without asking for legal lists."""
    ruleset, dice = rule_set(name), rules.Dice(3)
    games = [_random_game(ruleset, ring, dice) for ring in range(ruleset.players)]

    def once() -> int:
        for ring, game in enumerate(games):
            position = rules.new_game(ruleset, ring)
            for seat, move in game:
                rules.play(position, seat, move)
        return sum(map(len, games))

    return _repeated(once)


def copies(name: str) -> Measure:
    """Positions copied."""
    positions = [position for position, _ in _positions(rule_set(name))]

    def once() -> int:
        for position in positions:
            position.copy()
        return len(positions)

    return _repeated(once)


def _repeated(once: Callable[[], int]) -> Measure:
    def measure(seconds: float) -> Done:
        units = 0
        began = time.process_time()
        while (passed := time.process_time() - began) < seconds:
            units += once()
        return Done(units, 0, passed)

    return measure


def weight(name: str) -> Measure:
    """Bytes that one more copy takes, as search keeps them; the larger numbers in its lists it shares with what it was copied from."""
    positions = [position for position, _ in _positions(rule_set(name))]
    return _weighed(lambda number: positions[number % len(positions)].copy(), COPIES)


def alone(name: str) -> Measure:
    """Bytes that a position takes in the midst of a game of its own, shared with no other but for the rule set."""
    ruleset, dice = rule_set(name), rules.Dice(4)

    def played(number: int) -> rules.Position:
        position = rules.new_game(ruleset, number % ruleset.players)
        for _ in range(20 * (number % 10)):
            seat = rules.next_actor(position)
            moves = rules.legal_moves(position, seat)
            rules.play(position, seat, moves[dice.throw(len(moves))])
        return position

    return _weighed(played, GAMES)


def _weighed(make: Callable[[int], rules.Position], number: int) -> Measure:
    """What is left in memory for each position made; a weight, not a speed: `seconds` is 1."""

    def measure(_: float) -> Done:
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        kept = [make(i) for i in range(number)]
        grown = tracemalloc.get_traced_memory()[0] - before - sys.getsizeof(kept)
        tracemalloc.stop()
        return Done(grown / number, 0, 1.0)

    return measure


def pipe(name: str) -> Measure:
    """Round trips of `legal` on `niagara engine`, as long as it takes on the clock: two processes share the work."""
    requests = [
        json.dumps({"do": "legal", "position": notation.write_position(position), "seat": seat}).encode() + b"\n"
        for position, seat in _positions(rule_set(name))
    ]
    engine = _engine()
    assert engine.stdin is not None
    assert engine.stdout is not None
    ask, answers = engine.stdin, engine.stdout

    def measure(seconds: float) -> Done:
        trips = 0
        began = time.perf_counter()
        while (passed := time.perf_counter() - began) < seconds:
            ask.write(requests[trips % len(requests)])
            ask.flush()
            answer = answers.readline()
            assert answer.startswith(b'{"moves"'), answer
            trips += 1
        return Done(trips, 0, passed)

    return measure


@cache
def _engine() -> "subprocess.Popen[bytes]":
    """It ends with its input, when this process does."""
    command = [sys.executable, "-c", "from niagara.cli import main; main()", "engine"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


MEASURES: dict[str, Callable[[str], Measure]] = {
    "playouts": playouts,
    "driven": driven,
    "legal": legal_lists,
    "plays": plays,
    "copies": copies,
    "weight": weight,
    "alone": alone,
    "pipe": pipe,
}
