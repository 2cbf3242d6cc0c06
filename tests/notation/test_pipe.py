"""The engine on a pipe: one JSON request a line in, one JSON answer a line out."""

import json
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niagara import notation
from niagara.notation.pipe import serve
from tests.rules.scene import river

RULES = notation.write_rules(river(ruleset="players=3 spirits joe").position.rules)
POSITION = notation.write_position(river("S4:w S2", "L7 S4:p", ruleset="players=3 spirits joe", card="4").position)
SANE = {"do": "actors", "position": POSITION}


def ask(*lines: bytes | dict[str, Any]) -> list[Any]:
    """The answers to lines, or to requests."""
    sent = b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
    answers = BytesIO()
    serve(BytesIO(sent), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_new_sets_the_game_up() -> None:
    """R1."""
    (answer,) = ask({"do": "new", "rules": RULES, "ring": 2})
    assert answer["position"]["ring"] == 2
    assert answer["position"]["rules"] == RULES


def test_actors_legal_apply_and_view_answer_about_a_position() -> None:
    actors, legal, other, after, view = ask(
        SANE,
        {"do": "legal", "position": POSITION, "seat": 0},
        {"do": "legal", "position": POSITION, "seat": -1},
        {"do": "apply", "position": POSITION, "seat": 0, "move": "a>camp"},
        {"do": "view", "position": POSITION, "seat": None},
    )
    assert actors == {"seats": [0]}
    assert "a>camp" in legal["moves"]
    assert other == {"moves": []}
    assert after["position"]["seats"][0]["home"] == "w"
    assert [seat["card"] for seat in view["position"]["seats"]] == ["4", "?", "?"]


def test_chance_acts_on_the_pipe() -> None:
    """R6.2, R9."""
    position = notation.write_position(river(ruleset="players=3 fork=random", cards="1 6 6", phase="river").position)
    actors, legal, after = ask(
        {"do": "actors", "position": position},
        {"do": "legal", "position": position, "seat": -1},
        {"do": "apply", "position": position, "seat": -1, "move": "river R"},
    )
    assert (actors, legal) == ({"seats": [-1]}, {"moves": ["river L", "river R"]})
    assert after["position"]["round"] == 2


def test_view_may_be_asked_but_not_played_on() -> None:
    """R10.1: legal, actors and view take a view; apply refuses one."""
    (view,) = (answer["position"] for answer in ask({"do": "view", "position": POSITION, "seat": 0}))
    actors, legal, again, after = ask(
        {"do": "actors", "position": view},
        {"do": "legal", "position": view, "seat": 0},
        {"do": "view", "position": view, "seat": 1},
        {"do": "apply", "position": view, "seat": 0, "move": "a>camp"},
    )
    assert (actors, "a>camp" in legal["moves"]) == ({"seats": [0]}, True)
    assert [seat["card"] for seat in again["position"]["seats"]] == ["4", "?", "?"]
    assert after == {"error": "A view hides cards; apply needs the whole position. (R10.1)", "rule": "R10.1"}


def test_illegal_move_is_answered_with_its_rule() -> None:
    """R3.8, with the arithmetic."""
    (answer,) = ask({"do": "apply", "position": POSITION, "seat": 0, "move": "a>S3(+p)"})
    assert answer == {
        "error": "1 for steps and 2 for loading make 3; all 4 points must be used. (R3.8)",
        "rule": "R3.8",
    }


def is_one_error(answer: Any) -> bool:
    """What every unhappy line gets."""
    return list(answer) == ["error", "rule"] and isinstance(answer["error"], str) and answer["error"] != ""


def deep(levels: int) -> bytes:
    return b'{"do":"legal","position":' + b"[" * levels + b"]" * levels + b',"seat":0}'


GARBAGE = [
    b"", b" ", b"\r", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"niagara", b"null", b"0", b"NaN", b"Infinity", b"1e400",
    b'"do"', b"[]", b"{}", b"{", b"{]", b'{"do"}', b'{"do":}', b'{"do":null}', b'{"do":[]}', b'{"do":{}}', b'{"do":"x"}',
    b'{"do":"new"}', b'{"do":"NEW","rules":{},"ring":0}', b'{"do":"new","rules":{},"ring":NaN}', b'{"do":"\\ud800"}',
    b'{"do":"actors","position":{},"\\ud800":1}', b'{"do":"actors","position":{"\\udfff":1}}', b"9" * 6000,
    b'{"do":"legal","position":null,"seat":' + b"9" * 6000 + b"}", b'{"do":"actors","position":' + b"-" * 100 + b"}",
    b"[" * 200_000, b'{"a":' * 100_000, deep(500), deep(100_000), b'{"do":"' + b"a" * 200_000 + b'"}', b"\xc3",
]  # fmt: skip


@pytest.mark.parametrize("line", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_gets_one_line_and_the_next_request_is_answered(line: bytes) -> None:
    first, second = ask(line, SANE)
    assert is_one_error(first)
    assert second == {"seats": [0]}


def test_key_given_twice_counts_as_json_counts_it() -> None:
    """The last one; the answer is one line as ever."""
    line = json.dumps(SANE).replace('{"do"', '{"do":"new","do"').encode()
    assert ask(line, SANE) == [{"seats": [0]}, {"seats": [0]}]


@pytest.mark.parametrize("seat", [3, -2, 10**40, True, 0.0, "0", [], {}, None])
def test_unknown_seat_is_refused(seat: Any) -> None:
    """R1.5: for every request that takes one; null is a spectator's view only."""
    answers = ask(
        {"do": "legal", "position": POSITION, "seat": seat},
        {"do": "apply", "position": POSITION, "seat": seat, "move": "a>camp"},
        {"do": "new", "rules": RULES, "ring": seat},
        *([] if seat is None else [{"do": "view", "position": POSITION, "seat": seat}]),
        SANE,
    )
    assert all(is_one_error(answer) for answer in answers[:-1])
    assert answers[-1] == {"seats": [0]}


def test_every_field_of_the_rules_must_be_given() -> None:
    """R9."""
    for name in RULES:
        fewer = {key: value for key, value in RULES.items() if key != name}
        (answer,) = ask({"do": "new", "rules": fewer, "ring": 0})
        assert answer == {"error": f"rules must be an object that has {name} too.", "rule": None}


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def parts(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value: its container and its key."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in [(value, key), *parts(value[key])]]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(data=st.data(), value=ANYTHING)
def test_any_value_at_any_place_of_a_position_gets_one_answer(data: st.DataObject, value: Any) -> None:
    """A wrong type, a huge or broken number: refused, or a position like any other."""
    position = json.loads(json.dumps(POSITION))
    places = parts(position)
    container, key = places[data.draw(st.integers(0, len(places) - 1))]
    container[key] = value
    answers = ask({"do": "legal", "position": position, "seat": 0}, SANE)
    assert len(answers) == 2
    assert is_one_error(answers[0]) or isinstance(answers[0]["moves"], list)
    assert answers[1] == {"seats": [0]}


@settings(max_examples=200, deadline=None, derandomize=True)
@given(line=st.binary(max_size=40))
def test_any_bytes_get_one_answer(line: bytes) -> None:
    first, second = ask(line.replace(b"\n", b""), SANE)
    assert is_one_error(first)
    assert second == {"seats": [0]}


@settings(max_examples=200, deadline=None, derandomize=True)
@given(move=st.text(max_size=12) | ANYTHING)
def test_any_move_gets_one_answer(move: Any) -> None:
    first, second = ask({"do": "apply", "position": POSITION, "seat": 0, "move": move}, SANE)
    assert is_one_error(first) or "position" in first
    assert second == {"seats": [0]}
