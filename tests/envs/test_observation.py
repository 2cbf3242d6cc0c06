"""What a seat sees: all that it may know, nothing that it may not, and the same from every chair."""

from functools import cache
from random import Random

import numpy as np
import pytest

from niagara import rules
from niagara.envs import rule_set
from niagara.envs.observation import Floats, Observer, layout, size
from niagara.rules.board import HIDDEN, NO_CARD
from niagara.rules.position import Position
from tests.rules.games import EXPANSIONS, game
from tests.rules.scene import river

observer_of = cache(Observer)


def positions(expansion: str, games: int = 3, decisions: int = 80) -> list[Position]:
    spirits, joe = EXPANSIONS[expansion]
    return [turn.before for seed in range(games) for turn in game(seed, spirits, joe, decisions)]


def seen(position: Position, seat: int, knows_own: bool = True) -> Floats:
    return observer_of(position.rules).one(position, seat, knows_own=knows_own)


def turned(position: Position) -> Position:
    """The same table with every player one chair further on."""
    n = position.rules.players

    def shift(bits: int, by: int, width: int) -> int:
        return (bits << by | bits >> width - by) & (1 << width) - 1

    after = position.copy()
    for name, by in (("home", 1), ("hands", 1), ("cards", 1), ("places", 2), ("cargo", 2)):
        values = getattr(position, name)
        setattr(after, name, values[-by:] + values[:-by])
    for name, by in (("on_bank", 2), ("moved", 2), ("points", 2), ("opened", 1), ("pending", 1)):
        setattr(after, name, shift(getattr(position, name), by, by * n))
    after.ring = (position.ring + 1) % n
    after.turn = (position.turn + 1) % n if position.turn >= 0 else position.turn
    after.elk = (position.elk + 2) % (2 * n) if position.elk >= 0 else position.elk
    return after


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_parts_follow_each_other_without_gap(players: int) -> None:
    parts = list(layout(players).values())
    assert [part.start for part in parts] == [0, *[part.stop for part in parts[:-1]]]
    assert parts[-1].stop == size(players)


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_numbers_are_between_nothing_and_one(expansion: str) -> None:
    for position in positions(expansion):
        row = seen(position, 0)
        assert row.dtype == np.float32
        assert row.min() >= 0
        assert row.max() <= 1


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_a_seat_sees_its_own_card_and_no_other_that_is_face_down(expansion: str) -> None:
    """R10.1."""
    random = Random(expansion)
    checked = 0
    for position in positions(expansion):
        seat = random.randrange(position.rules.players)
        for other, card in enumerate(position.cards):
            if card == NO_CARD or position.opened >> other & 1:
                continue
            changed = position.copy()
            changed.cards[other] = random.choice([c for c in range(1, 11) if c != card])
            assert np.array_equal(seen(position, seat), seen(changed, seat)) == (other != seat)
            assert np.array_equal(seen(position, seat, knows_own=False), seen(changed, seat, knows_own=False))
            checked += 1
    assert checked > 40


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_a_view_looks_like_the_position_that_it_was_cut_from(expansion: str) -> None:
    """R10.1: what is hidden in a view is not in an observation either."""
    for position in positions(expansion, games=1):
        view = position.view(1)
        assert np.array_equal(seen(position, 1), seen(view, 1))
    assert any(HIDDEN in position.view(1).cards for position in positions(expansion, games=1))


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_the_table_looks_the_same_from_every_chair(expansion: str) -> None:
    """R1.9: seats are counted from the looker, so that one strategy fits all of them."""
    for position in positions(expansion, games=2):
        n = position.rules.players
        for seat in range(n):
            assert np.array_equal(seen(position, seat), seen(turned(position), (seat + 1) % n))


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_whatever_an_open_move_changes_is_seen_by_all(expansion: str) -> None:
    """R10.1: nothing else is hidden."""
    spirits, joe = EXPANSIONS[expansion]
    for seed in range(3):
        for turn in game(seed, spirits, joe, 60):
            if turn.after.winners or turn.after.phase == rules.OVER:
                continue  # who has won is told by the rewards
            for seat in range(turn.before.rules.players):
                before, after = turn.before.view(seat), turn.after.view(seat)
                assert np.array_equal(seen(before, seat), seen(after, seat)) == (before == after)


def test_parts_hold_what_their_names_say() -> None:
    scene = river("S4:w camp", "L7/elk lost", card="3", ruleset="players=3 spirits joe", beaver="S2", home={2: "rr"})
    row, where = seen(scene.position, 1), layout(3)
    assert row[where["seat 0 a place"]].argmax() == 7  # L7, of the looker's canoe a
    assert row[where["seat 0 a elk"]] == 1
    assert row[where["seat 0 b place"]].argmax() == 10  # lost
    assert list(row[where["seat 1 home"]]) == [0, 0, 0, 0, 2 / 8]
    assert list(row[where["seat 2 a gems"]]) == [0, 1 / 2, 0, 0, 0]
    assert row[where["seat 2 card"]].argmax() == 2  # the 3 that seat 0 has turned over
    assert row[where["seat 1 card"]].argmax() == 10  # face down
    assert row[where["seat 2 turn"]] == 1
    assert row[where["beaver"]].argmax() == 1
    assert list(row[where["rules"]]) == [1, 1, 0, 0, 0]


def test_many_positions_at_once_look_as_each_alone() -> None:
    ruleset = rule_set(spirits=True, joe=True)
    from niagara.envs.observation import numbers

    position, random = rules.new_game(ruleset), Random(5)
    found: list[tuple[Position, int]] = []
    while len(found) < 600:
        seat = rules.next_actor(position)
        found.append((position.copy(), seat))
        rules.play(position, seat, random.choice(rules.legal_moves(position, seat)))
        if position.phase == rules.OVER:
            position = rules.new_game(ruleset)
    observer = Observer(ruleset)
    rows = observer.many([numbers(each) for each, _ in found], np.array([seat for _, seat in found]))
    for row, (each, seat) in zip(rows, found, strict=True):
        assert np.array_equal(row, observer.one(each, seat))
