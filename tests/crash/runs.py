"""The runs that there are: on what, struck by what, and how often in the test."""

import random
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.crash.faults import ONE_PROCESS, SEVERAL_PROCESSES, plan
from tests.crash.houses import House, OneProcess, SeveralProcesses
from tests.crash.world import Outcome, World


class Run(NamedTuple):
    house: Callable[[Path, random.Random], House]
    kinds: Mapping[str, int]
    faults: int


RUNS = {"one": Run(OneProcess, ONE_PROCESS, 120), "several": Run(SeveralProcesses, SEVERAL_PROCESSES, 90)}


async def run(which: str, home: Path, seed: int, faults: int, only: Iterable[str] = ()) -> Outcome:
    """Until so many faults have hit something; the same seed draws the same. Raises Violation."""
    house = RUNS[which].house(home, random.Random(seed))
    kinds = {kind: often for kind, often in RUNS[which].kinds.items() if not only or kind in only}
    try:
        return await World(house, seed).run(plan(seed, faults, kinds), faults)
    finally:
        house.remove()
