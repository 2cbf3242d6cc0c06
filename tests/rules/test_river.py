"""The river moves (R6)."""

import pytest

from tests.rules.scene import river


def speed(cards: str, weather: int, ruleset: str = "players=3") -> int:
    """Pushes after the last seat's turn, in which it does nothing."""
    scene = river(ruleset=ruleset, cards=cards, turn=2, weather=weather)
    scene = scene.after({"C": "weather -", "L": "lasso -"}.get(cards[-1], "end"))
    (moved,) = scene.events("river")
    assert len(scene.events("push")) == moved["speed"]
    return int(moved["speed"])


@pytest.mark.parametrize(
    ("cards", "weather", "pushes"),
    [("3 2 6", 0, 2), ("3 2 6", 1, 3), ("3 2 6", 2, 4), ("3 2 6", -1, 1), ("1 6 6", -1, 0), ("C 5 5", 0, 5)],
)
def test_speed_is_the_lowest_number_turned_over_and_the_weather(cards: str, weather: int, pushes: int) -> None:
    """R6.1: and never below 0."""
    assert speed(cards, weather) == pushes


def test_without_a_number_card_the_lowest_counts_as_nought() -> None:
    """R6.1: the weather alone, where it is above 0."""
    assert speed("C C C", 2) == 1
    assert speed("C C C", 1) == 0
    assert speed("L L L", 2, "players=3 spirits") == 2
    assert speed("L C L", -1, "players=3 spirits") == 0


@pytest.mark.parametrize(
    ("flag", "pushes", "where"),
    [
        ("R", 1, "S2 S3 S4 S5 R6 L6 L7 R7 lost"),
        ("L", 1, "S2 S3 S4 S5 L6 L7 lost R6 R7"),
        ("R", 2, "S3 S4 S5 L6 R6 L7 lost R7 lost"),
        ("R", 3, "S4 S5 R6 L6 R7 L7 lost lost lost"),
        ("R", 4, "S5 L6 R6 L7 R7 lost lost lost lost"),
        ("L", 3, "S4 S5 L6 R6 L7 lost lost R7 lost"),
    ],
)
def test_each_push_moves_the_straight_and_one_arm_by_a_space(flag: str, pushes: int, where: str) -> None:
    """R6.2: what stood on S1, S2, S3, S4, S5, L6, L7, R6, R7 before; the arms run at half speed, in turn from the flag."""
    scene = river(
        "S1 S2", "S3 S4", "S5 L6", "L7 R6", "R7 camp", ruleset="players=5", cards=f"6 6 6 {pushes} C", turn=4, flag=flag,
        weather=1,
    ).after("weather -")  # fmt: skip
    names = ["0a", "0b", "1a", "1b", "2a", "2b", "3a", "3b", "4a"]
    assert " ".join(scene.canoe(name) for name in names) == where


@pytest.mark.parametrize("pushes", [0, 1, 2, 3])
def test_flag_turns_with_every_push_and_keeps_its_place_between_rounds(pushes: int) -> None:
    """R6.2."""
    scene = river(cards=f"{pushes + 1} 6 6", turn=2, weather=-1, flag="R").after("end")
    assert scene["flag"] == "RLRL"[pushes]
    assert [event["arm"] for event in scene.events("flag")] == ["L", "R", "L"][:pushes]


@pytest.mark.parametrize("flag", ["L", "R"])
def test_arms_take_turns_through_the_longest_movement(flag: str) -> None:
    """R6.2: nine pushes, a seven in a storm."""
    scene = river(ruleset="players=3 spirits", cards="7 7 7", turn=2, weather=2, flag=flag).after("end")
    assert "".join(event["arm"] for event in scene.events("push")) == {"L": "LRLRLRLRL", "R": "RLRLRLRLR"}[flag]
    assert scene["flag"] == {"L": "R", "R": "L"}[flag]


def test_push_tells_which_discs_move() -> None:
    """R6.2: the last of the path falls."""
    scene = river(cards="2 6 6", turn=2).after("end")
    assert scene.events("push") == [
        {"event": "push", "arm": "R", "path": ["S1", "S2", "S3", "S4", "S5", "R6", "R7"]},
        {"event": "push", "arm": "L", "path": ["S1", "S2", "S3", "S4", "S5", "L6", "L7"]},
    ]


def test_where_chance_draws_the_arms_every_draw_is_a_move_of_chance() -> None:
    """R6.2 in R9's other reading: seat -1 acts, and there is no flag."""
    scene = river("S4 camp", "L7:p R7", ruleset="players=3 fork=random", cards="2 6 6", turn=2).after("end")
    assert (scene["phase"], scene["flag"], scene.actors()) == ("river", None, [-1])
    assert scene.legal() == ["river LL", "river LR", "river RL", "river RR"]
    assert scene.legal(0) == []
    assert scene.why("river L") == "The river moves 2: draw 2 arms, L or R each. (R6.2)"
    assert scene.why("0: river LL") == "You have nothing to decide now. (R6.2)"
    left = scene.after("river LL")
    assert [left.canoe(name) for name in ("0a", "1a", "1b")] == ["L6", "lost", "R7"]
    assert (left["flag"], left.events("flag"), left.lying("p")) == (None, [], "ppppppp")
    assert [scene.after("river RL").canoe(name) for name in ("0a", "1a", "1b")] == ["L6", "lost", "lost"]
    assert [scene.after("river RR").canoe(name) for name in ("0a", "1a", "1b")] == ["R6", "L7:p", "lost"]


def test_still_river_is_not_asked_of_chance() -> None:
    """R6.2, R9: with no push there is nothing to draw."""
    scene = river("S4 camp", ruleset="players=3 fork=random", cards="1 6 6", turn=2, weather=-1).after("end")
    assert (scene["phase"], scene.canoe("0a")) == ("cards", "S4")


def test_fastest_river_draws_nine_arms() -> None:
    """R6.1, R9: a seven and a storm."""
    scene = river(ruleset="players=3 spirits fork=random", cards="7 7 7", turn=2, weather=2).after("end")
    assert len(scene.legal()) == 512
    assert scene.after("river RLRLRLRLR")["phase"] == "cards"


def test_everything_in_the_water_rides_on_its_disc() -> None:
    """R6.3: canoes, Joe, whirlpool, beaver; not what is in camp or on the bank."""
    scene = river(
        "S1:p/bank camp", "S2:w S4", ruleset="players=3 spirits joe", cards="L 1 1", turn=2, whirlpool="S5", beaver="S3",
        joe="R6:b",
    ).after("end")  # fmt: skip
    assert [scene.canoe(name) for name in ("0a", "0b", "1a", "1b")] == ["S1:p", "camp", "S3:w", "S5"]
    assert (scene["whirlpool"], scene["beaver"], scene["joe"]) == ("R6", "S4", {"at": "R7", "gems": "b"})


def test_canoe_that_falls_is_lost_and_its_gems_go_back_to_their_deposits() -> None:
    """R6.4: each to the deposit of its own colour."""
    scene = river("R7:py R7:w", ruleset="players=3 spirits", cards="1 1 1", turn=2).after("end")
    assert (scene.canoe("0a"), scene.canoe("0b")) == ("lost", "lost")
    assert [scene.lying(colour) for colour in "pwy"] == ["pppppp", "wwwwww", "yyyyyy"]
    assert [(event["canoe"], event["at"], event["gems"]) for event in scene.events("fall")] == [
        ("a", "R7", "py"),
        ("b", "R7", "w"),
    ]


def test_lost_canoe_takes_no_turn_until_it_is_bought_back() -> None:
    """R6.4."""
    scene = river("lost S1", card="2")
    assert scene.why("a>S2") == "Canoe a is lost. (R6.4)"
    assert scene.legal() == ["b>S3", "b>camp"]


def test_after_the_last_push_canoes_return_from_the_bank_and_then_the_elk() -> None:
    """R6.5."""
    fallen = river(
        "S1/bank camp",
        "S2/bank camp",
        "L6/elk lost",
        ruleset="players=3 spirits",
        cards="L L 1",
        turn=2,
        whirlpool="L7",
    ).after("a(+b)>~lost")
    kinds = [
        event["event"] for event in fallen.told if event["event"] in ("fall", "push", "unrope", "elk_home", "round")
    ]
    assert kinds == ["fall", "push", "unrope", "unrope", "elk_home", "round"]
    assert [event["seat"] for event in fallen.events("unrope")] == [0, 1]
