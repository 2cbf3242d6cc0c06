"""What bots expect of the river, held against the river itself."""

from collections import Counter
from itertools import product

import pytest

from niagara.bots.outlook import drifted, fall_chance, lowest_chances, speed_chances
from niagara.rules import RuleSet, legal_moves, new_game, play
from niagara.rules.board import L6, L7, LEFT, LOST, R6, R7, RIGHT, RIVER, S1, S5
from niagara.rules.moves import choose_card
from niagara.rules.river import alternating_arms, move_river


def test_the_lowest_card_is_as_likely_as_counting_all_plays_says() -> None:
    """R6.1, R5.12: Cloud, Lasso and 1/2/3 do not count; with no number the lowest is 0."""
    hands = [{1, 5, 8}, {3, 4, 10}, {2, 9}]
    counted = Counter(min([card for card in cards if card < 8], default=0) for cards in product(*hands))
    chances = lowest_chances([sum(1 << card for card in hand) for hand in hands])
    assert chances == pytest.approx([counted[lowest] / 18 for lowest in range(8)])


def test_open_cards_are_known_and_the_rest_of_the_speed_follows() -> None:
    """R2.7, R6.1."""
    position = new_game(RuleSet(players=3))
    for seat, card in enumerate((6, 5, 4)):
        play(position, seat, choose_card(card))
    first, last = speed_chances(position.view(0)), position.copy()
    assert sum(first) == pytest.approx(1)
    assert max(first) < 1
    assert 0 < first[8] < first[7] < first[6], "a 6 is open; a Cloud more, two Clouds more"
    assert first[9] == 0
    while last.turn != 2:
        play(last, last.turn, legal_moves(last, last.turn)[0])
    assert speed_chances(last.view(2))[4] == 1.0


@pytest.mark.parametrize("flag", [LEFT, RIGHT])
def test_a_canoe_falls_when_its_own_arm_has_been_pushed_often_enough(flag: int) -> None:
    """R6.2: the arms take turns, so a canoe on the flag's seventh space falls with the first push, on the other with the second."""
    own, other = ((L6, L7), (R6, R7)) if flag == LEFT else ((R6, R7), (L6, L7))
    falls_at = {own[1]: 1, other[1]: 2, own[0]: 3, other[0]: 4, S5: 5, S1: 9}
    for place, pushes in falls_at.items():
        assert [end for end, _ in drifted(place, flag, pushes)] == [LOST], place
        assert LOST not in [end for end, _ in drifted(place, flag, pushes - 1)], place


def test_a_drawn_arm_halves_the_danger() -> None:
    """R9, fork=random."""
    once = [0.0, 1.0]
    assert fall_chance(R7, 2, once) == 0.5
    assert dict(drifted(R6, 2, 2)) == {R6: 0.25, R7: 0.5, LOST: 0.25}


def test_expected_drift_is_what_the_river_does() -> None:
    """R6.2: for every place, flag and speed."""
    for flag, speed in product((LEFT, RIGHT), range(9)):
        for place in RIVER:
            position = new_game(RuleSet(players=3))
            position.places[0] = place
            move_river(position, speed, alternating_arms(flag, speed), None)
            assert drifted(place, flag, speed) == ((position.places[0], 1.0),)
