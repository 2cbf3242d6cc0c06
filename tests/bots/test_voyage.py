"""What a voyage takes, worked out for one canoe: the figures must order places and hands as a player would."""

import pytest

from niagara.bots.voyage import BUY_BACK_ROUNDS, HOME, River, voyage
from niagara.rules.board import CAMP, CLOUD, L6, L7, LASSO, LOST, PURPLE, RED, RIGHT, S1, S3, WHITE, YELLOW

FULL = 0
BASE = voyage(False, 4, False, 1, 0)


def test_the_farther_down_the_longer_the_way_home() -> None:
    home = BASE.rounds(FULL)[HOME][RIGHT]
    river = [home[place] for place in range(CAMP, L7 + 1)]
    assert river == sorted(river)
    assert home[CAMP] == 0
    assert home[S1] == pytest.approx(1, abs=0.1), "any number lands from S1; two Clouds are rarely drawn"
    assert home[LOST] > home[L7] + BUY_BACK_ROUNDS


def test_colours_farther_down_take_longer_to_fetch() -> None:
    fetch = [BASE.rounds(FULL)[colour][RIGHT][CAMP] for colour in (PURPLE, WHITE, YELLOW, RED)]
    assert fetch == sorted(fetch)


def test_who_has_only_a_cloud_left_waits_where_he_is() -> None:
    """R5.13: the Cloud moves no canoe, so the river has it for a round."""
    waiting = BASE.rounds(1 << CLOUD)[HOME][RIGHT]
    usual = BASE.rounds(FULL)[HOME][RIGHT]
    assert waiting[S3] > usual[S3] + 1
    assert waiting[L6] > usual[L6] + 1


def test_a_lasso_keeps_a_canoe_from_the_fall() -> None:
    """R5.8: with nothing but the Lasso in hand, a round is lost but not the canoe."""
    spirits = voyage(True, 4, False, 1, 0)
    usual, roped, clouded = (spirits.rounds(hand)[HOME][RIGHT][L7] for hand in (FULL, 1 << LASSO, 1 << CLOUD))
    assert roped == pytest.approx(usual + 1)
    assert roped < clouded


def test_the_elk_shortens_every_voyage() -> None:
    """R5.17."""
    alone, with_elk = voyage(True, 4, False, 1, 0).rounds(FULL), voyage(True, 4, False, 1, 2).rounds(FULL)
    for goal in (PURPLE, WHITE, YELLOW, RED, HOME):
        assert with_elk[goal][RIGHT][S3] <= alone[goal][RIGHT][S3]


def test_a_known_river_takes_the_canoe_where_it_will() -> None:
    """R6.2: two pushes take a disc from S3 to S5; a standing river leaves it."""
    by_flag = BASE.rounds(FULL)[HOME]
    assert River(RIGHT, [1.0]).rounds_after(by_flag, S3) == by_flag[RIGHT][S3]
    assert River(RIGHT, [0.0, 0.0, 1.0]).rounds_after(by_flag, S3) == by_flag[RIGHT][S3 + 2]
