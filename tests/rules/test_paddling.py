"""Moving canoes with a number card (R3)."""

import pytest

from tests.rules.scene import river


def test_each_canoe_has_the_points_of_the_card_for_itself() -> None:
    """R3.1."""
    scene = river("S1 S2", card="3").after("a>S4")
    assert scene.legal() == ["b>S3(+p)", "b>S5", "b>camp"]
    assert scene.after("b>S5").canoe("0b") == "S5"


def test_every_canoe_on_the_river_must_use_its_points() -> None:
    """R3.2."""
    scene = river("S1 S4", card="2").after("a>S3")
    assert "end" not in scene.legal()
    assert scene.why("end") == "Canoe b is on the river and must move. (R3.2)"
    assert scene.after("b>L6")["turn"] == 1


def test_player_chooses_the_order_and_one_canoe_finishes_first() -> None:
    """R3.2."""
    scene = river("S1 S4", card="2")
    assert scene.moves("b>") == ["b>L6", "b>R6", "b>S2"]
    moved = scene.after("b>S2")
    assert {move[0] for move in moved.legal()} == {"a"}
    assert moved.why("b>S4") == "Canoe b has used its points. (R3.2)"
    assert moved.canoe("0b") == "S2/moved"


def test_at_most_one_canoe_is_launched_in_a_turn() -> None:
    """R3.2: after it the turn is over, if both were in camp."""
    scene = river(card="2")
    assert scene.legal() == ["a>S2", "b>S2", "end"]
    assert scene.after("a>S2")["turn"] == 1


def test_no_canoe_in_camp_need_be_launched() -> None:
    """R3.2."""
    assert river(card="2").after("end")["turn"] == 1
    scene = river("S1 camp", card="2").after("a>S3")
    assert scene.legal() == ["b>S2", "end"]
    assert scene.after("end").events("pass") == [{"event": "pass", "seat": 0}]


def test_one_canoe_may_be_launched_before_the_other_paddles() -> None:
    """R3.2: then the one on the river must still move."""
    scene = river("S1 camp", card="2").after("b>S2")
    assert scene.legal() == ["a>S3", "a>camp"]
    assert scene.why("end") == "Canoe a is on the river and must move. (R3.2)"


def test_canoe_that_landed_is_not_launched_again_but_the_other_may_be() -> None:
    """R3.2, R3.11."""
    scene = river("S1 camp", card="2").after("a>camp")
    assert scene.legal() == ["b>S2", "end"]
    assert scene.why("a>S2") == "Canoe a has used its points. (R3.2)"


def test_steps_launching_and_landing_cost_a_point_each() -> None:
    """R3.3."""
    scene = river("S1 camp", card="1")
    assert scene.moves("a>") == ["a>S2", "a>camp"]
    assert scene.moves("b>") == ["b>S1"]
    told = scene.after("a>camp", "b>S1").events("step")
    assert [(event["from"], event["to"], event["cost"]) for event in told] == [("S1", "camp", 1), ("camp", "S1", 1)]


def test_canoe_goes_only_up_or_only_down_in_one_turn() -> None:
    """R3.4: one step down and one up would bring it back."""
    scene = river("S2 lost", card="3")
    assert scene.moves("a>") == ["a>S3(+p)", "a>S5", "a>camp"]
    assert (
        scene.why("a>S2") == "The canoe would end where it is; a move without a step is written without a place. (R3.7)"
    )


def test_going_down_from_the_fork_it_chooses_an_arm_and_going_up_comes_to_the_fork() -> None:
    """R3.4."""
    assert river("S4 lost", card="3").moves("a>") == ["a>L7", "a>R7", "a>S1", "a>S3(+p)", "a>S5(+y)"]
    assert river("S5 lost", card="1").moves("a>") == ["a>L6", "a>R6", "a>S4"]
    assert river("L7 lost", card="2").moves("a>") == ["a>S5"]
    assert river("R6 lost", card="1").moves("a>") == ["a>R7", "a>S5"]


def test_canoe_cannot_change_arms_otherwise() -> None:
    """R3.4."""
    assert river("L6 lost", card="2").why("a>R6") == (
        "In one turn a canoe goes only up or only down: there is no such way to R6. (R3.4)"
    )


def test_loading_and_unloading_cost_two_points_a_gem() -> None:
    """R3.5."""
    scene = river("S4 lost", card="3")
    assert scene.moves("a(+w") == ["a(+w)>S3", "a(+w)>S5"]
    assert scene.why("a(+w)>S2") == "2 for steps and 2 for loading make 4; the canoe has 3. (R3.8)"
    loaded = scene.after("a(+w)>S3")
    assert (loaded.canoe("0a"), loaded.lying("w")) == ("S3:w", "wwwwww")


def test_gems_are_loaded_and_unloaded_at_a_deposit_only() -> None:
    """R3.5: and only what lies there, or is aboard."""
    assert river("S2:p lost", card="2").why("a(-p)") == "There is no deposit at S2. (R3.5)"
    assert river("S4 lost", card="2").why("a(+p)") == "The deposit at S4 has too few of these: purple. (R3.5)"
    assert river("S4 lost", card="2", lying={"w": ""}).moves("a(") == []
    assert river("S4 lost", card="2").why("a(-p)") == "There is no such gem aboard: purple. (R3.5)"


def test_two_gems_of_a_colour_are_loaded_only_where_two_lie() -> None:
    """R3.5."""
    two = river("S4 lost", ruleset="players=3 spirits", card="4", lying={"w": "pww"})
    assert [move for move in two.legal() if ">" not in move] == ["a(+p+w)", "a(+w+w)"]
    one = river("S4 lost", ruleset="players=3 spirits", card="4", lying={"w": "pw"})
    assert [move for move in one.legal() if ">" not in move] == ["a(+p+w)"]


def test_loading_stands_before_all_steps_or_after_all_never_in_the_middle() -> None:
    """R3.6: from purple past white to yellow, white is not for the taking."""
    scene = river("S3 lost", card="4")
    assert scene.moves("a(") == ["a(+p)>S1", "a(+p)>S5"]
    assert scene.moves("a>") == ["a>L7", "a>R7", "a>S5(+y)", "a>camp"]
    assert scene.why("a(+p)>S4(+w)") == "A canoe loads and unloads before its steps or after them, not both. (R3.6)"


def test_unloading_and_loading_mix_at_one_deposit() -> None:
    """R3.6: a two-seat canoe with a foreign gem may put it ashore and take two of what lies there."""
    scene = river("S4:py lost", ruleset="players=3 spirits", card="6", lying={"w": "wb"})
    two_steps = [f"a({ops})>{end}" for ops in ("-p+b", "-p+w", "-p-y", "-y+b", "-y+w") for end in ("L6", "R6", "S2")]
    four_steps = ["a(-p)>camp", "a(-y)>camp"]
    assert scene.moves("a(") == sorted([*four_steps, *two_steps, "a(-p-y+b)", "a(-p-y+w)"])
    after = scene.after("a(-p-y+b)")
    assert (after.canoe("0a"), after.lying("w")) == ("S4:b", "pwy")


def test_four_gems_change_hands_at_one_deposit_with_eight_points() -> None:
    """R3.5, R3.6: two out, two in."""
    scene = river("L7:py/elk lost", ruleset="players=3 spirits", card="7").after("a>L6(-p-y+b+b)")
    assert (scene.canoe("0a"), scene.lying("b")) == ("L6:bb/elk", "pybbbb")


def test_canoe_may_use_all_its_points_without_a_step() -> None:
    """R3.7."""
    scene = river("S4 camp", card="2").after("a(+w)")
    assert scene.canoe("0a") == "S4:w/moved"
    assert scene.legal() == ["b>S2", "end"]


def test_all_points_must_be_used_exactly() -> None:
    """R3.8."""
    scene = river("S1 lost", card="4")
    assert scene.legal() == ["a>S3(+p)", "a>S5", "a>camp"]
    assert scene.why("a>S4") == "3 steps use 3 of 4 points; all must be used. (R3.8)"
    assert scene.why("a>L6") == "That takes 5 points; the canoe has 4. (R3.8)"
    assert scene.why("a>S4(+w)") == "3 for steps and 2 for loading make 5; the canoe has 4. (R3.8)"
    assert scene.why("a>S2") == "1 step uses 1 of 4 points; all must be used. (R3.8)"
    assert scene.why("a") == "No step and no loading use 0 of 4 points; all must be used. (R3.8)"


@pytest.mark.parametrize("card", "123456")
def test_landing_forfeits_what_is_left(card: str) -> None:
    """R3.8, R3.11."""
    scene = river("S1:p lost", card=card)
    assert "a>camp" in scene.legal()
    assert scene.after("a>camp").home(0) == "p"


def test_landing_after_loading_forfeits_the_rest_too() -> None:
    """R3.8: from purple 2 to load and 3 to land make 5."""
    assert "a(+p)>camp" not in river("S3 lost", card="4").legal()
    for card in ("5", "6"):
        assert river("S3 lost", card=card).after("a(+p)>camp").home(0) == "p"


def test_gem_left_at_another_deposit_stays_there_for_anyone() -> None:
    """R3.9."""
    scene = river("S4:p lost", "S4 lost", cards="2 2 6").after("a(-p)")
    assert (scene.canoe("0a"), scene.lying("w")) == ("S4", "pwwwwwww")
    assert scene.moves("a(") == ["a(+p)", "a(+w)"]
    assert scene.after("a(+p)").lying("w") == "wwwwwww"


def test_gem_cannot_be_unloaded_at_the_deposit_of_its_own_colour() -> None:
    """R3.9."""
    scene = river("S4:w lost", card="2")
    assert scene.moves("a(") == []
    assert scene.why("a(-w)") == "A gem cannot be unloaded at the deposit of its own colour. (R3.9)"


def test_canoe_cannot_load_a_colour_that_it_unloaded_in_the_same_turn() -> None:
    """R3.10: not even another gem of that colour, which lay there before."""
    scene = river("S4:p lost", card="4", lying={"w": "pw"})
    assert "a(-p+w)" in scene.legal()
    assert scene.why("a(-p+p)") == "In one turn a canoe cannot both load and unload the same colour. (R3.10)"
    two = river("S4:pp lost", ruleset="players=3 spirits", card="6", lying={"w": "pw"})
    assert "a(-p-p+w)" in two.legal()
    assert two.why("a(-p-p+p)") == "In one turn a canoe cannot both load and unload the same colour. (R3.10)"


def test_the_other_canoe_may_load_what_the_first_unloaded() -> None:
    """R3.10 is said of each canoe."""
    assert "b(+p)" in river("S4:p S4", card="2").after("a(-p)").legal()


def test_landing_ends_the_canoes_turn_and_brings_its_gems_home() -> None:
    """R3.11."""
    scene = river("S3:py S4:r", ruleset="players=3 spirits", card="4", home={0: "w"}).after("a>camp")
    assert (scene.canoe("0a"), scene.home(0)) == ("camp/moved", "pwy")
    assert scene.events("home") == [{"event": "home", "seat": 0, "canoe": "a", "gems": "py"}]
    assert scene.after("b>camp").home(0) == "pwyr"


def test_canoe_cannot_paddle_over_the_waterfall() -> None:
    """R3.12."""
    scene = river("L7 lost", card="1")
    assert scene.legal() == ["a>L6"]
    assert scene.why("a>lost") == "A canoe cannot paddle over the waterfall. (R3.12)"


@pytest.mark.parametrize("place", ["S1", "S2", "S3", "S4", "S5", "L6", "L7", "R6", "R7"])
@pytest.mark.parametrize("card", "1234567")
def test_canoe_can_always_go_up_or_reach_camp(place: str, card: str) -> None:
    """R3.13: wherever it is, whatever the card, and wherever the whirlpool turns."""
    for whirlpool in ("next", "S1", "S2", "S3", "S4", "S5", "L6", "L7", "R6", "R7"):
        if whirlpool != place:
            assert river(f"{place} lost", ruleset="players=3 spirits", card=card, whirlpool=whirlpool).moves("a>")
