"""Random games, played by the second reading and compared at every position."""

from collections.abc import Iterator
from random import Random

from tests.agreement.compare import Difference, compare
from tests.agreement.pipe import Pipe
from tests.agreement.positions import crafted, some_rules
from tests.second_reading import Position, actors, apply, legal, new

TELLING = ("+", "*", "&", "elk", ">camp", "~", "buy", "lasso a", "lasso b", "weather +")


def positions(random: Random, rule_set: str) -> Iterator[Position]:
    """Without end: games from the first card on, and crafted positions played on for a while."""
    while True:
        rules = some_rules(random, rule_set)
        from_start = random.random() < 0.02
        position = new(rules, random.randrange(rules["players"])) if from_start else crafted(random, rules)
        for _ in range(300 if from_start else random.choice([0, 0, 3, 12])):
            yield position
            if not actors(position):
                break
            seat, move = likely(random, position)
            position = apply(position, seat, move)
        yield position


def likely(random: Random, position: Position) -> tuple[int, str]:
    """A legal move, one that does more than paddle twice as often as not."""
    seat = random.choice(actors(position))
    moves = legal(position, seat)
    telling = [move for move in moves if any(sign in move for sign in TELLING)]
    return seat, random.choice(telling if telling and random.random() < 0.66 else moves)


def sampled(random: Random, position: Position, everything: bool, strays: list[str]) -> list[tuple[int, str]]:
    """Moves to try: legal ones (all of them, or a few), and strays that are mostly illegal."""
    moves = [(seat, move) for seat in range(-1, len(position["seats"])) for move in legal(position, seat)]
    if not everything:
        moves = random.sample(moves, min(len(moves), 4))
    if strays:
        moves.append((random.choice(actors(position) or [0]), random.choice(strays)))
    return moves


def differences(pipe: Pipe, random: Random, rule_set: str, count: int, thorough: int) -> Iterator[list[Difference]]:
    """What the two disagree about at each of so many positions; at every so-manyth, all that can be asked is asked."""
    strays: list[str] = []
    for number, position in zip(range(count), positions(random, rule_set), strict=False):
        everything = number % thorough == 0
        moves = sampled(random, position, everything, strays)
        strays = [*strays[-200:], *(move for _, move in moves[:4])]
        yield compare(pipe, position, moves, everything, random)
