"""One position, asked of both: actors, legal lists, views, and what follows from each move."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.agreement.pipe import Pipe
from tests.second_reading import Position, RefusedError, actors, apply, legal, view

Request = dict[str, Any]


@dataclass(frozen=True)
class Difference:
    """A question to which the two give different answers."""

    request: Request
    engine: Any
    second: Any

    def __str__(self) -> str:
        question = {key: value for key, value in self.request.items() if key != "position"}
        text = f"{json.dumps(question)}\n position {json.dumps(self.request.get('position'))}\n"
        text += f" engine   {json.dumps(self.engine)}\n second   {json.dumps(self.second)}"
        for where, mine, yours in apart(self.engine, self.second):
            text += f"\n  at {where or '/'}: engine {json.dumps(mine)} second {json.dumps(yours)}"
        return text


def apart(mine: Any, yours: Any, where: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The places at which two JSON values differ."""
    if isinstance(mine, dict) and isinstance(yours, dict) and list(mine) == list(yours):
        for key in mine:
            yield from apart(mine[key], yours[key], f"{where}/{key}")
    elif where == "/moves" and isinstance(mine, list) and isinstance(yours, list):
        if sorted(set(mine)) != mine:
            yield where, "not sorted, or a move twice", None
        yield where, [move for move in mine if move not in yours], [move for move in yours if move not in mine]
    elif isinstance(mine, list) and isinstance(yours, list) and len(mine) == len(yours):
        for n, (one, other) in enumerate(zip(mine, yours, strict=True)):
            yield from apart(one, other, f"{where}/{n}")
    elif json.dumps(mine) != json.dumps(yours):
        yield where, mine, yours


def questions(position: Position, moves: list[tuple[int, str]], everything: bool, random: Random) -> list[Request]:
    """What to ask about a position: of every seat, or of those that act and one other. The moves need not be legal."""
    seats = list(range(len(position["seats"])))
    deciding = [-1, *seats] if everything else sorted({*actors(position), random.choice([-1, *seats])})
    watching = [None, *seats] if everything else [random.choice([None, *seats])]
    asked: list[Request] = [{"do": "actors", "position": position}]
    asked += [{"do": "legal", "position": position, "seat": seat} for seat in deciding]
    asked += [{"do": "view", "position": position, "seat": seat} for seat in watching]
    asked += [{"do": "apply", "position": position, "seat": seat, "move": move} for seat, move in moves]
    seen = view(position, watching[-1])
    of_view: list[Request] = [
        {"do": "actors", "position": seen},
        {"do": "legal", "position": seen, "seat": random.choice(seats)},
        {"do": "view", "position": seen, "seat": random.choice(seats)},
        *({"do": "apply", "position": seen, "seat": seat, "move": move} for seat, move in moves[:1]),
    ]
    return asked + (of_view if everything else random.sample(of_view, 1))


def second_answer(request: Request) -> Any:
    """What the second reading answers; an error without its words, which are the engine's own."""
    position, seat = request["position"], request.get("seat")
    try:
        match request["do"]:
            case "actors":
                return {"seats": actors(position)}
            case "legal":
                return {"moves": legal(position, request["seat"])}
            case "view":
                return {"position": view(position, seat)}
            case "apply":
                return {"position": apply(position, request["seat"], request["move"])}
    except RefusedError:
        return "refused"


def compare(
    pipe: Pipe, position: Position, moves: list[tuple[int, str]], everything: bool, random: Random
) -> list[Difference]:
    """The differences about one position."""
    asked = questions(position, moves, everything, random)
    differences = []
    for request, answer in zip(asked, pipe.ask(asked), strict=True):
        expected = second_answer(request)
        got: Any = "refused" if is_error(answer) else answer
        if json.dumps(got) != json.dumps(expected):
            differences.append(Difference(request, answer, expected))
    return differences


def is_error(answer: Any) -> bool:
    """`{"error": sentence, "rule": id or null}`, and nothing else."""
    return (
        isinstance(answer, dict)
        and list(answer) == ["error", "rule"]
        and isinstance(answer["error"], str)
        and answer["error"] != ""
        and (answer["rule"] is None or (isinstance(answer["rule"], str) and answer["rule"].startswith("R")))
    )
