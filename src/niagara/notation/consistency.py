"""Positions that contradict themselves are refused: pieces on the whirlpool, cards against hands, a phase without an actor."""

from niagara.notation.names import CARD_LETTERS
from niagara.rules.board import HIDDEN, NO_CARD, S5
from niagara.rules.legal import legal_moves, river_speed
from niagara.rules.play import asked_to_buy
from niagara.rules.position import BANKS, BUY, CARDS, OVER, RIVER_DRAW, TURNS, Position
from niagara.rules.ruleset import RANDOM
from niagara.words import Refusal


def clash(where: str, right: str, rule: str | None = None) -> Refusal:
    """The refusal of a part that contradicts another."""
    return Refusal("position-clash", rule, where=where, right=right)


def check_consistency(position: Position) -> None:
    """Refusal if parts of a position contradict each other."""
    _check_pieces(position)
    _check_cards(position)
    _check_phase(position)


def _check_pieces(position: Position) -> None:
    """Nothing in the water stays on the whirlpool (R5.1)."""
    for canoe, place in enumerate(position.places):
        if place == position.whirlpool and not position.on_bank >> canoe & 1:
            raise clash(f"seats[{canoe >> 1}].canoes[{canoe & 1}].at", "not the whirlpool's space", "R5.1")
    if position.rules.joe and position.joe == position.whirlpool:
        raise clash("joe.at", "not the whirlpool's space", "R7.4")


def _check_cards(position: Position) -> None:
    """`card`, `open`, `hand` and `points` of each seat agree with each other and with the phase (R2.5-R2.7)."""
    n = position.rules.players
    playing = position.phase in (TURNS, RIVER_DRAW, BANKS)
    opened = n if position.phase in (RIVER_DRAW, BANKS) else (position.turn - position.ring) % n + 1
    for seat, card in enumerate(position.cards):
        where = f"seats[{seat}]"
        hand = position.hands[seat]
        is_open = bool(position.opened >> seat & 1)
        if is_open != (playing and (seat - position.ring) % n < opened):
            raise clash(f"{where}.open", "true for those whose turn has come, else false", "R2.7")
        if playing and card == NO_CARD:
            raise clash(f"{where}.card", "a card, since all have chosen", "R2.5")
        if card != NO_CARD and position.phase in (BUY, OVER):
            raise clash(f"{where}.card", "null, since no cards lie on the table", "R2.5")
        if is_open and card == HIDDEN:
            raise clash(f"{where}.card", "known, since it is open", "R10.1")
        if card > NO_CARD and bool(hand >> card & 1) == is_open:
            raise clash(f"{where}.hand", "with the chosen card until it is turned over, then without it", "R2.6")
        if not hand and not is_open:
            raise clash(f"{where}.hand", "full again once all cards have been played", "R2.6")
        if position.points_chosen(seat) and not (is_open and CARD_LETTERS[card - 1] == "X"):
            raise clash(f"{where}.points", "null unless 1/2/3 lies open", "R5.11")
    if position.phase == CARDS and not position.pending:
        raise clash("phase", "turns, since all have chosen", "R2.7")


def _check_phase(position: Position) -> None:
    """The phase has somebody who can act in it."""
    if position.phase == BUY:
        asked = asked_to_buy(position)
        for seat in range(position.rules.players):
            if position.pending & ~asked & 1 << seat:
                raise clash(f"seats[{seat}].bought", "true, since it has nothing to decide", "R2.1")
        if not position.pending:
            raise clash("phase", "cards, since nobody must still buy", "R2.4")
    if position.phase == TURNS and not legal_moves(position, position.turn):
        raise clash("turn", "a seat that has something left to do", "R2.7")
    if position.phase == RIVER_DRAW and (position.rules.fork != RANDOM or not river_speed(position)):
        raise clash("phase", "river only where chance draws the arms of one push or more", "R6.2")
    if position.phase == BANKS:
        waiting = [
            canoe
            for canoe in (2 * position.turn, 2 * position.turn + 1)
            if position.on_bank >> canoe & 1 and position.places[canoe] == S5
        ]
        if position.whirlpool != S5 or not waiting:
            raise clash(
                "phase", "banks only where the seat at turn has a canoe on the bank by the whirlpool on S5", "R5.9"
            )
