"""Bots in whole games: they choose what is legal, see what their seat sees, and do the same again on the same seed."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niagara import bots, rules
from niagara.rules import CARDS, CHANCE, OVER, TURNS, Position, RuleSet, View
from niagara.words import Refusal

RULE_SETS = [
    RuleSet(players=players, spirits=spirits, joe=joe, fork=fork, round_limit=8)
    for players, fork in ((3, rules.ALTERNATING), (4, rules.RANDOM), (5, rules.ALTERNATING))
    for spirits in (False, True)
    for joe in (False, True)
]
seeds = st.integers(0, 2**32)
some_rules = st.sampled_from(RULE_SETS)
strengths = st.sampled_from(bots.STRENGTHS)


def walk(ruleset: RuleSet, seed: int) -> Iterator[tuple[Position, int]]:
    """The decisions of a game of random moves, with the position before each."""
    random = Random(seed)
    position = rules.new_game(ruleset, seed % ruleset.players)
    while position.phase != OVER:
        seat = random.choice(rules.actors(position))
        yield position.copy(), seat
        rules.play(position, seat, random.choice(rules.legal_moves(position, seat)))


def chosen(strength: str, seed: int, view: View, seat: int, moves: list[int]) -> int:
    return bots.make(strength, seed).choose(view, seat, moves[:])


@settings(max_examples=12, deadline=None)
@given(some_rules, seeds, strengths)
def test_a_bot_chooses_a_legal_move_wherever_random_play_leads(ruleset: RuleSet, seed: int, strength: str) -> None:
    bot = bots.make(strength, seed)
    for position, seat in walk(ruleset, seed):
        if seat != CHANCE:
            moves = rules.legal_moves(position, seat)
            assert bot.choose(position.view(seat), seat, moves[:]) in moves


@settings(max_examples=12, deadline=None)
@given(some_rules, seeds, strengths)
def test_a_bot_leaves_the_view_and_the_moves_as_they_were(ruleset: RuleSet, seed: int, strength: str) -> None:
    for position, seat in list(walk(ruleset, seed))[::7]:
        if seat != CHANCE:
            view, moves = position.view(seat), rules.legal_moves(position, seat)
            before = moves[:]
            bots.make(strength, seed).choose(view, seat, moves)
            assert view == position.view(seat)
            assert moves == before


@settings(max_examples=20, deadline=None)
@given(some_rules, seeds, strengths)
def test_a_hidden_card_changes_no_choice(ruleset: RuleSet, seed: int, strength: str) -> None:
    """R10.1: what others have laid face down is not to be known."""
    random = Random(seed)
    for position, seat in walk(ruleset, seed):
        hidden = [other for other, card in enumerate(position.cards) if card and not position.opened >> other & 1]
        if seat == CHANCE or position.phase not in (CARDS, TURNS) or not set(hidden) - {seat}:
            continue
        other_truth = position.copy()
        for other in set(hidden) - {seat}:
            hand = [card for card in range(1, 11) if position.hands[other] >> card & 1]
            other_truth.cards[other] = random.choice(hand)
        moves = rules.legal_moves(position, seat)
        choices = {chosen(strength, seed, truth.view(seat), seat, moves) for truth in (position, other_truth)}
        assert len(choices) == 1


@pytest.mark.parametrize("strength", bots.STRENGTHS)
def test_the_same_seed_plays_the_same_game(strength: str) -> None:
    def game() -> list[int]:
        ruleset = RuleSet(players=3, spirits=True, joe=True, round_limit=12)
        players = [bots.make(strength, seat) for seat in range(3)]
        position, found = rules.new_game(ruleset), []
        while position.phase != OVER:
            seat = rules.next_actor(position)
            found.append(players[seat].choose(position.view(seat), seat, rules.legal_moves(position, seat)))
            rules.play(position, seat, found[-1])
        return found

    assert game() == game()


def test_an_unknown_strength_is_answered_with_the_nearest() -> None:
    with pytest.raises(Refusal) as refused:
        bots.make("padler", 0)
    assert "the nearest is paddler" in refused.value.text
    assert all(strength in refused.value.text for strength in bots.STRENGTHS)
