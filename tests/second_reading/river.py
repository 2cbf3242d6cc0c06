"""What happens after the last turn of a round: pushes, falls, banks, elk, Diamond Joe."""

from typing import Any

from tests.second_reading.words import (
    ABOVE,
    BELOW,
    DEPOSIT,
    RIVER,
    Position,
    bag,
    canoes,
    carry_over_the_fall,
    give_back,
    turn_order,
    without,
)


def speed(position: Position) -> int:
    """R6.1: the lowest number card turned over this round, and the weather; never below 0 (R5.12)."""
    numbers = [int(seat["card"]) for seat in position["seats"] if seat["card"].isdigit()]
    return max(0, min(numbers, default=0) + int(position["weather"]))


def push(position: Position, arm: str) -> None:
    """R6.2: one disc falls off the arm, all above it move down by one, and a new disc enters at S1."""
    moves = {
        "S1": "S2",
        "S2": "S3",
        "S3": "S4",
        "S4": "S5",
        "S5": arm + "6",
        arm + "6": arm + "7",
        arm + "7": "lost",
    }
    for seat in position["seats"]:
        for canoe in seat["canoes"]:
            if canoe["bank"] or canoe["at"] not in moves:
                continue  # R6.3
            canoe["at"] = moves[canoe["at"]]
            if canoe["at"] == "lost":
                carry_over_the_fall(position, canoe)
    joe = position["joe"]
    if joe is not None and joe["at"] in moves:
        joe["at"] = moves[joe["at"]]
        if joe["at"] == "lost":
            joe_falls(position)
    if position["whirlpool"] == "next":
        position["whirlpool"] = "S1"  # R5.6
    elif position["whirlpool"] in moves:
        position["whirlpool"] = moves[position["whirlpool"]].replace("lost", "next")
    if position["beaver"] in moves:
        position["beaver"] = moves[position["beaver"]]
        if position["beaver"] == "lost":  # R5.15
            position["beaver"] = None
            position["weather"] = 0


def flow(position: Position, arms: str) -> None:
    """As many pushes as arms are named."""
    for arm in arms:
        push(position, arm)


def flow_by_the_flag(position: Position) -> None:
    """R6.2 with the fork's flag: it turns after every push."""
    for _ in range(speed(position)):
        push(position, position["flag"])
        position["flag"] = "L" if position["flag"] == "R" else "R"


def next_ashore(position: Position) -> tuple[int, str, dict[str, Any]] | None:
    """The first canoe that is still on the bank, in turn order, a before b (R6.5)."""
    for seat in turn_order(position):
        for name, canoe in canoes(position, seat):
            if canoe["bank"]:
                return seat, name, canoe
    return None


def return_from_banks(position: Position) -> bool:
    """R5.9: bring the canoes back one by one; False as soon as an owner must choose an arm."""
    while (ashore := next_ashore(position)) is not None:
        seat, _, canoe = ashore
        if canoe["at"] == position["whirlpool"] == "S5":
            position["phase"] = "banks"
            position["turn"] = seat
            return False
        canoe["bank"] = False
        if canoe["at"] == position["whirlpool"]:
            (canoe["at"],) = BELOW[canoe["at"]]
            if canoe["at"] == "lost":
                carry_over_the_fall(position, canoe)
    return True


def elk_returns(position: Position) -> None:
    """R5.18: once the river has moved, the elk is back at the red deposit."""
    if position["elk"] == "away":
        position["elk"] = "red"


def joe_falls(position: Position) -> None:
    """R7.5: his gem returns to its deposit at once; until his turn he is nowhere."""
    give_back(position, position["joe"]["gems"])
    position["joe"].update(at="lost", gems="")


def joe_acts(position: Position) -> None:
    """Joe's turn (R7.2-R7.5)."""
    joe = position["joe"]
    if joe is None:
        return
    if joe["at"] == "lost":
        joe.update(at="S2" if position["whirlpool"] == "S1" else "S1", gems="")
        return
    colour = DEPOSIT.get(joe["at"])
    if colour is not None and not joe["gems"] and colour in position["deposits"][colour]:  # R7.2
        position["deposits"][colour] = without(position["deposits"][colour], colour)
        joe["gems"] = bag(colour)
    joe["at"] = joe_paddles(position, joe["at"], joe_points(position))
    if joe["at"] == "lost":
        joe_falls(position)


def joe_points(position: Position) -> int:
    """R7.3: what the start player's card shows."""
    start = position["seats"][position["ring"]]
    if start["card"] == "X":
        return int(start["points"] or 0)
    return int(start["card"]) if start["card"].isdigit() else 0


def joe_paddles(position: Position, at: str, points: int) -> str:
    """Up, round on S1, and down by the right arm (R7.3), past or into the whirlpool (R7.4)."""
    whirlpool = position["whirlpool"]
    up = True
    while points > 0:
        if up and at == "S1":
            up = False
        at = ABOVE[at] if up else BELOW[at][-1]
        points -= 1
        if at == "lost":
            return at
        # the extra point of R5.2, but none to turn round on S1 (R7.4)
        if up and at == whirlpool and at != "S1" and points > 0:
            points -= 1
    if at == whirlpool:
        at = BELOW[at][-1]
    assert at in (*RIVER, "lost")
    return at
