"""What the engine's benchmark measures: the rules, and their peers. A measure works for some seconds and says how much it has done."""

from collections.abc import Callable
from typing import NamedTuple


class Done(NamedTuple):
    """How much was done, of whole games if there were any, in how many seconds of the processor."""

    units: float
    games: int
    seconds: float


Measure = Callable[[float], Done]
