"""Why a move is not legal: the rule, and the arithmetic behind it.

Written rule by rule, apart from the making of the legal list, so that each checks the other.
"""

from typing import Final

from niagara.rules import moves
from niagara.rules.board import (
    CAMP,
    CHOICE,
    CLOUD,
    DEPOSIT,
    HIDDEN,
    L7,
    LASSO,
    LOST,
    NO_STEP,
    NOWHERE,
    R7,
    count,
)
from niagara.rules.cargo import ADD, GEMS, LOAD, REMOVE
from niagara.rules.legal import actors, is_on_river, river_speed
from niagara.rules.play import points_of
from niagara.rules.position import BANKS, BUY, CARDS, ELK_RED, NO_GEM, OVER, RIVER_DRAW, TURNS, Position
from niagara.rules.routes import Route, routes_from


class Reason:
    """The rule that a move breaks, the key of the sentence that says so, and its figures.

    An argument named colour, place, card or canoe holds that constant; every other is a number.
    """

    def __init__(self, rule: str, key: str, args: dict[str, int]) -> None:
        self.rule: Final = rule
        self.key: Final = key
        self.args: Final = args

    def __reduce__(self) -> tuple[object, ...]:
        return (Reason, (self.rule, self.key, self.args))

    def __repr__(self) -> str:
        return "Reason(" + repr(self.rule) + ", " + repr(self.key) + ", " + repr(self.args) + ")"


_PHASE_RULE: Final = ("R2.1", "R2.5", "R2.7", "R6.2", "R5.9", "R8.1")
_KIND_PHASE: Final = (BUY, BUY, CARDS, TURNS, TURNS, TURNS, TURNS, TURNS, RIVER_DRAW, BANKS)
_PHASE_KEY: Final = (
    "why-phase-buy",
    "why-phase-cards",
    "why-phase-turns",
    "why-phase-river",
    "why-phase-banks",
    "why-over",
)


def why(position: Position, seat: int, move: int) -> Reason | None:
    """The first rule that the move breaks, None if it is legal."""
    phase = position.phase
    sort = moves.kind(move)
    if phase == OVER or _KIND_PHASE[sort] != phase:
        return Reason(_PHASE_RULE[phase], _PHASE_KEY[phase], {})
    if phase == CARDS:
        return _why_card(position, seat, moves.place(move))
    if seat not in actors(position):
        if phase == TURNS or phase == BANKS:
            return Reason(_PHASE_RULE[phase], "why-not-your-turn", {"seat": position.turn})
        return Reason(_PHASE_RULE[phase], "why-decided", {})
    if phase == BUY:
        return _why_buy(position, seat, move)
    if phase == RIVER_DRAW:
        speed = river_speed(position)
        return None if moves.place(move) == speed else Reason("R6.2", "why-draw", {"speed": speed})
    if phase == BANKS:
        return _why_arm(position, seat, move)
    if sort == moves.ELK:
        return _why_elk(position, 2 * seat + moves.canoe(move))
    return _why_turn(position, seat, sort, move)


def _why_card(position: Position, seat: int, card: int) -> Reason | None:
    if not 0 <= seat < position.rules.players:
        return Reason("R2.5", "why-phase-cards", {})
    if not position.rules.full_hand >> card & 1:
        return Reason("R1.7", "why-card-unknown", {"card": card})
    if not position.hands[seat] >> card & 1:
        return Reason("R2.6", "why-card-used", {"card": card})
    return None


def _why_buy(position: Position, seat: int, move: int) -> Reason | None:
    lost = [which for which in (0, 1) if position.places[2 * seat + which] == LOST]
    home = position.home[seat]
    if moves.kind(move) == moves.DECLINE:
        return Reason("R2.2", "why-must-buy", {}) if len(lost) == 2 else None
    which = moves.canoe(move)
    colour = moves.place(move) - 1
    if which not in lost:
        return Reason("R2.1", "why-not-lost", {"canoe": which})
    if not position.rules.spirits and which != lost[0]:
        return Reason("R1.6", "why-canoes-alike", {"canoe": lost[0]})
    if colour < 0:
        return Reason("R2.2", "why-not-free", {}) if home else None
    if not count(home, colour):
        return Reason("R2.1", "why-not-home", {"colour": colour})
    return None


def _why_arm(position: Position, seat: int, move: int) -> Reason | None:
    waiting = [
        which
        for which in (0, 1)
        if position.on_bank >> (2 * seat + which) & 1 and position.places[2 * seat + which] == position.whirlpool
    ]
    if moves.canoe(move) != waiting[0]:
        return Reason("R5.9", "why-other-canoe-first", {"canoe": waiting[0]})
    return None


def _why_elk(position: Position, canoe: int) -> Reason | None:
    which = canoe & 1
    if position.elk != ELK_RED:
        return Reason("R5.16", "why-elk-gone", {})
    if (position.moved | position.on_bank) >> canoe & 1:
        return Reason("R5.16", "why-elk-late", {"canoe": which})
    if position.places[canoe] != L7 and position.places[canoe] != R7:
        return Reason("R5.16", "why-elk-far", {"canoe": which})
    return None


def _why_turn(position: Position, seat: int, sort: int, move: int) -> Reason | None:
    card = position.cards[seat]
    if card == HIDDEN:
        return Reason("R10.1", "why-hidden", {})
    if card == CLOUD:
        if sort != moves.WEATHER:
            return Reason("R5.13", "why-cloud", {})
        weather = position.weather + (1 if moves.place(move) else -1)
        return None if -1 <= weather <= 2 else Reason("R5.13", "why-weather-end", {"weather": position.weather})
    if card == LASSO:
        if sort != moves.ROPE:
            return Reason("R5.8", "why-lasso", {})
        for which in (0, 1):
            if moves.choice(move) >> which & 1 and not is_on_river(position.places[2 * seat + which]):
                return Reason("R5.10", "why-lasso-not-on-river", {"canoe": which})
        return None
    if sort == moves.WEATHER:
        return Reason("R5.13", "why-not-cloud", {"card": card})
    if sort == moves.ROPE:
        return Reason("R5.8", "why-not-lasso", {"card": card})
    if sort == moves.END:
        return _why_end(position, seat, card)
    return _why_canoe(position, 2 * seat + moves.canoe(move), card, move)


def _why_end(position: Position, seat: int, card: int) -> Reason | None:
    for which in (0, 1):
        canoe = 2 * seat + which
        if is_on_river(position.places[canoe]):
            if card == CHOICE:
                return Reason("R5.11", "why-must-move-one", {})
            if not position.moved >> canoe & 1:
                return Reason("R3.2", "why-must-move", {"canoe": which})
    return None


def _why_canoe(position: Position, canoe: int, card: int, move: int) -> Reason | None:
    which = canoe & 1
    chosen = moves.choice(move)
    if card == CHOICE and not chosen:
        return Reason("R5.11", "why-choose-points", {"canoe": which})
    if card != CHOICE and chosen:
        return Reason("R5.11", "why-points-given", {"card": card})
    start = position.places[canoe]
    if start == LOST:
        return Reason("R6.4", "why-lost", {"canoe": which})
    if position.moved >> canoe & 1:
        return Reason("R3.2", "why-moved", {"canoe": which})
    end = moves.place(move)
    washed = bool(move & moves.WASHED)
    routes = routes_to(position, start, end, washed)
    if end != NO_STEP and not routes:
        return _why_no_route(position, start, end, washed)
    reason = _why_operations(position, canoe, start, end, washed, move)
    if reason is not None:
        return reason
    points = points_of(position, canoe, chosen)
    load = 2 * (len(moves.unloads(moves.operations(move))) + len(moves.loads(moves.operations(move))))
    costs = [route.cost for route in routes] if end != NO_STEP else [0]
    reason = why_points(costs, load, points, end == CAMP)
    if reason is not None:
        return reason
    up = bool(routes) and routes[0].up
    cargo = _cargo_after(position.cargo[canoe], moves.operations(move))
    reason = _why_steals(position, canoe, move, cargo, end, up and not washed)
    if reason is not None:
        return reason
    for _, colour in moves.steals(move):
        cargo = ADD[cargo][colour]
    return _why_trade(position, canoe, move, cargo, start if end == NO_STEP else end)


def routes_to(position: Position, start: int, end: int, washed: bool) -> list[Route]:
    """The routes from a place that end where a move says."""
    return [
        route
        for route in routes_from(start, position.whirlpool)
        if route.end == end and (route.washed_from != NOWHERE) == washed
    ]


def _why_no_route(position: Position, start: int, end: int, washed: bool) -> Reason:
    if end == LOST and not washed:
        return Reason("R3.12", "why-over-fall", {})
    if end == start and not washed:
        return Reason("R3.7", "why-same-place", {})
    if washed:
        return Reason("R5.3", "why-not-washed", {"place": end})
    if end == position.whirlpool and any(end in route.path for route in routes_from(start, end)):
        return Reason("R5.1", "why-on-whirlpool", {})
    return Reason("R3.4", "why-no-way", {"place": end})


def why_points(costs: list[int], load: int, points: int, landing: bool) -> Reason | None:
    """All points must be used, exactly; a landing forfeits what is left (R3.8)."""
    for cost in costs:
        if cost + load == points or (landing and cost + load <= points):
            return None
    steps = costs[0]
    needed = steps + load
    figures = {"steps": steps, "load": load, "needed": needed, "points": points}
    return Reason("R3.8", "why-too-few-points" if needed > points else "why-points-left", figures)


def _why_operations(position: Position, canoe: int, start: int, end: int, washed: bool, move: int) -> Reason | None:
    ops = moves.operations(move)
    if not ops:
        return None
    after = bool(move & moves.AFTER)
    if after and washed:
        return Reason("R5.3", "why-washed-no-loading", {})
    place = end if after else start
    deposit = DEPOSIT[place]
    if deposit < 0:
        return Reason("R3.5", "why-no-deposit", {"place": place})
    cargo = position.cargo[canoe]
    stock = position.deposits[deposit]
    unloaded = moves.unloads(ops)
    loaded = moves.loads(ops)
    for colour in unloaded:
        if colour == deposit:
            return Reason("R3.9", "why-own-deposit", {})
        if colour in loaded:
            return Reason("R3.10", "why-back-and-forth", {})
        if REMOVE[cargo][colour] < 0:
            return Reason("R3.5", "why-not-aboard", {"colour": colour})
        cargo = REMOVE[cargo][colour]
    for colour in loaded:
        if loaded.count(colour) > count(stock, colour):
            return Reason("R3.5", "why-not-there", {"colour": colour, "place": place})
    seats = position.seats_of(canoe)
    if LOAD[cargo] + len(loaded) > seats:
        return Reason("R1.6", "why-no-seat", {"seats": seats})
    return None


def _cargo_after(cargo: int, ops: int) -> int:
    for colour in moves.unloads(ops):
        cargo = REMOVE[cargo][colour]
    for colour in moves.loads(ops):
        cargo = ADD[cargo][colour]
    return cargo


def _why_steals(position: Position, canoe: int, move: int, cargo: int, end: int, upstream: bool) -> Reason | None:
    stolen = moves.steals(move)
    if not stolen:
        return None
    if move & moves.WASHED:
        return Reason("R4.3", "why-washed-no-stealing", {})
    if end == CAMP:
        return Reason("R4.3", "why-camp-no-stealing", {})
    if not upstream:
        return Reason("R4.1", "why-steal-upstream", {})
    free = position.seats_of(canoe) - LOAD[cargo]
    if len(stolen) > free:
        return Reason("R4.2", "why-steal-seats", {"free": free})
    for victim, colour in stolen:
        if victim >> 1 == canoe >> 1:
            return Reason("R4.3", "why-steal-own", {})
        if victim >= len(position.places) or position.places[victim] != end:
            return Reason("R4.1", "why-steal-away", {"place": end})
        if position.on_bank >> victim & 1:
            return Reason("R4.3", "why-steal-bank", {})
        if stolen.count((victim, colour)) > GEMS[position.cargo[victim]].count(colour):
            return Reason("R4.1", "why-steal-gem", {"colour": colour})
    return None


def _why_trade(position: Position, canoe: int, move: int, cargo: int, place: int) -> Reason | None:
    give = moves.given(move)
    take = moves.taken(move)
    if give < 0 and take < 0:
        return None
    if position.joe == NOWHERE:
        return Reason("R7.6", "why-no-joe", {})
    if not is_on_river(place) or position.joe != place:
        return Reason("R7.6", "why-joe-away", {})
    if give >= 0 and REMOVE[cargo][give] < 0:
        return Reason("R7.6", "why-not-aboard", {"colour": give})
    if take < 0:
        return None if position.joe_gem == NO_GEM else Reason("R7.6", "why-joe-full", {})
    if position.joe_gem != take:
        return Reason("R7.6", "why-joe-gem", {})
    if give == take:
        return Reason("R7.6", "why-joe-same", {})
    if give < 0 and LOAD[cargo] >= position.seats_of(canoe):
        return Reason("R7.6", "why-joe-seat", {})
    return None
