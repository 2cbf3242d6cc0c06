"""A round: buying back, choosing cards, the order of turns, the ring (R2)."""

import pytest

from tests.rules.scene import river


def test_a_whole_round_goes_cards_turns_river_and_the_ring_moves_on() -> None:
    """R2.0, R2.7, R2.8, R2.9: turns begin with the ring, the river follows the last turn, the next seat gets the ring."""
    scene = river("S1 camp", "S2 camp", "S3 camp", ring=1)
    chosen = scene.after("0: card 1", "1: card 2", "2: card C")
    assert (chosen["phase"], chosen["turn"]) == ("turns", 1)
    assert chosen.after("a>S4")["turn"] == 1  # the other canoe may still be launched
    ended = chosen.after("a>S4", "end", "weather -", "a>S2", "end")
    assert [event["event"] for event in ended.told if event["event"] in ("open", "river", "push", "round")] == [
        "open", "open", "open", "river", "round",
    ]  # fmt: skip
    assert [event["seat"] for event in ended.events("open")] == [1, 2, 0]
    assert (ended["round"], ended["phase"], ended["ring"], ended["turn"]) == (2, "cards", 2, None)


def test_joe_comes_after_the_river_and_before_the_end_check() -> None:
    """R2.0, R2.8: Joe drifts two spaces to purple, loads there, goes up one."""
    scene = river(ruleset="players=3 joe", cards="1 2 2", turn=2, weather=1, home={0: "pppp"}).after("end")
    assert [event["event"] for event in scene.told] == [
        "pass",
        "river",
        "push",
        "flag",
        "push",
        "flag",
        "load",
        "step",
        "over",
    ]


def test_one_lost_canoe_may_be_bought_back_for_any_gem_at_home() -> None:
    """R2.1: the gem goes back to the deposit of its own colour; at most one canoe a round."""
    scene = river("S4 lost", phase="buy", home={0: "pyy"}, lying={"p": "pp", "y": "wyy"})
    assert scene.legal(0) == ["buy b p", "buy b y", "nobuy"]
    after = scene.after("buy b y")
    assert (after.canoe("0b"), after.home(0), after.lying("y"), after.lying("p")) == ("camp", "py", "wyyy", "pp")
    assert after["phase"] == "cards"


def test_canoe_bought_back_paddles_in_the_same_round() -> None:
    """R2.1."""
    scene = river("S4 lost", phase="buy", home={0: "p"}).after("buy b p")
    scene = scene.after("0: card 2", "1: card 6", "2: card 6")
    assert "b>S2" in scene.legal()


def test_buying_back_is_free_to_be_declined_while_one_canoe_is_left() -> None:
    """R2.1: "may"."""
    scene = river("S4 lost", phase="buy", home={0: "p"}).after("nobuy")
    assert (scene["phase"], scene.canoe("0b"), scene.home(0)) == ("cards", "lost", "p")


def test_player_without_a_canoe_must_buy_one_if_he_has_a_gem() -> None:
    """R2.2."""
    scene = river("lost lost", phase="buy", home={0: "rr"})
    assert scene.legal() == ["buy a r"]
    assert scene.why("nobuy") == "Both your canoes are lost: take one back. (R2.2)"
    assert scene.why("buy a") == "A canoe costs one gem as long as you have one at home. (R2.2)"
    after = scene.after("buy a r")
    assert (after.canoe("0a"), after.canoe("0b"), after.home(0), after["phase"]) == ("camp", "lost", "r", "cards")


def test_player_without_a_canoe_and_a_gem_gets_one_free() -> None:
    """R2.2."""
    scene = river("lost lost", phase="buy")
    assert scene.legal() == ["buy a"]
    after = scene.after("buy a")
    assert (after.canoe("0a"), after.canoe("0b"), after["phase"]) == ("camp", "lost", "cards")


def test_player_with_a_canoe_and_no_gem_gets_nothing_free() -> None:
    """R2.2, D and E against C: he is not even asked."""
    scene = river("S4 lost", "camp lost", phase="buy", home={1: "w"})
    assert scene.actors() == [1]
    assert scene.legal(0) == []


def test_with_the_spirits_he_chooses_which_of_two_lost_canoes_returns() -> None:
    """R2.3."""
    scene = river("lost lost", ruleset="players=3 spirits", phase="buy", home={0: "pw"})
    assert scene.legal() == ["buy a p", "buy a w", "buy b p", "buy b w"]
    assert scene.after("buy b w").canoe("0b") == "camp"
    assert river("lost lost", ruleset="players=3 spirits", phase="buy").legal() == ["buy a", "buy b"]


def test_in_the_base_game_the_canoes_are_alike_and_the_first_is_offered() -> None:
    """R2.3 does not concern the base game (R1.6)."""
    scene = river("lost lost", phase="buy", home={0: "p"})
    assert scene.why("buy b p") == "Your canoes are alike: take back canoe a. (R1.6)"


def test_buy_back_decisions_come_in_any_order_and_cards_wait_for_all() -> None:
    """R2.4."""
    scene = river("lost lost", "camp lost", "lost lost", phase="buy", home={1: "w"})
    assert scene.actors() == [0, 1, 2]
    first = scene.after("2: buy a")
    assert (first["phase"], first.actors()) == ("buy", [0, 1])
    assert first.legal(2) == []
    assert first.why("2: buy a") == "You have nothing to decide now. (R2.1)"
    assert [seat["bought"] for seat in first["seats"]] == [None, None, True]
    last = first.after("1: nobuy", "0: buy a")
    assert (last["phase"], last.actors()) == ("cards", [0, 1, 2])
    assert [seat["bought"] for seat in last["seats"]] == [None, None, None]
    assert last["seats"] == scene.after("0: buy a", "1: nobuy", "2: buy a")["seats"]


def test_round_asks_to_buy_after_a_fall() -> None:
    """R2.1, R2.2 at the beginning of the next round: only those with something to decide are pending."""
    scene = river("R7 camp", "R7 lost", "S1 camp", cards="1 1 5", turn=2, home={0: "p"}).after("a>L6", "end")
    assert (scene["phase"], scene["round"], scene.actors()) == ("buy", 2, [0, 1])
    assert [seat["bought"] for seat in scene["seats"]] == [None, None, True]
    assert scene.legal(0) == ["buy a p", "nobuy"]
    assert scene.legal(1) == ["buy a"]


def test_chosen_card_may_be_changed_until_the_last_has_chosen() -> None:
    """R2.5."""
    scene = river().after("1: card 4")
    assert scene.actors() == [0, 2]
    assert scene.legal(1) == ["card 1", "card 2", "card 3", "card 4", "card 5", "card 6", "card C"]
    changed = scene.after("1: card C", "1: card 2", "0: card 1")
    assert (changed["phase"], changed.actors()) == ("cards", [2])
    last = changed.after("2: card 6")
    assert [seat["card"] for seat in last["seats"]] == ["1", "2", "6"]
    assert last.why("1: card 3") == "A turn is being played now: answer with a move of that turn. (R2.7)"


def test_only_cards_still_in_hand_may_be_chosen() -> None:
    """R2.5, R2.6."""
    scene = river(hands={0: "26C"})
    assert scene.legal(0) == ["card 2", "card 6", "card C"]
    assert scene.why("0: card 1") == "You have already played 1; it comes back when all your cards are used. (R2.6)"
    assert scene.why("0: card 7") == "There is no card 7 in this game. (R1.7)"


def test_card_leaves_the_hand_when_it_is_turned_over() -> None:
    """R2.6: until then it counts as held."""
    scene = river("S4 S4", hands={0: "26C", 1: "26C"}).after("0: card 2", "1: card 2", "2: card 6")
    assert [scene.hand(seat) for seat in range(2)] == ["6C", "26C"]
    assert [seat["open"] for seat in scene["seats"]] == [True, False, False]


def test_all_cards_come_back_once_the_last_was_played() -> None:
    """R2.6: the hand is empty until that round ends, then full."""
    scene = river("S1 camp", cards="2 3 6", turn=0, hands={0: "", 1: "13", 2: "6"})
    assert scene.hand(0) == ""
    turned = scene.after("a>S3", "end", "end")
    assert [turned.hand(seat) for seat in range(3)] == ["", "1", ""]
    ended = turned.after("end")
    assert [ended.hand(seat) for seat in range(3)] == ["123456C", "1", "123456C"]
    assert [event["seat"] for event in ended.events("refill")] == [0, 2]
    assert ended["phase"] == "cards"


def test_hand_is_full_again_with_the_cards_of_the_spirits() -> None:
    """R2.6."""
    scene = river(ruleset="players=3 spirits", cards="6 6 L", turn=2, hands={2: ""}).after("lasso -")
    assert scene.hand(2) == "1234567CLX"


@pytest.mark.parametrize("ring", [0, 1, 2])
def test_turns_go_clockwise_from_the_ring_each_whole_before_the_next_card(ring: int) -> None:
    """R2.7."""
    scene = river(ring=ring).after("0: card 1", "1: card 2", "2: card 3")
    order = []
    while scene["phase"] == "turns":
        order.append(scene["turn"])
        assert sum(seat["open"] for seat in scene["seats"]) == len(order)
        scene = scene.after("end")
    assert order == [(ring + turn) % 3 for turn in range(3)]


def test_turn_with_nothing_to_do_ends_by_itself() -> None:
    """R2.7: after a landing beside a lost canoe, and where both are out of it."""
    assert river("S1 lost", cards="1 2 2").after("a>camp")["turn"] == 1
    assert river("S1 S1", cards="1 2 2").after("b>S2", "a>S2")["turn"] == 1


def test_ring_goes_round_the_table() -> None:
    """R2.9: from the last seat to the first."""
    scene = river(cards="6 6 6", ring=2, turn=1).after("end")
    assert (scene["ring"], scene["round"]) == (0, 2)


def test_round_resets_what_belongs_to_a_round() -> None:
    """R2.9: cards, points and moves are gone."""
    scene = river("S1 S1", ruleset="players=3 spirits", cards="6 6 X", turn=2, ring=0, whirlpool="S5").after("a=2>S2")
    for seat in scene["seats"]:
        assert (seat["card"], seat["open"], seat["points"]) == (None, False, None)
        assert [canoe["moved"] for canoe in seat["canoes"]] == [False, False]
