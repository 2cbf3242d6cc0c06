"""Positions to ask about: crafted ones, in which rare rules meet, and refused ones."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.second_reading import Position, RefusedError, actors, check, legal, new
from tests.second_reading.river import speed
from tests.second_reading.words import COLOURS, RIVER, bag, cards, turn_order

Rules = dict[str, Any]

# The four rule sets: with the Spirits, with Joe.
RULE_SETS = {
    "base": (False, False),
    "joe": (False, True),
    "spirits": (True, False),
    "spirits-joe": (True, True),
}


def some_rules(random: Random, rule_set: str) -> Rules:
    """The rule set with any number of players and any readings of R9."""
    spirits, joe = RULE_SETS[rule_set]
    return {
        "players": random.randint(3, 6 if spirits else 5),
        "spirits": spirits,
        "joe": joe,
        "fork": random.choice(["alternating", "alternating", "random"]),
        "elk_on_choice_card": random.choice([2, 1]),
        "tie_break": random.choice(["shared", "gem_value"]),
        "round_limit": random.choice([0, 0, 30, 4]),
    }


def crafted(random: Random, rules: Rules) -> Position:
    """A lawful position of any phase, with its pieces crowded on a few spaces, at which somebody has a move."""
    while True:
        position = arranged(random, rules)
        try:
            check(position)
        except RefusedError:  # two random pieces in each other's way
            continue
        acting = actors(position)
        if position["phase"] == "over" or (acting and all(legal(position, seat) for seat in acting)):
            return position


def arranged(random: Random, rules: Rules) -> Position:
    """Pieces thrown on the board, then made to fit the phase."""
    position = new(rules, random.randrange(rules["players"]))
    position["round"] = random.choice([1, 2, 3, 4, 17])
    position["weather"] = random.randint(-1, 2)
    if position["flag"]:
        position["flag"] = random.choice("LR")
    for colour in COLOURS:
        own = colour * random.choice([0, 1, 1, 2, 5])
        position["deposits"][colour] = bag(own + some_gems(random, 2) if random.random() < 0.5 else own)
    if rules["spirits"]:
        position["whirlpool"] = random.choice([*RIVER, *RIVER, "S5", "L7", "R7", "next"])
        position["beaver"] = random.choice([None, None, *[at for at in RIVER if at != position["whirlpool"]]])
    crowd = random.choices(RIVER, k=3)
    for seat in position["seats"]:
        seat["home"] = some_home(random)
        for canoe, room in zip(seat["canoes"], (2 if rules["spirits"] else 1, 1), strict=True):
            canoe["at"] = random.choice([*crowd, *crowd, *crowd, *RIVER, "camp", "camp", "camp", "lost", "lost"])
            if canoe["at"] in RIVER and random.random() < 0.7:
                canoe["gems"] = some_gems(random, room)
    if rules["joe"]:
        at = random.choice([*crowd, *crowd, *RIVER, "S1", "lost"])
        position["joe"] = {"at": at, "gems": "" if at == "lost" else some_gems(random, 1)}
    phases: list[Callable[[Random, Position], None]] = [buying, choosing, *[paddling] * 5, *[last_turn] * 3, over]
    if rules["fork"] == "random":
        phases.append(drawing)
    if rules["spirits"]:
        phases.append(ashore)
    random.choice(phases)(random, position)
    place_elk(random, position)
    return position


def some_gems(random: Random, most: int) -> str:
    return bag("".join(random.choices(COLOURS, k=random.randint(0, most))))


def some_home(random: Random) -> str:
    """Nothing, a few gems, or just short of a win in one of the three ways of R8.1 (or past it)."""
    short = [random.choice(COLOURS) * 3, "pwyb", "wybr", "pyr", "ppwwyy", "pppwww", "ppwwyyb"]
    return bag(random.choice(["", "", "", random.choice(COLOURS), some_gems(random, 3), random.choice(short)]))


def deal(random: Random, position: Position, opened: int, favoured: str = "CLX") -> None:
    """Hands and chosen cards, the first so many of the turn order open (R2.6, R2.7)."""
    deck = cards(position)
    likely = deck + "".join(card for card in favoured if card in deck)
    for n, number in enumerate(turn_order(position)):
        seat = position["seats"][number]
        seat["card"] = random.choice(likely)
        others = [card for card in deck if card != seat["card"] and random.random() < 0.7]
        seat["open"] = n < opened
        if not seat["open"]:
            others.append(seat["card"])
        seat["hand"] = "".join(card for card in deck if card in others)
        if seat["open"] and seat["card"] == "X":
            seat["points"] = random.choice([None, 1, 2, 3])
        if seat["open"] and seat["card"] == "L":
            for canoe in seat["canoes"]:
                canoe["bank"] = canoe["at"] in RIVER and random.random() < 0.7


def buying(random: Random, position: Position) -> None:
    position["phase"] = "buy"
    for seat in position["seats"]:
        lost = [canoe for canoe in seat["canoes"] if canoe["at"] == "lost"]
        asked = len(lost) == 2 or (lost and seat["home"])
        seat["bought"] = None if asked and random.random() < 0.8 else True
        if asked and seat["bought"] and (len(lost) == 2 or random.random() < 0.5):
            lost[-1]["at"] = "camp"


def choosing(random: Random, position: Position) -> None:
    deal(random, position, 0)
    for seat in position["seats"]:
        if random.random() < 0.5:
            seat["card"] = None
        if all(canoe["at"] == "lost" for canoe in seat["canoes"]):  # R2.2
            seat["canoes"][0]["at"] = "camp"


def paddling(random: Random, position: Position) -> None:
    in_turns(random, position, random.randint(1, position["rules"]["players"]), "CLX")


def last_turn(random: Random, position: Position) -> None:
    """The river and Joe come next; mostly slow, so that they meet near the fork and on S1 (R5.9, R7)."""
    position["weather"] = random.choice([-1, 0, 1, 1])
    if position["joe"]:
        position["joe"]["at"] = random.choice(["S1", "S1", "S1", "S2", "L7", "R7", "lost", position["joe"]["at"]])
        if position["joe"]["at"] == "lost":
            position["joe"]["gems"] = ""
    if position["whirlpool"]:
        position["whirlpool"] = random.choice(["S1", "S2", "S3", "S4", "L6", "R6", "R7", position["whirlpool"]])
        if position["beaver"] == position["whirlpool"]:
            position["beaver"] = None
    in_turns(random, position, position["rules"]["players"], "CLX" * 4 + "111")
    start = position["seats"][position["ring"]]
    if start["card"] in "CL123" and not any(canoe["bank"] for canoe in start["canoes"]):  # Joe goes far
        card = random.choice("67" if "7" in cards(position) else "6")
        start.update(card=card, hand=start["hand"].replace(card, ""))
    for seat in position["seats"]:
        for canoe in seat["canoes"]:
            if canoe["bank"] and random.random() < 0.5:
                canoe["at"] = random.choice(["S5", "S5", "S5", "L7", "R7"])
    if position["whirlpool"] and 1 <= (pushes := speed(position)) <= 5 and random.random() < 0.5:
        position["whirlpool"] = ("S5", "S4", "S3", "S2", "S1", "next")[pushes]  # it comes to S5
        for seat in position["seats"]:
            for canoe in seat["canoes"]:
                if canoe["at"] == position["whirlpool"]:
                    canoe.update(at="camp", gems="", bank=False)


def in_turns(random: Random, position: Position, opened: int, favoured: str) -> None:
    """So many cards are open, the last of them being played (R2.7)."""
    position["phase"] = "turns"
    order = turn_order(position)
    position["turn"] = order[opened - 1]
    deal(random, position, opened, favoured)
    for n, number in enumerate(order):
        seat = position["seats"][number]
        if n >= opened - 1 and all(canoe["at"] == "lost" for canoe in seat["canoes"]):
            seat["canoes"][1]["at"] = "camp"
    seat = position["seats"][position["turn"]]
    seat["points"] = None
    for canoe in seat["canoes"]:
        canoe["bank"] = False
    if seat["card"].isdigit() and random.random() < 0.2:
        random.choice(seat["canoes"])["moved"] = True


def drawing(random: Random, position: Position) -> None:
    """Chance is asked only where the river moves (R6.1)."""
    position["phase"] = "river"
    deal(random, position, position["rules"]["players"])
    if speed(position) == 0:
        position["weather"] = random.choice([1, 2])


def ashore(random: Random, position: Position) -> None:
    """An owner on the bank at S5, with the whirlpool beside him and nobody before him (R5.9)."""
    position["phase"] = "banks"
    position["whirlpool"] = "S5"
    if position["beaver"] == "S5":
        position["beaver"] = None
    deal(random, position, position["rules"]["players"])
    order = turn_order(position)
    place = random.randrange(len(order))
    for number in order[:place]:
        for canoe in position["seats"][number]["canoes"]:
            canoe["bank"] = False
    asked = position["seats"][order[place]]
    position["turn"] = order[place]
    asked.update(card="L", points=None, hand=asked["hand"].replace("L", ""))
    first = random.choice(asked["canoes"])
    if first is asked["canoes"][1]:
        asked["canoes"][0]["bank"] = False
    elif random.random() < 0.5 and asked["canoes"][1]["at"] in RIVER:
        asked["canoes"][1].update(bank=True)
    first.update(at="S5", bank=True)
    for seat in position["seats"]:
        for canoe in seat["canoes"]:
            if canoe["at"] == "S5" and not canoe["bank"]:
                canoe["at"] = "S4"
    if position["joe"] and position["joe"]["at"] == "S5":
        position["joe"]["at"] = "S4"


def over(random: Random, position: Position) -> None:
    position["phase"] = "over"
    position["winners"] = sorted(random.sample(range(position["rules"]["players"]), random.choice([0, 1, 1, 2])))


def place_elk(random: Random, position: Position) -> None:
    """Mostly at red; else with some canoe on the river, or away until the river has moved (R5.16-R5.18)."""
    if not position["rules"]["spirits"]:
        return
    if random.random() < 0.4:
        afloat = [canoe for seat in position["seats"] for canoe in seat["canoes"] if canoe["at"] in RIVER]
        if afloat:
            random.choice(afloat)["elk"] = True
            position["elk"] = "carried"
    elif position["phase"] in ("turns", "river", "banks") and random.random() < 0.3:
        position["elk"] = "away"
