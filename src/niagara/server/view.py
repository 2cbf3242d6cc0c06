"""The view of the notation (docs/notation.md) as a type, from which the socket's schema tells its shape."""

from typing import Annotated, Any, Literal, TypedDict, cast

from msgspec import Meta

from niagara.server.room import Rules

Place = Literal["camp", "S1", "S2", "S3", "S4", "S5", "L6", "L7", "R6", "R7", "lost"]
Arm = Literal["L", "R"]
Bag = Annotated[str, Meta(pattern="^p*w*y*b*r*$")]


class CanoeView(TypedDict):
    at: Place
    gems: Bag
    bank: bool
    elk: bool
    moved: bool


class SeatView(TypedDict):
    home: Bag
    canoes: list[CanoeView]
    hand: Annotated[str, Meta(pattern="^1?2?3?4?5?6?7?C?L?X?$")]
    card: Literal["1", "2", "3", "4", "5", "6", "7", "C", "L", "X", "?"] | None
    open: bool
    points: int | None
    bought: bool | None


class JoeView(TypedDict):
    at: Place
    gems: Bag


class Deposits(TypedDict):
    p: Bag
    w: Bag
    y: Bag
    b: Bag
    r: Bag


class View(TypedDict):
    """What a seat, or a spectator, may see of a position."""

    rules: Rules
    round: int
    phase: Literal["buy", "cards", "turns", "river", "banks", "over"]
    ring: int
    turn: int | None
    weather: int
    flag: Arm | None
    deposits: Deposits
    seats: list[SeatView]
    whirlpool: Place | Literal["next"] | None
    beaver: Place | None
    elk: Literal["red", "carried", "away"] | None
    joe: JoeView | None
    winners: list[int]


class ViewChange(TypedDict, total=False):
    """The fields of a view that are new; under `seats` those that are, by number."""

    rules: Rules
    round: int
    phase: Literal["buy", "cards", "turns", "river", "banks", "over"]
    ring: int
    turn: int | None
    weather: int
    flag: Arm | None
    deposits: Deposits
    seats: dict[str, SeatView]
    whirlpool: Place | Literal["next"] | None
    beaver: Place | None
    elk: Literal["red", "carried", "away"] | None
    joe: JoeView | None
    winners: list[int]


def changed(before: dict[str, Any], after: dict[str, Any]) -> ViewChange:
    """What is new in a view of the same game."""
    change = {key: value for key, value in after.items() if key != "seats" and before[key] != value}
    pairs = enumerate(zip(before["seats"], after["seats"], strict=True))
    if seats := {str(number): now for number, (then, now) in pairs if then != now}:
        change["seats"] = seats
    return cast(ViewChange, change)
