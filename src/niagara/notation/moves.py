"""Moves as text: written, read, and listed."""

import re
from functools import lru_cache

from niagara import rules
from niagara.notation.names import (
    ARM_LETTERS,
    CANOE_LETTERS,
    CARD_LETTERS,
    COLOUR_LETTERS,
    PLACE,
    PLACE_NAMES,
    refusal_for,
)
from niagara.rules import moves
from niagara.rules.board import L6, NO_STEP, R6
from niagara.rules.position import Position
from niagara.words import Refusal

_WORDS = {moves.DECLINE: "nobuy", moves.END: "end"}
_ROPES = ("-", "a", "b", "ab")


@lru_cache(16_384)  # most of the moves of a game are made, or might have been, in others
def write_move(move: int) -> str:
    """A move in its one way of writing."""
    kind = moves.kind(move)
    canoe = CANOE_LETTERS[moves.canoe(move)]
    argument = moves.place(move)
    if kind == moves.CANOE:
        return _write_canoe_move(move)
    if kind == moves.CARD:
        return f"card {CARD_LETTERS[argument - 1]}"
    if kind == moves.BUY_BACK:
        return f"buy {canoe} {COLOUR_LETTERS[argument - 1]}" if argument else f"buy {canoe}"
    if kind == moves.ELK:
        return f"elk {canoe}"
    if kind == moves.WEATHER:
        return "weather +" if argument else "weather -"
    if kind == moves.ROPE:
        return f"lasso {_ROPES[moves.choice(move)]}"
    if kind == moves.DRAW:
        rights = moves.operations(move)
        return "river " + "".join(ARM_LETTERS[rights >> push & 1] for push in range(argument))
    if kind == moves.ARM:
        return f"arm {canoe} {'L' if argument == L6 else 'R'}"
    return _WORDS[kind]


def _write_canoe_move(move: int) -> str:
    parts = [CANOE_LETTERS[moves.canoe(move)]]
    if moves.choice(move):
        parts.append(f"={moves.choice(move)}")
    ops = moves.operations(move)
    signed = ["-" + COLOUR_LETTERS[colour] for colour in moves.unloads(ops)]
    signed += ["+" + COLOUR_LETTERS[colour] for colour in moves.loads(ops)]
    written = f"({''.join(signed)})" if signed else ""
    end = moves.place(move)
    if end == NO_STEP:
        parts.append(written)
    else:
        steps = (">~" if move & moves.WASHED else ">") + PLACE_NAMES[end]
        parts += [steps, written] if move & moves.AFTER else [written, steps]
    for victim, colour in moves.steals(move):
        parts.append(f"*{COLOUR_LETTERS[colour]}{victim >> 1}{CANOE_LETTERS[victim & 1]}")
    give, take = moves.given(move), moves.taken(move)
    if give >= 0 or take >= 0:
        parts.append("&")
        if give >= 0:
            parts.append("-" + COLOUR_LETTERS[give])
        if take >= 0:
            parts.append("+" + COLOUR_LETTERS[take])
    return "".join(parts)


def legal_texts(position: Position, seat: int) -> list[str]:
    """Every legal move of a seat (-1 for chance), sorted as plain strings."""
    return sorted(write_move(move) for move in rules.legal_moves(position, seat))


def read_move(position: Position, seat: int, text: str) -> int:
    """The move that a seat may make by this text. Refusal, with the rule and the arithmetic, if it is not legal."""
    move = parse_move(text)
    if move not in rules.legal_moves(position, seat):
        reason = rules.why(position, seat, move)
        if reason is None:
            raise AssertionError(f"{text!r} is not in the list, yet breaks no rule")
        raise refusal_for(reason)
    return move


def explain(position: Position, seat: int, text: str) -> Refusal | None:
    """Why a text is not a legal move of a seat; None if it is."""
    try:
        read_move(position, seat, text)
    except Refusal as refusal:
        return refusal
    return None


_OPS = r"\((?P<{0}>(?:[-+][pwybr])+)\)"
_CANOE_MOVE = re.compile(
    rf"(?P<canoe>[ab])(?:=(?P<points>[1-3]))?(?:{_OPS.format('before')})?"
    rf"(?:>(?P<washed>~?)(?P<end>{'|'.join(PLACE_NAMES)})(?:{_OPS.format('after')})?)?"
    r"(?P<steals>(?:\*[pwybr][0-5][ab])*)(?:&(?P<trade>(?:-[pwybr])?(?:\+[pwybr])?))?"
)
_SIMPLE_MOVE = re.compile(
    r"buy (?P<buy>[ab])(?: (?P<gem>[pwybr]))?|card (?P<card>[1-7CLX])|elk (?P<elk>[ab])|weather (?P<weather>[-+])"
    r"|lasso (?P<lasso>ab|a|b|-)|river (?P<river>[LR]+)|arm (?P<canoe>[ab]) (?P<arm>[LR])|(?P<nobuy>nobuy)|(?P<end>end)"
)
_MOST_PUSHES = 12  # that a move has room for


@lru_cache(16_384)
def parse_move(text: str) -> int:
    """The move that a text writes, legal or not. Refusal if it is no move, or not in its one way of writing."""
    move = _parse(text)
    written = write_move(move)
    if written != text:
        raise Refusal("move-written-otherwise", written=written)
    return move


def _parse(text: str) -> int:
    simple = _SIMPLE_MOVE.fullmatch(text)
    if simple:
        return _parse_simple(simple)
    match = _CANOE_MOVE.fullmatch(text)
    if not match or match["trade"] == "":
        raise Refusal("move-not-understood", move=shortened(text))
    if match["before"] and match["after"]:
        raise Refusal("why-both-ends", "R3.6")
    signed = match["before"] or match["after"] or ""
    unloaded = sorted(COLOUR_LETTERS.index(colour) for colour in re.findall(r"-(.)", signed))
    loaded = sorted(COLOUR_LETTERS.index(colour) for colour in re.findall(r"\+(.)", signed))
    stolen = sorted(
        (2 * int(seat) + CANOE_LETTERS.index(canoe), COLOUR_LETTERS.index(colour))
        for colour, seat, canoe in re.findall(r"\*(.)(.)(.)", match["steals"])
    )
    if max(len(unloaded), len(loaded), len(stolen)) > 2:
        raise Refusal("why-two-at-most", "R1.6")
    trade = dict(re.findall(r"([-+])(.)", match["trade"] or ""))
    return moves.canoe_move(
        which=CANOE_LETTERS.index(match["canoe"]),
        points=int(match["points"] or 0),
        end=PLACE[match["end"]] if match["end"] else NO_STEP,
        washed=match["washed"] == "~",
        after=match["after"] is not None,
        ops=moves.pack_operations(unloaded, loaded),
        stolen=stolen,
        give=COLOUR_LETTERS.index(trade["-"]) if "-" in trade else -1,
        take=COLOUR_LETTERS.index(trade["+"]) if "+" in trade else -1,
    )


def _parse_simple(match: re.Match[str]) -> int:
    if match["card"]:
        return moves.choose_card(CARD_LETTERS.index(match["card"]) + 1)
    if match["buy"]:
        gem = COLOUR_LETTERS.index(match["gem"]) if match["gem"] else -1
        return moves.buy_back(CANOE_LETTERS.index(match["buy"]), gem)
    if match["elk"]:
        return moves.take_elk(CANOE_LETTERS.index(match["elk"]))
    if match["weather"]:
        return moves.set_weather(match["weather"] == "+")
    if match["lasso"]:
        return moves.rope(_ROPES.index(match["lasso"]))
    if match["river"]:
        arms = match["river"]
        if len(arms) > _MOST_PUSHES:
            raise Refusal("why-river-long", "R6.1")
        return moves.draw_arms(len(arms), sum(1 << push for push, arm in enumerate(arms) if arm == "R"))
    if match["arm"]:
        return moves.choose_arm(CANOE_LETTERS.index(match["canoe"]), L6 if match["arm"] == "L" else R6)
    return moves.DECLINE if match["nobuy"] else moves.END


def shortened(text: str) -> str:
    """A text as it may be repeated in an answer."""
    return text if len(text) <= 40 else text[:39] + "…"
