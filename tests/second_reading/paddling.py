"""Every way in which one canoe can use its points: a blind search over single acts, kept where it ends lawfully."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests.second_reading.words import (
    ABOVE,
    BELOW,
    COLOURS,
    DEPOSIT,
    Position,
    bag,
    canoes,
    carry_over_the_fall,
    seats_of,
    without,
)


@dataclass(frozen=True)
class Trip:
    """One canoe in the middle of its move: where it is, what it has left, and what it did so far."""

    at: str
    points: int
    gems: str
    heading: str = ""  # "up" or "down" after the first step (R3.4)
    working: str = ""  # "before" or "after" the steps, once something was loaded or unloaded (R3.6)
    here: str = ""  # what lies at the one deposit where it works, once it works there
    unloaded: str = ""
    loaded: str = ""
    washed: bool = False  # carried by the whirlpool (R5.3)
    stolen: tuple[tuple[int, str, str], ...] = ()  # seat, canoe, gem
    took: str = ""  # from Joe
    gave: str = ""  # to Joe


def trips(position: Position, seat: int, name: str, points: int) -> list[Trip]:
    """Every lawful end of a move of that canoe with that many points."""
    canoe = dict(canoes(position, seat))[name]
    points += 0 if not canoe["elk"] else elk_bonus(position, seat)
    found: list[Trip] = []
    todo = [Trip(canoe["at"], points, canoe["gems"])]
    seen = set(todo)
    while todo:
        trip = todo.pop()
        if is_over(position, trip):
            found.append(trip)
        for further in acts(position, seat, name, trip):
            if further not in seen:
                seen.add(further)
                todo.append(further)
    return found


def elk_bonus(position: Position, seat: int) -> int:
    """The points that the elk adds to its canoe (R5.17, R9)."""
    if position["seats"][seat]["card"] == "X":
        return int(position["rules"]["elk_on_choice_card"])
    return 2


def is_over(position: Position, trip: Trip) -> bool:
    """Whether the canoe may leave it at that: all points used, or landed (R3.8), and not on the whirlpool (R5.1)."""
    return has_landed(trip) or (trip.points == 0 and trip.at != position["whirlpool"])


def has_landed(trip: Trip) -> bool:
    """R3.11: up to camp, as against not yet launched."""
    return trip.at == "camp" and trip.heading == "up"


def acts(position: Position, seat: int, name: str, trip: Trip) -> Iterator[Trip]:
    """Every single act that may follow."""
    if trip.at == "lost" or has_landed(trip):
        return
    if trip.at == position["whirlpool"] and trip.points == 0:
        yield from whirls(trip)
        return
    if trip.points >= 2 and not trip.washed and trip.at in DEPOSIT and trip.at != position["whirlpool"]:
        yield from deposit_works(position, seats_of(position, name), trip)
    if trip.points >= 1 and trip.working != "after":
        yield from steps(position, trip)
    if trip.points == 0:
        yield from thefts(position, seat, name, trip)
        yield from bargains(position, seats_of(position, name), trip)


def whirls(trip: Trip) -> Iterator[Trip]:
    """Carried one space down, free (R5.3, R5.4)."""
    for place in BELOW[trip.at]:
        yield replace(trip, at=place, washed=True)


def steps(position: Position, trip: Trip) -> Iterator[Trip]:
    """One space down or up (R3.3, R3.4); nobody paddles over the waterfall (R3.12)."""
    if trip.heading != "up":
        for place in BELOW[trip.at]:
            if place != "lost":
                yield replace(trip, at=place, points=trip.points - 1, heading="down")
    if trip.heading != "down" and trip.at in ABOVE:
        place = ABOVE[trip.at]
        left = trip.points - 1
        if place == position["whirlpool"] and left > 0:
            left -= 1  # the extra point (R5.2)
        yield replace(trip, at=place, points=left, heading="up")


def deposit_works(position: Position, seats: int, trip: Trip) -> Iterator[Trip]:
    """Load or unload one gem for 2 points, all before or all after the steps (R3.5, R3.6)."""
    now = "after" if trip.heading else "before"
    if trip.working and trip.working != now:
        return
    colour = DEPOSIT[trip.at]
    here = trip.here if trip.working else position["deposits"][colour]
    for gem in COLOURS:
        if gem in trip.gems and gem != colour and gem not in trip.loaded:  # R3.9, R3.10
            yield replace(
                trip,
                points=trip.points - 2,
                working=now,
                gems=without(trip.gems, gem),
                here=bag(here + gem),
                unloaded=bag(trip.unloaded + gem),
            )
        if gem in here and len(trip.gems) < seats and gem not in trip.unloaded:  # R1.6, R3.10
            yield replace(
                trip,
                points=trip.points - 2,
                working=now,
                gems=bag(trip.gems + gem),
                here=without(here, gem),
                loaded=bag(trip.loaded + gem),
            )


def thefts(position: Position, seat: int, name: str, trip: Trip) -> Iterator[Trip]:
    """Take one gem from a canoe of another player on the same space, after a step up (R4)."""
    if trip.heading != "up" or trip.washed or trip.took or trip.gave or len(trip.gems) >= seats_of(position, name):
        return
    for other in range(position["rules"]["players"]):
        if other == seat:
            continue
        for its_name, canoe in canoes(position, other):
            if canoe["at"] != trip.at or canoe["bank"]:
                continue
            left = canoe["gems"]
            for robbed, its, gem in trip.stolen:
                if (robbed, its) == (other, its_name):
                    left = without(left, gem)
            for gem in sorted(set(left)):
                theft = (other, its_name, gem)
                stolen = sorted((*trip.stolen, theft), key=lambda t: (t[0], t[1], COLOURS.index(t[2])))
                yield replace(trip, gems=bag(trip.gems + gem), stolen=tuple(stolen))


def bargains(position: Position, seats: int, trip: Trip) -> Iterator[Trip]:
    """At the very end, one exchange with Diamond Joe on his space (R7.6)."""
    joe = position["joe"]
    if joe is None or joe["at"] == "lost" or joe["at"] != trip.at or trip.took or trip.gave:
        return
    if joe["gems"] and len(trip.gems) < seats:
        yield replace(trip, gems=bag(trip.gems + joe["gems"]), took=joe["gems"])
    for gem in set(trip.gems):
        if not joe["gems"]:
            yield replace(trip, gems=without(trip.gems, gem), gave=gem)
        elif gem != joe["gems"]:
            yield replace(trip, gems=bag(without(trip.gems, gem) + joe["gems"]), took=joe["gems"], gave=gem)


def written(trip: Trip, name: str, chosen: int | None) -> str:
    """The move in the notation."""
    text = name if chosen is None else f"{name}={chosen}"
    ops = "".join("-" + gem for gem in trip.unloaded) + "".join("+" + gem for gem in trip.loaded)
    if trip.working == "before":
        text += f"({ops})"
    if trip.heading:
        text += ">~" + trip.at if trip.washed else ">" + trip.at
    if trip.working == "after":
        text += f"({ops})"
    for other, its_name, gem in trip.stolen:
        text += f"*{gem}{other}{its_name}"
    if trip.took or trip.gave:
        text += "&" + ("-" + trip.gave if trip.gave else "") + ("+" + trip.took if trip.took else "")
    return text


def settle(position: Position, seat: int, name: str, trip: Trip) -> None:
    """Make the position be as the trip left it."""
    canoe: dict[str, Any] = dict(canoes(position, seat))[name]
    if trip.working:
        worked_at = canoe["at"] if trip.working == "before" else trip.at
        position["deposits"][DEPOSIT[worked_at]] = trip.here
    for other, its_name, gem in trip.stolen:
        robbed = dict(canoes(position, other))[its_name]
        robbed["gems"] = without(robbed["gems"], gem)
    if trip.took or trip.gave:
        position["joe"]["gems"] = trip.gave
    canoe.update(at=trip.at, gems=trip.gems, moved=True)
    if trip.at == "camp":  # R3.11, R5.18
        owner = position["seats"][seat]
        owner["home"] = bag(owner["home"] + trip.gems)
        canoe["gems"] = ""
        if canoe["elk"]:
            canoe["elk"] = False
            position["elk"] = "away"
    if trip.at == "lost":
        carry_over_the_fall(position, canoe)
