"""One move applied; then on to the next decision (R2)."""

from niagara.rules import events as happened
from niagara.rules import moves
from niagara.rules.board import CAMP, CHOICE, CLOUD, DEPOSIT, GEM, LOST, NO_CARD, NO_STEP, NOWHERE, S1, S2
from niagara.rules.cargo import ADD, BAG, EMPTY, REMOVE
from niagara.rules.events import Event
from niagara.rules.finish import ways_met, winners_now
from niagara.rules.legal import lowest_number, river_speed
from niagara.rules.moves import (
    AFTER,
    ARM,
    CANOE,
    CANOE_SHIFT,
    CARD,
    DECLINE,
    DRAW,
    ELK,
    END,
    GIVE_SHIFT,
    LOADS_SHIFT,
    OPS_FIELD,
    OPS_SHIFT,
    PLACE_SHIFT,
    POINTS_SHIFT,
    ROPE,
    STEAL_BITS,
    STEAL_SHIFT,
    UNLOADS_FIELD,
    WASHED,
    WEATHER,
)
from niagara.rules.position import (
    BANKS,
    BUY,
    CARDS,
    ELK_AWAY,
    ELK_RED,
    NO_GEM,
    NO_TURN,
    OVER,
    RIVER_DRAW,
    TURNS,
    Position,
)
from niagara.rules.river import alternating_arms, carry, leave_bank, lose, move_joe, move_river, tell_fall
from niagara.rules.routes import Route, find_route
from niagara.rules.ruleset import RANDOM


def play(position: Position, seat: int, move: int, events: list[Event] | None = None) -> None:
    """Applies a move of a seat in place and runs on to the next position where somebody must act.

    The move must be one of `legal_moves(position, seat)`, and no card may be hidden: this is trusted, not checked. What happened is
    appended to `events`, if given.
    """
    sort = move & 15
    if sort == CARD:
        position.cards[seat] = move >> PLACE_SHIFT & 15
        position.pending &= ~(1 << seat)
        if events is not None:
            events.append(Event(happened.CHOSE, [seat]))
        if not position.pending:
            position.phase = TURNS
            _open(position, position.ring, events)
    elif sort == CANOE:
        _paddle(position, seat, move, events)
    elif sort == END:
        if events is not None:
            events.append(Event(happened.PASS, [seat]))
        _end_turn(position, events)
    elif sort == WEATHER:
        _set_weather(position, seat, moves.place(move), events)
        _end_turn(position, events)
    elif sort == ELK:
        position.elk = 2 * seat + moves.canoe(move)
        if events is not None:
            events.append(Event(happened.ELK_ABOARD, [position.elk, position.places[position.elk]]))
    elif sort == ROPE:
        position.on_bank |= moves.choice(move) << 2 * seat
        if events is not None:
            events.append(Event(happened.LASSO_THROWN, [seat, moves.choice(move)]))
        _end_turn(position, events)
    elif sort == DRAW:
        _run_river(position, moves.place(move), moves.operations(move), events)
    elif sort == ARM:
        canoe = 2 * seat + moves.canoe(move)
        position.on_bank &= ~(1 << canoe)
        if events is not None:
            events.append(Event(happened.UNROPE, [canoe, position.places[canoe]]))
        carry(position, canoe, moves.place(move), events)
        _leave_banks(position, events)
    else:
        _buy(position, seat, move, events)


def _buy(position: Position, seat: int, move: int, events: list[Event] | None) -> None:
    if moves.kind(move) == DECLINE:
        if events is not None:
            events.append(Event(happened.DECLINED, [seat]))
    else:
        canoe = 2 * seat + moves.canoe(move)
        colour = moves.place(move) - 1
        position.places[canoe] = CAMP
        if colour >= 0:
            position.home[seat] -= GEM[colour]
            position.deposits[colour] += GEM[colour]
        if events is not None:
            events.append(Event(happened.BOUGHT, [canoe, colour]))
    position.pending &= ~(1 << seat)
    if not position.pending:
        _begin_cards(position)


def _begin_cards(position: Position) -> None:
    position.phase = CARDS
    position.pending = (1 << position.rules.players) - 1


def _open(position: Position, seat: int, events: list[Event] | None) -> None:
    """A seat turns its card over (R2.7); a turn without anything to do ends by itself."""
    card = position.cards[seat]
    position.turn = seat
    position.opened |= 1 << seat
    position.hands[seat] &= ~(1 << card)
    if events is not None:
        events.append(Event(happened.OPEN, [seat, card]))
    number = card < CLOUD or card == CHOICE
    if number and position.places[2 * seat] == LOST and position.places[2 * seat + 1] == LOST:
        _end_turn(position, events)


def _end_turn(position: Position, events: list[Event] | None) -> None:
    position.moved = 0
    seat = position.turn + 1
    if seat == position.rules.players:
        seat = 0
    if seat != position.ring:
        _open(position, seat, events)
        return
    position.turn = NO_TURN
    speed = river_speed(position)
    if events is not None:
        events.append(Event(happened.RIVER_MOVES, [speed, lowest_number(position), position.weather]))
    if position.rules.fork == RANDOM:
        if speed:
            position.phase = RIVER_DRAW
            return
        _run_river(position, 0, 0, events)
    else:
        _run_river(position, speed, alternating_arms(position.flag, speed), events)


def _set_weather(position: Position, seat: int, up: int, events: list[Event] | None) -> None:
    """R5.13, and the beaver of R5.14."""
    before = position.weather
    position.weather += 1 if up else -1
    if events is not None:
        events.append(Event(happened.WEATHER_SET, [seat, before, position.weather]))
    if position.rules.spirits and position.weather == 2 and position.beaver == NOWHERE:
        position.beaver = S2 if position.whirlpool == S1 else S1
        if events is not None:
            events.append(Event(happened.BEAVER, [position.beaver]))


def _paddle(position: Position, seat: int, move: int, events: list[Event] | None) -> None:
    """One canoe uses its points: loads, steps, loads, steals, trades (R3, R4, R7.6); the turn ends if nothing is left to do."""
    which = move >> CANOE_SHIFT & 1
    canoe = 2 * seat + which
    start = position.places[canoe]
    end = move >> PLACE_SHIFT & 15
    ops = move >> OPS_SHIFT & OPS_FIELD
    chosen = move >> POINTS_SHIFT & 3
    if chosen:
        position.points |= chosen << 2 * seat
        if events is not None:
            events.append(Event(happened.POINTS, [seat, chosen]))
    position.moved |= 1 << canoe
    if ops and not move & AFTER:
        _operate(position, canoe, start, ops, events)
    if end != NO_STEP:
        if events is not None:
            _tell_steps(position, canoe, move, start, events)
        position.places[canoe] = end
        if position.on_bank:  # its own only where a position was set up by hand
            position.on_bank &= ~(1 << canoe)
        if end == CAMP:
            _land(position, canoe, events)
        elif end == LOST:
            tell_fall(position, canoe, position.whirlpool, events)
            lose(position, canoe)
        elif move & AFTER:
            _operate(position, canoe, end, ops, events)
    if move >> GIVE_SHIFT:
        _steal(position, canoe, move >> STEAL_SHIFT, events)
        _trade(position, canoe, move, events)
    if position.cards[seat] == CHOICE:
        _end_turn(position, events)
        return
    other = canoe ^ 1
    place = position.places[other]
    if position.moved >> other & 1 or place == LOST or (place == CAMP and start == CAMP):
        _end_turn(position, events)


def _operate(position: Position, canoe: int, place: int, ops: int, events: list[Event] | None) -> None:
    """Unloads, then loads (R3.5); `ops` holds both as they stand in a move."""
    deposit = DEPOSIT[place]
    stock = position.deposits[deposit]
    cargo = position.cargo[canoe]
    unloads = ops & UNLOADS_FIELD
    while unloads:
        colour = (unloads & 7) - 1
        cargo = REMOVE[cargo][colour]
        stock += GEM[colour]
        if events is not None:
            events.append(Event(happened.UNLOAD, [canoe, colour, place]))
        unloads >>= 3
    loads = ops >> LOADS_SHIFT
    while loads:
        colour = (loads & 7) - 1
        cargo = ADD[cargo][colour]
        stock -= GEM[colour]
        if events is not None:
            events.append(Event(happened.LOAD, [canoe, colour, place]))
        loads >>= 3
    position.deposits[deposit] = stock
    position.cargo[canoe] = cargo


def _steal(position: Position, canoe: int, stolen: int, events: list[Event] | None) -> None:
    """R4; `stolen` holds the thefts as they stand in a move."""
    cargo = position.cargo
    while stolen:
        victim = stolen >> 3 & 15
        colour = (stolen & 7) - 1
        cargo[victim] = REMOVE[cargo[victim]][colour]
        cargo[canoe] = ADD[cargo[canoe]][colour]
        if events is not None:
            events.append(Event(happened.STEAL, [canoe, victim, colour]))
        stolen >>= STEAL_BITS


def points_of(position: Position, canoe: int, chosen: int) -> int:
    """The points that a canoe of the seat at turn has, with the elk's (R3.1, R5.11, R5.17)."""
    card = position.cards[canoe >> 1]
    if card == CHOICE:
        return chosen + (position.rules.elk_on_choice_card if position.elk == canoe else 0)
    return card + (2 if position.elk == canoe else 0)


def route_of(position: Position, canoe: int, move: int) -> Route:
    """The way that a canoe move takes; the move must have a step."""
    points = points_of(position, canoe, moves.choice(move))
    end = moves.place(move)
    washed = bool(move & WASHED)
    return find_route(position.places[canoe], position.whirlpool, end, washed, points & 1)


def _tell_steps(position: Position, canoe: int, move: int, start: int, events: list[Event]) -> None:
    position_before = position.places[canoe]
    route = route_of(position, canoe, move)
    path = route.path
    steps = path[:-1] if route.washed_from != NOWHERE else path
    place = position_before
    for end in steps:
        extra = 1 if route.up and place == position.whirlpool else 0
        events.append(Event(happened.STEP, [canoe, place, end, 1 + extra]))
        place = end
    if route.washed_from != NOWHERE:
        events.append(Event(happened.CARRY, [canoe, place, path[-1]]))


def _land(position: Position, canoe: int, events: list[Event] | None) -> None:
    """Gems come home (R3.11); the elk leaves (R5.18)."""
    bag = BAG[position.cargo[canoe]]
    if events is not None:
        events.append(Event(happened.HOME, [canoe, bag]))
    position.home[canoe >> 1] += bag
    position.cargo[canoe] = EMPTY
    if position.elk == canoe:
        position.elk = ELK_AWAY


def _trade(position: Position, canoe: int, move: int, events: list[Event] | None) -> None:
    """R7.6."""
    give = moves.given(move)
    take = moves.taken(move)
    if give < 0 and take < 0:
        return
    if give >= 0:
        position.cargo[canoe] = REMOVE[position.cargo[canoe]][give]
    if take >= 0:
        position.cargo[canoe] = ADD[position.cargo[canoe]][take]
    position.joe_gem = give if give >= 0 else NO_GEM
    if events is not None:
        events.append(Event(happened.TRADE, [canoe, give, take]))


def _run_river(position: Position, pushes: int, rights: int, events: list[Event] | None) -> None:
    move_river(position, pushes, rights, events)
    _leave_banks(position, events)


def _leave_banks(position: Position, events: list[Event] | None) -> None:
    """Canoes return in turn order, and wait where an owner must choose (R6.5); then the round ends."""
    if position.on_bank:
        players = position.rules.players
        for turn in range(players):
            seat = (position.ring + turn) % players
            for canoe in range(2 * seat, 2 * seat + 2):
                if position.on_bank >> canoe & 1 and not leave_bank(position, canoe, events):
                    position.phase = BANKS
                    position.turn = seat
                    return
    position.turn = NO_TURN
    if position.elk == ELK_AWAY:
        position.elk = ELK_RED
        if events is not None:
            events.append(Event(happened.ELK_HOME, []))
    if position.rules.joe:
        move_joe(position, events)
    _end_round(position, events)


def _end_round(position: Position, events: list[Event] | None) -> None:
    """Resets, the end check (R8), the ring (R2.9), and who may buy back (R2.1)."""
    players = position.rules.players
    for seat in range(players):
        position.cards[seat] = NO_CARD
        if not position.hands[seat]:
            position.hands[seat] = position.rules.full_hand
            if events is not None:
                events.append(Event(happened.REFILL, [seat]))
    position.opened = 0
    position.points = 0
    winners = winners_now(position)
    if winners or 0 < position.rules.round_limit <= position.round:
        position.phase = OVER
        position.winners = winners
        if events is not None:
            ways = [ways_met(home) for seat, home in enumerate(position.home) if winners >> seat & 1]
            events.append(Event(happened.GAME_OVER, [winners, *ways]))
        return
    position.round += 1
    position.ring = position.ring + 1 if position.ring + 1 < players else 0
    if events is not None:
        events.append(Event(happened.ROUND, [position.round, position.ring]))
    pending = asked_to_buy(position)
    if pending:
        position.phase = BUY
        position.pending = pending
    else:
        _begin_cards(position)


def asked_to_buy(position: Position) -> int:
    """The seats with a lost canoe that may or must take one back (R2.1, R2.2): not one lost canoe without a gem."""
    asked = 0
    places = position.places
    for seat in range(position.rules.players):
        first = places[2 * seat] == LOST
        second = places[2 * seat + 1] == LOST
        if (first and second) or ((first or second) and position.home[seat]):
            asked |= 1 << seat
    return asked
