"""The engine on a pipe: one JSON request a line in, one JSON answer a line out."""

import json
from collections.abc import Callable
from typing import Any, BinaryIO

from niagara import rules
from niagara.notation.moves import legal_texts, read_move, shortened
from niagara.notation.positions import write_position
from niagara.notation.reading import read_position, read_rules
from niagara.rules.position import CHANCE, Position, View
from niagara.words import Refusal


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answers every line until the requests end."""
    for line in requests:
        answers.write(answer_line(line).encode() + b"\n")
        answers.flush()


def answer_line(line: bytes) -> str:
    """The answer to one request, as a line of JSON; a refusal is an answer too."""
    try:
        answer = _answer(_read_request(line))
    except Refusal as refusal:
        answer = {"error": refusal.text, "rule": refusal.rule}
    return json.dumps(answer, separators=(",", ":"))  # ASCII: a lone surrogate in a request must not break the answer


def _read_request(line: bytes) -> dict[str, Any]:
    if not line.strip():
        raise Refusal("pipe-blank")
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Refusal("pipe-not-json") from error
    if not isinstance(request, dict):
        raise Refusal("pipe-not-object")
    return request


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    asked = request.get("do")
    if not isinstance(asked, str) or asked not in _REQUESTS:
        raise Refusal("pipe-unknown", requests=", ".join(_REQUESTS))
    keys, answer = _REQUESTS[asked]
    missing = [key for key in keys if key not in request]
    if missing:
        raise Refusal("pipe-missing", asked=asked, key=missing[0])
    extra = [key for key in request if key not in keys and key != "do"]
    if extra:
        raise Refusal("pipe-extra", asked=asked, key=shortened(extra[0]))
    return answer(request)


def _new(request: dict[str, Any]) -> dict[str, Any]:
    ruleset = read_rules(request["rules"])
    ring = request["ring"]
    if not _is_seat(ring, ruleset.players):
        raise Refusal("pipe-seat", key="ring", last=ruleset.players - 1)
    return {"position": write_position(rules.new_game(ruleset, ring))}


def _legal(request: dict[str, Any]) -> dict[str, Any]:
    position = read_position(request["position"])
    return {"moves": legal_texts(position, _seat_or_chance(request, position))}


def _actors(request: dict[str, Any]) -> dict[str, Any]:
    return {"seats": rules.actors(read_position(request["position"]))}


def _apply(request: dict[str, Any]) -> dict[str, Any]:
    position = read_position(request["position"])
    if isinstance(position, View):
        raise Refusal("pipe-view", "R10.1")
    seat = _seat_or_chance(request, position)
    text = request["move"]
    if not isinstance(text, str):
        raise Refusal("move-not-text")
    rules.play(position, seat, read_move(position, seat, text))
    return {"position": write_position(position)}


def _view(request: dict[str, Any]) -> dict[str, Any]:
    position = read_position(request["position"])
    seat = request["seat"]
    if seat is not None and not _is_seat(seat, position.rules.players):
        raise Refusal("pipe-seat-or-spectator", last=position.rules.players - 1)
    return {"position": write_position(position.view(-1 if seat is None else seat))}


def _is_seat(value: object, players: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < players


def _seat_or_chance(request: dict[str, Any], position: Position) -> int:
    seat = request["seat"]
    if not _is_seat(seat, position.rules.players) and (seat != CHANCE or not isinstance(seat, int)):
        raise Refusal("pipe-seat", key="seat", last=position.rules.players - 1)
    return int(seat)


_REQUESTS: dict[str, tuple[tuple[str, ...], Callable[[dict[str, Any]], dict[str, Any]]]] = {
    "new": (("rules", "ring"), _new),
    "legal": (("position", "seat"), _legal),
    "actors": (("position",), _actors),
    "apply": (("position", "seat", "move"), _apply),
    "view": (("position", "seat"), _view),
}
