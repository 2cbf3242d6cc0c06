"""Where a canoe can end with its points, for every whirlpool and every place: tables made once (R3.3, R3.4, R3.8, R5.1-R5.5)."""

from typing import Final

from niagara.rules.board import CAMP, DEPOSIT, LOST, NO_STEP, NOWHERE, R7, above, below, carried

MOST_POINTS: Final = 9  # a 7 and the elk

# An ending is one int: the end's place or NO_STEP 4 bits, washed 1, operations after the steps 1, may steal 1, the place where the canoe
# then is 4, the deposit where it loads 3, the places where it may meet others as a set of 10, and the operations.
END_FIELD: Final = 63  # place, washed and after, as they stand in a move
AFTER_STEPS: Final = 1 << 5
MAY_STEAL: Final = 1 << 6
WHERE_SHIFT: Final = 7
DEPOSIT_SHIFT: Final = 11
MEETING_SHIFT: Final = 14
OPS_COUNT_SHIFT: Final = 24


class Route:
    """A way along the river: the places entered after the start, and what it costs."""

    def __init__(self, path: list[int], cost: int, up: bool, washed_from: int) -> None:
        self.path: Final = path  # the last one is where the canoe ends
        self.cost: Final = cost  # points, the whirlpool's extra included
        self.up: Final = up
        self.washed_from: Final = washed_from  # the whirlpool's place, NOWHERE if it does not carry the canoe

    @property
    def end(self) -> int:
        return self.path[-1]


def routes_from(place: int, whirlpool: int) -> list[Route]:
    """Every route from a place in camp or on the river that costs no more than MOST_POINTS."""
    found: list[Route] = []
    _go_down(place, whirlpool, [], 0, found)
    _go_up(place, whirlpool, [], 0, found)
    return found


def _wash(path: list[int], cost: int, up: bool, whirlpool: int, found: list[Route]) -> None:
    for end in carried(whirlpool):
        found.append(Route([*path, end], cost, up, whirlpool))


def _go_down(place: int, whirlpool: int, path: list[int], cost: int, found: list[Route]) -> None:
    for end in below(place):
        steps = [*path, end]
        if end == whirlpool:  # an ordinary space to pass; to stop on it is to be carried on (R5.1)
            _wash(steps, cost + 1, False, whirlpool, found)
        else:
            found.append(Route(steps, cost + 1, False, NOWHERE))
        _go_down(end, whirlpool, steps, cost + 1, found)


def _go_up(place: int, whirlpool: int, path: list[int], cost: int, found: list[Route]) -> None:
    if place == CAMP:
        return
    end = above(place)
    steps = [*path, end]
    cost += 1
    if end == whirlpool:
        _wash(steps, cost, True, whirlpool, found)  # no point left for the extra (R5.3)
        cost += 1
        _wash(steps, cost, True, whirlpool, found)  # the extra was the last
    else:
        found.append(Route(steps, cost, True, NOWHERE))
    _go_up(end, whirlpool, steps, cost, found)


def find_route(place: int, whirlpool: int, end: int, washed: bool, parity: int) -> Route:
    """The route of a legal move; `parity` of the cost tells the two ways on to the whirlpool from below apart (R5.3)."""
    for route in routes_from(place, whirlpool):
        if route.end == end and (route.washed_from != NOWHERE) == washed and (end == CAMP or route.cost & 1 == parity):
            return route
    raise ValueError("no such route")


def _standing(place: int) -> int:
    """Bits of an ending on the river: where the canoe is, and that it may meet others there."""
    return place << WHERE_SHIFT | 1 << place + MEETING_SHIFT


def _endings(place: int, routes: list[Route], points: int) -> list[int]:
    found = []
    here = DEPOSIT[place] >= 0
    at_start = DEPOSIT[place] << DEPOSIT_SHIFT if here else 0
    if points & 1 == 0 and points and here:
        found.append(NO_STEP | _standing(place) | at_start | (points // 2) << OPS_COUNT_SHIFT)
    for route in routes:
        rest = points - route.cost
        washed = route.washed_from != NOWHERE
        bits = route.end | (1 << 4 if washed else 0)
        if rest < 0:
            continue
        if route.end == CAMP:  # forfeits what is left (R3.8)
            found.append(bits)
            if here:
                found.extend(bits | at_start | ops << OPS_COUNT_SHIFT for ops in range(1, rest // 2 + 1))
            continue
        if rest & 1:
            continue
        if route.end != LOST:
            bits |= _standing(route.end)
        if route.up and not washed:
            bits |= MAY_STEAL
        ops_bits = (rest // 2) << OPS_COUNT_SHIFT
        if rest == 0:
            found.append(bits)
            continue
        if here:
            found.append(bits | at_start | ops_bits)
        if not washed and DEPOSIT[route.end] >= 0:
            found.append(bits | AFTER_STEPS | DEPOSIT[route.end] << DEPOSIT_SHIFT | ops_bits)
    return found


def _endings_from(place: int, whirlpool: int) -> list[list[int]]:
    routes = routes_from(place, whirlpool)
    return [_endings(place, routes, points) for points in range(MOST_POINTS + 1)]


# ENDINGS[whirlpool][place][points]
ENDINGS: Final = [[_endings_from(place, whirlpool) for place in range(R7 + 1)] for whirlpool in range(NOWHERE + 1)]
