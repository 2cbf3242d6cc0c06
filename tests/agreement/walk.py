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
    """Moves to try: legal ones (all of them, or a few of each acting seat), and strays that are mostly illegal."""
    moves = []
    for seat in range(-1, len(position["seats"])):
        own = legal(position, seat)
        few = own if everything else random.sample(own, min(len(own), 3))
        moves += [(seat, move) for move in few]
    if strays:
        moves.append((random.choice(actors(position) or [0]), random.choice(strays)))
        moves.append((random.randrange(len(position["seats"])), random.choice(strays)))
    return moves


def differences(pipe: Pipe, random: Random, rule_set: str, count: int) -> Iterator[list[Difference]]:
    """For each of so many positions, what the engine and the second reading disagree about."""
    strays: list[str] = []
    for number, position in zip(range(count), positions(random, rule_set), strict=False):
        moves = sampled(random, position, everything=number % 25 == 0, strays=strays)
        strays = [*strays[-200:], *(move for _, move in moves[:5])]
        yield compare(pipe, position, moves, random)
