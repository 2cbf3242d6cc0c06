"""Positions and views are written with all keys in order, and refused if they are none (the notation, Position)."""

import json
from copy import deepcopy
from typing import Any

import pytest

from niagara import notation, rules
from niagara.rules.position import View
from niagara.words import Refusal
from tests.rules.scene import Scene, river

SPIRITS = "players=3 spirits joe"
RICH = river(
    "S4:pw/elk/bank lost", "L7:r S1", "camp lost", ruleset="players=3 spirits joe fork=random", cards="L X 6", turn=2,
    weather=2, beaver="R6", whirlpool="S5", joe="S2:b", home={0: "py", 2: "w"},
)  # fmt: skip


def written(scene: Scene) -> dict[str, Any]:
    return deepcopy(notation.write_position(scene.position))


@pytest.mark.parametrize(
    "scene",
    [
        river(),
        RICH,
        river().after("0: card 4"),
        river("lost lost", "S1 lost", phase="buy", home={1: "p"}).after("0: buy a"),
        river(ruleset="players=3 fork=random", cards="2 6 6", phase="river"),
        river("S5/bank S5/bank", ruleset=SPIRITS, cards="L 6 6", phase="banks", whirlpool="S5"),
        river("S1 S1", ruleset=SPIRITS, card="X").after("a=2>S3"),
        river("S1 S1", card="2").after("a>S3"),
        river(cards="6 6 6", turn=2, home={1: "pppp"}).after("end"),
    ],
    ids=["set-up", "rich", "chosen", "buy", "river", "banks", "points", "moved", "over"],
)
def test_position_is_written_as_it_was_read(scene: Scene) -> None:
    """Byte by byte, keys in order."""
    text = json.dumps(written(scene))
    again = notation.read_position(json.loads(text))
    assert json.dumps(notation.write_position(again)) == text
    assert again == scene.position
    for seat in range(-1, 3):
        view = notation.write_position(scene.position.view(seat))
        read = notation.read_position(view)
        assert json.dumps(notation.write_position(read)) == json.dumps(view)
        assert isinstance(read, View) == ("?" in [seat["card"] for seat in view["seats"]])


@pytest.mark.parametrize("players", [3, 6])
def test_view_of_a_seat_is_that_of_the_spectators_and_its_own_card(players: int) -> None:
    """R10.1: in whole games of chance, before cards are turned over and after."""
    position, dice, hidden = rules.new_game(rules.RuleSet(players, True, True, round_limit=30), 0), rules.Dice(7), 0
    while (actor := rules.next_actor(position)) != rules.NOBODY:
        board = notation.write_position(position)
        spectators = notation.spectators_view(board)
        assert json.dumps(spectators) == json.dumps(notation.write_position(position.view(-1)))
        hidden += any(seat["card"] == "?" for seat in spectators["seats"])
        for seat in range(players):
            own = [*spectators["seats"]]
            own[seat] = board["seats"][seat]
            assert json.dumps({**spectators, "seats": own}) == json.dumps(notation.write_position(position.view(seat)))
        assert board == notation.write_position(position)
        moves = rules.legal_moves(position, actor)
        rules.play(position, actor, moves[dice.throw(len(moves))])
    assert hidden > 30


def test_keys_stand_in_the_order_of_the_notation() -> None:
    position = written(RICH)
    assert list(position) == [
        "rules", "round", "phase", "ring", "turn", "weather", "flag", "deposits", "seats", "whirlpool", "beaver", "elk",
        "joe", "winners",
    ]  # fmt: skip
    assert list(position["rules"]) == [
        "players", "spirits", "joe", "fork", "elk_on_choice_card", "tie_break", "round_limit",
    ]  # fmt: skip
    assert list(position["deposits"]) == list("pwybr")
    assert list(position["seats"][0]) == ["home", "canoes", "hand", "card", "open", "points", "bought"]
    assert list(position["seats"][0]["canoes"][0]) == ["at", "gems", "bank", "elk", "moved"]
    assert list(position["joe"]) == ["at", "gems"]


def test_order_of_keys_does_not_matter_to_the_reader() -> None:
    position = written(RICH)
    backwards = dict(reversed(position.items()))
    assert notation.read_position(backwards) == RICH.position


def refused(position: Any) -> str:
    with pytest.raises(Refusal) as caught:
        notation.read_position(position)
    return caught.value.text


CONTRADICTIONS: list[tuple[str, str, Any, str]] = [
    ("rich", "seats.0.canoes.0.gems", "pww", "seats[0].canoes[0].gems must be at most 2, since it has no more seats"),
    ("rich", "seats.1.canoes.1.gems", "pw", "seats[1].canoes[1].gems must be at most 1, since it has no more seats"),
    ("rich", "seats.2.canoes.0.gems", "p", "seats[2].canoes[0].gems must be empty"),
    ("rich", "seats.2.canoes.0.bank", True, "seats[2].canoes[0].bank must be false"),
    ("rich", "seats.2.canoes.0.elk", True, "seats[2].canoes[0].elk must be false"),
    ("rich", "seats.1.canoes.0.elk", True, "elk must be carried where exactly one canoe has it"),
    ("rich", "seats.0.canoes.0.elk", False, "elk must be carried where exactly one canoe has it"),
    ("rich", "elk", "red", "elk must be carried where exactly one canoe has it"),
    ("rich", "elk", "away", "elk must be carried where exactly one canoe has it"),
    ("rich", "elk", None, "elk must be one of red, carried, away"),
    ("rich", "seats.1.canoes.0.at", "S5", "seats[1].canoes[0].at must be not the whirlpool's space"),
    ("rich", "joe.at", "S5", "joe.at must be not the whirlpool's space"),
    ("rich", "joe.at", "lost", "joe.gems must be one gem at most, and none while he is lost"),
    ("rich", "joe.at", "camp", "joe.at must be one of S1, S2"),
    ("rich", "joe", None, "joe must be an object with the keys at, gems"),
    ("rich", "whirlpool", None, "whirlpool must be one of S1, S2"),
    ("rich", "beaver", "next", "beaver must be one of S1, S2"),
    ("rich", "flag", "R", "flag must be one of null"),
    ("rich", "turn", None, "turn must be a whole number from 0 to 2"),
    ("rich", "turn", 3, "turn must be a whole number from 0 to 2"),
    ("rich", "turn", 1, "seats[2].open must be true for those whose turn has come, else false"),
    ("rich", "seats.0.open", False, "seats[0].open must be true for those whose turn has come, else false"),
    ("rich", "seats.0.card", None, "seats[0].card must be a card, since all have chosen"),
    ("rich", "seats.0.card", "?", "seats[0].card must be known, since it is open"),
    ("rich", "seats.0.hand", "1234567CLX", "seats[0].hand must be with the chosen card until it is turned over"),
    ("rich", "seats.0.points", 1, "seats[0].points must be null unless 1/2/3 lies open"),
    ("rich", "seats.1.points", 4, "seats[1].points must be a whole number from 1 to 3"),
    ("rich", "seats.0.bought", True, "seats[0].bought must be null or true in the phase buy, else null"),
    ("rich", "seats.0.bought", False, "seats[0].bought must be null or true in the phase buy, else null"),
    ("rich", "winners", [0], "winners must be seats in order, each once; empty before the game is over"),
    ("rich", "phase", "banks", "phase must be banks only where the seat at turn has a canoe on the bank"),
    ("plain", "phase", "river", "seats[0].open must be true for those whose turn has come"),
    ("plain", "phase", "buy", "seats[0].bought must be true, since it has nothing to decide"),
    ("buy", "seats.0.bought", True, "phase must be cards, since nobody must still buy"),
    ("plain", "turn", 0, "turn must be null, since nobody is at turn"),
    ("plain", "whirlpool", "S3", "whirlpool must be null without the Spirits"),
    ("plain", "beaver", "S3", "beaver must be null without the Spirits"),
    ("plain", "elk", "red", "elk must be null without the Spirits"),
    ("plain", "seats.0.canoes.0.elk", True, "seats[0].canoes[0].elk must be false"),
    ("plain", "joe", {"at": "S1", "gems": ""}, "joe must be null where he does not play"),
    ("plain", "flag", None, "flag must be one of L, R"),
    ("plain", "flag", "", "flag must be one of L, R"),
    ("plain", "flag", "LR", "flag must be one of L, R"),
    ("plain", "seats.0.open", True, "seats[0].open must be true for those whose turn has come, else false"),
    ("plain", "seats.0.hand", "", "seats[0].hand must be full again once all cards have been played"),
    ("plain", "seats.0.hand", "7", "seats[0].hand must be cards of 123456C in that order, each once"),
    ("plain", "seats.0.hand", "21", "seats[0].hand must be cards of 123456C in that order, each once"),
    ("plain", "seats.0.hand", "11", "seats[0].hand must be cards of 123456C in that order, each once"),
    ("plain", "seats.0.card", "7", "seats[0].card must be one of 1, 2, 3, 4, 5, 6, C, null"),
    ("plain", "seats.0.home", "wp", "seats[0].home must be gems, letters of pwybr in that order"),
    ("plain", "seats.0.home", "g", "seats[0].home must be gems, letters of pwybr in that order"),
    ("plain", "seats.0.home", None, "seats[0].home must be gems, letters of pwybr in that order"),
    ("plain", "deposits.p", "w" * 32, "deposits.p must be at most 31 gems of a colour"),
    ("plain", "weather", 3, "weather must be a whole number from -1 to 2"),
    ("plain", "weather", True, "weather must be a whole number from -1 to 2"),
    ("plain", "weather", 1.0, "weather must be a whole number from -1 to 2"),
    ("plain", "weather", float("nan"), "weather must be a whole number from -1 to 2"),
    ("plain", "ring", 3, "ring must be a whole number from 0 to 2"),
    ("plain", "ring", 10**400, "ring must be a whole number from 0 to 2"),
    ("plain", "round", 0, "round must be a whole number from 1 to"),
    ("plain", "seats.0.canoes.0.at", "S6", "seats[0].canoes[0].at must be one of camp, S1"),
    ("plain", "seats.0.canoes.0.at", ["S1"], "seats[0].canoes[0].at must be one of camp, S1"),
    ("plain", "seats.0.canoes.0.bank", True, "seats[0].canoes[0].bank must be false"),
    ("plain", "seats.0.canoes.0.moved", 0, "seats[0].canoes[0].moved must be true or false"),
    ("plain", "seats.0.canoes", [], "seats[0].canoes must be a list of 2"),
    ("plain", "seats", {}, "seats must be a list of 3"),
    ("plain", "seats.1", None, "seats[1] must be an object with the keys home, canoes"),
    ("plain", "deposits", "ppp", "deposits must be an object with the keys p, w, y, b, r"),
    ("plain", "winners", {}, "winners must be seats in order, each once"),
    ("plain", "rules.players", 6, "This rule set is for 3 to 5 players"),
    ("plain", "rules.players", True, "This rule set is for 3 to 5 players"),
    ("plain", "rules.spirits", 1, "rules.spirits must be true or false"),
    ("plain", "rules.fork", "left", "rules.fork must be one of alternating, random"),
    ("plain", "rules.elk_on_choice_card", 3, "rules.elk_on_choice_card must be a whole number from 1 to 2"),
    ("plain", "rules.tie_break", None, "rules.tie_break must be one of shared, gem_value"),
    ("plain", "rules.round_limit", -1, "rules.round_limit must be a whole number from 0 to"),
    ("plain", "deposits.w", "p" * 25, "gems must be at most 31 of a colour, all together"),
    ("thief", "seats.0.canoes.0.at", "lost", "turn must be a seat that has something left to do"),
    ("thief", "seats.0.canoes.0.moved", True, "turn must be a seat that has something left to do"),
    ("over", "winners", [1, 0], "winners must be seats in order, each once"),
    ("over", "winners", [0, 0], "winners must be seats in order, each once"),
    ("over", "winners", [3], "winners must be a whole number from 0 to 2"),
    ("over", "seats.0.card", "1", "seats[0].card must be null, since no cards lie on the table"),
    ("buy", "seats.1.bought", None, "seats[1].bought must be true, since it has nothing to decide"),
]
SCENES = {
    "rich": RICH,
    "plain": river(),
    "over": river(phase="over"),
    "thief": river("S3 lost", "S2:p camp", ruleset=SPIRITS, card="2"),
    "buy": river("lost lost", phase="buy"),
}


@pytest.mark.parametrize(("scene", "path", "value", "sentence"), CONTRADICTIONS)
def test_position_that_contradicts_itself_is_refused(scene: str, path: str, value: Any, sentence: str) -> None:
    """Each with where, and what would be right."""
    position = written(SCENES[scene])
    *way, last = path.split(".")
    part: Any = position
    for key in way:
        part = part[int(key)] if isinstance(part, list) else part[key]
    part[int(last) if isinstance(part, list) else last] = value
    assert refused(position).startswith(sentence)


@pytest.mark.parametrize("path", ["", "rules", "deposits", "seats.0", "seats.0.canoes.1", "joe"])
def test_key_too_few_or_too_many_is_refused(path: str) -> None:
    whole = written(RICH)
    part: Any = whole
    for key in path.split(".") if path else []:
        part = part[int(key)] if isinstance(part, list) else part[key]
    for key in list(part):
        kept = part.pop(key)
        assert f"has {key} too" in refused(whole)
        part[key] = kept
    part["extra" * 100] = 1
    assert "without the key extra" in refused(whole)
    del part["extra" * 100]
    assert notation.read_position(whole) == RICH.position


@pytest.mark.parametrize("value", [None, True, 0, 1.5, "S1", [], {}, [{}], {"rules": {}}])
def test_what_is_no_position_is_refused(value: Any) -> None:
    assert refused(value)


@pytest.mark.parametrize("part", ["home", "gems", "joe"])
def test_gems_have_room_wherever_they_may_go(part: str) -> None:
    """At most 31 of a colour in all: a deposit, or a home, to which all of them come can still be written and read."""
    position = written(river("S3:p camp", ruleset=SPIRITS, joe="S2:p", home={1: "p" * 4}))
    position["deposits"]["p"] = "p" * 25
    notation.read_position(position)
    if part == "home":
        position["seats"][1]["home"] += "p"
    elif part == "gems":
        position["seats"][2]["canoes"][0].update(at="S2", gems="p")
    else:
        position["deposits"]["r"] = "p" + position["deposits"]["r"]
    assert refused(position) == "gems must be at most 31 of a colour, all together."


@pytest.mark.parametrize("flag", ["bank", "moved"])
def test_a_canoe_may_be_set_up_as_roped_or_moved_before_its_turn(flag: str) -> None:
    """Whoever sets up a theft need not think of the cards of all others."""
    position = written(SCENES["thief"])
    position["seats"][1]["canoes"][0][flag] = True
    assert notation.write_position(notation.read_position(position)) == position


def test_gem_totals_are_not_checked() -> None:
    """So that a test can set up a small position."""
    position = written(river())
    position["deposits"] = {"p": "", "w": "p", "y": "wwwwwwwwww", "b": "", "r": "r"}
    assert json.dumps(notation.write_position(notation.read_position(position))) == json.dumps(position)
