"""The view of the notation (docs/notation.md) as a type, from which the socket's schema tells its shape."""

from typing import Annotated, Literal, TypedDict

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
