"""What the paddler does where it is plain what ought to be done."""

from typing import Any

from niagara import bots, notation, rules
from niagara.rules import RuleSet


def scene(seats: list[dict[str, Any]], **changes: Any) -> rules.Position:
    """A base game for three with these seats' homes, canoes and cards; whoever has a card plays it now, the others' are hidden."""
    written = notation.write_position(rules.new_game(RuleSet(players=3)))
    written["phase"] = "turns"
    written["turn"] = written["ring"] = 0
    for seat, given in zip(written["seats"], seats, strict=True):
        for canoe, (at, gems) in zip(seat["canoes"], given["canoes"], strict=True):
            canoe["at"], canoe["gems"] = at, gems
        seat["home"], seat["card"] = given.get("home", ""), given["card"]
    first = written["seats"][0]
    first["open"] = True
    first["hand"] = first["hand"].replace(first["card"], "")
    return notation.read_position(written | changes)


def move_of(position: rules.Position) -> str:
    seat = rules.actors(position)[0]
    return notation.write_move(
        bots.make("paddler", 1).choose(position.view(seat), seat, rules.legal_moves(position, seat))
    )


FAR = {"canoes": [("camp", ""), ("camp", "")], "card": "3"}


def test_it_brings_the_winning_gem_home() -> None:
    """R3.11, R8.1."""
    position = scene([{"home": "ppp", "canoes": [("S3", "p"), ("camp", "")], "card": "4"}, FAR, FAR])
    assert move_of(position) == "a>camp"


def test_it_loads_before_it_paddles_home() -> None:
    """R3.5, R3.6, R3.8."""
    position = scene([{"home": "ppp", "canoes": [("S3", ""), ("camp", "")], "card": "5"}, FAR, FAR])
    assert move_of(position) == "a(+p)>camp"


def test_it_robs_who_is_about_to_win() -> None:
    """R4.1: a step up to S4, where the fourth white gem of another lies."""
    rich = {"home": "www", "canoes": [("S4", "w"), ("camp", "")], "card": "4"}
    position = scene([{"canoes": [("S5", ""), ("camp", "")], "card": "1"}, rich, FAR])
    assert move_of(position) == "a>S4*w1a"


def test_it_does_not_wait_at_the_edge() -> None:
    """R6.2: at R7, with the flag to the right, the next push is the last."""
    position = scene([{"canoes": [("R7", "r"), ("camp", "")], "card": "3"}, FAR, FAR])
    assert move_of(position) == "a>S4"


def test_it_pays_with_a_gem_that_is_soon_fetched_again() -> None:
    """R2.1. Both canoes are lost, so it must buy, but not with the blue that it would have to fetch at the edge of the fall."""
    written = notation.write_position(rules.new_game(RuleSet(players=3)))
    written["phase"], first = "buy", written["seats"][0]
    first["home"] = "pwyb"
    for canoe in first["canoes"]:
        canoe["at"] = "lost"
    for seat in written["seats"][1:]:
        seat["bought"] = True
    assert move_of(notation.read_position(written)) in ("buy a p", "buy a w")


def test_it_turns_the_weather_so_that_its_canoe_stays() -> None:
    """R5.13, R6.1: a 1 is open, the other canoe at the edge falls with a river of 1 and not with 0."""
    position = scene([{"canoes": [("R7", "r"), ("camp", "")], "card": "C"}, FAR | {"card": "1"}, FAR | {"card": "1"}])
    for seat in (1, 2):
        position.hands[seat] = 1 << 1
    assert move_of(position) == "weather -"
