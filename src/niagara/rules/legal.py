"""Which moves a seat has (R2-R5, R7.6)."""

from typing import Final

from niagara.rules.board import CAMP, CHOICE, CLOUD, COLOURS, HIDDEN, L6, L7, LASSO, LOST, R6, R7
from niagara.rules.cargo import ADD, GEMS, KINDS, LOAD, REMOVE
from niagara.rules.loading import CARGO_AFTER, NEEDED_SHIFT, OPERATIONS, WAYS, lacking
from niagara.rules.moves import (
    CANOE,
    CANOE_SHIFT,
    DECLINE,
    END,
    GIVE_SHIFT,
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
    rope,
    set_weather,
    take_elk,
    unloads,
)
from niagara.rules.position import BANKS, BUY, CARDS, CHANCE, ELK_RED, NO_GEM, RIVER_DRAW, TURNS, Position
from niagara.rules.routes import (
    DEPOSIT_SHIFT,
    END_FIELD,
    ENDINGS,
    MAY_STEAL,
    MEETING_SHIFT,
    OPS_COUNT_SHIFT,
    WHERE_SHIFT,
)

NOBODY: Final = -2  # in the place of an actor: the game is over


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
    """The first of `actors`, without making a list; NOBODY when there is none."""
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
    return NOBODY


def legal_moves(position: Position, seat: int) -> list[int]:
    """Every legal move of a seat (CHANCE for the river's draw), each once; none if it has nothing to decide."""
    phase = position.phase
    if phase == CARDS:
        return _CARD_MOVES[position.hands[seat]][:] if 0 <= seat < len(position.hands) else []
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
    lost = [which for which in range(2) if position.places[2 * seat + which] == LOST]
    offered = lost if position.rules.spirits else lost[:1]
    home = position.home[seat]
    if not home:
        return [buy_back(which, NO_GEM) for which in offered]
    found = [buy_back(which, colour) for which in offered for colour in range(COLOURS) if home >> 6 * colour & 63]
    if len(lost) < 2:
        found.append(DECLINE)
    return found


def _arm_moves(position: Position, seat: int) -> list[int]:
    for which in range(2):
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
        for canoe in range(first, first + 2):
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
        for which in range(2):
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
    for canoe in range(first, first + 2):
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
    for canoe in range(first, first + 2):
        place = position.places[canoe]
        if place == LOST:
            continue
        if place != CAMP:
            on_river = True
        bonus = position.rules.elk_on_choice_card if position.elk == canoe else 0
        for points in range(1, 4):
            move = CANOE | (canoe & 1) << CANOE_SHIFT | points << POINTS_SHIFT
            _canoe_moves(position, canoe, points + bonus, company, move, found)
    if not on_river:
        found.append(END)


def _canoe_moves(position: Position, canoe: int, points: int, company: int, move: int, found: list[int]) -> None:
    """All moves of one canoe; `company` is the set of places where it may meet somebody, `move` holds canoe and chosen points."""
    cargo = position.cargo[canoe]
    seats = position.seats_of(canoe)
    for ending in ENDINGS[position.whirlpool][position.places[canoe]][points]:
        bits = move | (ending & END_FIELD) << PLACE_SHIFT
        meets = company & ending >> MEETING_SHIFT
        operations = ending >> OPS_COUNT_SHIFT
        if not operations:
            if meets:
                _meet(position, canoe, bits, cargo, seats, ending, found)
            else:
                found.append(bits)
            continue
        deposit = ending >> DEPOSIT_SHIFT & 7
        missing = lacking(position.deposits[deposit])
        for way in WAYS[seats][cargo][deposit][operations]:
            if not way >> NEEDED_SHIFT & missing:
                if meets:
                    _meet(position, canoe, bits | way & OPERATIONS, way & CARGO_AFTER, seats, ending, found)
                else:
                    found.append(bits | way & OPERATIONS)


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


def _meet(position: Position, canoe: int, move: int, cargo: int, seats: int, ending: int, found: list[int]) -> None:
    """The move alone and with every theft (R4) and every exchange with Joe (R7.6) at its end."""
    end = ending >> WHERE_SHIFT & 15
    joe = position.joe == end
    with_joe(position, move, cargo, seats, joe, found)
    free = seats - LOAD[cargo]
    if not free or not ending & MAY_STEAL:
        return
    prey = victims(position, canoe >> 1, end)
    before = 0
    for index, gem in enumerate(prey):
        if gem == before:
            continue
        before = gem
        one = move | gem << STEAL_SHIFT
        heavier = ADD[cargo][(gem & 7) - 1]
        with_joe(position, one, heavier, seats, joe, found)
        if free == 1:
            continue
        second_before = 0
        for second in prey[index + 1 :]:
            if second != second_before:
                second_before = second
                two = one | second << STEAL_SHIFT + STEAL_BITS
                with_joe(position, two, ADD[heavier][(second & 7) - 1], seats, joe, found)


def victims(position: Position, own: int, place: int) -> list[int]:
    """Every gem that seat `own` may steal at a place, as it stands in a move, ordered by seat, canoe, colour (R4.1-R4.3)."""
    found = []
    canoe = 0
    for where in position.places:
        if where == place and canoe >> 1 != own and not position.on_bank >> canoe & 1:
            for colour in GEMS[position.cargo[canoe]]:
                found.append(canoe * 8 + colour + 1)
        canoe += 1
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
