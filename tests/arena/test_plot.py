"""The picture: each interval stands in its own field, however many bots there are."""

from io import BytesIO
from itertools import permutations

import pytest

from niagara.arena import Rate, Rating
from niagara.arena.plot import drawn


@pytest.mark.parametrize("entries", [2, 5, 30])
def test_every_interval_stands_in_its_own_field_and_the_best_at_the_top(entries: int) -> None:
    names = [f"bot {number}" for number in range(entries - 1)] + ["One whose name has forty signs, all told"]
    rates = dict.fromkeys(permutations(range(entries), 2), Rate(1.0, 1.0, 1.0))  # the longest text there is
    figure = drawn(names, [Rating(25.0 + number, 1.0) for number in range(entries)], rates)
    figure.savefig(BytesIO(), format="png")
    left, right = figure.axes
    assert [label.get_text() for label in left.get_yticklabels()] == names[::-1]
    assert left.get_ylim() == right.get_ylim()
    assert len(right.texts) == entries * (entries - 1)
    for text in right.texts:
        column, row = text.get_position()
        assert column != row
        box = text.get_window_extent().transformed(right.transData.inverted())
        assert column - 0.5 < box.x0 < box.x1 < column + 0.5
        assert row - 0.5 < min(box.y0, box.y1)
        assert max(box.y0, box.y1) < row + 0.5
