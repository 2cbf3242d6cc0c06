"""Stealing (R4)."""

from tests.rules.scene import river

SPIRITS = "players=4 spirits"


def test_canoe_that_came_up_the_river_takes_a_gem_from_another_at_no_cost() -> None:
    """R4.1."""
    scene = river("S5 lost", "S4:w camp", card="1")
    assert scene.moves("a>S4") == ["a>S4", "a>S4*w1a"]
    after = scene.after("a>S4*w1a")
    assert (after.canoe("0a"), after.canoe("1a")) == ("S4:w", "S4")
    assert after.events("steal") == [
        {"event": "steal", "seat": 0, "canoe": "a", "victim": 1, "victim_canoe": "a", "gem": "w"}
    ]


def test_canoe_that_went_down_or_stayed_may_not_steal() -> None:
    """R4.1."""
    down = river("S3 lost", "S4:w camp", card="1")
    assert down.moves("a>S4") == ["a>S4"]
    assert down.why("a>S4*w1a") == "Only a canoe that stepped up the river this turn may steal. (R4.1)"
    stayed = river("S4 lost", "S4:p camp", card="2", lying={"w": "w"})
    assert stayed.moves("a(") == ["a(+w)"]
    assert stayed.why("a*p1a") == "No step and no loading use 0 of 2 points; all must be used. (R3.8)"
    launched = river("camp lost", "S1:p camp", card="1")
    assert launched.moves("a") == ["a>S1"]


def test_full_canoe_may_not_steal_and_an_empty_one_cannot_be_robbed() -> None:
    """R4.1: a free seat, and a loaded victim."""
    assert river("S5:y lost", "S4:w camp", card="1").why("a>S4*w1a") == "No seat is free for a stolen gem. (R4.2)"
    assert river("S5 lost", "S4 camp", card="1").moves("a>S4") == ["a>S4"]
    assert river("S5 lost", "S4:p camp", card="1").why("a>S4*w1a") == (
        "That canoe does not carry so many of these: white. (R4.1)"
    )


def test_thief_and_victim_are_on_one_space() -> None:
    """R4.1: passing by is not enough."""
    scene = river("S5 lost", "S4:w camp", card="2")
    assert scene.moves("a>S3") == ["a>S3"]
    assert scene.why("a>S3*w1a") == "That canoe is not at S3. (R4.1)"
    arms = river("L7 lost", "R6:w camp", card="1")
    assert arms.moves("a") == ["a>L6"]


def test_stealing_comes_when_all_points_are_used() -> None:
    """R4.1: a stolen gem saves no points."""
    scene = river("S5 lost", "S4:w camp", card="3")
    assert scene.moves("a>S4") == ["a>S4(+w)"]  # the one seat is taken then
    assert "a>S4*w1a" not in scene.legal()


def test_two_free_seats_take_two_gems_from_one_canoe_or_from_two() -> None:
    """R4.2: every combination once, in the order of seat, canoe, colour."""
    scene = river("S5 lost", "S4:pr camp", "S4 S4:p", ruleset=SPIRITS, card="1")
    assert scene.moves("a>S4") == [
        "a>S4", "a>S4*p1a", "a>S4*p1a*p2b", "a>S4*p1a*r1a", "a>S4*p2b", "a>S4*r1a", "a>S4*r1a*p2b",
    ]  # fmt: skip
    after = scene.after("a>S4*r1a*p2b")
    assert [after.canoe(name) for name in ("0a", "1a", "2b")] == ["S4:pr", "S4:p", "S4"]
    assert scene.after("a>S4*p1a*r1a").canoe("1a") == "S4"


def test_two_gems_of_one_colour_are_two_gems() -> None:
    """R4.2."""
    scene = river("S5 lost", "S4:pp camp", ruleset=SPIRITS, card="1")
    assert scene.moves("a>S4") == ["a>S4", "a>S4*p1a", "a>S4*p1a*p1a"]
    one = river("S5 lost", "S4:p camp", ruleset=SPIRITS, card="1")
    assert one.why("a>S4*p1a*p1a") == "That canoe does not carry so many of these: purple. (R4.1)"


def test_one_free_seat_takes_one_gem() -> None:
    """R4.2."""
    scene = river("S5:y S5", "S4:pr camp", ruleset=SPIRITS, card="1")
    assert scene.moves("a>S4") == ["a>S4", "a>S4*p1a", "a>S4*r1a"]
    assert scene.moves("b>S4") == ["b>S4", "b>S4*p1a", "b>S4*r1a"]
    assert scene.why("a>S4*p1a*r1a") == "One seat is free: one gem may be stolen. (R4.2)"


def test_thefts_are_written_in_the_order_of_seat_canoe_colour() -> None:
    """R4.2, and the notation: each move in one way."""
    scene = river("S5 lost", "S4:pr camp", "S4 S4:p", ruleset=SPIRITS, card="1")
    assert scene.why("a>S4*p2b*p1a") == "This move is written a>S4*p1a*p2b."


def test_nobody_steals_in_camp() -> None:
    """R4.3: what came home is safe."""
    scene = river("S1 lost", "camp camp", card="1", home={1: "w"})
    assert scene.moves("a>camp") == ["a>camp"]
    assert scene.why("a>camp*w1a") == "Nobody steals in camp. (R4.3)"


def test_nobody_steals_from_a_canoe_on_the_bank() -> None:
    """R4.3, R5.8."""
    scene = river("S4:w/bank camp", "S5 camp", ruleset=SPIRITS, cards="L 1 6 6", turn=1)
    assert scene.moves("a>S4") == ["a>S4"]
    assert scene.why("a>S4*w0a") == "A canoe on the bank cannot be robbed. (R4.3)"


def test_washed_down_canoe_may_not_steal() -> None:
    """R4.3, R5.3: it comes back to a space with a loaded canoe, and may not touch it."""
    scene = river("L6 lost", "L6:p camp", ruleset=SPIRITS, card="1", whirlpool="S5")
    assert scene.moves("a>~") == ["a>~L6", "a>~R6"]
    assert scene.why("a>~L6*p1a") == "Washed down by the whirlpool, a canoe may not steal. (R4.3)"


def test_nobody_steals_from_his_own_canoe() -> None:
    """R4.3."""
    scene = river("S5 S4:w", card="1")
    assert scene.moves("a>S4") == ["a>S4"]
    assert scene.why("a>S4*w0b") == "A player does not steal from a canoe of his own. (R4.3)"


def test_stealing_is_never_a_duty() -> None:
    """R4.4."""
    assert river("S5 lost", "S4:w camp", card="1").after("a>S4").canoe("1a") == "S4:w"


def test_canoe_may_steal_into_the_seat_that_it_emptied() -> None:
    """R4.4: loading and unloading come first."""
    scene = river("S5:y lost", "S4:r camp", card="3")
    assert scene.moves("a>S4") == ["a>S4(-y)", "a>S4(-y)*r1a"]
    after = scene.after("a>S4(-y)*r1a")
    assert (after.canoe("0a"), after.canoe("1a"), after.lying("w")) == ("S4:r", "S4", "wwwwwwwy")
    assert [event["event"] for event in after.told[:3]] == ["step", "unload", "steal"]


def test_canoe_that_unloaded_before_its_steps_may_steal_too() -> None:
    """R4.4, A's figure 3a."""
    scene = river("S5:w lost", "S4:r camp", card="3")
    assert scene.moves("a(-w)>S4") == ["a(-w)>S4", "a(-w)>S4*r1a"]


def test_stolen_colour_may_be_one_that_was_unloaded() -> None:
    """R3.10 speaks of loading; R4.4 lets him steal."""
    scene = river("S5:y lost", "S4:y camp", card="3")
    assert scene.after("a>S4(-y)*y1a").canoe("0a") == "S4:y"


def test_stolen_gem_comes_home_with_the_thief() -> None:
    """R4.1, R3.11: and the victim's seat is free again."""
    scene = river("S3 lost", "S2:r camp", card="1").after("a>S2*r1a")
    assert (scene.canoe("0a"), scene.canoe("1a"), scene.lying("r")) == ("S2:r", "S2", "rrrrrr")
