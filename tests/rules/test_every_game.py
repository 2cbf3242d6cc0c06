"""What holds in every game, whatever is played (hypothesis)."""

import copy
import json
import pickle
from random import Random

import pytest
from hypothesis import given, settings

from niagara import notation, rules
from niagara.rules.board import COLOURS, HIDDEN, LOST, NO_CARD, count
from niagara.rules.cargo import GEMS
from niagara.rules.finish import ways_met
from niagara.rules.position import CARDS, CHANCE, NO_GEM, OVER, Position
from niagara.rules.ruleset import starting_gems
from tests.rules.games import EXPANSIONS, game, seeds
from tests.rules.retelling import Retelling, as_seen

every_game = pytest.mark.parametrize(("spirits", "joe"), EXPANSIONS.values(), ids=EXPANSIONS.keys())
some = settings(max_examples=10, deadline=None, derandomize=True)
DECISIONS = 250


def as_text(position: Position) -> str:
    return json.dumps(notation.write_position(position))


def gems(position: Position) -> list[int]:
    """How many gems of each colour there are in all."""
    total = [sum(count(bag, colour) for bag in [*position.deposits, *position.home]) for colour in range(COLOURS)]
    for cargo in position.cargo:
        for colour in GEMS[cargo]:
            total[colour] += 1
    if position.joe_gem != NO_GEM:
        total[position.joe_gem] += 1
    return total


@every_game
@some
@given(seed=seeds)
def test_no_gem_is_made_or_lost(spirits: bool, joe: bool, seed: int) -> None:
    """R1.4, R3.9, R3.11, R6.4: of each colour there are always as many as at the start."""
    for turn in game(seed, spirits, joe, DECISIONS):
        assert gems(turn.after) == [starting_gems(turn.after.rules)] * COLOURS


@every_game
@some
@given(seed=seeds)
def test_nothing_stays_on_the_whirlpool_and_no_canoe_is_overloaded(spirits: bool, joe: bool, seed: int) -> None:
    """R5.1, R7.4, R1.6: at every decision."""
    for turn in game(seed, spirits, joe, DECISIONS):
        after = turn.after
        for canoe, place in enumerate(after.places):
            assert place != after.whirlpool or after.on_bank >> canoe & 1
            assert len(GEMS[after.cargo[canoe]]) <= after.seats_of(canoe)
            assert 0 < place < LOST or not after.cargo[canoe]
        assert after.joe != after.whirlpool or not joe


@every_game
@some
@given(seed=seeds)
def test_who_acts_has_a_legal_move_and_nobody_else_has(spirits: bool, joe: bool, seed: int) -> None:
    """R3.13: and each move once."""
    for turn in game(seed, spirits, joe, DECISIONS):
        acting = rules.actors(turn.after)
        assert (acting == []) == (turn.after.phase == OVER)
        assert rules.next_actor(turn.after) == (acting[0] if acting else -2)
        for seat in range(CHANCE, turn.after.rules.players):
            moves = rules.legal_moves(turn.after, seat)
            assert len(set(moves)) == len(moves)
            changes_card = turn.after.phase == CARDS and seat >= 0
            assert bool(moves) == (seat in acting or changes_card)


@every_game
@some
@given(seed=seeds)
def test_positions_and_views_are_read_as_they_were_written(spirits: bool, joe: bool, seed: int) -> None:
    """Byte by byte, and with the same moves (the notation)."""
    for turn in game(seed, spirits, joe, 80):
        for position in (turn.after, turn.after.view(seed % turn.after.rules.players)):
            text = as_text(position)
            read = notation.read_position(json.loads(text))
            assert as_text(read) == text
            assert read == position
            assert rules.actors(read) == rules.actors(position)


@every_game
@some
@given(seed=seeds)
def test_playing_on_a_copy_leaves_the_position_as_it_was(spirits: bool, joe: bool, seed: int) -> None:
    """Also for what bots search with: copies share nothing that changes."""
    for turn in game(seed, spirits, joe, 80):
        before = as_text(turn.before)
        for again in (turn.before.copy(), copy.copy(turn.before), pickle.loads(pickle.dumps(turn.before))):
            rules.play(again, turn.seat, turn.move)
            assert as_text(turn.before) == before
            assert again == turn.after  # with events or without
            assert (again == turn.before) == (before == as_text(again))


@every_game
@some
@given(seed=seeds)
def test_events_tell_everything_that_happens(spirits: bool, joe: bool, seed: int) -> None:
    """A board that only listens shows the position after, at every decision; each river tells all its pushes."""
    retelling = None
    pushes = 0
    for turn in game(seed, spirits, joe, DECISIONS):
        retelling = retelling or Retelling(notation.write_position(turn.before))
        for event in map(notation.write_event, turn.events):
            retelling.hear(event)
            if event["event"] == "river":
                pushes = event["speed"]
            elif event["event"] == "push":
                pushes -= 1
            elif event["event"] in ("round", "over"):
                assert pushes == 0
        assert retelling.shown() == as_seen(notation.write_position(turn.after))


@every_game
@some
@given(seed=seeds)
def test_hidden_card_changes_no_byte_of_what_others_see(spirits: bool, joe: bool, seed: int) -> None:
    """R10.1, R10.2: whatever it is, their views, actors and legal moves are the same."""
    random = Random(seed)
    for turn in game(seed, spirits, joe, 60):
        position = turn.after
        for seat, card in enumerate(position.cards):
            if card == NO_CARD or position.opened >> seat & 1:
                continue
            changed = position.copy()
            changed.cards[seat] = random.choice([c for c in range(1, 11) if position.hands[seat] >> c & 1])
            for viewer in range(-1, position.rules.players):
                same = as_text(changed.view(viewer)) == as_text(position.view(viewer))
                assert same == (viewer != seat or changed.cards[seat] == card)


@every_game
@some
@given(seed=seeds)
def test_view_hides_just_the_cards_of_others_that_are_not_open(spirits: bool, joe: bool, seed: int) -> None:
    """R10.1, R2.6."""
    for turn in game(seed, spirits, joe, DECISIONS):
        for viewer in range(-1, turn.after.rules.players):
            view = turn.after.view(viewer)
            for seat, card in enumerate(turn.after.cards):
                hidden = card != NO_CARD and seat != viewer and not turn.after.opened >> seat & 1
                assert view.cards[seat] == (HIDDEN if hidden else card)
            assert view.guess(turn.after.cards) == turn.after


@every_game
@some
@given(seed=seeds)
def test_games_survive_pickling(spirits: bool, joe: bool, seed: int) -> None:
    """So that workers can be sent positions, views, rule sets and events."""
    for turn in game(seed, spirits, joe, 40):
        for value in (turn.after, turn.after.view(0), turn.after.rules, turn.events):
            again = pickle.loads(pickle.dumps(value))
            assert again == value
            assert type(again) is type(value)


@every_game
@some
@given(seed=seeds)
def test_record_of_any_game_reads_and_writes_the_same_bytes(spirits: bool, joe: bool, seed: int) -> None:
    """Finished or not; and it replays to the same position."""
    turns = list(game(seed, spirits, joe, DECISIONS))
    first, last = turns[0].before, turns[-1].after
    decisions = notation.ordered([(turn.seat, turn.move) for turn in turns], first.rules, first.ring)
    names = [f"Seat {seat}" for seat in range(first.rules.players)]
    record = notation.Record(first.rules, names, first.ring, decisions)
    text = notation.write_record(record)
    again = notation.read_record(text)
    assert notation.write_record(again) == text
    assert again.decisions == decisions
    if last.phase != CARDS:  # there, cards of those who have chosen are not in the record
        assert again.end() == last


@every_game
@some
@given(seed=seeds)
def test_game_goes_on_while_nobody_has_met_a_way_to_win(spirits: bool, joe: bool, seed: int) -> None:
    """R8.1, R8.4: rounds count up by one, the ring goes round, and the end comes when it must."""
    for turn in game(seed, spirits, joe, DECISIONS):
        before, after = turn.before, turn.after
        met = [seat for seat, home in enumerate(after.home) if ways_met(home)]
        if after.phase == OVER:
            assert (after.round, after.ring) == (before.round, before.ring)
            assert met or after.round == after.rules.round_limit
            assert {seat for seat in range(after.rules.players) if after.winners >> seat & 1} <= set(met)
        elif after.round != before.round:
            assert (after.round, after.ring) == (before.round + 1, (before.ring + 1) % after.rules.players)
            assert met == []


def test_moves_of_these_games_are_of_every_kind() -> None:
    """So that the properties above speak of all rules: what is done in the games of a few seeds."""
    done = set()
    for seed in range(25):
        for turn in game(seed, True, True, DECISIONS):
            text = notation.write_move(turn.move)
            done |= {sign for sign in ("=", "(+", "(-", "*", "&+", "&-", ">~", ">~lost", ">camp") if sign in text}
            done.add(text.split()[0] if " " in text else text if text in ("end", "nobuy") else "canoe")
            done |= {str(notation.write_event(event)["event"]) for event in turn.events}
    assert done >= {
        "=", "(+", "(-", "*", "&+", "&-", ">~", ">~lost", ">camp", "canoe", "end", "nobuy", "buy", "card", "elk", "weather",
        "lasso", "river", "arm", "carry", "fall", "beaver", "elk_home", "unrope", "trade", "steal", "joe", "refill",
        "over", "whirlpool", "declined", "bought", "points", "flag",
    }  # fmt: skip
