"""Games between bots: the same again on the same luck, and won by the better one."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from niagara import notation
from niagara.arena import ONE_TABLE, Course, Entry, Game, Tournament, here, play, play_game, tally
from niagara.bots.external import CRASHED, STARTS, Limits
from niagara.rules import CARDS, RANDOM, RuleSet, View
from tests.arena.played import named
from tests.programs import Program, program

__all__ = ["program"]

DRIFTER = Entry("drifter", strength="drifter")
GAME = Game("0/0-1/0/0", RuleSet(players=4, round_limit=30), (DRIFTER,) * 4, luck="5")
LIMITS = Limits(decision=20, start=20)


def test_a_game_is_the_same_again_and_another_on_other_luck() -> None:
    assert play_game(GAME) == play_game(GAME)
    assert play_game(replace(GAME, luck="6")) != play_game(GAME)


def test_a_game_draws_the_arms_where_chance_does() -> None:
    """R9, fork=random."""
    game = replace(GAME, rules=RuleSet(players=3, fork=RANDOM, round_limit=30), seats=(DRIFTER,) * 3)
    assert play_game(game) == play_game(game)


def test_nobody_wins_at_the_round_limit() -> None:
    """R8.4."""
    played = play_game(replace(GAME, rules=RuleSet(players=4, round_limit=2)))
    assert (played.winners, played.rounds) == ((), 2)


def test_the_first_cards_are_dealt_alike_to_every_seating(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that deals differ even between bots that leave nothing to chance."""
    seen: list[tuple[int, tuple[int, ...]]] = []

    class Noting:
        name = "Noting"

        def choose(self, view: View, seat: int, moves: list[int]) -> int:
            assert (view.round, view.phase) != (1, CARDS)
            if view.opened == (1 << 4) - 1 and view.round == 1:
                seen.append((view.ring, tuple(view.cards)))
            return moves[0]

    monkeypatch.setattr("niagara.bots.make", lambda strength, seed: Noting())
    tournament = Tournament(named("a", "b"), (RuleSet(players=4, round_limit=1),), games=28)
    openings = []
    for number in range(2):
        seen.clear()
        for game in tournament.deal(tournament.meetings()[0], number):
            play_game(game)
        openings.append(set(seen))
    assert [len(opening) for opening in openings] == [1, 1]
    assert openings[0] != openings[1]


def test_what_a_program_forfeits_stands_with_the_game(program: Program) -> None:
    crashing = Entry("Leak", command=program("sys.exit('water comes in')"))
    played = play_game(replace(GAME, seats=(DRIFTER, crashing, DRIFTER, DRIFTER), limits=LIMITS))
    (forfeited,) = played.forfeited
    assert forfeited.seat == 1
    assert forfeited.counts[CRASHED] == STARTS
    assert forfeited.words == "water comes in"


def test_a_program_hears_how_the_game_ended(program: Program, tmp_path: Path) -> None:
    heard = tmp_path / "over"
    listening = f"""
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "over":
        open({str(heard)!r}, "w").write(line)
    elif asked["do"] == "hello":
        print(json.dumps({{"id": asked["id"], "name": "Ear"}}), flush=True)
    else:
        print(json.dumps({{"id": asked["id"], "move": asked["moves"][0]}}), flush=True)
"""
    entry = Entry("Ear", command=program(whole=listening))
    played = play_game(replace(GAME, rules=RuleSet(4, round_limit=2), seats=(DRIFTER,) * 3 + (entry,), limits=LIMITS))
    over = notation.read_position(json.loads(heard.read_text())["position"])
    assert (over.round, played.forfeited) == (2, ())


@pytest.mark.parametrize(("spirits", "joe"), [(False, False), (False, True), (True, False), (True, True)])
def test_a_paddler_beats_three_drifters(spirits: bool, joe: bool) -> None:
    """12 games of a fixed seed; over many games it wins more than four in five (docs/bots.md)."""
    rules = RuleSet(players=4, spirits=spirits, joe=joe, round_limit=100)
    entries = (Entry("paddler", strength="paddler"), DRIFTER)
    course = Course(Tournament(entries, (rules,), games=12, seed=1, form=ONE_TABLE, line_up=(0, 1, 1, 1)))
    rounds = [played.rounds for played in play(course, here())]
    paddler, drifters = tally(course.deals(), 2)
    assert len(rounds) == paddler.games == 12
    assert paddler.wins >= 8
    assert drifters.wins <= 5
    assert max(rounds) < 100
