"""End of the game (R8), and the readings of R9 that concern it."""

from itertools import product
from typing import Any

import pytest

from niagara import rules
from niagara.notation.record import read_rules_tag
from niagara.rules.board import GEM
from niagara.rules.finish import ALIKE, KINDS, SEVEN, ways_met
from tests.rules.scene import Scene, river


def ended(homes: dict[int, str], reading: str = "", round: int = 1) -> Scene:
    """The end of a round in which nothing happens."""
    return river(ruleset="players=4" + reading, cards="6 6 6 6", turn=3, home=homes, round=round).after("end")


@pytest.mark.parametrize(
    ("home", "ways"),
    [
        ("", []),
        ("pwyb", []),
        ("pwybr", ["kinds"]),
        ("ppp", []),
        ("pppp", ["alike"]),
        ("rrrr", ["alike"]),
        ("ppwwyy", []),
        ("pppwww", []),
        ("ppwwyyb", ["seven"]),
        ("pppwwyy", ["seven"]),
        ("ppwwybr", ["kinds", "seven"]),
        ("ppppwww", ["alike", "seven"]),
        ("ppppwybr", ["kinds", "alike", "seven"]),
    ],
)
def test_game_ends_with_five_kinds_or_four_alike_or_seven_gems(home: str, ways: list[str]) -> None:
    """R8.1."""
    scene = ended({1: home})
    assert scene["phase"] == ("over" if ways else "cards")
    assert scene["winners"] == ([1] if ways else [])
    assert [event["ways"] for event in scene.events("over")] == ([[ways]] if ways else [])


def test_ways_are_met_by_numbers_not_by_colours() -> None:
    """R8.1: for every bag of up to four of each colour, as the words of the rule have it."""
    for counts in product(range(5), repeat=5):
        bag = sum(count * gem for count, gem in zip(counts, GEM, strict=True))
        expected = KINDS * all(counts) | ALIKE * (max(counts) >= 4) | SEVEN * (sum(counts) >= 7)
        assert ways_met(bag) == expected


def test_game_ends_at_the_end_of_the_round_not_before() -> None:
    """R8.1: the others still play, and may bring home what makes them win too."""
    scene = river("S1:p lost", "S1:r lost", cards="6 1 1", home={0: "ppp", 1: "rrr"})
    first = scene.after("a>camp")
    assert (first["phase"], first["turn"], first["winners"]) == ("turns", 1, [])
    last = first.after("a>camp", "end")
    assert (last["phase"], last["winners"]) == ("over", [0, 1])


def test_joe_and_the_river_come_before_the_end() -> None:
    """R8.1, R2.8: the river of the last round still moves."""
    scene = river("R7 camp", cards="1 6 6", turn=2, home={1: "pppp"}).after("end")
    assert (scene["phase"], scene.canoe("0a")) == ("over", "lost")


def test_over_keeps_round_and_ring_and_resets_the_rest() -> None:
    """R8.1, and the notation: nobody acts any more."""
    scene = river("S4:w camp", cards="6 6 6", turn=2, ring=0, round=7, home={1: "pppp"}, hands={2: ""}).after("end")
    assert (scene["phase"], scene["round"], scene["ring"], scene["turn"]) == ("over", 7, 0, None)
    assert scene.actors() == []
    assert [seat["card"] for seat in scene["seats"]] == [None, None, None]
    assert scene.hand(2) == "123456C"
    for seat in range(-1, 3):
        assert scene.legal(seat) == []
    assert scene.why("0: card 1") == "The game is over. (R8.1)"


def test_everyone_who_has_done_so_wins() -> None:
    """R8.2: they share first place, whatever their gems are worth."""
    assert ended({0: "pppp", 2: "rrrr", 3: "pwyb"})["winners"] == [0, 2]


def test_gem_value_breaks_the_tie_in_the_other_reading() -> None:
    """R8.2, R9: of those who met R8.1, whose gems are worth most; purple 1 to red 5."""
    reading = " tie_break=gem_value"
    assert ended({0: "pppp", 2: "rrrr"}, reading)["winners"] == [2]
    assert ended({0: "pwybr", 2: "yyyyy"}, reading)["winners"] == [0, 2]  # 15 each
    assert ended({0: "pppp", 3: "bbrrr"}, reading)["winners"] == [0]  # 23, but nothing met
    assert ended({0: "pppp", 1: "wwww", 2: "wwww"}, reading)["winners"] == [1, 2]
    assert ended({1: "pppp"}, reading)["winners"] == [1]


def test_worth_of_gems_goes_from_one_to_five() -> None:
    """R8.3."""
    assert [rules.worth(gem) for gem in GEM] == [1, 2, 3, 4, 5]
    assert rules.worth(sum(GEM)) == 15


def test_standings_put_winners_first_then_gems_then_their_value() -> None:
    """R8.3."""
    assert rules.standings(ended({0: "rrr", 1: "pppp", 2: "ppw", 3: "bb"}).position) == [[1], [0], [2], [3]]
    assert rules.standings(ended({0: "pppp", 1: "rr", 2: "wwww", 3: "rr"}).position) == [[0, 2], [1, 3]]
    assert rules.standings(ended({0: "p", 1: "w"}).position) == [[1], [0], [2, 3]]
    assert rules.standings(ended({0: "pppp", 2: "wwww"}, " tie_break=gem_value").position) == [[2], [0], [1, 3]]


def test_round_limit_ends_the_game_without_a_winner() -> None:
    """R8.4: at the end of that round, not before."""
    reading = " round_limit=5"
    assert ended({0: "ppp"}, reading, round=4)["phase"] == "cards"
    scene = ended({0: "ppp"}, reading, round=5)
    assert (scene["phase"], scene["winners"], scene["round"]) == ("over", [], 5)
    assert scene.events("over") == [{"event": "over", "winners": [], "ways": []}]
    assert rules.standings(scene.position) == [[0], [1, 2, 3]]


def test_who_wins_in_the_last_round_wins() -> None:
    """R8.4."""
    assert ended({0: "pppp"}, " round_limit=5", round=5)["winners"] == [0]


def test_without_a_limit_the_game_goes_on() -> None:
    """R8.4, R9: 0 is none."""
    scene = ended({0: "ppp"}, round=999)
    assert (scene["phase"], scene["round"]) == ("cards", 1000)


def test_readings_have_their_defaults() -> None:
    """R9 (R8.4, R8.2, R6.2, R5.17)."""
    plain = rules.RuleSet()
    assert (plain.fork, plain.elk_on_choice_card, plain.tie_break, plain.round_limit) == (
        rules.ALTERNATING,
        2,
        rules.SHARED,
        0,
    )
    assert read_rules_tag("players=4") == plain


@pytest.mark.parametrize(
    ("field", "value"),
    [("fork", 2), ("elk_on_choice_card", 3), ("elk_on_choice_card", 0), ("tie_break", 2), ("round_limit", -1)],
)
def test_there_are_no_other_readings(field: str, value: int) -> None:
    """R9 (R8.4, R8.2, R6.2, R5.17)."""
    reading: dict[str, Any] = {field: value}
    with pytest.raises(ValueError, match=field):
        rules.RuleSet(**reading)
