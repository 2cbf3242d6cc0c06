"""The log of a game in words: every happening of every rule set is told, cause and effect in one line."""

from itertools import product
from random import Random
from typing import Any

import pytest

from niagara import bots, notation, rules
from niagara.rules import CHANCE, OVER, Event, RuleSet
from niagara.words.log import Log, all_of, gems_in_words

NAMES = ("Ada", "Bo", "Cy", "Di")
UNTOLD = {"chose", "push", "flag", "unrope"}  # seen on the board


def told(*events: dict[str, Any], you: int | None = None) -> list[str]:
    log = Log(lambda seat: (NAMES[seat], seat == you))
    log.tell(events)
    return [line.text for line in log.lines]


def step(start: str, end: str, canoe: str = "a", seat: int | None = 0, cost: int = 1) -> dict[str, Any]:
    return {"event": "step", "seat": seat, "canoe": canoe, "from": start, "to": end, "cost": cost}


OPEN = {"event": "open", "seat": 0, "card": "6"}
LOAD = {"event": "load", "seat": 0, "canoe": "a", "gem": "w", "at": "S4"}


def games() -> list[list[dict[str, Any]]]:
    """The events of games of every rule set, bots against random moves, so that much happens."""
    found = []
    for seed, (spirits, joe, fork) in enumerate(
        product((False, True), (False, True), (rules.ALTERNATING, rules.RANDOM))
    ):
        random, events = Random(seed), [Event(rules.events.ROUND, [1, 0])]
        position = rules.new_game(RuleSet(players=4, spirits=spirits, joe=joe, fork=fork, round_limit=60))
        drifter = bots.make("drifter", seed)
        while position.phase != OVER:
            seat = rules.next_actor(position)
            moves = rules.legal_moves(position, seat)
            by_chance = seat in (CHANCE, 3)
            move = random.choice(moves) if by_chance else drifter.choose(position.view(seat), seat, moves)
            rules.play(position, seat, move, events)
        found.append([notation.write_event(event) for event in events])
    return found


GAMES = games()


@pytest.mark.parametrize("events", GAMES)
def test_whole_games_are_told_in_whole_sentences(events: list[dict[str, Any]]) -> None:
    for you in (None, 0, 3):
        for line in told(*events, you=you):
            assert line.endswith(".")
            assert line.count("**") % 2 == 0
            assert "{" not in line
            assert "  " not in line


def test_every_kind_of_event_happens_in_these_games_and_is_told_or_seen() -> None:
    kinds = {event["event"] for events in GAMES for event in events}
    assert kinds >= UNTOLD | {
        "bought",
        "declined",
        "elk",
        "fall",
        "carry",
        "steal",
        "trade",
        "beaver",
        "refill",
        "over",
        "joe",
    }
    alone = Log(lambda seat: (NAMES[seat], False))
    alone.tell([OPEN])
    for kind in UNTOLD:
        alone.tell(next(event for events in GAMES for event in events if event["event"] == kind) for _ in range(1))
    assert [line.text for line in alone.lines] == ["**Ada** plays 6."]


def test_steps_are_told_as_one_way() -> None:
    way = [step("camp", "S1"), step("S1", "S2"), step("S2", "S3"), step("S3", "S4")]
    assert told(OPEN, *way, LOAD) == ["**Ada** plays 6: launches a canoe to white, loads a white gem."]
    assert told(OPEN, *way, LOAD, you=0) == ["**You** play 6: launch a canoe to white, load a white gem."]


def test_a_canoe_that_comes_home_is_told_by_what_it_brings() -> None:
    home = {"event": "home", "seat": 0, "canoe": "a", "gems": "pw"}
    way = [step("S2", "S1"), step("S1", "camp")]
    assert told(OPEN, *way, home) == ["**Ada** plays 6: brings a purple gem and a white gem home."]
    assert told(OPEN, *way, home | {"gems": ""}) == ["**Ada** plays 6: lands in camp with an empty canoe."]


def test_the_second_canoe_sets_out_where_the_first_has_come_to() -> None:
    """Two canoes: what the first has done stays told."""
    first = [step("S3", "S4"), LOAD]
    second = [step("S4", "S3", "b"), step("S3", "S2", "b")]
    text = "**Ada** plays 6: glides down to white, loads a white gem, climbs to the second grey space."
    assert told(OPEN, *first, *second) == [text]


def test_joe_has_a_line_of_his_own_and_turns_round_in_it() -> None:
    """R7.3."""
    river = {"event": "river", "speed": 1, "lowest": 1, "weather": 0}
    steps = [step("S2", "S1", "joe", None), step("S1", "S2", "joe", None), step("S2", "S3", "joe", None)]
    assert told(river, *steps)[1] == "**Diamond Joe**: climbs to the first grey space, glides down to purple."


def test_what_the_river_takes_stands_behind_the_river() -> None:
    river = {"event": "river", "speed": 2, "lowest": 3, "weather": -1}
    fall = {"event": "fall", "seat": 1, "canoe": "a", "at": "R7", "gems": "r", "elk": True}
    [line] = told(river, fall, {"event": "elk_home"})
    assert line == (
        "**The river moves 2:** lowest card 3, sun, −1. Bo’s canoe goes over the right fall with a red gem. "
        "The elk swims ashore. The elk is back among the rubies."
    )


def test_gems_are_listed_as_they_are_spoken() -> None:
    assert [all_of(items) for items in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b, and c"]
    assert gems_in_words("pr") == "a purple gem and a red gem"
