"""The strengths of bots by name, weakest first."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import Protocol

from niagara.bots.drifter import Drifter
from niagara.bots.paddler import Paddler
from niagara.rules.position import View
from niagara.words import Refusal


class Bot(Protocol):
    """A player. It is shown a View, never a Position: what is hidden from its seat is hidden from it (R10)."""

    name: str

    def choose(self, view: View, seat: int, moves: list[int]) -> int:
        """One of `moves`, which are all legal moves of the seat; never empty."""
        ...


_MAKERS: dict[str, Callable[[int], Bot]] = {"drifter": Drifter, "paddler": Paddler}
STRENGTHS: tuple[str, ...] = tuple(_MAKERS)


def make(strength: str, seed: int) -> Bot:
    """A bot of a strength; the same seed and the same views give the same choices. Refusal if there is no such strength."""
    maker = _MAKERS.get(strength)
    if maker is None:
        nearest = get_close_matches(strength, STRENGTHS, 1, 0) or STRENGTHS[:1]
        raise Refusal("bot-unknown", strength=strength, nearest=nearest[0], strengths=", ".join(STRENGTHS))
    return maker(seed)
