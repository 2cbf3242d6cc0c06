"""Which moves a seat has (R2-R5, R7.6)."""

from typing import Final

from niagara.rules.board import CAMP, CHOICE, CLOUD, COLOURS, DEPOSIT, HIDDEN, L6, L7, LASSO, LOST, NO_STEP, R6, R7
from niagara.rules.cargo import ADD, GEMS, KINDS, LOAD, REMOVE
from niagara.rules.moves import (
    CANOE,
    CANOE_SHIFT,
    DECLINE,
    END,
    GIVE_SHIFT,
    OPS_SHIFT,
    PLACE_SHIFT,
    POINTS_SHIFT,
    STEAL_BITS,
    STEAL_SHIFT,
    TAKE_SHIFT,
    buy_back,
    choose_arm,
    choose_card,
    draw_arms,
    loads,
    pack_operations,
    rope,
    set_weather,
    take_elk,
    unloads,
)
from niagara.rules.position import BANKS, BUY, CARDS, CHANCE, ELK_RED, NO_GEM, RIVER_DRAW, TURNS, Position
from niagara.rules.routes import END_FIELD, ENDINGS, MAY_MEET, MAY_STEAL, OPS_COUNT_SHIFT


def actors(position: Position) -> list[int]:
    """The seats that must still decide, lowest first; [CHANCE] for the draw of the arms, none when the game is over."""
    phase = position.phase
    if phase == TURNS or phase == BANKS:
        return [position.turn]
    if phase == BUY or phase == CARDS:
        return [seat for seat in range(position.rules.players) if position.pending >> seat & 1]
    if phase == RIVER_DRAW:
        return [CHANCE]
    return []


def next_actor(position: Position) -> int:
    """The first of `actors`, without making a list; -2 when the game is over."""
    phase = position.phase
    if phase == TURNS or phase == BANKS:
        return position.turn
    if phase == BUY or phase == CARDS:
        pending = position.pending
        seat = 0
        while not pending >> seat & 1:
            seat += 1
        return seat
    if phase == RIVER_DRAW:
        return CHANCE
    return -2


def legal_moves(position: Position, seat: int) -> list[int]:
    """Every legal move of a seat (CHANCE for the river's draw), each once; none if it has nothing to decide."""
    phase = position.phase
    if phase == CARDS:
        return _CARD_MOVES[position.hands[seat]] if seat >= 0 else []
    if phase == TURNS:
        return _turn_moves(position, seat) if seat == position.turn else []
    if phase == BUY:
        return _buy_moves(position, seat) if seat >= 0 and position.pending >> seat & 1 else []
    if phase == BANKS:
        return _arm_moves(position, seat) if seat == position.turn else []
    if phase == RIVER_DRAW and seat == CHANCE:
        pushes = river_speed(position)
        return [draw_arms(pushes, rights) for rights in range(1 << pushes)]
    return []


def river_speed(position: Position) -> int:
    """Pushes of the coming river movement, from the open cards and the weather (R6.1)."""
    speed = lowest_number(position) + position.weather
    return speed if speed > 0 else 0


def lowest_number(position: Position) -> int:
    """The lowest number card turned over this round, 0 if there is none (R6.1, R5.12)."""
    lowest = CLOUD
    for seat, card in enumerate(position.cards):
        if card < lowest and card > 0 and position.opened >> seat & 1:
            lowest = card
    return 0 if lowest == CLOUD else lowest


def _card_moves(hand: int) -> list[int]:
    return [choose_card(card) for card in range(CHOICE + 1) if hand >> card & 1]


_CARD_MOVES: Final = [_card_moves(hand) for hand in range(1 << CHOICE + 1)]


def _buy_moves(position: Position, seat: int) -> list[int]:
    """R2.1-R2.3; where the canoes are alike, only the first lost one is offered (notation)."""
    lost = [which for which in (0, 1) if position.places[2 * seat + which] == LOST]
    offered = lost if position.rules.spirits else lost[:1]
    home = position.home[seat]
    if not home:
        return [buy_back(which, NO_GEM) for which in offered]
    found = [buy_back(which, colour) for which in offered for colour in range(COLOURS) if home >> 6 * colour & 63]
    if len(lost) < 2:
        found.append(DECLINE)
    return found


def _arm_moves(position: Position, seat: int) -> list[int]:
    for which in (0, 1):
        canoe = 2 * seat + which
        if position.on_bank >> canoe & 1 and position.places[canoe] == position.whirlpool:
            return [choose_arm(which, L6), choose_arm(which, R6)]
    return []


def _turn_moves(position: Position, seat: int) -> list[int]:
    card = position.cards[seat]
    if card == HIDDEN:
        return []
    found: list[int] = []
    first = 2 * seat
    if position.elk == ELK_RED:
        for canoe in (first, first + 1):
            place = position.places[canoe]
            if (place == L7 or place == R7) and not (position.moved | position.on_bank) >> canoe & 1:
                found.append(take_elk(canoe & 1))
    if card < CLOUD:
        _number_moves(position, first, card, found)
    elif card == CLOUD:
        if position.weather < 2:
            found.append(set_weather(True))
        if position.weather > -1:
            found.append(set_weather(False))
    elif card == LASSO:
        roped = 0
        for which in (0, 1):
            if is_on_river(position.places[first + which]):
                roped |= 1 << which
        found.extend(rope(some) for some in range(4) if some & roped == some)
    else:
        _choice_moves(position, first, found)
    return found


def is_on_river(place: int) -> bool:
    """Whether a place is one of the nine spaces."""
    return CAMP < place < LOST


def _number_moves(position: Position, first: int, card: int, found: list[int]) -> None:
    """R3.1, R3.2: canoes on the river must move; one in camp may be launched (two never come to be asked, see play.py)."""
    on_river = False
    in_camp = False
    company = _company(position, first)
    for canoe in (first, first + 1):
        place = position.places[canoe]
        if place != LOST and not position.moved >> canoe & 1:
            if place == CAMP:
                in_camp = True
            else:
                on_river = True
            points = card + 2 if position.elk == canoe else card
            _canoe_moves(position, canoe, points, company, CANOE | (canoe & 1) << CANOE_SHIFT, found)
    if in_camp and not on_river:
        found.append(END)


def _choice_moves(position: Position, first: int, found: list[int]) -> None:
    """R5.11: one canoe only, with 1, 2 or 3 points."""
    on_river = False
    company = _company(position, first)
    for canoe in (first, first + 1):
        place = position.places[canoe]
        if place == LOST:
            continue
        if place != CAMP:
            on_river = True
        bonus = position.rules.elk_on_choice_card if position.elk == canoe else 0
        for points in (1, 2, 3):
            move = CANOE | (canoe & 1) << CANOE_SHIFT | points << POINTS_SHIFT
            _canoe_moves(position, canoe, points + bonus, company, move, found)
    if not on_river:
        found.append(END)


def _canoe_moves(position: Position, canoe: int, points: int, company: int, move: int, found: list[int]) -> None:
    """All moves of one canoe; `company` is the set of places where it may meet somebody, `move` holds canoe and chosen points."""
    start = position.places[canoe]
    cargo = position.cargo[canoe]
    seats = position.seats_of(canoe)
    for ending in ENDINGS[position.whirlpool][start][points]:
        end = ending & 15
        bits = move | (ending & END_FIELD) << PLACE_SHIFT
        if end == NO_STEP:
            end = start
        meets = ending & MAY_MEET and company >> end & 1
        count = ending >> OPS_COUNT_SHIFT
        if count == 0:
            if meets:
                _meet(position, canoe, bits, cargo, seats, end, ending, found)
            else:
                found.append(bits)
            continue
        deposit = DEPOSIT[end if ending & 1 << 5 else start]
        for ops in _operations(deposit, position.deposits[deposit], cargo, seats, count):
            if meets:
                after = cargo_after(cargo, ops)
                _meet(position, canoe, bits | ops << OPS_SHIFT, after, seats, end, ending, found)
            else:
                found.append(bits | ops << OPS_SHIFT)


def cargo_after(cargo: int, ops: int) -> int:
    """The cargo after unloading and loading."""
    for colour in unloads(ops):
        cargo = REMOVE[cargo][colour]
    for colour in loads(ops):
        cargo = ADD[cargo][colour]
    return cargo


def _company(position: Position, first: int) -> int:
    """The set of places where Joe or another player's loaded canoe lies, in the water; `first` is the own canoe a."""
    places = 0
    cargo = position.cargo
    other = 0
    for place in position.places:
        if cargo[other] and other | 1 != first | 1 and not position.on_bank >> other & 1:
            places |= 1 << place
        other += 1
    if is_on_river(position.joe):
        places |= 1 << position.joe
    return places


def _meet(
    position: Position, canoe: int, move: int, cargo: int, seats: int, end: int, ending: int, found: list[int]
) -> None:
    """The move alone and with every theft (R4) and every exchange with Joe (R7.6) at its end."""
    joe = position.joe == end
    with_joe(position, move, cargo, seats, joe, found)
    free = seats - LOAD[cargo]
    if not ending & MAY_STEAL or not free:
        return
    prey = victims(position, canoe >> 1, end)
    for index, (victim, colour) in enumerate(prey):
        if index and prey[index - 1] == (victim, colour):
            continue
        one = move | (victim * 8 + colour + 1) << STEAL_SHIFT
        with_joe(position, one, ADD[cargo][colour], seats, joe, found)
        if free == 1:
            continue
        last = (-1, -1)
        for second, second_colour in prey[index + 1 :]:
            if (second, second_colour) == last:
                continue
            last = (second, second_colour)
            two = one | (second * 8 + second_colour + 1) << STEAL_SHIFT + STEAL_BITS
            with_joe(position, two, ADD[ADD[cargo][colour]][second_colour], seats, joe, found)


def victims(position: Position, own: int, place: int) -> list[tuple[int, int]]:
    """Every gem that may be stolen at a place: (canoe number, colour), ordered by seat, canoe, colour (R4.1-R4.3)."""
    found = []
    for other, where in enumerate(position.places):
        if where == place and other >> 1 != own and not position.on_bank >> other & 1:
            for colour in GEMS[position.cargo[other]]:
                found.append((other, colour))
    return found


def with_joe(position: Position, move: int, cargo: int, seats: int, joe: bool, found: list[int]) -> None:
    """The move, and if Joe is there the move with each exchange (R7.6)."""
    found.append(move)
    if not joe:
        return
    gem = position.joe_gem
    if gem == NO_GEM:
        for colour in KINDS[cargo]:
            found.append(move | (colour + 1) << GIVE_SHIFT)
        return
    taken = move | (gem + 1) << TAKE_SHIFT
    if LOAD[cargo] < seats:
        found.append(taken)
    for colour in KINDS[cargo]:
        if colour != gem:
            found.append(taken | (colour + 1) << GIVE_SHIFT)


# How bags turn into "none, one, or more" by colour: at most two can be loaded.
_ONES: Final = 1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24
_GUARDS: Final = _ONES * 32
_LOW_BITS: Final = _ONES * 31
_HALVES: Final = _ONES * 15

_operations_seen: Final[dict[int, list[int]]] = {}


def _operations(deposit: int, stock: int, cargo: int, seats: int, count: int) -> list[int]:
    """Every way to spend `count` operations at a deposit, packed (R3.5, R3.6, R3.9, R3.10).

    What matters of the stock is whether each colour is there once, more often, or not at all; so the answers are few, and kept.
    """
    some = stock + _LOW_BITS & _GUARDS
    more = (stock >> 1 & _HALVES) + _LOW_BITS & _GUARDS
    key = (some | more >> 1) << 11 | cargo << 6 | deposit << 3 | (seats - 1) << 2 | count - 1
    known = _operations_seen.get(key)
    if known is None:
        known = _enumerate_operations(deposit, stock, cargo, seats, count)
        _operations_seen[key] = known
    return known


def _enumerate_operations(deposit: int, stock: int, cargo: int, seats: int, count: int) -> list[int]:
    found = []
    foreign = [colour for colour in GEMS[cargo] if colour != deposit]
    lying = [colour for colour in range(COLOURS) for _ in range(min(2, stock >> 6 * colour & 63))]
    for unloaded in _some_of(foreign):
        room = seats - LOAD[cargo] + len(unloaded)
        for loaded in _some_of(lying):
            if len(unloaded) + len(loaded) == count and len(loaded) <= room and not set(unloaded) & set(loaded):
                found.append(pack_operations(unloaded, loaded))
    return found


def _some_of(gems: list[int]) -> list[list[int]]:
    """Every choice of at most two gems of a sorted list, each once."""
    singles = [[colour] for colour in sorted(set(gems))]
    pairs = []
    for index, first in enumerate(gems):
        for second in gems[index + 1 :]:
            if [first, second] not in pairs:
                pairs.append([first, second])
    return [[], *singles, *pairs]
