"""What a canoe carries: none, one or two gems as one small int, and tables to add and take away."""

from typing import Final

from niagara.rules.board import COLOURS, GEM

EMPTY: Final = 0


def _all_cargoes() -> list[tuple[int, ...]]:
    pairs = [(first, second) for first in range(COLOURS) for second in range(first, COLOURS)]
    return [(), *[(colour,) for colour in range(COLOURS)], *pairs]


_CARGOES: Final = _all_cargoes()
_INDEX: Final = {gems: index for index, gems in enumerate(_CARGOES)}

GEMS: Final = [list(gems) for gems in _CARGOES]  # the gems aboard, in colour order
KINDS: Final = [sorted(set(gems)) for gems in _CARGOES]  # the colours aboard, each once
LOAD: Final = [len(gems) for gems in _CARGOES]  # the seats taken
BAG: Final = [sum(GEM[colour] for colour in gems) for gems in _CARGOES]


def _added() -> list[list[int]]:
    rows = []
    for gems in _CARGOES:
        rows.append([_INDEX.get(tuple(sorted((*gems, colour))), -1) for colour in range(COLOURS)])
    return rows


def _removed() -> list[list[int]]:
    rows = []
    for gems in _CARGOES:
        row = []
        for colour in range(COLOURS):
            left = list(gems)
            if colour in left:
                left.remove(colour)
                row.append(_INDEX[tuple(left)])
            else:
                row.append(-1)
        rows.append(row)
    return rows


ADD: Final = _added()  # ADD[cargo][colour], -1 where two are aboard
REMOVE: Final = _removed()  # REMOVE[cargo][colour], -1 where none of the colour is aboard


def cargo_of(colours: list[int]) -> int:
    """The cargo with these gems; at most two."""
    return _INDEX[tuple(sorted(colours))]
