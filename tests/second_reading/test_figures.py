"""The second reading passes the sources' figures and examples, as the engine must."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.second_reading import apply, check, legal

FIGURES = json.loads((Path(__file__).parents[1] / "scenarios" / "figures.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure["id"])
def test_second_reading_sees_the_figure_as_its_source_does(figure: dict[str, Any]) -> None:
    """The whole legal list, and letter by letter the position after each move that the figure names."""
    check(figure["position"])
    assert legal(figure["position"], figure["seat"]) == figure["legal"]
    for move, after in figure["after"].items():
        assert json.dumps(apply(figure["position"], figure["seat"], move)) == json.dumps(after), move
