"""Material and set-up (R1)."""

from typing import Any

import pytest

from niagara import notation, rules
from niagara.notation.record import read_rules_tag
from tests.rules.scene import Scene, river


def start(ruleset: str, ring: int = 0) -> Scene:
    return Scene(rules.new_game(read_rules_tag(ruleset), ring))


def test_from_land_purple_is_three_points_away_white_four_either_blue_six() -> None:
    """R1.1, by E's example: launching is the first point, and S1 and S2 have no deposit."""
    assert river(card="3").moves("a>") == ["a>S3"]
    assert river(card="4").moves("a>") == ["a>S4"]
    assert river(card="6").moves("a>") == ["a>L6", "a>R6", "a>S4(+w)"]
    assert river(card="1").moves("a") == ["a>S1"]


def test_river_forks_below_the_fifth_space_into_two_arms_of_two() -> None:
    """R1.1: L6, L7 and R6, R7; below the sevenths nothing but the fall."""
    assert river("S5 lost", card="2").legal() == ["a(+y)", "a>L7", "a>R7", "a>S3"]
    assert river("L7 lost", card="1").legal() == ["a>L6"]
    assert river("R7 lost", card="1").legal() == ["a>R6"]


def test_camp_is_one_place_above_the_first_space() -> None:
    """R1.2."""
    assert river("S1 lost", card="1").legal() == ["a>S2", "a>camp"]
    assert {canoe["at"] for seat in start("players=5")["seats"] for canoe in seat["canoes"]} == {"camp"}


@pytest.mark.parametrize(
    ("place", "colour"),
    [("S3", "p"), ("S4", "w"), ("S5", "y"), ("L6", "b"), ("R6", "b"), ("L7", "r"), ("R7", "r")],
)
def test_each_coloured_space_is_served_by_its_deposit(place: str, colour: str) -> None:
    """R1.3: blue serves both L6 and R6, red both L7 and R7."""
    scene = river(f"{place} lost", card="2")
    assert scene.moves("a(") == [f"a(+{colour})"]
    after = scene.after(f"a(+{colour})")
    assert after.canoe("0a") == f"{place}:{colour}"
    assert after.lying(colour) == colour * 6


@pytest.mark.parametrize("place", ["S1", "S2"])
def test_grey_spaces_have_no_deposit(place: str) -> None:
    """R1.1."""
    assert river(f"{place} lost", card="2").moves("a(") == []


def test_what_one_arm_left_at_blue_the_other_arm_may_load() -> None:
    """R1.3: there is one blue deposit, on the island."""
    scene = river("L6:p lost", "R6 lost", cards="2 2 6").after("a(-p)")
    assert scene.lying("b") == "pbbbbbbb"
    assert scene.moves("a(") == ["a(+b)", "a(+p)"]


@pytest.mark.parametrize(
    ("ruleset", "count"),
    [
        ("players=3", 7),
        ("players=4", 7),
        ("players=5 joe", 7),
        ("players=3 spirits", 6),
        ("players=4 spirits", 7),
        ("players=5 spirits joe", 7),
        ("players=6 spirits", 8),
    ],
)
def test_deposits_start_with_gems_for_the_number_of_players(ruleset: str, count: int) -> None:
    """R1.4."""
    assert start(ruleset)["deposits"] == {colour: colour * count for colour in "pwybr"}


@pytest.mark.parametrize(("spirits", "most"), [(False, 5), (True, 6)])
def test_three_to_five_play_and_a_sixth_with_the_spirits(spirits: bool, most: int) -> None:
    """R1.5."""
    for players in range(3, most + 1):
        assert len(rules.new_game(rules.RuleSet(players, spirits)).home) == players
    for players in (0, 1, 2, most + 1):
        with pytest.raises(ValueError, match="players"):
            rules.RuleSet(players, spirits)


@pytest.mark.parametrize(
    "field",
    [
        {"players": 4.0}, {"players": "4"}, {"players": None}, {"spirits": 1}, {"spirits": "no"}, {"joe": None}, {"fork": 1.0},
        {"fork": "random"}, {"elk_on_choice_card": "1"}, {"tie_break": None}, {"round_limit": 2.5}, {"round_limit": "30"},
    ],
    ids=str,
)  # fmt: skip
def test_rule_set_of_wrong_types_is_refused_in_either_build(field: dict[str, Any]) -> None:
    """R1.5, R9: the compiled rules take nothing else, and so the plain ones do not."""
    with pytest.raises(TypeError, match="object expected; got"):
        rules.RuleSet(**field)


def test_canoes_have_one_seat_each_and_with_the_spirits_the_first_has_two() -> None:
    """R1.6."""
    one = ["(+w)>L6", "(+w)>R6", "(+w)>S2"]
    assert river("S4 lost", card="4").moves("a(") == [f"a{ops}" for ops in one]
    assert river("S4 lost", card="4", ruleset="players=3 spirits").moves("a(") == [
        f"a{ops}" for ops in [*one, "(+w+w)"]
    ]
    assert river("lost S4", card="4", ruleset="players=3 spirits").moves("b(") == [f"b{ops}" for ops in one]
    assert river("S4 lost", card="4").why("a(+w+w)") == "The canoe has one seat, for one gem. (R1.6)"


def test_hands_are_seven_cards_and_ten_with_the_spirits() -> None:
    """R1.7."""
    assert [start("players=3").hand(seat) for seat in range(3)] == ["123456C"] * 3
    assert [start("players=6 spirits").hand(seat) for seat in range(6)] == ["1234567CLX"] * 6


def test_weather_begins_at_nought_and_its_scale_ends_at_minus_one_and_plus_two() -> None:
    """R1.8."""
    assert start("players=4")["weather"] == 0
    assert river(card="C", weather=-1).legal() == ["weather +"]
    assert river(card="C", weather=2).legal() == ["weather -"]
    assert river(card="C", weather=1).legal() == ["weather +", "weather -"]


def test_start_player_has_the_ring_and_any_seat_may_be_he() -> None:
    """R1.9: there are as many starts as seats, and no other."""
    for seat in range(4):
        scene = start("players=4", seat).after("0: card 1", "1: card 1", "2: card 1", "3: card 1")
        assert (scene["ring"], scene["turn"]) == (seat, seat)
    for ring in (-1, 4):
        with pytest.raises(ValueError, match="ring"):
            rules.new_game(rules.RuleSet(4), ring)


def test_spirits_wait_at_their_places() -> None:
    """R1.10: the whirlpool on S3, the beaver beside the scale, the elk at red; none of them in the base game."""
    assert [start("players=4 spirits")[piece] for piece in ("whirlpool", "beaver", "elk")] == ["S3", None, "red"]
    assert [start("players=4")[piece] for piece in ("whirlpool", "beaver", "elk")] == [None, None, None]


def test_diamond_joe_starts_empty_on_the_first_space() -> None:
    """R1.11."""
    assert start("players=3 joe")["joe"] == {"at": "S1", "gems": ""}
    assert start("players=3 spirits joe")["joe"] == {"at": "S1", "gems": ""}
    assert start("players=3")["joe"] is None


def test_flag_starts_to_the_right() -> None:
    """R1.12; where chance draws the arms there is no flag (R9)."""
    assert start("players=3")["flag"] == "R"
    assert start("players=3 fork=random")["flag"] is None


def test_set_up_is_written_as_the_notation_says() -> None:
    """R1: the whole of it, letter by letter."""
    position = notation.write_position(rules.new_game(rules.RuleSet(4, spirits=True, joe=True), 0))
    canoe = {"at": "camp", "gems": "", "bank": False, "elk": False, "moved": False}
    seat = {
        "home": "", "canoes": [canoe, canoe], "hand": "1234567CLX", "card": None, "open": False, "points": None,
        "bought": None,
    }  # fmt: skip
    assert position == {
        "rules": {"players": 4, "spirits": True, "joe": True, "fork": "alternating", "elk_on_choice_card": 2}
        | {"tie_break": "shared", "round_limit": 0},
        "round": 1,
        "phase": "cards",
        "ring": 0,
        "turn": None,
        "weather": 0,
        "flag": "R",
        "deposits": {"p": "ppppppp", "w": "wwwwwww", "y": "yyyyyyy", "b": "bbbbbbb", "r": "rrrrrrr"},
        "seats": [seat] * 4,
        "whirlpool": "S3",
        "beaver": None,
        "elk": "red",
        "joe": {"at": "S1", "gems": ""},
        "winners": [],
    }
