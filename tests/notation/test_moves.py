"""Moves are read and written in one way (the notation, Moves)."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niagara import notation
from niagara.notation import parse_move, write_move
from niagara.words import Refusal
from tests.rules.scene import river

EXAMPLES = (
    "a>S3", "b(+w)", "a>S5(-p+y+y)", "b(-p)>S2", "a=3>~L6", "b>S4*r2a", "a>S4*b0a*r2b&-b", "a>camp", "a>~lost",
    "a>S4&+r", "a>S4&-p+r", "a>S4&-p", "a=1(-p-p+w+w)", "b=2(+r)>camp", "a>L7(+r+r)&-r", "buy a p", "buy b", "nobuy",
    "card 1", "card 7", "card C", "card L", "card X", "elk a", "elk b", "end", "weather +", "weather -", "lasso ab",
    "lasso a", "lasso b", "lasso -", "river R", "river RLLR", "river LRLRLRLRL", "arm a L", "arm b R",
)  # fmt: skip


@pytest.mark.parametrize("text", EXAMPLES)
def test_move_is_written_as_it_was_read(text: str) -> None:
    assert write_move(parse_move(text)) == text


def test_different_moves_are_different_values() -> None:
    assert len({parse_move(text) for text in EXAMPLES}) == len(EXAMPLES)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a(+w+p)", "a(+p+w)"),
        ("a(+w-p)", "a(-p+w)"),
        ("a>S4(-y-p)", "a>S4(-p-y)"),
        ("a>S4*p1a*p0a", "a>S4*p0a*p1a"),
        ("a>S4*r0a*p0a", "a>S4*p0a*r0a"),
        ("a>S4*p0b*r0a", "a>S4*r0a*p0b"),
    ],
)
def test_move_written_otherwise_is_refused_with_its_one_way(text: str, written: str) -> None:
    """Ops are unloads, then loads, each in colour order; steals by seat, canoe, colour."""
    with pytest.raises(Refusal) as refused:
        parse_move(text)
    assert refused.value.text == f"This move is written {written}."


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "a>", "a()", "a(p)", "a(+)", "a(+g)", "a>S6", "a>S0", "a>s3", "A>S3", "c>S3", "a >S3", "a> S3", "a>S3 ",
        " a>S3", "a>S3\n", "a>>S3", "a>~", "a>S3>S4", "a=>S3", "a=0>S3", "a=4>S3", "a=22>S3", "a>S3&", "a>S3&p",
        "a>S3&+p-p", "a>S3&+p+p", "a>S3*p", "a>S3*p6a", "a>S3*p0c", "a>S3&+p*p0a", "a(+p)(+p)", "a>S3(+p)>S4", "card",
        "card 0", "card 8", "card c", "card 10", "card  4", "buy", "buy c", "buy a g", "buy ap", "elk", "elk c", "elk ab",
        "weather", "weather 0", "weather ++", "lasso", "lasso ba", "lasso c", "lasso aa", "river", "river ", "river rl",
        "arm", "arm a", "arm a M", "arm c L", "nobuy ", "End", "a>S٣", "card ٤", "a>S3\x00", "\ud800", "?" * 10_000,
    ],
)  # fmt: skip
def test_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_move(text)
    assert refused.value.key == "move-not-understood"
    assert len(refused.value.text) < 200


@settings(derandomize=True)
@given(st.text(alphabet="ab=123()+-pwybrSLR4567camplost>~*&0 ", max_size=16) | st.text(max_size=30))
def test_any_text_is_a_move_in_its_one_way_or_refused(text: str) -> None:
    """Nothing crashes."""
    with suppress(Refusal):
        assert write_move(parse_move(text)) == text


def test_legal_list_is_sorted_as_plain_strings() -> None:
    texts = notation.legal_texts(river("S4:py S2", ruleset="players=3 spirits", card="6").position, 0)
    assert texts == sorted(set(texts))
    assert len(texts) > 10


def test_decision_is_named_by_round_phase_and_seat() -> None:
    assert notation.decision(river().position, 2) == "1.cards.2"
    assert notation.decision(river(card="3", round=12).position, 0) == "12.turns.0"
    random = river(ruleset="players=3 fork=random", cards="2 6 6", phase="river")
    assert notation.decision(random.position, -1) == "1.river.-1"


@pytest.mark.parametrize(
    ("canoe", "card", "whirlpool", "move", "cost"),
    [
        ("camp lost", "3", "next", "a>S3", (3, 0, "S1 S2 S3", None)),
        ("S3 lost", "5", "next", "a(+p)>camp", (3, 2, "S2 S1 camp", None)),
        ("S4 lost", "4", "next", "a(+w+w)", (0, 4, "", None)),
        ("S5 lost", "3", "S4", "a>S3", (3, 0, "S4 S3", None)),
        ("S5 lost", "2", "S4", "a>~S5", (2, 0, "S4", "S4")),
        ("S5 lost", "1", "S4", "a>~S5", (1, 0, "S4", "S4")),
        ("R6 lost", "3", "R7", "a(+b)>~lost", (1, 2, "R7", "R7")),
        ("L6 lost", "2", "S5", "a>~R6", (2, 0, "S5", "S5")),
    ],
)
def test_cost_of_a_canoe_move_is_told(
    canoe: str, card: str, whirlpool: str, move: str, cost: tuple[int, int, str, str | None]
) -> None:
    """What the protocol calls Cost: for a client that holds no rule (R3.3, R3.5, R5.2)."""
    position = river(canoe, ruleset="players=3 spirits", card=card, whirlpool=whirlpool).position
    steps, load, route, washed_from = cost
    assert notation.describe_move(position, 0, notation.read_move(position, 0, move)) == {
        "steps": steps,
        "load": load,
        "route": route.split(),
        "washed_from": washed_from,
    }


def test_coming_speed_is_told_as_far_as_the_cards_tell() -> None:
    """What the protocol calls Speed (R6.1)."""
    scene = river(weather=1).after("0: card 4", "1: card C", "2: card 2")
    assert notation.describe_speed(river().position) is None
    assert notation.describe_speed(scene.position) == {"lowest": 4, "weather": 1, "at_most": 5, "known": False}
    cloud = scene.after("end")
    assert notation.describe_speed(cloud.position) == {"lowest": 4, "weather": 1, "at_most": 5, "known": False}
    last = cloud.after("weather -")
    assert notation.describe_speed(last.position) == {"lowest": 2, "weather": 0, "at_most": 2, "known": True}
    none = river(card="C", cards="C 6 6", weather=2)
    assert notation.describe_speed(none.position) == {"lowest": None, "weather": 2, "at_most": None, "known": False}
