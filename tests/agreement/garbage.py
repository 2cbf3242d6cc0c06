"""Lines that are no request: the engine must answer each with one error, and read the next line as ever."""

import json
import re
from random import Random
from typing import Any

from tests.second_reading import Position, actors, legal, new

RULES: dict[str, Any] = {
    "players": 3,
    "spirits": False,
    "joe": True,
    "fork": "alternating",
    "elk_on_choice_card": 2,
    "tie_break": "shared",
    "round_limit": 0,
}


def no_requests() -> list[bytes]:
    """Lines that are not JSON, not an object, or not one of the requests."""
    lines = [
        b"",
        b" ",
        b"\t",
        b"\r",
        b"\r\r",
        b"\x00",
        b"\x1a",
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        b"\xc3\x28",
        b"hello",
        b"null",
        b"true",
        b"0",
        b"-",
        b"1e999",
        b"NaN",
        b'"do"',
        b"[]",
        b'[{"do":"actors"}]',
        b"{}",
        b"{",
        b"}",
        b'{"do"',
        b'{"do":}',
        b'{"do":"new"',
        b"{'do':'new'}",
        b'{"do":null}',
        b'{"do":["new"]}',
        b'{"do":{"new":1}}',
        b'{"do":1}',
        b'{"do":"New"}',
        b'{"do":"new"}',
        b'{"do":"legal"}',
        b'{"do":"quit"}',
        b'{"do":"\\ud800"}',
        b'{"do":"\xf0\x9f\x9b\xb6"}',
        b'{"do":"\\u2028\\u0085\\u000a"}',
        b'{"do":\r"x"}',
        b'{"do":"x\x0b\x0c\x1c"}',
        '{"do":"x\u2028\u2029\u0085y"}'.encode(),
        b'{"do":"actors","position":null}',
        b'{"do":"actors","position":[]}',
        b'{"do":"actors","position":{}}',
        b'{"do":"actors","position":"S1"}',
        b'{"do":"new","rules":null,"ring":0}',
        b'{"do":"new","rules":[],"ring":0}',
        b"1" * 5000,
        b'{"do":' + b"9" * 5000 + b"}",
        b"[" * 100_000,
        b'{"do":' * 50_000,
        b"[" * 50_000 + b"]" * 50_000,
        b'{"do":"' + b"x" * 300_000 + b'"}',
    ]
    return lines


def wrong_new() -> list[dict[str, Any]]:
    """`new` with rules or a ring that cannot be."""
    wrong: list[dict[str, Any]] = [
        {"players": 2},
        {"players": 6},
        {"players": 7, "spirits": True},
        {"players": 0},
        {"players": True},
        {"players": "3"},
        {"players": None},
        {"players": 10**30},
        {"spirits": 1},
        {"spirits": None},
        {"joe": 0},
        {"joe": "yes"},
        {"fork": "flag"},
        {"fork": None},
        {"fork": 0},
        {"fork": []},
        {"elk_on_choice_card": 0},
        {"elk_on_choice_card": 3},
        {"elk_on_choice_card": True},
        {"elk_on_choice_card": "2"},
        {"tie_break": "none"},
        {"tie_break": False},
        {"round_limit": -1},
        {"round_limit": False},
        {"round_limit": None},
        {"beaver": True},
    ]
    requests: list[dict[str, Any]] = [{"do": "new", "rules": RULES | change, "ring": 0} for change in wrong]
    for name in RULES:
        requests.append({"do": "new", "rules": {k: v for k, v in RULES.items() if k != name}, "ring": 0})
    requests += [{"do": "new", "rules": RULES, "ring": ring} for ring in (-1, 3, 10**30, None, True, False, "0", [0])]
    requests.append({"do": "new", "rules": RULES})
    return requests


def wrong_seats_and_moves(random: Random, position: Position) -> list[dict[str, Any]]:
    """A lawful position, with a seat or a move that cannot be."""
    players = len(position["seats"])
    acting = (actors(position) or [0])[0]
    moves = legal(position, acting) or ["end"]
    seats = [players, -2, 10**30, True, False, "0", "a", [0], {}, 0.5]
    requests: list[dict[str, Any]] = []
    for seat in [*seats, None]:
        requests.append({"do": "legal", "position": position, "seat": seat})
        requests.append({"do": "apply", "position": position, "seat": seat, "move": moves[0]})
    requests += [{"do": "view", "position": position, "seat": seat} for seat in [*seats, -1]]
    requests += [{"do": do, "position": position} for do in ("legal", "apply")]
    move = random.choice(moves)
    twisted = [
        "", " ", "?", move + " ", " " + move, move.upper() if move.upper() != move else "x", move + move, move[:-1],
        move + ">S1", move.replace(" ", "  ") if " " in move else move + "\t", "a", "b", "a>", "a()", "a(+)", "a>~",
        "a*", "a&", "a=", "a=0>S1", "a=4>S1", "a(+p)(+p)", "a>S1>S2", "a>S1*p9a", "a>S1*p-1a", "a>lost", "a>~camp",
        "c>S1", "card", "card ", "card 0", "card ?", "card 10", "river", "river ", "river X", "arm a", "arm c L",
        "buy", "buy c", "buy a x", "elk", "elk c", "lasso", "lasso ba", "lasso aa", "weather", "weather 0", "nobuy x",
        "\u0661", "a>S\u0661", "card \u0661", "a\x00", "\ud800", "x" * 100_000,
    ]  # fmt: skip
    for text in [*twisted, *(spelled for legal_move in moves for spelled in respelled(legal_move))]:
        if text not in moves:
            requests.append({"do": "apply", "position": position, "seat": acting, "move": text})
    for value in (None, 0, True, [], [move], {}, {"move": move}):
        requests.append({"do": "apply", "position": position, "seat": acting, "move": value})
    return requests


def respelled(move: str) -> list[str]:
    """The same canoe move with its loads, or its thefts, in the other order: a move is written in one way only."""
    spelled = []
    if (ops := re.search(r"\(([^)]+)\)", move)) and len(ops[1]) > 2:
        backwards = "".join(reversed(re.findall("..", ops[1])))
        spelled.append(move.replace(ops[1], backwards))
    if len(thefts := re.findall(r"\*...", move)) == 2:
        spelled.append(move.replace("".join(thefts), "".join(reversed(thefts))))
    return spelled


def sane() -> tuple[dict[str, Any], dict[str, Any]]:
    """A request, and the answer that it must always get."""
    return {"do": "new", "rules": RULES, "ring": 1}, {"position": new(RULES, 1)}


def as_line(request: dict[str, Any]) -> bytes:
    return json.dumps(request).encode()
