"""The elk (R5.16-R5.18, and R9's two readings of its bonus)."""

import pytest

from tests.rules.scene import river

SPIRITS = "players=3 spirits"


@pytest.mark.parametrize("place", ["L7", "R7"])
def test_elk_may_be_taken_by_a_canoe_on_a_seventh_space(place: str) -> None:
    """R5.16: either, since both lie at the red deposit; it takes no seat and does not end the turn."""
    scene = river(f"{place}:pr lost", ruleset=SPIRITS, card="1")
    assert scene.legal() == sorted(["elk a", f"a>{place[0]}6"])
    aboard = scene.after("elk a")
    assert (aboard["elk"], aboard["turn"], aboard.canoe("0a")) == ("carried", 0, f"{place}:pr/elk")
    assert aboard.events("elk") == [{"event": "elk", "seat": 0, "canoe": "a", "at": place}]


def test_elk_is_offered_to_each_canoe_there_until_one_has_it() -> None:
    """R5.16."""
    scene = river("L7 R7", ruleset=SPIRITS, card="1")
    assert scene.moves("elk") == ["elk a", "elk b"]
    assert scene.after("elk b").moves("elk") == []


def test_elk_may_be_taken_after_the_other_canoe_has_moved_but_not_after_the_canoe_itself() -> None:
    """R5.16: at the start of the turn, or later before that canoe moves."""
    scene = river("L7 S1", ruleset=SPIRITS, card="2").after("b>S3")
    assert scene.moves("elk") == ["elk a"]
    moved = river("L7 S1", ruleset=SPIRITS, card="2").after("a(+r)")
    assert moved.moves("elk") == []
    assert moved.why("elk a") == "The elk boards before canoe a moves. (R5.16)"


def test_canoe_that_came_to_red_this_turn_must_wait_a_round() -> None:
    """R5.16: it stands there at the start of the turn, or not."""
    scene = river("S5 S1", ruleset=SPIRITS, card="2").after("a>L7")
    assert scene.moves("elk") == []
    assert river("S5 S1", ruleset=SPIRITS, card="2").why("elk a") == "Canoe a is not beside the red deposit. (R5.16)"


@pytest.mark.parametrize(("card", "after"), [("C", "weather +"), ("L", "lasso a"), ("L", "lasso -")])
def test_cloud_and_lasso_allow_the_elk_too(card: str, after: str) -> None:
    """R5.16."""
    scene = river("L7 lost", ruleset=SPIRITS, card=card)
    assert scene.legal()[0] == "elk a"
    aboard = scene.after("elk a")
    assert after in aboard.legal()
    assert aboard.after(after)["elk"] == "carried"


def test_elk_is_never_a_duty() -> None:
    """R5.16: "may"."""
    assert river("L7 lost", ruleset=SPIRITS, card="1").after("a>L6")["elk"] == "red"


def test_elk_that_is_not_at_red_cannot_be_taken() -> None:
    """R5.16, R5.18: not from another, nor while it is away."""
    carried = river("L7 lost", "R7/elk camp", ruleset=SPIRITS, card="1")
    assert carried.moves("elk") == []
    assert carried.why("elk a") == "The elk is not at the red deposit. (R5.16)"
    assert river("L7 lost", ruleset=SPIRITS, card="1", elk="away").moves("elk") == []


def test_canoe_with_the_elk_has_two_points_more_from_this_turn_on() -> None:
    """R5.17: the other has the card's points."""
    scene = river("L7 S1", ruleset=SPIRITS, card="1").after("elk a")
    assert scene.moves("a") == ["a(+r)>L6", "a>L6(+b)", "a>S4"]
    assert scene.moves("b") == ["b>S2", "b>camp"]
    later = river("S4/elk lost", ruleset=SPIRITS, card="1")
    assert later.moves("a") == ["a(+w)>S3", "a(+w)>S5", "a>L7", "a>R7", "a>S1", "a>S3(+p)", "a>S5(+y)"]


def test_extra_points_must_be_used_like_the_rest() -> None:
    """R5.17."""
    assert river("S4/elk lost", ruleset=SPIRITS, card="1").why("a>S5") == (
        "1 step uses 1 of 3 points; all must be used. (R3.8)"
    )


def test_bonus_does_not_count_for_the_speed() -> None:
    """R5.17."""
    scene = river("camp camp", "camp camp", "S1/elk camp", ruleset=SPIRITS, cards="6 6 1", turn=2).after("a>S4", "end")
    assert scene.events("river")[0]["speed"] == 1


@pytest.mark.parametrize(
    ("reading", "ends"),
    [
        ("", {"a=1": 3, "a=2": 4, "a=3": 5}),
        (" elk_on_choice_card=1", {"a=1": 2, "a=2": 3, "a=3": 4}),
    ],
)
def test_choice_card_is_raised_by_two_or_by_one_in_the_other_reading(reading: str, ends: dict[str, int]) -> None:
    """R5.17, R9: 3/4/5 with B and E, 2/3/4 with A."""
    scene = river("S1/elk lost", ruleset=SPIRITS + reading, card="X", whirlpool="next")
    places = ["S1", "S2", "S3", "S4", "S5", "L6"]
    for start, points in ends.items():
        assert f"{start}>{places[points]}" in scene.legal()
        assert [move for move in scene.moves(f"{start}>") if move.endswith(tuple(places[points + 1 :]))] == []


def test_bonus_on_number_cards_is_two_in_both_readings() -> None:
    """R5.17, R9."""
    for reading in ("", " elk_on_choice_card=1"):
        assert "a>S4" in river("S1/elk lost", ruleset=SPIRITS + reading, card="1").legal()


def test_joe_goes_by_the_points_chosen_without_the_elk() -> None:
    """R5.17, R7.3: 1/2/3 with 2 points, and 2 more for the elk's canoe, moves Joe 2 spaces."""
    scene = river(
        "S1/elk lost", "camp camp", "camp camp", ruleset="players=3 spirits joe", cards="X C C", turn=0, weather=0,
        joe="S4:p",
    ).after("a=2>S5", "weather +", "weather -")  # fmt: skip
    assert scene["joe"]["at"] == "S2"


def test_elk_cannot_be_stolen_with_the_canoes_gems() -> None:
    """R5.18."""
    scene = river("S5 lost", "S4:r/elk camp", ruleset=SPIRITS, card="1").after("a>S4*r1a")
    assert (scene.canoe("0a"), scene.canoe("1a")) == ("S4:r", "S4/elk")


def test_elk_leaves_when_its_canoe_lands_and_is_back_after_the_river() -> None:
    """R5.18: away until then, so nobody takes it in the same round."""
    scene = river("S1/elk camp", "L7 camp", ruleset=SPIRITS, cards="1 1 1", turn=0).after("a>camp", "end")
    assert (scene["elk"], scene.moves("elk")) == ("away", [])
    ended = scene.after("a>L6", "end", "end")
    assert ended["elk"] == "red"
    assert ended.events("elk_home") == [{"event": "elk_home"}]


def test_elk_leaves_when_its_canoe_falls_with_the_river() -> None:
    """R5.18."""
    scene = river("R7/elk camp", ruleset=SPIRITS, cards="1 1 1", turn=2).after("end")
    assert (scene.canoe("0a"), scene["elk"]) == ("lost", "red")
    assert scene.events("fall")[0]["elk"] is True


def test_elk_stays_aboard_through_the_river_and_the_bank() -> None:
    """R5.18."""
    scene = river("S1/elk camp", ruleset=SPIRITS, cards="1 1 1", turn=2).after("end")
    assert (scene.canoe("0a"), scene["elk"]) == ("S2/elk", "carried")
    roped = river("S1/elk/bank camp", ruleset=SPIRITS, cards="L 1 1", turn=2, whirlpool="S5").after("end")
    assert roped.canoe("0a") == "S1/elk"
