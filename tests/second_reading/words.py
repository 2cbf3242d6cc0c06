"""The names that the notation uses, the map of the river, and bags of gems."""

import json
from typing import Any

Position = dict[str, Any]

COLOURS = "pwybr"
BASE_CARDS = "123456C"
SPIRIT_CARDS = "1234567CLX"
RIVER = ("S1", "S2", "S3", "S4", "S5", "L6", "L7", "R6", "R7")

# R1.3: a deposit serves every space of its colour.
DEPOSIT = {"S3": "p", "S4": "w", "S5": "y", "L6": "b", "R6": "b", "L7": "r", "R7": "r"}

# R1.1, R3.4: what lies one space down the river, and one space up.
BELOW = {
    "camp": ["S1"],
    "S1": ["S2"],
    "S2": ["S3"],
    "S3": ["S4"],
    "S4": ["S5"],
    "S5": ["L6", "R6"],
    "L6": ["L7"],
    "R6": ["R7"],
    "L7": ["lost"],
    "R7": ["lost"],
}
ABOVE = {below: place for place, belows in BELOW.items() for below in belows if below != "lost"}


class RefusedError(ValueError):
    """A position, a seat or a move that the notation or the rules do not admit."""


def copied(position: Position) -> Position:
    """The same position, all of it anew."""
    copy: Position = json.loads(json.dumps(position))
    return copy


def bag(gems: str) -> str:
    """The same gems in colour order."""
    return "".join(sorted(gems, key=COLOURS.index))


def without(gems: str, gem: str) -> str:
    """The bag after one gem of that colour was taken out of it."""
    if gem not in gems:
        raise AssertionError(f"no {gem} in {gems!r}")
    return gems.replace(gem, "", 1)


def cards(position: Position) -> str:
    """The cards of a full hand (R1.7)."""
    return SPIRIT_CARDS if position["rules"]["spirits"] else BASE_CARDS


def seats_of(position: Position, canoe: str) -> int:
    """How many gems the canoe can hold (R1.6)."""
    return 2 if position["rules"]["spirits"] and canoe == "a" else 1


def canoes(position: Position, seat: int) -> list[tuple[str, dict[str, Any]]]:
    """The two canoes of a seat with their names."""
    a, b = position["seats"][seat]["canoes"]
    return [("a", a), ("b", b)]


def turn_order(position: Position) -> list[int]:
    """The seats clockwise from the ring (R2.7)."""
    players = position["rules"]["players"]
    return [(position["ring"] + n) % players for n in range(players)]


def give_back(position: Position, gems: str) -> None:
    """Each gem goes to the deposit of its own colour (R2.1, R6.4, R7.5)."""
    for gem in gems:
        position["deposits"][gem] = bag(position["deposits"][gem] + gem)


def carry_over_the_fall(position: Position, canoe: dict[str, Any]) -> None:
    """The canoe is lost; its gems and the elk leave it at once (R5.4, R6.4, R5.18)."""
    give_back(position, canoe["gems"])
    canoe.update(at="lost", gems="", bank=False)
    if canoe["elk"]:
        canoe["elk"] = False
        position["elk"] = "away"
