"""What is no position, no seat, no move or no request gets one line with an error, and nothing else happens."""

import json
import os
import shlex
import subprocess
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.agreement.broken import broken
from tests.agreement.compare import is_error
from tests.agreement.garbage import as_line, no_requests, sane, wrong_new, wrong_seats_and_moves
from tests.agreement.pipe import ENGINE, Pipe
from tests.agreement.positions import RULE_SETS, crafted, some_rules
from tests.second_reading import RefusedError, check

SEEDS = st.integers(0, 2**64)
patient = settings(max_examples=20, deadline=None, derandomize=True, phases=[Phase.generate])


@pytest.fixture(scope="module")
def pipe() -> Iterator[Pipe]:
    with Pipe() as pipe:
        yield pipe


def refuses_each_and_goes_on(pipe: Pipe, lines: list[bytes]) -> None:
    """After every line, the sane request must be answered as ever."""
    request, answer = sane()
    told = pipe.lines([line for bad in lines for line in (bad, as_line(request))])
    for bad, said, went_on in zip(lines, told[::2], told[1::2], strict=True):
        assert is_error(json.loads(said)), f"{bad[:200]!r} got {said[:500]!r}"
        assert json.dumps(json.loads(went_on)) == json.dumps(answer), f"after {bad[:200]!r}"


def test_a_line_that_is_no_request_is_refused_and_the_next_is_read_as_ever(pipe: Pipe) -> None:
    refuses_each_and_goes_on(pipe, no_requests())


def test_rules_and_rings_that_cannot_be_are_refused(pipe: Pipe) -> None:
    """R1.5, R1.9, R9: all seven fields of the rules must be given."""
    refuses_each_and_goes_on(pipe, [as_line(request) for request in wrong_new()])


@pytest.mark.parametrize("rule_set", RULE_SETS)
@given(seed=SEEDS)
@patient
def test_an_unknown_seat_or_a_twisted_move_is_refused(pipe: Pipe, rule_set: str, seed: int) -> None:
    random = Random(seed)
    position = crafted(random, some_rules(random, rule_set))
    requests = wrong_seats_and_moves(random, position)
    refuses_each_and_goes_on(pipe, [as_line(request) for request in random.sample(requests, 12)])


@pytest.mark.parametrize("rule_set", RULE_SETS)
@given(seed=SEEDS)
@patient
def test_a_position_of_wrong_shape_or_at_odds_with_itself_is_refused(pipe: Pipe, rule_set: str, seed: int) -> None:
    random = Random(seed)
    position = crafted(random, some_rules(random, rule_set))
    lines, names = [], []
    for name, refused in broken(random, position):
        with pytest.raises(RefusedError):
            check(refused)
        names.append(name)
        lines.append(as_line({"do": "actors", "position": refused}))
    for name, line, said in zip(names, lines, pipe.lines(lines), strict=True):
        assert is_error(json.loads(said)), f"{name}: {line!r} got {said!r}"


@given(st.lists(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode(errors="surrogatepass"))))
@patient
def test_any_bytes_get_one_line_each(pipe: Pipe, lines: list[bytes]) -> None:
    """Whatever stands between two line ends."""
    refuses_each_and_goes_on(pipe, [line.replace(b"\n", b" ") for line in lines])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)
FIELDS = st.fixed_dictionaries(
    {"do": st.sampled_from(["legal", "actors", "apply", "view", "new"]) | JSON},
    optional={"position": JSON, "rules": JSON, "seat": JSON, "ring": JSON, "move": JSON, "x": JSON},
)


@given(st.lists(FIELDS, max_size=10))
@patient
def test_any_json_in_the_fields_of_a_request_is_refused(pipe: Pipe, requests: list[dict[str, Any]]) -> None:
    refuses_each_and_goes_on(pipe, [as_line(request) for request in requests])


def test_the_last_line_needs_no_line_end_and_a_plain_locale_is_enough() -> None:
    request, answer = sane()
    plain = os.environ | {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    lines = b'{"do":"\xc3\xa9 \\u00e9 \\ud83d\\udef6"}\n' + as_line(request)
    done = subprocess.run(shlex.split(ENGINE), input=lines, capture_output=True, env=plain, check=True, timeout=60)
    first, second = done.stdout.splitlines()
    assert is_error(json.loads(first))
    assert json.dumps(json.loads(second)) == json.dumps(answer)
