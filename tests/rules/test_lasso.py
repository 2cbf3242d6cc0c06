"""The Lasso, and the return from the bank (R5.8-R5.10)."""

import pytest

from tests.rules.scene import Scene, river

SPIRITS = "players=3 spirits"


def test_lasso_pulls_each_canoe_to_the_bank_or_leaves_it() -> None:
    """R5.8."""
    scene = river("S2 R6:b", ruleset=SPIRITS, card="L")
    assert scene.legal() == ["lasso -", "lasso a", "lasso ab", "lasso b"]
    after = scene.after("lasso b")
    assert (after.canoe("0a"), after.canoe("0b"), after["turn"]) == ("S2", "R6:b/bank", 1)
    assert after.events("lasso") == [{"event": "lasso", "seat": 0, "canoes": "b"}]
    assert scene.after("lasso ab").canoe("0a") == "S2/bank"


def test_lasso_takes_no_canoe_move() -> None:
    """R5.8."""
    scene = river("S2 lost", ruleset=SPIRITS, card="L")
    for move in ("a>S3", "end", "weather +"):
        assert scene.why(move) == "You have played the Lasso: rope canoes to the bank, or none. (R5.8)"
    assert river("S2 lost", ruleset=SPIRITS, card="1").why("lasso a") == (
        "Only the Lasso ropes canoes; you have played 1. (R5.8)"
    )


def test_canoe_on_the_bank_does_not_move_with_the_river() -> None:
    """R5.8: the one left in the water does."""
    scene = river("S1 S1", "camp camp", "S2 S3", ruleset=SPIRITS, cards="2 6 L", turn=2, whirlpool="L6")
    assert scene.after("lasso -").canoe("2a") == "S4"
    ended = scene.after("lasso a")
    assert (ended.canoe("2a"), ended.canoe("2b"), ended.canoe("0a")) == ("S2", "S5", "S3")
    assert ended.events("unrope") == [{"event": "unrope", "seat": 2, "canoe": "a", "at": "S2"}]


@pytest.mark.parametrize("place", ["S3", "S4", "S5", "L6", "L7", "R6", "R7"])
def test_nobody_may_steal_from_a_canoe_on_the_bank_wherever_the_deposit_is(place: str) -> None:
    """R5.8: which bank it is changes nothing else."""
    above = {"S3": "S4", "S4": "S5", "S5": "L6", "L6": "L7", "R6": "R7"}
    if place in above:
        scene = river(f"{place}:p/bank camp", f"{above[place]} lost", ruleset=SPIRITS, cards="L 1 6", turn=1)
        assert scene.moves(f"a>{place}") == [f"a>{place}"]
    after = river(f"{place}:p camp", ruleset=SPIRITS, card="L").after("lasso a")
    assert after.canoe("0a") == f"{place}:p/bank"


def test_canoe_on_the_bank_does_not_trade_with_joe() -> None:
    """R5.8, R7.6: nor may anyone load or unload it."""
    scene = river("S4:p lost", ruleset="players=3 spirits joe", card="L", joe="S4:w")
    assert scene.legal() == ["lasso -", "lasso a"]


def test_after_the_river_the_canoe_goes_back_to_the_same_space() -> None:
    """R5.9."""
    scene = river("camp camp", "camp camp", "L7:r R7", ruleset=SPIRITS, cards="3 3 L", turn=2).after("lasso ab")
    assert (scene.canoe("2a"), scene.canoe("2b"), scene["phase"]) == ("L7:r", "R7", "cards")


def roped(*seats: str, whirlpool: str, speed: int = 1, **more: str) -> Scene:
    """The last seat has played the Lasso, and is about to rope its canoes."""
    return river(*seats, ruleset=more.get("ruleset", SPIRITS), cards=f"{speed} 6 L", turn=2, whirlpool=whirlpool)


def test_whirlpool_that_came_carries_it_one_space_down() -> None:
    """R5.9."""
    scene = roped("camp camp", "camp camp", "S4:w S1", whirlpool="S3").after("lasso ab")
    assert (scene.canoe("2a"), scene.canoe("2b"), scene["whirlpool"]) == ("S5:w", "S1", "S4")
    assert scene.events("unrope", "carry") == [
        {"event": "unrope", "seat": 2, "canoe": "a", "at": "S4"},
        {"event": "carry", "seat": 2, "canoe": "a", "from": "S4", "to": "S5"},
        {"event": "unrope", "seat": 2, "canoe": "b", "at": "S1"},
    ]


def test_carried_from_a_seventh_space_it_falls() -> None:
    """R5.9: the elk with it is away, then at once back at red."""
    scene = roped("camp camp", "camp camp", "R7:r/elk camp", whirlpool="R6").after("lasso a")
    assert (scene.canoe("2a"), scene["elk"], scene.lying("r"), scene["phase"]) == ("lost", "red", "rrrrrr", "cards")
    assert scene.events("fall") == [{"event": "fall", "seat": 2, "canoe": "a", "at": "R7", "gems": "r", "elk": True}]


def test_carried_from_a_sixth_space_it_stays_on_its_arm() -> None:
    """R5.9."""
    scene = roped("camp camp", "camp camp", "R6 camp", whirlpool="S5").after("lasso a")
    assert scene.canoe("2a") == "R7"


def test_at_the_fork_the_owner_chooses_the_arm() -> None:
    """R5.9: one canoe at a time, a before b."""
    scene = roped("camp camp", "camp camp", "S5:y S5", whirlpool="S4").after("lasso ab")
    assert (scene["phase"], scene["turn"], scene.actors()) == ("banks", 2, [2])
    assert (scene.canoe("2a"), scene.canoe("2b")) == ("S5:y/bank", "S5/bank")
    assert scene.legal() == ["arm a L", "arm a R"]
    assert scene.why("arm b L") == "Canoe a is first. (R5.9)"
    assert scene.why("0: arm a L") == "Seat 2 is at turn, not you. (R5.9)"
    second = scene.after("arm a L")
    assert (second.canoe("2a"), second.canoe("2b"), second.legal()) == ("L6:y", "S5/bank", ["arm b L", "arm b R"])
    ended = second.after("arm b R")
    assert (ended.canoe("2b"), ended["phase"], ended["turn"], ended["round"]) == ("R6", "cards", None, 2)


def test_canoes_return_in_turn_order_and_each_owner_chooses_in_his_place() -> None:
    """R5.9, R6.5."""
    scene = river(
        "camp camp", "S5/bank lost", "S4/bank S5/bank", "S5/bank S1", ruleset="players=4 spirits", cards="1 L L L",
        turn=0, ring=1, whirlpool="S4",
    ).after("end")  # fmt: skip
    assert (scene["phase"], scene["turn"], scene.legal()) == ("banks", 1, ["arm a L", "arm a R"])
    assert [scene.canoe(name) for name in ("1a", "2a", "2b", "3a")] == ["S5/bank", "S4/bank", "S5/bank", "S5/bank"]
    two = scene.after("arm a R")
    assert (two["turn"], two.legal()) == (2, ["arm b L", "arm b R"])
    assert [two.canoe(name) for name in ("1a", "2a", "2b", "3a")] == ["R6", "S4", "S5/bank", "S5/bank"]
    three = two.after("arm b L")
    assert (three["turn"], three.legal()) == (3, ["arm a L", "arm a R"])
    ended = three.after("arm a L")
    assert [ended.canoe(name) for name in ("1a", "2a", "2b", "3a")] == ["R6", "S4", "L6", "L6"]
    assert (ended["phase"], ended["ring"]) == ("cards", 2)


def test_turn_order_on_the_banks_begins_with_the_ring_not_with_the_first_seat() -> None:
    """R6.5: seat 3 before seat 0, since seat 2 has the ring."""
    scene = river(
        "S5/bank lost", "camp camp", "camp camp", "lost S5/bank", ruleset="players=4 spirits", cards="L 1 6 L",
        turn=1, ring=2, whirlpool="S4",
    ).after("end")  # fmt: skip
    assert (scene["turn"], scene.legal()) == (3, ["arm b L", "arm b R"])
    assert scene.after("arm b R").legal(0) == ["arm a L", "arm a R"]


def test_round_waits_for_the_banks_before_joe_and_the_end() -> None:
    """R6.5, R2.8: Joe moves when all are off the bank."""
    scene = river(
        "camp camp", "camp camp", "S5 camp", ruleset="players=3 spirits joe", cards="1 6 L", turn=2, whirlpool="S4",
        home={0: "pppp"}, joe="S2",
    ).after("lasso a")  # fmt: skip
    assert (scene["phase"], scene["joe"]) == ("banks", {"at": "S3", "gems": ""})
    ended = scene.after("arm a L")
    assert (ended["phase"], ended["joe"]) == ("over", {"at": "S2", "gems": "p"})


def test_canoe_in_camp_when_the_lasso_is_played_stays_in_camp() -> None:
    """R5.10."""
    scene = river("camp S1", ruleset=SPIRITS, card="L")
    assert scene.legal() == ["lasso -", "lasso b"]
    assert scene.why("lasso a") == "Canoe a is not on the river. (R5.10)"
    assert river("camp lost", ruleset=SPIRITS, card="L").legal() == ["lasso -"]
