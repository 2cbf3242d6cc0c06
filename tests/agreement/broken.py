"""Positions that must be refused, each made from a lawful one by a single change."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

from tests.second_reading import Position
from tests.second_reading.words import RIVER

Change = Callable[[Random, Position], bool | None]  # False: cannot be made to this position


def parts(position: Position) -> Iterator[dict[str, Any]]:
    """Every object in the position whose keys are fixed."""
    yield position
    yield position["rules"]
    yield position["deposits"]
    for seat in position["seats"]:
        yield seat
        yield from seat["canoes"]
    if position["joe"]:
        yield position["joe"]


def key_missing(random: Random, position: Position) -> None:
    part = random.choice(list(parts(position)))
    del part[random.choice(list(part))]


def key_too_many(random: Random, position: Position) -> None:
    random.choice(list(parts(position)))[random.choice(["", "x", "At", "seat"])] = random.choice([None, 0, "", []])


def wrong_type(random: Random, position: Position) -> None:
    """No field may hold a value of a type that it never has; true is not 1, and 0 is not false."""
    part = random.choice(list(parts(position)))
    key = random.choice(list(part))
    value = part[key]
    if type(value) is bool and key != "bought":
        part[key] = random.choice([0, 1, None, "true"])
    elif type(value) is int:
        part[key] = random.choice([True, False, str(value), [value]])
    elif type(value) is str:
        part[key] = random.choice([0, True, [value], {}, value + "?", "é", "\ud800"])
    else:
        part[key] = random.choice([2.5, "no", [[]], {"": 1}])


def bag_out_of_order(random: Random, position: Position) -> None:
    part = random.choice([position["deposits"], *position["seats"]])
    part["home" if "home" in part else random.choice("pwybr")] = random.choice(["wp", "pwp", "ryb", "P", "px", "p w"])


def hand_out_of_order(random: Random, position: Position) -> None:
    seat = random.choice(position["seats"])
    seat["hand"] = random.choice(["21", "C1", "LC", "11", "0", "8", "12c", *([] if position["whirlpool"] else ["7"])])


def overloaded(random: Random, position: Position) -> None:
    canoes = random.choice(position["seats"])["canoes"]
    canoes[0]["gems"], canoes[1]["gems"] = random.choice([("ppp", "p"), ("", "pw")])


def joe_overloaded(_: Random, position: Position) -> bool | None:
    if not position["joe"]:
        return False
    position["joe"]["gems"] = "pw"
    return None


def canoe_on_the_whirlpool(random: Random, position: Position) -> bool | None:
    if position["whirlpool"] not in RIVER:
        return False
    random.choice(random.choice(position["seats"])["canoes"]).update(at=position["whirlpool"], bank=False)
    return None


def joe_on_the_whirlpool(_: Random, position: Position) -> bool | None:
    if position["whirlpool"] not in RIVER or not position["joe"]:
        return False
    position["joe"]["at"] = position["whirlpool"]
    return None


def elk_in_two_places(random: Random, position: Position) -> bool | None:
    if position["elk"] == "carried":
        position["elk"] = random.choice(["red", "away", None])
    elif position["elk"] is None:
        random.choice(position["seats"])["canoes"][0]["elk"] = True
    else:
        position["elk"] = "carried"
    return None


def two_elks(random: Random, position: Position) -> bool | None:
    for seat in position["seats"]:
        for canoe in seat["canoes"]:
            if position["elk"] == "carried" and canoe["at"] in RIVER and not canoe["elk"]:
                canoe["elk"] = True
                return None
    return False


def expansion_piece_wrong(random: Random, position: Position) -> None:
    """The whirlpool, the beaver, the elk and Joe are there exactly when they play."""
    piece = random.choice(["whirlpool", "elk", "joe"])
    there: dict[str, Any] = {"whirlpool": "next", "elk": "red", "joe": {"at": "S1", "gems": ""}}
    position[piece] = there[piece] if position[piece] is None else None


def place_unknown(random: Random, position: Position) -> None:
    random.choice(random.choice(position["seats"])["canoes"])["at"] = random.choice(
        ["S6", "L5", "R8", "s1", "bank", ""]
    )


def turn_wrong(_: Random, position: Position) -> None:
    position["turn"] = None if position["phase"] in ("turns", "banks") else 0


def out_of_range(random: Random, position: Position) -> None:
    ranges: list[tuple[str, list[Any]]] = [
        ("ring", [-1, 6, 10**30]),
        ("weather", [-2, 3, 10**30]),
        ("phase", ["", "end", "Turns"]),
        ("flag", ["", "r", "B"]),
        ("whirlpool", ["S0", "camp", "lost"]),
        ("beaver", ["camp", "next"]),
        ("elk", ["S1", "lost"]),
    ]
    key, values = random.choice(ranges)
    position[key] = random.choice(values)


def seats_missing(random: Random, position: Position) -> None:
    if random.random() < 0.5:
        position["seats"].pop()
    else:
        random.choice(position["seats"])["canoes"].pop()


def flag_against_fork(_: Random, position: Position) -> None:
    position["flag"] = "L" if position["flag"] is None else None


def card_shown_and_held(random: Random, position: Position) -> bool | None:
    """An open card is out of the hand, a hidden one still in it (R2.6)."""
    for seat in random.sample(position["seats"], len(position["seats"])):
        if seat["card"] is not None and not seat["open"]:
            seat["hand"] = "".join(card for card in seat["hand"] if card != seat["card"])
            return None
        if seat["card"] is not None:
            seat["hand"] = "".join(card for card in "1234567CLX" if card in seat["hand"] + seat["card"])
            return None
    return False


def open_without_card(random: Random, position: Position) -> None:
    random.choice(position["seats"]).update(card=None, open=True)


def bought_outside_buy(random: Random, position: Position) -> bool | None:
    if position["phase"] == "buy":
        return False
    random.choice(position["seats"])["bought"] = True
    return None


def winners_too_early(_: Random, position: Position) -> bool | None:
    if position["phase"] == "over":
        return False
    position["winners"] = [0]
    return None


def more_gems_than_room(random: Random, position: Position) -> None:
    random.choice(position["seats"])["home"] = "w" * 25
    position["deposits"][random.choice("pwybr")] = "w" * 7


CHANGES: tuple[Change, ...] = (
    key_missing, key_too_many, wrong_type, wrong_type, bag_out_of_order, hand_out_of_order, overloaded, joe_overloaded,
    canoe_on_the_whirlpool, joe_on_the_whirlpool, elk_in_two_places, two_elks, expansion_piece_wrong, place_unknown,
    turn_wrong, out_of_range, seats_missing, flag_against_fork, card_shown_and_held, open_without_card,
    bought_outside_buy, winners_too_early, more_gems_than_room,
)  # fmt: skip


def broken(random: Random, position: Position) -> Iterator[tuple[str, Position]]:
    """One refused position for every change that can be made to this one, with its name."""
    for change in CHANGES:
        changed = deepcopy(position)
        if change(random, changed) is not False:
            yield change.__name__, changed
