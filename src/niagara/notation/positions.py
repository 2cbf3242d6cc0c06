"""Positions and rule sets written as JSON objects, keys in the order of the notation."""

from typing import Any

from niagara.notation.names import (
    ARM_LETTERS,
    COLOUR_LETTERS,
    PLACE_NAMES,
    bag_letters,
    card_letter,
    colour_letter,
    hand_letters,
    whirlpool_name,
)
from niagara.rules.board import NO_FLAG, NOWHERE
from niagara.rules.cargo import BAG
from niagara.rules.position import BANKS, BUY, ELK_AWAY, ELK_RED, NO_ELK, TURNS, Position
from niagara.rules.ruleset import RuleSet

PHASE_NAMES = ("buy", "cards", "turns", "river", "banks", "over")
FORK_NAMES = ("alternating", "random")
TIE_BREAK_NAMES = ("shared", "gem_value")
_ELK_NAMES = {ELK_RED: "red", ELK_AWAY: "away", NO_ELK: None}


def write_rules(rules: RuleSet) -> dict[str, Any]:
    """A rule set as its seven fields."""
    return {
        "players": rules.players,
        "spirits": rules.spirits,
        "joe": rules.joe,
        "fork": FORK_NAMES[rules.fork],
        "elk_on_choice_card": rules.elk_on_choice_card,
        "tie_break": TIE_BREAK_NAMES[rules.tie_break],
        "round_limit": rules.round_limit,
    }


def write_position(position: Position) -> dict[str, Any]:
    """A position, or a view, as a JSON object."""
    return {
        "rules": write_rules(position.rules),
        "round": position.round,
        "phase": PHASE_NAMES[position.phase],
        "ring": position.ring,
        "turn": position.turn if position.phase in (TURNS, BANKS) else None,
        "weather": position.weather,
        "flag": None if position.flag == NO_FLAG else ARM_LETTERS[position.flag],
        "deposits": {letter: bag_letters(bag) for letter, bag in zip(COLOUR_LETTERS, position.deposits, strict=True)},
        "seats": [_write_seat(position, seat) for seat in range(position.rules.players)],
        "whirlpool": None if position.whirlpool == NOWHERE else whirlpool_name(position.whirlpool),
        "beaver": None if position.beaver == NOWHERE else PLACE_NAMES[position.beaver],
        "elk": _ELK_NAMES.get(position.elk, "carried"),
        "joe": {"at": PLACE_NAMES[position.joe], "gems": colour_letter(position.joe_gem) or ""}
        if position.rules.joe
        else None,
        "winners": seats_of(position.winners),
    }


def spectators_view(board: dict[str, Any]) -> dict[str, Any]:
    """The spectators' view, made of the whole position as written: a card that lies face down is `?` (R10.1)."""
    return {**board, "seats": [{**seat, "card": "?"} if lies_face_down(seat) else seat for seat in board["seats"]]}


def lies_face_down(seat: dict[str, Any]) -> bool:
    """Whether the card of a seat, as it is written, is known to its owner alone."""
    return seat["card"] is not None and not seat["open"]


def seats_of(seats: int) -> list[int]:
    """A set of seats as a list."""
    return [seat for seat in range(seats.bit_length()) if seats >> seat & 1]


def _write_seat(position: Position, seat: int) -> dict[str, Any]:
    return {
        "home": bag_letters(position.home[seat]),
        "canoes": [_write_canoe(position, canoe) for canoe in (2 * seat, 2 * seat + 1)],
        "hand": hand_letters(position.hands[seat]),
        "card": card_letter(position.cards[seat]),
        "open": bool(position.opened >> seat & 1),
        "points": position.points_chosen(seat) or None,
        "bought": True if position.phase == BUY and not position.pending >> seat & 1 else None,
    }


def _write_canoe(position: Position, canoe: int) -> dict[str, Any]:
    return {
        "at": PLACE_NAMES[position.places[canoe]],
        "gems": bag_letters(BAG[position.cargo[canoe]]),
        "bank": bool(position.on_bank >> canoe & 1),
        "elk": position.elk == canoe,
        "moved": bool(position.moved >> canoe & 1),
    }
