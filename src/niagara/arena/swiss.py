"""The pairings of a Swiss round: neighbours in the standings who have not met, and nobody rests twice before all have once."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

Couple = tuple[int, int]  # the lower number first

_MOST_TRIES = 20_000  # to avoid a second meeting, before one is put up with


def pair(order: Sequence[int], met: Mapping[Couple, int], rested: Sequence[int]) -> tuple[list[Couple], int | None]:
    """The couples of a round, and who rests if the number is odd: the last of those who have rested least.

    `order` holds the entries from first to last, `met` how often two have met, `rested` how often an entry has sat out.
    """
    playing = list(order)
    resting = None
    if len(playing) % 2:
        least = min(rested[entry] for entry in playing)
        resting = next(entry for entry in reversed(playing) if rested[entry] == least)
        playing.remove(resting)
    for often in count():
        tries = iter(range(_MOST_TRIES))
        couples = _couples(playing, met, often, tries)
        if couples is not None:
            return couples, resting
    raise AssertionError("any two may meet in the end")


def _couples(playing: list[int], met: Mapping[Couple, int], often: int, tries: Iterator[int]) -> list[Couple] | None:
    if not playing:
        return []
    first, *others = playing
    for other in others:
        couple = (min(first, other), max(first, other))
        if met.get(couple, 0) <= often:
            if next(tries, None) is None:
                return None
            rest = _couples([entry for entry in others if entry != other], met, often, tries)
            if rest is not None:
                return [couple, *rest]
    return None
