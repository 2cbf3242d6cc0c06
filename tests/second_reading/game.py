"""The game as the notation tells it: who must act, what he may do, and where the next decision is."""

from itertools import product
from typing import Any

from tests.second_reading import river
from tests.second_reading.finish import end_round
from tests.second_reading.paddling import Trip, settle, trips, written
from tests.second_reading.shape import RULES_KEYS, check, check_rules
from tests.second_reading.words import (
    RIVER,
    Position,
    RefusedError,
    canoes,
    cards,
    copied,
    give_back,
    turn_order,
    without,
)


def new(rules: dict[str, Any], ring: int) -> Position:
    """The set-up of R1."""
    check_rules(rules)
    if type(ring) is not int or not 0 <= ring < rules["players"]:
        raise RefusedError("no such ring")
    spirits = rules["spirits"]
    pile = {3: 6, 6: 8}.get(rules["players"], 7) if spirits else 7
    position: Position = {
        "rules": {name: rules[name] for name in RULES_KEYS},
        "round": 1,
        "phase": "cards",
        "ring": ring,
        "turn": None,
        "weather": 0,
        "flag": "R" if rules["fork"] == "alternating" else None,
        "deposits": {colour: colour * pile for colour in "pwybr"},
        "seats": [],
        "whirlpool": "S3" if spirits else None,
        "beaver": None,
        "elk": "red" if spirits else None,
        "joe": {"at": "S1", "gems": ""} if rules["joe"] else None,
        "winners": [],
    }
    for _ in range(rules["players"]):
        canoe = {"at": "camp", "gems": "", "bank": False, "elk": False, "moved": False}
        position["seats"].append(
            {
                "home": "",
                "canoes": [dict(canoe), dict(canoe)],
                "hand": cards(position),
                "card": None,
                "open": False,
                "points": None,
                "bought": None,
            }
        )
    return position


def actors(position: Position) -> list[int]:
    """The seats that must still decide; -1 is chance."""
    phase = position["phase"]
    if phase == "river":
        return [-1]
    if phase in ("turns", "banks"):
        return [position["turn"]]
    undecided = {"buy": "bought", "cards": "card"}.get(phase)
    return [n for n, seat in enumerate(position["seats"]) if undecided and seat[undecided] is None]


def view(position: Position, seat: int | None) -> Position:
    """R10: what the seat (None: a spectator) knows."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < len(position["seats"])):
        raise RefusedError("no such seat")
    seen = copied(position)
    for n, other in enumerate(seen["seats"]):
        if n != seat and other["card"] is not None and not other["open"]:
            other["card"] = "?"
    return seen


def legal(position: Position, seat: int) -> list[str]:
    """Every legal move of the seat, sorted as plain strings."""
    if type(seat) is not int or not -1 <= seat < len(position["seats"]):
        raise RefusedError("no such seat")
    phase = position["phase"]
    moves: list[str] = []
    if phase == "river" and seat == -1:
        moves = ["river " + "".join(arms) for arms in product("LR", repeat=river.speed(position))]
    elif seat == -1:
        moves = []
    elif phase == "buy" and position["seats"][seat]["bought"] is None:
        moves = purchases(position, seat)
    elif phase == "cards":
        moves = [f"card {card}" for card in position["seats"][seat]["hand"]]
    elif phase == "turns" and position["turn"] == seat:
        moves = turn_moves(position, seat)
    elif phase == "banks" and position["turn"] == seat:
        ashore = river.next_ashore(position)
        assert ashore is not None
        moves = [f"arm {ashore[1]} {arm}" for arm in "LR"]
    return sorted(moves)


def purchases(position: Position, seat: int) -> list[str]:
    """R2.1-R2.3."""
    home = position["seats"][seat]["home"]
    lost = [name for name, canoe in canoes(position, seat) if canoe["at"] == "lost"]
    if not lost:
        return []
    none_left = len(lost) == 2
    if not position["rules"]["spirits"]:
        lost = lost[:1]  # the canoes are alike
    moves = [f"buy {name} {gem}" for name in lost for gem in sorted(set(home))]
    if none_left and not home:
        moves = [f"buy {name}" for name in lost]
    if not none_left and home:
        moves.append("nobuy")
    return moves


def must_decide_to_buy(position: Position, seat: int) -> bool:
    """A seat with one lost canoe and no gem is not asked."""
    return bool(purchases(position, seat))


def turn_moves(position: Position, seat: int) -> list[str]:
    """What the seat whose turn it is may do next (R3, R5)."""
    card = position["seats"][seat]["card"]
    afloat = [name for name, canoe in canoes(position, seat) if canoe["at"] in RIVER and not canoe["bank"]]
    moves = []
    for name, canoe in canoes(position, seat):  # R5.16
        if name in afloat and not canoe["moved"] and canoe["at"] in ("L7", "R7") and position["elk"] == "red":
            moves.append(f"elk {name}")
    if card == "C":  # R5.13
        moves += ["weather +"] if position["weather"] < 2 else []
        moves += ["weather -"] if position["weather"] > -1 else []
    elif card == "L":  # R5.8
        named = "".join(afloat)
        moves += [f"lasso {some}" for some in {"-", *named, named or "-"}]
    else:
        moves += list(paddlings(position, seat))
        unmoved = [name for name, canoe in canoes(position, seat) if not canoe["moved"]]
        if card == "X" and not afloat:  # R5.11
            moves.append("end")
        if card != "X" and moves and not any(name in afloat for name in unmoved):  # R3.2
            moves.append("end")
    return moves


def paddlings(position: Position, seat: int) -> dict[str, tuple[str, Trip, int | None]]:
    """Every canoe move of the seat by its text: the canoe, what became of it, and the points chosen."""
    card = position["seats"][seat]["card"]
    found: dict[str, tuple[str, Trip, int | None]] = {}
    for name, canoe in canoes(position, seat):
        if canoe["moved"] or canoe["bank"] or canoe["at"] == "lost":
            continue
        for points in [1, 2, 3] if card == "X" else [int(card)]:
            chosen = points if card == "X" else None
            for trip in trips(position, seat, name, points):
                text = written(trip, name, chosen)
                if text in found:
                    raise AssertionError(f"two moves are written {text}")
                found[text] = (name, trip, chosen)
    return found


def apply(position: Position, seat: int, move: str) -> Position:
    """The position after a legal move, at the next decision."""
    if any(other["card"] == "?" for other in position["seats"]):
        raise RefusedError("a view cannot be played on")
    if move not in legal(position, seat):
        raise RefusedError(f"{move} is not legal")
    after = copied(position)
    phase, word, rest = after["phase"], move.split(" ")[0], move.split(" ")[1:]
    if phase == "buy":
        buy(after, seat, rest)
    elif phase == "cards":
        after["seats"][seat]["card"] = rest[0]
        if not actors(after):
            after["phase"] = "turns"
            begin_turn(after, after["ring"])
    elif phase == "river":
        river.flow(after, rest[0])
        go_on_after_the_pushes(after)
    elif phase == "banks":
        ashore = river.next_ashore(after)
        assert ashore is not None
        ashore[2].update(at=rest[1] + "6", bank=False)
        go_on_after_the_pushes(after)
    elif word == "elk":
        dict(canoes(after, seat))[rest[0]]["elk"] = True
        after["elk"] = "carried"
    elif word == "weather":
        change_weather(after, rest[0])
        end_turn(after)
    elif word == "lasso":
        for name, canoe in canoes(after, seat):
            canoe["bank"] = name in rest[0]
        end_turn(after)
    elif word == "end":
        end_turn(after)
    else:
        paddle(after, seat, move)
    check(after)
    return after


def buy(after: Position, seat: int, rest: list[str]) -> None:
    """R2.1-R2.4; cards are chosen once none is pending."""
    buyer = after["seats"][seat]
    if rest:
        dict(canoes(after, seat))[rest[0]]["at"] = "camp"
    for gem in rest[1:]:
        buyer["home"] = without(buyer["home"], gem)
        give_back(after, gem)
    buyer["bought"] = True
    if not actors(after):
        choose_cards(after)


def choose_cards(after: Position) -> None:
    after["phase"] = "cards"
    for seat in after["seats"]:
        seat["bought"] = None


def change_weather(after: Position, way: str) -> None:
    """R5.13, R5.14."""
    after["weather"] += 1 if way == "+" else -1
    if after["rules"]["spirits"] and after["weather"] == 2 and after["beaver"] is None:
        after["beaver"] = "S2" if after["whirlpool"] == "S1" else "S1"


def paddle(after: Position, seat: int, move: str) -> None:
    """One canoe move; the turn ends with it if nothing is left to do."""
    name, trip, chosen = paddlings(after, seat)[move]
    before, both = dict(canoes(after, seat))[name]["at"], dict(canoes(after, seat))
    settle(after, seat, name, trip)
    other = both["b" if name == "a" else "a"]
    if chosen is not None:  # R5.11: one canoe only
        after["seats"][seat]["points"] = chosen
        end_turn(after)
    elif (before == "camp" and other["at"] == "camp") or not legal(after, seat):  # R3.2: one launch in a turn
        end_turn(after)


def begin_turn(after: Position, seat: int) -> None:
    """R2.6, R2.7: the card is turned over and leaves the hand."""
    after["turn"] = seat
    player = after["seats"][seat]
    player["open"] = True
    player["hand"] = without(player["hand"], player["card"])
    if not legal(after, seat):
        end_turn(after)


def end_turn(after: Position) -> None:
    """The next seat clockwise, or the river."""
    order = turn_order(after)
    for _, canoe in canoes(after, after["turn"]):
        canoe["moved"] = False
    place = order.index(after["turn"])
    if place + 1 < len(order):
        begin_turn(after, order[place + 1])
        return
    after["turn"] = None
    if after["rules"]["fork"] == "random":
        if river.speed(after) > 0:
            after["phase"] = "river"
            return
    else:
        river.flow_by_the_flag(after)
    go_on_after_the_pushes(after)


def go_on_after_the_pushes(after: Position) -> None:
    """R6.5, R7, R8.1, R2.9, R2.1."""
    after["turn"] = None
    if not river.return_from_banks(after):
        return
    river.elk_returns(after)
    river.joe_acts(after)
    end_round(after)
    if after["phase"] == "over":
        return
    pending = [n for n in range(len(after["seats"])) if must_decide_to_buy(after, n)]
    if not pending:
        choose_cards(after)
        return
    after["phase"] = "buy"
    for n, seat in enumerate(after["seats"]):
        seat["bought"] = None if n in pending else True
