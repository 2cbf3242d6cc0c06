"""What can go wrong, drawn beforehand from a seed: which fault, after how many moves, for how long."""

import random
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

ONE_PROCESS = {
    "server killed": 14,
    "power cut": 8,
    "bot process killed": 6,
    "scribe killed": 8,
    "server paused": 5,
    "disk full": 9,
    "disk fails to sync": 7,
    "disk slow": 5,
    "connection cut": 18,
    "connection cut in a frame": 12,
    "connection stalled": 8,
}  # and how often, of a hundred

SEVERAL_PROCESSES = {
    "server killed": 12,
    "server paused": 4,
    "bot worker killed": 10,
    "bot worker paused": 4,
    "database killed": 4,
    "database backend killed": 5,
    "database connections ended": 10,
    "database disk full": 4,
    "database disk fails to sync": 3,
    "database disk slow": 4,
    "Redis killed": 8,
    "connection cut": 14,
    "connection cut in a frame": 10,
    "connection stalled": 8,
}


class Fault(NamedTuple):
    kind: str
    after: int  # commands acknowledged since the last fault; 0: at the same time
    delay: float  # seconds after that
    seconds: float  # for which it lasts, where it lasts
    whom: float  # from 0 to 1: which of those whom it can strike


def plan(seed: int, count: int, kinds: Mapping[str, int]) -> Iterator[Fault]:
    """Without end, and the same for the same seed; among the first `count` is every kind, where there is room."""
    choice = random.Random(seed)
    drawn = choice.choices(list(kinds), list(kinds.values()), k=max(count - len(kinds), 0))
    drawn = [*kinds, *drawn][:count]
    choice.shuffle(drawn)
    for kind in chain(drawn, _drawn_on(choice, kinds)):
        yield Fault(
            kind,
            after=choice.choice([0, 0, 1, 2, 3, 5]),
            delay=choice.choice([0.0, choice.uniform(0, 0.1)]),
            seconds=choice.uniform(0.05, 0.6),
            whom=choice.random(),
        )


def _drawn_on(choice: random.Random, kinds: Mapping[str, int]) -> Iterator[str]:
    while True:
        yield from choice.choices(list(kinds), list(kinds.values()))
