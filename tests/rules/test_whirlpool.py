"""The whirlpool (R5.1-R5.6)."""

import pytest

from tests.rules.scene import river

SPIRITS = "players=3 spirits"


def test_no_canoe_can_stay_on_the_whirlpools_space() -> None:
    """R5.1."""
    scene = river("S2 lost", ruleset=SPIRITS, card="2", whirlpool="S4")
    assert scene.legal() == ["a>camp", "a>~S5"]
    assert scene.why("a>S4") == "No canoe can stay on the whirlpool; it would be carried one space down. (R5.1)"


def test_going_down_the_whirlpool_is_passed_for_one_point() -> None:
    """R5.1."""
    scene = river("S2 lost", ruleset=SPIRITS, card="3", whirlpool="S4")
    assert scene.moves("a>") == ["a>S3(+p)", "a>S5", "a>camp"]
    assert [event["cost"] for event in scene.after("a>S5").events("step")] == [1, 1, 1]


def test_going_up_passing_the_whirlpool_costs_a_point_extra() -> None:
    """R5.2: A's figures: one to enter, one extra, one for the step out."""
    scene = river("S5 lost", ruleset=SPIRITS, card="3", whirlpool="S4")
    assert "a>S3" in scene.legal()
    assert scene.why("a>S2") == "That takes 4 points; the canoe has 3. (R3.8)"
    steps = scene.after("a>S3").events("step")
    assert [(step["from"], step["to"], step["cost"]) for step in steps] == [("S5", "S4", 1), ("S4", "S3", 2)]


def test_going_up_a_canoe_without_the_extra_point_is_washed_down() -> None:
    """R5.3: with 1 point it enters; with 2 the extra counts as used; with 3 it passes."""
    assert river("S5 lost", ruleset=SPIRITS, card="1", whirlpool="S4").legal() == ["a>L6", "a>R6", "a>~S5"]
    two = river("S5 lost", ruleset=SPIRITS, card="2", whirlpool="S4")
    assert two.moves("a>") == ["a>L7", "a>R7", "a>~S5"]
    assert river("S5 lost", ruleset=SPIRITS, card="3", whirlpool="S4").moves("a>~") == []
    after = two.after("a>~S5")
    assert after.canoe("0a") == "S5"
    assert [event for event in after.told if event["event"] in ("step", "carry")] == [
        {"event": "step", "seat": 0, "canoe": "a", "from": "S5", "to": "S4", "cost": 1},
        {"event": "carry", "seat": 0, "canoe": "a", "from": "S4", "to": "S5"},
    ]


def test_going_down_a_canoe_whose_points_run_out_is_carried_on_free() -> None:
    """R5.3."""
    scene = river("S1:p lost", ruleset=SPIRITS, card="2", whirlpool="S3")
    assert scene.moves("a>~") == ["a>~S4"]
    assert scene.after("a>~S4").canoe("0a") == "S4:p"


def test_canoe_ends_on_the_whirlpool_only_with_all_points_used() -> None:
    """R5.3: so nothing is loaded, unloaded or stolen where it is carried."""
    scene = river("S1 lost", ruleset=SPIRITS, card="4", whirlpool="S3")
    assert scene.legal() == ["a>S5", "a>camp"]
    assert (
        scene.why("a>~S4(+w)") == "Washed down by the whirlpool, a canoe has no points left to load or unload. (R5.3)"
    )
    assert scene.why("a>~S4") == "2 steps use 2 of 4 points; all must be used. (R3.8)"


def test_loading_before_the_steps_may_end_in_the_whirlpool() -> None:
    """R5.3, R3.6: 2 to load, 2 to the whirlpool."""
    assert "a(+p)>~L6" in river("S3 lost", ruleset=SPIRITS, card="4", whirlpool="S5").legal()
    assert "a(+p)>~R6" in river("S3 lost", ruleset=SPIRITS, card="4", whirlpool="S5").legal()


def test_whirlpool_is_named_only_where_there_is_one() -> None:
    """R5.3."""
    assert river("S2 lost", card="2").why("a>~S5") == "No whirlpool carries the canoe to S5. (R5.3)"


@pytest.mark.parametrize("start", ["L6", "R6", "S4"])
def test_carried_down_from_the_fork_the_player_chooses_the_arm(start: str) -> None:
    """R5.4: whichever arm it came from."""
    assert river(f"{start} lost", ruleset=SPIRITS, card="1", whirlpool="S5").moves("a>~") == ["a>~L6", "a>~R6"]


@pytest.mark.parametrize("arm", ["L", "R"])
def test_carried_down_from_a_seventh_space_it_goes_over_the_fall(arm: str) -> None:
    """R5.4: its gems go back at once; the elk would too."""
    scene = river(f"{arm}6:pb lost", ruleset=SPIRITS, card="1", whirlpool=f"{arm}7")
    assert scene.legal() == ["a>S5", "a>~lost"]
    after = scene.after("a>~lost")
    assert (after.canoe("0a"), after.lying("b"), after.lying("p")) == ("lost", "bbbbbb", "pppppp")
    assert [event["event"] for event in after.told[:3]] == ["step", "carry", "fall"]
    assert after.events("fall") == [
        {"event": "fall", "seat": 0, "canoe": "a", "at": f"{arm}7", "gems": "pb", "elk": False}
    ]


def test_elk_leaves_a_canoe_that_the_whirlpool_carries_over_the_fall() -> None:
    """R5.4, R5.18."""
    scene = river("L6/elk lost", ruleset=SPIRITS, cards="1 1 1", whirlpool="L7").after("a(+b)>~lost")
    assert (scene.canoe("0a"), scene["elk"]) == ("lost", "away")


def test_carried_from_a_sixth_space_it_stays_on_its_arm() -> None:
    """R5.4: both ways on to it."""
    assert river("S5 lost", ruleset=SPIRITS, card="1", whirlpool="L6").moves("a>") == ["a>R6", "a>S4", "a>~L7"]
    assert river("L7 lost", ruleset=SPIRITS, card="1", whirlpool="L6").moves("a>") == ["a>~L7"]
    assert river("L7 lost", ruleset=SPIRITS, card="2", whirlpool="L6").moves("a>") == ["a>~L7"]
    assert river("L7 lost", ruleset=SPIRITS, card="3", whirlpool="L6").moves("a>") == ["a>S5"]


def test_launching_onto_a_whirlpool_carries_the_canoe_to_the_second_space() -> None:
    """R5.5."""
    scene = river(ruleset=SPIRITS, card="1", whirlpool="S1")
    assert scene.legal() == ["a>~S2", "b>~S2", "end"]
    assert scene.after("b>~S2").canoe("0b") == "S2"
    assert river(ruleset=SPIRITS, card="2", whirlpool="S1").legal() == ["a>S2", "b>S2", "end"]


def test_going_home_past_a_whirlpool_costs_the_extra_point() -> None:
    """R5.5: from S2 one to enter S1, one extra, one to land."""
    for card, ends in [("1", ["a>S3", "a>~S2"]), ("2", ["a>S4", "a>~S2"]), ("3", ["a>S3(+p)", "a>S5", "a>camp"])]:
        assert river("S2 lost", ruleset=SPIRITS, card=card, whirlpool="S1").legal() == ends


def test_whirlpool_that_fell_enters_with_the_next_push() -> None:
    """R5.6: in the same movement, if pushes are left: it falls with the first, enters with the second, drifts with the third."""
    scene = river("S4 camp", ruleset=SPIRITS, cards="3 6 6", turn=2, whirlpool="R7").after("end")
    assert scene["whirlpool"] == "S2"
    assert [event["at"] for event in scene.events("whirlpool")] == ["next", "S1"]
    order = [event["event"] for event in scene.told if event["event"] in ("push", "whirlpool")]
    assert order == ["push", "whirlpool", "push", "whirlpool", "push"]


def test_whirlpool_that_fell_with_the_last_push_waits() -> None:
    """R5.6."""
    scene = river("S4 camp", ruleset=SPIRITS, cards="1 6 6", turn=2, whirlpool="R7").after("end")
    assert scene["whirlpool"] == "next"
    waiting = river(ruleset=SPIRITS, cards="1 6 6", turn=2, whirlpool="next").after("end")
    assert waiting["whirlpool"] == "S1"
    still = river(ruleset=SPIRITS, cards="1 6 6", turn=2, weather=-1, whirlpool="next").after("end")
    assert still["whirlpool"] == "next"


def test_whirlpool_that_waits_is_nowhere_on_the_river() -> None:
    """R5.6: nothing is in the way of a canoe."""
    assert river("S2 lost", ruleset=SPIRITS, card="1", whirlpool="next").legal() == ["a>S1", "a>S3"]


def test_canoe_beside_the_whirlpool_rides_on_its_own_disc() -> None:
    """R5.1, R6.3: discs move together, so nothing drifts on to the whirlpool."""
    scene = river("S2 camp", "S4 camp", ruleset=SPIRITS, cards="2 6 6", turn=2, whirlpool="S3").after("end")
    assert (scene.canoe("0a"), scene["whirlpool"], scene.canoe("1a")) == ("S4", "S5", "L6")


def test_whirlpool_stays_while_the_other_arm_moves() -> None:
    """R6.2, R6.3."""
    assert river(ruleset=SPIRITS, cards="1 6 6", turn=2, whirlpool="L6").after("end")["whirlpool"] == "L6"
    assert river(ruleset=SPIRITS, cards="1 6 6", turn=2, flag="L", whirlpool="L6").after("end")["whirlpool"] == "L7"
