"""Players and Diamond Joe (R7.6, R7.7)."""

import pytest

from tests.rules.scene import river

JOE = "players=3 joe"
BOTH = "players=3 spirits joe"


def test_canoe_with_a_free_seat_takes_joes_gem() -> None:
    """R7.6: free of points."""
    scene = river("S1 lost", ruleset=JOE, card="2", joe="S3:p")
    assert scene.moves("a>S3") == ["a>S3", "a>S3&+p"]
    after = scene.after("a>S3&+p")
    assert (after.canoe("0a"), after["joe"]) == ("S3:p", {"at": "S3", "gems": ""})
    assert after.events("trade") == [{"event": "trade", "seat": 0, "canoe": "a", "give": None, "take": "p"}]


def test_full_canoe_swaps_its_gem_for_joes_of_another_colour() -> None:
    """R7.6."""
    scene = river("S1:w lost", ruleset=JOE, card="2", joe="S3:p")
    assert scene.moves("a>S3") == ["a>S3", "a>S3&-w+p"]
    assert scene.why("a>S3&+p") == "No seat is free for Diamond Joe's gem. (R7.6)"
    after = scene.after("a>S3&-w+p")
    assert (after.canoe("0a"), after["joe"]["gems"]) == ("S3:p", "w")
    assert after.events("trade") == [{"event": "trade", "seat": 0, "canoe": "a", "give": "w", "take": "p"}]


def test_gem_is_not_swapped_for_one_of_its_colour() -> None:
    """R7.6."""
    scene = river("S1:p lost", ruleset=JOE, card="2", joe="S3:p")
    assert scene.moves("a>S3") == ["a>S3"]
    assert scene.why("a>S3&-p+p") == "Diamond Joe swaps only for another colour. (R7.6)"


def test_empty_joe_may_be_given_a_gem() -> None:
    """R7.6."""
    scene = river("S1:w lost", ruleset=JOE, card="2", joe="S3")
    assert scene.moves("a>S3") == ["a>S3", "a>S3&-w"]
    after = scene.after("a>S3&-w")
    assert (after.canoe("0a"), after["joe"]["gems"]) == ("S3", "w")
    assert scene.why("a>S3&+p") == "Diamond Joe does not carry that gem. (R7.6)"


def test_loaded_joe_takes_no_gift() -> None:
    """R7.6."""
    assert river("S1:w lost", ruleset=JOE, card="2", joe="S3:p").why("a>S3&-w") == (
        "Diamond Joe has a gem already: he swaps, or gives it. (R7.6)"
    )


def test_two_seat_canoe_has_every_choice_once() -> None:
    """R7.6: one of take, swap, give."""
    one = river("S1:w lost", ruleset=BOTH, card="2", joe="S3:r")
    assert one.moves("a>S3") == ["a>S3", "a>S3&+r", "a>S3&-w+r"]
    two = river("S1:pw lost", ruleset=BOTH, card="2", joe="S3:r")
    assert two.moves("a>S3") == ["a>S3", "a>S3&-p+r", "a>S3&-w+r"]
    twins = river("S1:ww lost", ruleset=BOTH, card="2", joe="S3")
    assert twins.moves("a>S3") == ["a>S3", "a>S3&-w"]
    same = river("S1:pr lost", ruleset=BOTH, card="2", joe="S3:r")
    assert same.moves("a>S3") == ["a>S3", "a>S3&-p+r"]


def test_canoe_trades_only_where_it_ends() -> None:
    """R7.6: not in passing, and where Joe is."""
    scene = river("S1 lost", ruleset=JOE, card="3", joe="S3:p")
    assert [move for move in scene.legal() if "&" in move] == []
    assert scene.why("a>S4&+p") == "Diamond Joe is not where the canoe ends. (R7.6)"


@pytest.mark.parametrize(
    ("canoe", "card", "move"),
    [
        ("S1 lost", "2", "a>S3&+p"),
        ("S5 lost", "2", "a>S3&+p"),
        ("camp lost", "3", "a>S3&+p"),
        ("S3:w lost", "2", "a(-w)&+p"),
        ("S3:w lost", "4", "a(-w+p)&-p+r"),
    ],
)
def test_canoe_meets_joe_going_up_or_down_or_without_a_step(canoe: str, card: str, move: str) -> None:
    """R7.6: the gem that comes aboard at the deposit may be given to him at once."""
    gem = move[-1]
    after = river(canoe, ruleset=JOE, card=card, joe=f"S3:{gem}").after(move)
    assert after.canoe("0a") == f"S3:{gem}"


def test_joe_is_met_after_loading_at_the_end_of_the_steps() -> None:
    """R7.6."""
    scene = river("S1 lost", ruleset=JOE, card="4", joe="S3")
    assert scene.moves("a>S3") == ["a>S3(+p)", "a>S3(+p)&-p"]


def test_stolen_gem_may_be_traded_at_once() -> None:
    """R7.6: after any stealing."""
    scene = river("S5 lost", "S4:w camp", ruleset=JOE, card="1", joe="S4:r")
    assert scene.moves("a>S4") == ["a>S4", "a>S4&+r", "a>S4*w1a", "a>S4*w1a&-w+r"]
    after = scene.after("a>S4*w1a&-w+r")
    assert (after.canoe("0a"), after.canoe("1a"), after["joe"]["gems"]) == ("S4:r", "S4", "w")
    assert [event["event"] for event in after.told[:3]] == ["step", "steal", "trade"]


def test_two_seat_thief_trades_what_it_had_or_what_it_stole() -> None:
    """R7.6, R4.2."""
    scene = river("S5:y lost", "S4:w camp", ruleset=BOTH, card="1", joe="S4:r")
    assert scene.moves("a>S4") == [
        "a>S4", "a>S4&+r", "a>S4&-y+r", "a>S4*w1a", "a>S4*w1a&-w+r", "a>S4*w1a&-y+r",
    ]  # fmt: skip


def test_washed_down_canoe_that_comes_to_joe_may_trade() -> None:
    """R7.6: also when the whirlpool carried it there; though it may not steal."""
    scene = river("S2:w lost", "S5:p camp", ruleset=BOTH, card="2", whirlpool="S4", joe="S5:y")
    assert scene.moves("a>~") == ["a>~S5", "a>~S5&+y", "a>~S5&-w+y"]
    assert scene.after("a>~S5&-w+y")["joe"] == {"at": "S5", "gems": "w"}


def test_canoe_that_lands_or_falls_meets_nobody() -> None:
    """R7.6: not in camp."""
    scene = river("S1:w lost", ruleset=JOE, card="1", joe="S2:p")
    assert scene.moves("a>camp") == ["a>camp"]
    assert scene.why("a>camp&-w+p") == "Diamond Joe is not where the canoe ends. (R7.6)"
    falls = river("L6:w lost", ruleset=BOTH, card="1", whirlpool="L7", joe="lost")
    assert falls.moves("a>~lost") == ["a>~lost"]
    assert falls.why("a>~lost&-w") == "Diamond Joe is not where the canoe ends. (R7.6)"


def test_canoe_on_the_bank_or_without_a_move_does_not_trade() -> None:
    """R7.6: with Lasso or Cloud no canoe ends its turn by him."""
    assert river("S3:w lost", ruleset=BOTH, card="L", joe="S3:p").legal() == ["lasso -", "lasso a"]
    assert river("S3:w lost", ruleset=BOTH, card="C", joe="S3:p").legal() == ["weather +", "weather -"]


def test_choice_card_meets_joe_too() -> None:
    """R7.6, R5.11."""
    assert river("S1 lost", ruleset=BOTH, card="X", joe="S3:p").moves("a=2") == ["a=2>S3", "a=2>S3&+p", "a=2>camp"]


def test_each_canoe_may_trade_in_its_move() -> None:
    """R7.6: the first gives, the second takes."""
    scene = river("S1:w S2", ruleset=JOE, card="2", joe="S3").after("a>S3&-w")
    assert scene.moves("b>S4") == ["b>S4"]
    both = river("S1:w S5", ruleset=JOE, card="2", joe="S3").after("a>S3&-w", "b>S3&+w")
    assert (both.canoe("0a"), both.canoe("0b"), both["joe"]["gems"]) == ("S3", "S3:w", "")


def test_joe_who_does_not_play_is_not_met() -> None:
    """R7.6."""
    assert river("S1:w lost", card="2").why("a>S3&-w") == "Diamond Joe does not play in this game. (R7.6)"


def test_joe_cannot_be_robbed() -> None:
    """R7.7: who comes up to him may trade, no more."""
    scene = river("S5 lost", ruleset=JOE, card="1", joe="S4:r")
    assert scene.moves("a>S4") == ["a>S4", "a>S4&+r"]
    assert [move for move in scene.legal() if "*" in move] == []


def test_joe_robs_nobody() -> None:
    """R7.7: he goes up past loaded canoes and stops beside one."""
    scene = river("S4:w lost", "S3:p camp", ruleset=JOE, cards="2 1 6", turn=2, weather=-1, joe="S5", lying={"y": ""})
    after = scene.after("end")
    assert (after["joe"], after.canoe("0a"), after.canoe("1a")) == ({"at": "S3", "gems": ""}, "S4:w", "S3:p")
