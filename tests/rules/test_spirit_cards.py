"""The cards of the Spirits, Cloud and the beaver (R5.7, R5.11-R5.15)."""

import pytest

from tests.rules.scene import river

SPIRITS = "players=3 spirits"


def test_seven_is_a_number_card_like_any_other() -> None:
    """R5.7: seven points, and it counts for the river's speed."""
    assert river(ruleset=SPIRITS, card="7").legal() == [
        "a>L7", "a>R7", "a>S3(+p+p)", "a>S5(+y)", "b>L7", "b>R7", "b>S5(+y)", "end",
    ]  # fmt: skip
    scene = river(ruleset=SPIRITS, cards="7 7 7", turn=2).after("end")
    assert scene.events("river") == [{"event": "river", "speed": 7, "lowest": 7, "weather": 0}]


def test_choice_card_moves_one_canoe_by_one_two_or_three_points() -> None:
    """R5.11."""
    scene = river("S1 S4", ruleset=SPIRITS, card="X")
    assert scene.legal() == [
        "a=1>S2", "a=1>camp", "a=2>S3", "a=2>camp", "a=3>S4", "a=3>camp",
        "b=1>S3", "b=1>S5", "b=2(+w)", "b=2>L6", "b=2>R6", "b=2>S2",
        "b=3(+w)>S3", "b=3(+w)>S5", "b=3>L7", "b=3>R7", "b=3>S1", "b=3>S3(+p)", "b=3>S5(+y)",
    ]  # fmt: skip
    after = scene.after("b=2(+w)")
    assert after["turn"] == 1
    assert (after.canoe("0a"), after.canoe("0b"), after["seats"][0]["points"]) == ("S1", "S4:w", 2)
    assert after.events("points") == [{"event": "points", "seat": 0, "points": 2}]


def test_choice_card_may_launch_a_canoe_while_the_other_stays_on_the_river() -> None:
    """R5.11: one of his canoes, whichever."""
    after = river("S1 camp", ruleset=SPIRITS, card="X").after("b=3>S3")
    assert (after["turn"], after.canoe("0a"), after.canoe("0b")) == (1, "S1", "S3")


def test_choice_card_obliges_who_has_a_canoe_on_the_river() -> None:
    """R5.11."""
    assert river("S1 camp", ruleset=SPIRITS, card="X").why("end") == (
        "You have a canoe on the river: one of your canoes must move. (R5.11)"
    )
    scene = river("camp lost", ruleset=SPIRITS, card="X")
    assert scene.legal() == ["a=1>S1", "a=2>S2", "a=3>S3", "end"]
    passed = scene.after("end")
    assert (passed["turn"], passed["seats"][0]["points"]) == (1, None)


def test_points_are_chosen_with_the_choice_card_only() -> None:
    """R5.11."""
    assert river("S1 lost", ruleset=SPIRITS, card="X").why("a>S2") == (
        "Choose 1, 2 or 3 points for canoe a, such as a=2. (R5.11)"
    )
    assert river("S1 lost", ruleset=SPIRITS, card="2").why("a=2>S3") == (
        "Points are chosen with 1/2/3 only; you have played 2. (R5.11)"
    )
    assert (
        river("S1 lost", ruleset=SPIRITS, card="X").why("a=3>S3")
        == "2 steps use 2 of 3 points; all must be used. (R3.8)"
    )


@pytest.mark.parametrize("last", ["weather -", "lasso -", "a=1>S1"])
def test_cloud_lasso_and_choice_do_not_count_for_the_speed(last: str) -> None:
    """R5.12: the lowest number is 4, though the last seat plays none."""
    card = {"weather -": "C", "lasso -": "L", "a=1>S1": "X"}[last]
    scene = river(ruleset=SPIRITS, cards=f"5 4 {card}", turn=2, weather=int(card == "C")).after(last)
    assert scene.events("river")[0]["lowest"] == 4
    assert len(scene.events("push")) == 4


def test_cloud_moves_no_canoe_and_must_move_the_weather_one_step() -> None:
    """R5.13, in the base game too."""
    scene = river("S4 S1", card="C")
    assert scene.legal() == ["weather +", "weather -"]
    for move in ("a>S5", "end"):
        assert scene.why(move) == "You have played Cloud: move the weather. (R5.13)"
    after = scene.after("weather +")
    assert (after["weather"], after["turn"], after.canoe("0a")) == (1, 1, "S4")
    assert after.events("weather") == [{"event": "weather", "seat": 0, "before": 0, "after": 1}]


def test_at_an_end_of_the_scale_only_one_way_is_open() -> None:
    """R5.13."""
    scene = river(card="C", weather=2)
    assert scene.legal() == ["weather -"]
    assert scene.why("weather +") == "The weather is at 2, the end of its scale. (R5.13)"
    assert river(card="C", weather=-1).legal() == ["weather +"]


def test_only_cloud_moves_the_weather() -> None:
    """R5.13."""
    assert river(card="3").why("weather +") == "Only Cloud moves the weather; you have played 3. (R5.13)"


def test_weather_of_a_cloud_counts_in_the_same_round() -> None:
    """R6.1: speed is reckoned when all cards have been turned over."""
    scene = river(cards="2 3 C", turn=2).after("weather +")
    assert scene.events("river") == [{"event": "river", "speed": 3, "lowest": 2, "weather": 1}]


def test_beaver_is_put_on_the_first_disc_when_the_weather_reaches_two() -> None:
    """R5.14."""
    scene = river(ruleset=SPIRITS, card="C", weather=1).after("weather +")
    assert (scene["weather"], scene["beaver"]) == (2, "S1")
    assert scene.events("beaver") == [{"event": "beaver", "at": "S1"}]


def test_beaver_is_put_on_the_second_disc_if_the_whirlpool_is_on_the_first() -> None:
    """R5.14."""
    assert river(ruleset=SPIRITS, card="C", weather=1, whirlpool="S1").after("weather +")["beaver"] == "S2"


def test_beaver_on_the_river_is_not_put_again() -> None:
    """R5.14."""
    assert river(ruleset=SPIRITS, card="C", weather=1, beaver="L7").after("weather +")["beaver"] == "L7"


def test_no_beaver_comes_at_other_weather_or_without_the_spirits() -> None:
    """R5.14: only when a player moves the weather to +2."""
    assert river(ruleset=SPIRITS, card="C", weather=0).after("weather +")["beaver"] is None
    assert river(ruleset=SPIRITS, card="C", weather=2).after("weather -")["beaver"] is None
    assert river(card="C", weather=1).after("weather +")["beaver"] is None


def test_beaver_drifts_and_hinders_nobody() -> None:
    """R5.14: a canoe may stop, load and steal beside it."""
    scene = river("S5 lost", "S4:p camp", ruleset=SPIRITS, card="1", beaver="S4")
    assert scene.moves("a>S4") == ["a>S4", "a>S4*p1a"]
    assert river(ruleset=SPIRITS, cards="2 6 6", turn=2, beaver="S4").after("end")["beaver"] == "L6"


def test_beaver_that_falls_clears_the_sky_but_the_speed_stands() -> None:
    """R5.15: three pushes as reckoned; from the next round on the weather is 0, and the beaver waits."""
    scene = river("S1 camp", ruleset=SPIRITS, cards="2 6 6", turn=2, weather=1, beaver="R7").after("end")
    assert (scene["weather"], scene["beaver"], scene.canoe("0a")) == (0, None, "S4")
    assert len(scene.events("push")) == 3
    assert scene.events("beaver", "weather") == [
        {"event": "beaver", "at": None},
        {"event": "weather", "seat": None, "before": 1, "after": 0},
    ]


def test_beaver_that_fell_comes_again() -> None:
    """R5.15, R5.14."""
    fallen = river(ruleset=SPIRITS, cards="1 6 6", turn=2, weather=1, beaver="R7").after("end")
    again = fallen.after("0: card C", "1: card C", "2: card 1", "weather +", "end", "weather +")
    assert again.events("beaver")[-1] == {"event": "beaver", "at": "S1"}
    assert (again["weather"], again["beaver"]) == (2, "S4")  # it drifted with the river of that round


def test_beaver_that_falls_from_fine_weather_makes_it_nought_too() -> None:
    """R5.15."""
    scene = river(ruleset=SPIRITS, cards="2 6 6", turn=2, weather=-1, beaver="R7").after("end")
    assert (scene["weather"], scene["beaver"]) == (0, None)
