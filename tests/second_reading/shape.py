"""Which positions are refused: those of a wrong shape, and those that contradict themselves."""

from collections.abc import Iterable
from typing import Any

from tests.second_reading.words import BASE_CARDS, COLOURS, RIVER, SPIRIT_CARDS, Position, RefusedError, bag

RULES_KEYS = ("players", "spirits", "joe", "fork", "elk_on_choice_card", "tie_break", "round_limit")
SEAT_KEYS = ("home", "canoes", "hand", "card", "open", "points", "bought")
CANOE_KEYS = ("at", "gems", "bank", "elk", "moved")
POSITION_KEYS = (
    "rules",
    "round",
    "phase",
    "ring",
    "turn",
    "weather",
    "flag",
    "deposits",
    "seats",
    "whirlpool",
    "beaver",
    "elk",
    "joe",
    "winners",
)


def require(condition: bool, sentence: str) -> None:
    if not condition:
        raise RefusedError(sentence)


def is_one_of(value: Any, *choices: Any) -> bool:
    """Equal in type as well as in value: true is not 1."""
    return any(type(value) is type(choice) and value == choice for choice in choices)


def is_number(value: Any, low: int, high: int | None = None) -> bool:
    return type(value) is int and low <= value and (high is None or value <= high)


def has_keys(value: Any, keys: Iterable[str]) -> bool:
    return isinstance(value, dict) and set(value) == set(keys)


def is_bag(value: Any, most: int | None = None) -> bool:
    """Known colours in order, not more than there are seats."""
    return (
        isinstance(value, str)
        and set(value) <= set(COLOURS)
        and value == bag(value)
        and (most is None or len(value) <= most)
    )


def check_rules(rules: Any) -> None:
    """R1.5, R9."""
    require(has_keys(rules, RULES_KEYS), "rules: keys")
    require(type(rules["spirits"]) is bool and type(rules["joe"]) is bool, "rules: expansions")
    require(is_number(rules["players"], 3, 6 if rules["spirits"] else 5), "rules: players")
    require(is_one_of(rules["fork"], "alternating", "random"), "rules: fork")
    require(is_one_of(rules["elk_on_choice_card"], 1, 2), "rules: elk_on_choice_card")
    require(is_one_of(rules["tie_break"], "shared", "gem_value"), "rules: tie_break")
    require(is_number(rules["round_limit"], 0), "rules: round_limit")


def check(position: Any) -> None:
    """Raise RefusedError unless the position (or view) is one."""
    require(has_keys(position, POSITION_KEYS), "keys")
    rules = position["rules"]
    check_rules(rules)
    players, spirits = rules["players"], rules["spirits"]
    require(is_number(position["round"], 1), "round")
    require(is_one_of(position["phase"], "buy", "cards", "turns", "river", "banks", "over"), "phase")
    require(is_number(position["ring"], 0, players - 1), "ring")
    if position["phase"] in ("turns", "banks"):
        require(is_number(position["turn"], 0, players - 1), "turn")
    else:
        require(position["turn"] is None, "turn outside turns and banks")
    require(is_number(position["weather"], -1, 2), "weather")
    if rules["fork"] == "random":
        require(position["flag"] is None, "flag")
    else:
        require(is_one_of(position["flag"], "R", "L") and position["phase"] != "river", "flag")
    require(has_keys(position["deposits"], COLOURS), "deposits")
    require(all(is_bag(gems) for gems in position["deposits"].values()), "deposits: bags")
    require(isinstance(position["seats"], list) and len(position["seats"]) == players, "seats")
    for seat in position["seats"]:
        check_seat(seat, position, SPIRIT_CARDS if spirits else BASE_CARDS)
    if spirits:
        require(is_one_of(position["whirlpool"], "next", *RIVER), "whirlpool")
        require(is_one_of(position["beaver"], None, *RIVER), "beaver")
    else:
        require(position["whirlpool"] is None and position["beaver"] is None, "no Spirits")
    check_joe(position)
    check_winners(position)
    check_afloat(position)
    check_elk(position)
    check_cards(position)
    check_totals(position)


def check_seat(seat: Any, position: Position, deck: str) -> None:
    require(has_keys(seat, SEAT_KEYS), "seat: keys")
    require(is_bag(seat["home"]), "home")
    require(isinstance(seat["canoes"], list) and len(seat["canoes"]) == 2, "canoes")
    for n, canoe in enumerate(seat["canoes"]):
        require(has_keys(canoe, CANOE_KEYS), "canoe: keys")
        require(is_one_of(canoe["at"], "camp", "lost", *RIVER), "canoe: place")
        require(is_bag(canoe["gems"], 2 if position["rules"]["spirits"] and n == 0 else 1), "canoe: gems")
        require(all(type(canoe[flag]) is bool for flag in ("bank", "elk", "moved")), "canoe: flags")
    hand = seat["hand"]
    require(isinstance(hand, str) and hand == "".join(card for card in deck if card in hand), "hand")
    require(is_one_of(seat["card"], None, "?", *deck), "card")
    require(type(seat["open"]) is bool, "open")
    require(is_one_of(seat["points"], None, 1, 2, 3), "points")
    require(is_one_of(seat["bought"], None, True), "bought")
    require(position["phase"] == "buy" or seat["bought"] is None, "bought outside buy")


def check_joe(position: Position) -> None:
    joe = position["joe"]
    if not position["rules"]["joe"]:
        require(joe is None, "no Joe")
        return
    require(has_keys(joe, ["at", "gems"]), "joe: keys")
    require(is_one_of(joe["at"], "lost", *RIVER) and is_bag(joe["gems"], 1), "joe")


def check_winners(position: Position) -> None:
    winners, players = position["winners"], position["rules"]["players"]
    require(isinstance(winners, list) and all(is_number(n, 0, players - 1) for n in winners), "winners")
    require(winners == sorted(set(winners)), "winners: order")
    require(position["phase"] == "over" or winners == [], "winners before the end")


def check_afloat(position: Position) -> None:
    """R5.1: nothing but a canoe on the bank is beside the whirlpool."""
    places = [canoe["at"] for seat in position["seats"] for canoe in seat["canoes"] if not canoe["bank"]]
    places += [position["joe"]["at"]] if position["joe"] else []
    require(position["whirlpool"] not in places, "on the whirlpool")


def check_elk(position: Position) -> None:
    """Carried by exactly one canoe on the river, or by none."""
    carriers = [canoe["at"] for seat in position["seats"] for canoe in seat["canoes"] if canoe["elk"]]
    choices = ("red", "carried", "away") if position["rules"]["spirits"] else (None,)
    require(is_one_of(position["elk"], *choices), "elk")
    require(len(carriers) == (1 if position["elk"] == "carried" else 0), "elk: carriers")
    require(all(at in RIVER for at in carriers), "elk: on land")


def check_cards(position: Position) -> None:
    """R2.5-R2.7: a card is in the hand until it is open, and open from the turn on."""
    phase, players = position["phase"], position["rules"]["players"]
    after_ring = {(position["ring"] + n) % players: n for n in range(players)}
    for n, seat in enumerate(position["seats"]):
        card, hand = seat["card"], seat["hand"]
        if phase in ("buy", "over"):
            require(card is None and not seat["open"], "a card before the choice")
        elif phase == "cards":
            require(not seat["open"], "an open card before the turns")
        else:
            begun = phase != "turns" or after_ring[n] <= after_ring[position["turn"]]
            require(card is not None and seat["open"] == begun, "open cards")
        if card is not None:
            require((not seat["open"]) if card == "?" else (card in hand) != seat["open"], "card and hand")
        if not seat["open"]:
            require(hand != "", "an empty hand")


def check_totals(position: Position) -> None:
    """No more gems than can be written in one place."""
    bags = [*position["deposits"].values(), position["joe"]["gems"] if position["joe"] else ""]
    for seat in position["seats"]:
        bags += [seat["home"], *[canoe["gems"] for canoe in seat["canoes"]]]
    require(all("".join(bags).count(colour) <= 31 for colour in COLOURS), "more gems than there is room for")
