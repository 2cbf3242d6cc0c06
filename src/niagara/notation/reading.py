"""Positions and rule sets read from JSON objects; whatever is wrong is refused with where and what would be right."""

from collections.abc import Callable, Sequence
from typing import Any

from niagara.notation.consistency import check_consistency, clash
from niagara.notation.names import (
    ARM_LETTERS,
    CARD_LETTERS,
    COLOUR_LETTERS,
    PLACE,
    PLACE_NAMES,
    RIVER_NAMES,
    read_bag,
)
from niagara.notation.positions import FORK_NAMES, PHASE_NAMES, TIE_BREAK_NAMES
from niagara.rules.board import BAG_LIMIT, HIDDEN, LOST, NEXT, NO_CARD, NO_FLAG, NOWHERE
from niagara.rules.cargo import cargo_of
from niagara.rules.legal import is_on_river
from niagara.rules.position import (
    BANKS,
    BUY,
    CARDS,
    ELK_AWAY,
    ELK_RED,
    NO_ELK,
    NO_GEM,
    NO_TURN,
    OVER,
    TURNS,
    Position,
    View,
)
from niagara.rules.ruleset import RANDOM, RuleSet
from niagara.words import Refusal

_RULES_KEYS = ("players", "spirits", "joe", "fork", "elk_on_choice_card", "tie_break", "round_limit")
_POSITION_KEYS = (
    "rules", "round", "phase", "ring", "turn", "weather", "flag", "deposits", "seats", "whirlpool", "beaver", "elk", "joe", "winners",
)  # fmt: skip
_SEAT_KEYS = ("home", "canoes", "hand", "card", "open", "points", "bought")
_CANOE_KEYS = ("at", "gems", "bank", "elk", "moved")
MOST_ROUNDS = 1_000_000


def _wrong(where: str, right: str) -> Refusal:
    return Refusal("position-shape", where=where, right=right)


def _object(value: Any, keys: Sequence[str], where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(where, "an object with the keys " + ", ".join(keys))
    missing = [key for key in keys if key not in value]
    if missing:
        raise _wrong(where, f"an object that has {missing[0]} too")
    extra = [key for key in value if key not in keys]
    if extra:
        raise _wrong(where, f"an object without the key {extra[0][:40]}")
    return value


def _list(value: Any, length: int, where: str) -> list[Any]:
    if not isinstance(value, list) or len(value) != length:
        raise _wrong(where, f"a list of {length}")
    return value


def _whole(value: Any, lowest: int, highest: int, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise _wrong(where, f"a whole number from {lowest} to {highest}")
    return value


def _yes_no(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong(where, "true or false")
    return value


def _one_of(value: Any, names: Sequence[str | None], where: str) -> int:
    """The index of a name; None stands among the names where null is allowed."""
    known = list(names)
    if (value is None or isinstance(value, str)) and value in known:
        return known.index(value)
    raise _wrong(where, "one of " + ", ".join("null" if name is None else name for name in known))


def _ordered(value: Any, letters: str, where: str, right: str) -> str:
    """A text of letters in their order; repeats are allowed."""
    if not isinstance(value, str) or any(letter not in letters for letter in value):
        raise _wrong(where, right)
    if sorted(value, key=letters.index) != list(value):
        raise _wrong(where, right)
    return value


def _bag(value: Any, where: str) -> str:
    letters: str = _ordered(value, COLOUR_LETTERS, where, f"gems, letters of {COLOUR_LETTERS} in that order")
    if any(letters.count(letter) > BAG_LIMIT for letter in COLOUR_LETTERS):
        raise _wrong(where, f"at most {BAG_LIMIT} gems of a colour")
    return letters


def read_rules(value: Any, where: str = "rules") -> RuleSet:
    """A rule set from its seven fields. Refusal if one is missing, unknown or out of range (R1.5, R9)."""
    fields = _object(value, _RULES_KEYS, where)
    spirits = _yes_no(fields["spirits"], f"{where}.spirits")
    most = 6 if spirits else 5
    players = fields["players"]
    if isinstance(players, bool) or not isinstance(players, int) or not 3 <= players <= most:
        raise Refusal("rules-players", "R1.5", most=most)
    return RuleSet(
        players=players,
        spirits=spirits,
        joe=_yes_no(fields["joe"], f"{where}.joe"),
        fork=_one_of(fields["fork"], FORK_NAMES, f"{where}.fork"),
        elk_on_choice_card=_whole(fields["elk_on_choice_card"], 1, 2, f"{where}.elk_on_choice_card"),
        tie_break=_one_of(fields["tie_break"], TIE_BREAK_NAMES, f"{where}.tie_break"),
        round_limit=_whole(fields["round_limit"], 0, MOST_ROUNDS, f"{where}.round_limit"),
    )


def read_position(value: Any) -> Position:
    """A position, or a View if a card is hidden in it. Refusal if its shape is wrong or its parts contradict each other."""
    fields = _object(value, _POSITION_KEYS, "position")
    rules = read_rules(fields["rules"])
    n = rules.players
    phase = _one_of(fields["phase"], PHASE_NAMES, "phase")
    acts = phase in (TURNS, BANKS)
    if not acts and fields["turn"] is not None:
        raise _wrong("turn", "null, since nobody is at turn")
    deposits = _object(fields["deposits"], tuple(COLOUR_LETTERS), "deposits")
    seats = [_object(seat, _SEAT_KEYS, f"seats[{i}]") for i, seat in enumerate(_list(fields["seats"], n, "seats"))]
    canoes = _read_canoes(rules, seats)
    whirlpool, beaver, elk = _read_spirits(rules, fields, [bool(canoe["elk"]) for canoe in canoes])
    joe, joe_gem = _read_joe(rules, fields["joe"])
    cards = [_read_card(rules, seat["card"], f"seats[{i}].card") for i, seat in enumerate(seats)]
    hands = [_read_hand(rules, seat["hand"], f"seats[{i}].hand") for i, seat in enumerate(seats)]
    made: Callable[..., Position] = View if HIDDEN in cards else Position
    position = made(
        rules=rules,
        round=_whole(fields["round"], 1, MOST_ROUNDS, "round"),
        phase=phase,
        ring=_whole(fields["ring"], 0, n - 1, "ring"),
        turn=_whole(fields["turn"], 0, n - 1, "turn") if acts else NO_TURN,
        weather=_whole(fields["weather"], -1, 2, "weather"),
        flag=_read_flag(rules, fields["flag"]),
        deposits=[read_bag(_bag(deposits[colour], f"deposits.{colour}")) for colour in COLOUR_LETTERS],
        home=[read_bag(_bag(seat["home"], f"seats[{i}].home")) for i, seat in enumerate(seats)],
        places=[PLACE[canoe["at"]] for canoe in canoes],
        cargo=[cargo_of([COLOUR_LETTERS.index(gem) for gem in canoe["gems"]]) for canoe in canoes],
        on_bank=_set([canoe["bank"] for canoe in canoes]),
        moved=_set([canoe["moved"] for canoe in canoes]),
        hands=hands,
        cards=cards,
        opened=_set([_yes_no(seat["open"], f"seats[{i}].open") for i, seat in enumerate(seats)]),
        points=sum(_read_points(seat["points"], f"seats[{i}].points") << 2 * i for i, seat in enumerate(seats)),
        pending=_read_pending(phase, seats, cards),
        whirlpool=whirlpool,
        beaver=beaver,
        elk=elk,
        joe=joe,
        joe_gem=joe_gem,
        winners=_read_winners(fields["winners"], phase, n),
    )
    _check_room([*deposits.values(), *[part["home"] for part in seats], *[canoe["gems"] for canoe in canoes]], joe_gem)
    check_consistency(position)
    return position


def _check_room(bags: list[str], joe_gem: int) -> None:
    """Gem totals are not checked, except that wherever they go there must be room for them (board.py)."""
    gems = "".join([*bags, "" if joe_gem == NO_GEM else COLOUR_LETTERS[joe_gem]])
    if any(gems.count(letter) > BAG_LIMIT for letter in COLOUR_LETTERS):
        raise _wrong("gems", f"at most {BAG_LIMIT} of a colour, all together")


def _set(members: list[bool]) -> int:
    return sum(1 << index for index, member in enumerate(members) if member)


def _read_canoes(rules: RuleSet, seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All canoes in order of their numbers, each checked by itself."""
    canoes = []
    for i, seat in enumerate(seats):
        for j, value in enumerate(_list(seat["canoes"], 2, f"seats[{i}].canoes")):
            where = f"seats[{i}].canoes[{j}]"
            canoe = _object(value, _CANOE_KEYS, where)
            _one_of(canoe["at"], PLACE_NAMES, f"{where}.at")
            room = rules.first_seats if j == 0 else 1
            gems = _bag(canoe["gems"], f"{where}.gems")
            river = is_on_river(PLACE[canoe["at"]])
            if len(gems) > room:
                raise clash(f"{where}.gems", f"at most {room}, since it has no more seats", "R1.6")
            if gems and not river:
                raise clash(f"{where}.gems", "empty, since only a canoe on the river carries gems", "R3.11")
            for key in ("bank", "elk", "moved"):
                _yes_no(canoe[key], f"{where}.{key}")
            if canoe["bank"] and not (river and rules.spirits):
                raise clash(f"{where}.bank", "false, since there is no bank beside it", "R5.8")
            if canoe["elk"] and not river:
                raise clash(f"{where}.elk", "false, since the elk leaves a canoe that lands or falls", "R5.18")
            canoes.append(canoe)
    return canoes


def _read_spirits(rules: RuleSet, fields: dict[str, Any], aboard: list[bool]) -> tuple[int, int, int]:
    """Whirlpool, beaver and elk."""
    if not rules.spirits:
        for key in ("whirlpool", "beaver", "elk"):
            if fields[key] is not None:
                raise clash(key, "null without the Spirits", "R1.10")
        if any(aboard):
            raise clash("elk", "in no canoe without the Spirits", "R1.10")
        return NOWHERE, NOWHERE, NO_ELK
    whirlpool = _one_of(fields["whirlpool"], (*RIVER_NAMES, "next"), "whirlpool")
    beaver = _one_of(fields["beaver"], (*RIVER_NAMES, None), "beaver")
    elk = _one_of(fields["elk"], ("red", "carried", "away"), "elk")
    if sum(aboard) != (1 if elk == 1 else 0):
        raise clash("elk", "carried where exactly one canoe has it, else red or away", "R5.16")
    return (
        NEXT if whirlpool == len(RIVER_NAMES) else whirlpool + 1,
        NOWHERE if beaver == len(RIVER_NAMES) else beaver + 1,
        aboard.index(True) if elk == 1 else (ELK_RED if elk == 0 else ELK_AWAY),
    )


def _read_joe(rules: RuleSet, value: Any) -> tuple[int, int]:
    if not rules.joe:
        if value is not None:
            raise clash("joe", "null where he does not play", "R1.11")
        return NOWHERE, NO_GEM
    fields = _object(value, ("at", "gems"), "joe")
    place = PLACE[PLACE_NAMES[_one_of(fields["at"], PLACE_NAMES[1:], "joe.at") + 1]]
    gems = _bag(fields["gems"], "joe.gems")
    if len(gems) > 1 or (gems and place == LOST):
        raise clash("joe.gems", "one gem at most, and none while he is lost", "R7.5")
    return place, COLOUR_LETTERS.index(gems) if gems else NO_GEM


def _read_card(rules: RuleSet, value: Any, where: str) -> int:
    if value == "?":
        return HIDDEN
    cards = [letter for card, letter in enumerate(CARD_LETTERS, 1) if rules.full_hand >> card & 1]
    index = _one_of(value, (*cards, None), where)
    return NO_CARD if index == len(cards) else CARD_LETTERS.index(cards[index]) + 1


def _read_hand(rules: RuleSet, value: Any, where: str) -> int:
    cards = "".join(letter for card, letter in enumerate(CARD_LETTERS, 1) if rules.full_hand >> card & 1)
    right = f"cards of {cards} in that order, each once"
    letters = _ordered(value, cards, where, right)
    if len(set(letters)) != len(letters):
        raise _wrong(where, right)
    return sum(1 << CARD_LETTERS.index(letter) + 1 for letter in letters)


def _read_flag(rules: RuleSet, value: Any) -> int:
    if rules.fork == RANDOM:
        _one_of(value, (None,), "flag")
        return NO_FLAG
    return _one_of(value, tuple(ARM_LETTERS), "flag")


def _read_points(value: Any, where: str) -> int:
    return 0 if value is None else _whole(value, 1, 3, where)


def _read_pending(phase: int, seats: list[dict[str, Any]], cards: list[int]) -> int:
    for i, seat in enumerate(seats):
        if seat["bought"] is not None and (phase != BUY or seat["bought"] is not True):
            raise _wrong(f"seats[{i}].bought", "null or true in the phase buy, else null")
    if phase == BUY:
        return _set([seat["bought"] is None for seat in seats])
    return _set([card == NO_CARD for card in cards]) if phase == CARDS else 0


def _read_winners(value: Any, phase: int, players: int) -> int:
    right = "seats in order, each once; empty before the game is over"
    if not isinstance(value, list) or (value and phase != OVER):
        raise _wrong("winners", right)
    seats = [_whole(seat, 0, players - 1, "winners") for seat in value]
    if sorted(set(seats)) != seats:
        raise _wrong("winners", right)
    return _set([seat in seats for seat in range(players)])
