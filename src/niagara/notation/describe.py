"""What a move costs and how fast the river will be, told to those who hold no rules."""

from typing import Any

from niagara.notation.names import PLACE_NAMES
from niagara.notation.positions import PHASE_NAMES
from niagara.rules import moves
from niagara.rules.board import CLOUD, NO_STEP, NOWHERE
from niagara.rules.legal import lowest_number
from niagara.rules.play import route_of
from niagara.rules.position import TURNS, Position


def describe_move(position: Position, seat: int, move: int) -> dict[str, Any]:
    """What a canoe move costs: `steps` and `load` in points, `route` the places entered, `washed_from` the whirlpool's or null."""
    ops = moves.operations(move)
    load = 2 * (len(moves.unloads(ops)) + len(moves.loads(ops)))
    if moves.place(move) == NO_STEP:
        return {"steps": 0, "load": load, "route": [], "washed_from": None}
    route = route_of(position, 2 * seat + moves.canoe(move), move)
    washed = route.washed_from != NOWHERE
    path = route.path[:-1] if washed else route.path
    return {
        "steps": route.cost,
        "load": load,
        "route": [PLACE_NAMES[place] for place in path],
        "washed_from": PLACE_NAMES[route.washed_from] if washed else None,
    }


def describe_speed(position: Position) -> dict[str, Any] | None:
    """The river movement to come, as far as the open cards tell (R6.1); null outside the turns.

    `lowest` is the lowest number card open, null before there is one; `at_most` the speed that follows from it and the weather, null
    while no number is open; `known` once every card is open and the weather can change no more.
    """
    if position.phase != TURNS:
        return None
    every = position.opened == (1 << position.rules.players) - 1
    known = every and position.cards[position.turn] != CLOUD
    lowest = lowest_number(position)
    told = lowest > 0 or known
    return {
        "lowest": lowest if told else None,
        "weather": position.weather,
        "at_most": max(0, lowest + position.weather) if told else None,
        "known": known,
    }


def decision(position: Position, seat: int) -> str:
    """The name of what a seat decides now: round.phase.seat."""
    return f"{position.round}.{PHASE_NAMES[position.phase]}.{seat}"
