"""Diamond Joe drifts, loads, goes and falls (R7.1-R7.5)."""

import pytest

from tests.rules.scene import Scene, river

JOE = "players=3 joe"
BOTH = "players=3 spirits joe"


def joes_turn(joe: str, card: str, whirlpool: str = "next", lying: dict[str, str] | None = None) -> Scene:
    """The start player has played the card, nobody does anything, and the river stands still: 1 and the sun make 0."""
    scene = river(ruleset=BOTH, cards=f"{card} 1 6", turn=2, weather=-1, joe=joe, whirlpool=whirlpool, lying=lying)
    return scene.after("end")


def steps(scene: Scene) -> str:
    """The places that Joe stepped to."""
    return " ".join(event["to"] for event in scene.events("step", "carry") if event["canoe"] == "joe")


def test_joe_drifts_with_the_river_like_any_canoe() -> None:
    """R7.1: with the start player's Cloud he goes nowhere else."""
    for joe, pushes, there in [("S1:p", 2, "S3"), ("S5:p", 1, "R6"), ("S5:p", 2, "R6"), ("L6:p", 2, "L7")]:
        scene = river(ruleset=JOE, cards=f"C {pushes} 6", turn=2, joe=joe).after("end")
        assert scene["joe"] == {"at": there, "gems": "p"}


def test_empty_joe_loads_a_gem_of_the_deposits_own_colour() -> None:
    """R7.2: after the river."""
    scene = river(ruleset=JOE, cards="C 1 6", turn=2, joe="S2").after("end")
    assert (scene["joe"], scene.lying("p")) == ({"at": "S3", "gems": "p"}, "pppppp")
    assert scene.events("load") == [{"event": "load", "seat": None, "canoe": "joe", "gem": "p", "at": "S3"}]


@pytest.mark.parametrize(
    ("place", "colour"), [("S4", "w"), ("S5", "y"), ("L6", "b"), ("R6", "b"), ("L7", "r"), ("R7", "r")]
)
def test_joe_loads_at_every_deposit(place: str, colour: str) -> None:
    """R7.2, R1.3."""
    assert joes_turn(place, "C")["joe"] == {"at": place, "gems": colour}


def test_joe_loads_no_foreign_gem_and_no_second_one() -> None:
    """R7.2."""
    foreign = joes_turn("S3", "C", lying={"p": "wr"})
    assert (foreign["joe"], foreign.lying("p")) == ({"at": "S3", "gems": ""}, "wr")
    mixed = joes_turn("S3", "C", lying={"p": "pwr"})
    assert (mixed["joe"]["gems"], mixed.lying("p")) == ("p", "wr")
    full = joes_turn("S3:w", "C")
    assert (full["joe"]["gems"], full.lying("p")) == ("w", "pppppp")
    assert joes_turn("S2", "C")["joe"]["gems"] == ""


@pytest.mark.parametrize(
    ("joe", "card", "way"),
    [
        ("S5:y", "3", "S4 S3 S2"),
        ("L7:r", "4", "L6 S5 S4 S3"),
        ("R7:r", "2", "R6 S5"),
        ("S3:p", "2", "S2 S1"),
        ("S3:p", "3", "S2 S1 S2"),
        ("S2:p", "7", "S1 S2 S3 S4 S5 R6 R7"),
        ("S1:p", "4", "S2 S3 S4 S5"),
        ("S1:p", "5", "S2 S3 S4 S5 R6"),
        ("S1:p", "6", "S2 S3 S4 S5 R6 R7"),
    ],
)
def test_joe_goes_up_as_the_start_players_card_shows_and_turns_round_on_the_first_space(
    joe: str, card: str, way: str
) -> None:
    """R7.3: down by the right arm."""
    scene = joes_turn(joe, card)
    assert steps(scene) == way
    assert scene["joe"] == {"at": way.split()[-1], "gems": joe[-1]}


def test_joe_loads_first_and_then_goes() -> None:
    """R7.2, R7.3: so he loads where the river left him, not where he comes to."""
    scene = joes_turn("S4", "1")
    assert scene["joe"] == {"at": "S3", "gems": "w"}
    assert [event["event"] for event in scene.told if event.get("canoe") == "joe"] == ["load", "step"]


def test_seven_from_the_first_space_takes_joe_over_the_waterfall() -> None:
    """R7.3: his gem goes back."""
    scene = joes_turn("S1:w", "7")
    assert (scene["joe"], scene.lying("w")) == ({"at": "lost", "gems": ""}, "wwwwww")
    assert scene.events("fall") == [
        {"event": "fall", "seat": None, "canoe": "joe", "at": "R7", "gems": "w", "elk": False}
    ]


@pytest.mark.parametrize("card", ["C", "L"])
def test_cloud_and_lasso_leave_joe_where_he_is(card: str) -> None:
    """R7.3."""
    assert joes_turn("S4:w", card)["joe"] == {"at": "S4", "gems": "w"}


@pytest.mark.parametrize(("move", "there"), [("a=1>S1", "S4"), ("a=2>S2", "S3"), ("a=3>S3", "S2"), ("end", "S5")])
def test_choice_card_leads_joe_by_the_points_chosen(move: str, there: str) -> None:
    """R7.3: 0 if passed."""
    scene = river(ruleset=BOTH, cards="X 1 6", weather=-1, joe="S5:y").after(move, "end", "end")
    assert scene["joe"]["at"] == there


def test_joe_goes_by_the_start_players_card_whoever_that_is() -> None:
    """R7.3: the ring's, not the first seat's nor the lowest."""
    scene = river(ruleset=JOE, cards="1 6 2", turn=1, ring=2, weather=-1, joe="S5:y").after("end")
    assert scene["joe"]["at"] == "S3"


@pytest.mark.parametrize(
    ("joe", "card", "whirlpool", "way"),
    [
        ("S5:y", "2", "S3", "S4 S3 S4"),
        ("S5:y", "3", "S3", "S4 S3 S4"),
        ("S5:y", "4", "S3", "S4 S3 S2"),
        ("L6:b", "1", "S5", "S5 R6"),
        ("L6:b", "2", "S5", "S5 R6"),
        ("R6:b", "3", "S5", "S5 S4"),
        ("L7:r", "1", "L6", "L6 L7"),
        ("L7:r", "3", "L6", "L6 S5"),
        ("S1:p", "4", "S5", "S2 S3 S4 S5 R6"),
        ("S1:p", "3", "S4", "S2 S3 S4 S5"),
        ("S1:p", "4", "S4", "S2 S3 S4 S5"),
        ("S1:p", "5", "S4", "S2 S3 S4 S5 R6"),
        ("S1:p", "5", "R6", "S2 S3 S4 S5 R6 R7"),
        ("S1:p", "5", "L6", "S2 S3 S4 S5 R6"),
    ],
)
def test_whirlpool_works_on_joe_as_on_any_canoe(joe: str, card: str, whirlpool: str, way: str) -> None:
    """R7.4: an extra point going up, none going down; from the fork to the right."""
    scene = joes_turn(joe, card, whirlpool)
    assert steps(scene) == way
    assert scene["joe"] == {"at": way.split()[-1], "gems": joe[-1]}


def test_extra_point_is_told_with_the_step_that_it_pays() -> None:
    """R7.4, R5.2."""
    costs = [event["cost"] for event in joes_turn("S5:y", "4", "S3").events("step")]
    assert costs == [1, 1, 2]


@pytest.mark.parametrize(("card", "way"), [("2", "S2 S1 S2"), ("3", "S2 S1 S2"), ("4", "S2 S1 S2 S3")])
def test_turning_round_on_a_whirlpool_costs_no_extra_point(card: str, way: str) -> None:
    """R7.4: if his points end there he is carried to S2."""
    scene = joes_turn("S3:p", card, "S1")
    assert steps(scene) == way
    assert [event["event"] for event in scene.events("carry")] == (["carry"] if card == "2" else [])


@pytest.mark.parametrize("card", ["6", "7"])
def test_whirlpool_on_the_last_space_takes_joe_over_the_fall(card: str) -> None:
    """R7.4, R5.4: with a 6 it carries him, with a 7 he paddles on."""
    scene = joes_turn("S1:w", card, "R7")
    assert (scene["joe"], scene.lying("w")) == ({"at": "lost", "gems": ""}, "wwwwww")


def test_joe_who_falls_with_the_river_is_set_on_the_first_space_empty() -> None:
    """R7.5: in the same round, in which he does not move."""
    scene = river(ruleset=JOE, cards="3 1 6", turn=2, joe="R7:r").after("end")
    assert (scene["joe"], scene.lying("r")) == ({"at": "S1", "gems": ""}, "rrrrrrr")
    assert scene.events("joe") == [{"event": "joe", "at": "S1"}]
    assert steps(scene) == ""


def test_joe_is_set_on_the_second_space_if_the_whirlpool_is_on_the_first() -> None:
    """R7.5."""
    scene = river(ruleset=BOTH, cards="3 1 6", turn=2, joe="R7:r", whirlpool="next").after("end")
    assert (scene["whirlpool"], scene["joe"]) == ("S1", {"at": "S2", "gems": ""})


def test_joe_who_falls_in_his_own_turn_is_nowhere_for_a_round() -> None:
    """R7.5: until his next turn; nobody meets him."""
    fallen = joes_turn("S1:w", "7")
    again = fallen.after("0: card 1", "1: card 2", "2: card 3")
    assert again["joe"] == {"at": "lost", "gems": ""}
    ended = again.after("end", "end", "end")
    assert ended["joe"] == {"at": "S1", "gems": ""}


def test_joe_is_nowhere_while_an_owner_chooses_his_arm() -> None:
    """R7.5, R6.5: the gem is back at its deposit already."""
    scene = river(
        "S5/bank camp", ruleset=BOTH, cards="L 1 6", turn=2, joe="R7:r", whirlpool="S4"
    ).after("end")  # fmt: skip
    assert (scene["phase"], scene["joe"], scene.lying("r")) == ("banks", {"at": "lost", "gems": ""}, "rrrrrr")
    assert scene.after("arm a R")["joe"] == {"at": "S1", "gems": ""}
