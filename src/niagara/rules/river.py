"""The river moves: pushes, falls, the return from the bank, the elk, Diamond Joe (R5.6-R5.9, R6, R7)."""

from typing import Final

from niagara.rules import events as happened
from niagara.rules.board import (
    CAMP,
    DEPOSIT,
    GEM,
    L7,
    LEFT,
    LOST,
    NEXT,
    NO_FLAG,
    NOWHERE,
    R6,
    R7,
    RIGHT,
    S1,
    S2,
    S5,
    SEVENTH,
    SIXTH,
    above,
    below,
    carried,
    count,
)
from niagara.rules.cargo import BAG, EMPTY, GEMS
from niagara.rules.events import Event
from niagara.rules.position import ELK_AWAY, NO_GEM, Position


def pushed(place: int, arm: int) -> int:
    """Where a disc, and what rides on it, goes in one push (R6.2): LOST from the arm's seventh space."""
    if place == CAMP or place >= LOST:
        return place
    if place < S5:
        return place + 1
    if place == S5:
        return SIXTH[arm]
    if place == SIXTH[arm]:
        return SEVENTH[arm]
    if place == SEVENTH[arm]:
        return LOST
    return place


MOST_PUSHES: Final = 9  # a 7 and a storm
_WHIRLPOOL: Final = NOWHERE + 1  # where the whirlpool's own way begins in a table of drifts


def alternating_arms(flag: int, pushes: int) -> int:
    """The arms of pushes that begin at the flag and take turns (R6.2): bit i is 1 where push i goes right."""
    rights = 0b1_0101_0101 if flag == RIGHT else 0b1010_1010
    return rights & (1 << pushes) - 1


def _drifts(key: int, earlier: list[list[int]]) -> list[int]:
    """Where each place has gone after the last push of a key, and the whirlpool from each place (R5.6)."""
    pushes = key.bit_length() - 1
    if pushes == 0:
        return [*range(NOWHERE + 1), *range(NOWHERE + 1)]
    arm = key >> pushes - 1 & 1
    before = earlier[key & (1 << pushes - 1) - 1 | 1 << pushes - 1]
    discs = [pushed(place, arm) for place in before[:_WHIRLPOOL]]
    whirlpools = [S1 if place == NEXT else pushed(place, arm) for place in before[_WHIRLPOOL:]]
    return [*discs, *[NEXT if place == LOST else place for place in whirlpools]]


def _all_drifts() -> list[list[int]]:
    drifts: list[list[int]] = [[]]
    for key in range(1, 2 << MOST_PUSHES):
        drifts.append(_drifts(key, drifts))
    return drifts


DRIFTS: Final = _all_drifts()  # DRIFTS[1 << pushes | rights][place]


def move_river(position: Position, pushes: int, rights: int, events: list[Event] | None) -> None:
    """All pushes of one river movement: everything in the water drifts, what falls is lost (R6.2-R6.4).

    Bit i of `rights` is 1 where push i goes right.
    """
    if not pushes:
        return
    if events is not None:
        _tell_pushes(position, pushes, rights, events)
    table = DRIFTS[1 << pushes | rights]
    places = position.places
    on_bank = position.on_bank
    canoe = 0
    for place in places:
        if CAMP < place < LOST and not on_bank >> canoe & 1:
            end = table[place]
            if end == LOST:
                lose(position, canoe)
            places[canoe] = end
        canoe += 1
    if position.flag != NO_FLAG and pushes & 1:
        position.flag ^= 1
    if position.joe < LOST:
        position.joe = table[position.joe]
        if position.joe == LOST:
            lose_joe(position)
    if position.beaver != NOWHERE:
        position.beaver = table[position.beaver]
        if position.beaver == LOST:
            position.beaver = NOWHERE
            position.weather = 0
    position.whirlpool = table[_WHIRLPOOL + position.whirlpool]


def lose(position: Position, canoe: int) -> None:
    """A canoe goes over the waterfall: its gems go back, the elk leaves it (R5.4, R5.18, R6.4)."""
    for colour in GEMS[position.cargo[canoe]]:
        position.deposits[colour] += GEM[colour]
    position.cargo[canoe] = EMPTY
    position.places[canoe] = LOST
    if position.elk == canoe:
        position.elk = ELK_AWAY


def lose_joe(position: Position) -> None:
    """Joe goes over the waterfall; his gem returns at once (R7.5)."""
    if position.joe_gem != NO_GEM:
        position.deposits[position.joe_gem] += GEM[position.joe_gem]
        position.joe_gem = NO_GEM
    position.joe = LOST


def tell_fall(position: Position, canoe: int, place: int, events: list[Event] | None) -> None:
    """The event of a canoe's fall from a place, told before its gems are gone."""
    if events is not None:
        bag = BAG[position.cargo[canoe]]
        events.append(Event(happened.FALL, [canoe, place, bag, 1 if position.elk == canoe else 0]))


def _tell_joes_fall(position: Position, place: int, events: list[Event] | None) -> None:
    if events is not None:
        bag = GEM[position.joe_gem] if position.joe_gem != NO_GEM else 0
        events.append(Event(happened.FALL, [happened.JOE, place, bag, 0]))


def _tell_pushes(position: Position, pushes: int, rights: int, events: list[Event]) -> None:
    """The same movement push by push, for those who watch."""
    places = position.places[:]
    joe = position.joe
    beaver = position.beaver
    whirlpool = position.whirlpool
    for push in range(pushes):
        arm = rights >> push & 1
        edge = SEVENTH[arm]
        events.append(Event(happened.PUSH, [arm]))
        for canoe, place in enumerate(places):
            if not position.on_bank >> canoe & 1:
                places[canoe] = pushed(place, arm)
                if place == edge:
                    tell_fall(position, canoe, place, events)
        if joe == edge:
            _tell_joes_fall(position, joe, events)
        joe = pushed(joe, arm)
        if beaver == edge:
            events.append(Event(happened.BEAVER, [NOWHERE]))
            if position.weather:
                events.append(Event(happened.WEATHER_SET, [-1, position.weather, 0]))
        beaver = pushed(beaver, arm)
        if whirlpool == NEXT:
            whirlpool = S1
            events.append(Event(happened.WHIRLPOOL, [S1]))
        elif whirlpool == edge:
            whirlpool = NEXT
            events.append(Event(happened.WHIRLPOOL, [NEXT]))
        else:
            whirlpool = pushed(whirlpool, arm)
        if position.flag != NO_FLAG:
            events.append(Event(happened.FLAG, [LEFT if arm == RIGHT else RIGHT]))


def leave_bank(position: Position, canoe: int, events: list[Event] | None) -> bool:
    """One canoe back from the bank to its space (R5.9). False if its owner must first choose an arm."""
    place = position.places[canoe]
    if place == position.whirlpool and place == S5:
        return False
    position.on_bank &= ~(1 << canoe)
    if events is not None:
        events.append(Event(happened.UNROPE, [canoe, place]))
    if place == position.whirlpool:
        carry(position, canoe, carried(place)[0], events)
    return True


def carry(position: Position, canoe: int, end: int, events: list[Event] | None) -> None:
    """The whirlpool carries a canoe from its own space to `end`, over the fall if that is LOST (R5.3, R5.4)."""
    if events is not None:
        events.append(Event(happened.CARRY, [canoe, position.whirlpool, end]))
    if end == LOST:
        tell_fall(position, canoe, position.whirlpool, events)
        lose(position, canoe)
    else:
        position.places[canoe] = end


def joes_points(card: int, chosen: int) -> int:
    """How many spaces Joe goes for the start player's card and the points chosen with 1/2/3 (R7.3)."""
    return card if card <= 7 else chosen


def move_joe(position: Position, events: list[Event] | None) -> None:
    """Joe's turn: he loads, then goes up; from S1 he turns and goes down by the right arm (R7.2-R7.5)."""
    if position.joe == LOST:
        position.joe = S2 if position.whirlpool == S1 else S1
        if events is not None:
            events.append(Event(happened.JOE_SET, [position.joe]))
        return
    deposit = DEPOSIT[position.joe]
    if position.joe_gem == NO_GEM and deposit >= 0 and count(position.deposits[deposit], deposit):
        position.joe_gem = deposit
        position.deposits[deposit] -= GEM[deposit]
        if events is not None:
            events.append(Event(happened.LOAD, [happened.JOE, deposit, position.joe]))
    left = joes_points(position.cards[position.ring], position.points_chosen(position.ring))
    if left:
        _paddle_joe(position, left, events)


def _paddle_joe(position: Position, left: int, events: list[Event] | None) -> None:
    place = position.joe
    up = place != S1
    extra = False  # the whirlpool's extra point has been paid for the step that comes (R5.2)
    while left:
        if not up and (place == L7 or place == R7):
            _tell_joes_fall(position, place, events)
            lose_joe(position)
            return
        end = above(place) if up else (R6 if place == S5 else below(place)[0])
        if events is not None:
            events.append(Event(happened.STEP, [happened.JOE, place, end, 2 if extra else 1]))
        extra = False
        place = end
        left -= 1
        if place == S1:
            up = False  # turning round costs no extra (R7.4)
        elif up and place == position.whirlpool and left:
            left -= 1
            extra = True
    position.joe = place
    if place == position.whirlpool:
        end = R6 if place == S5 else carried(place)[0]
        if events is not None:
            events.append(Event(happened.CARRY, [happened.JOE, place, end]))
        position.joe = end
        if end == LOST:
            _tell_joes_fall(position, place, events)
            lose_joe(position)


def push_path(arm: int) -> list[int]:
    """The spaces whose discs move in a push, each on to the next; the disc of the last falls (R6.2)."""
    path = [S1]
    while pushed(path[-1], arm) != LOST:
        path.append(pushed(path[-1], arm))
    return path
