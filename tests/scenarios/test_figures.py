"""The engine sees the sources' figures and examples as they are printed."""

import json
from pathlib import Path
from typing import Any

import pytest

from niagara import notation, rules

FIGURES = json.loads((Path(__file__).parent / "figures.json").read_text(encoding="utf-8"))


def as_text(value: Any) -> str:
    """JSON whose keys stand in the order in which they were written."""
    return json.dumps(value, separators=(",", ":"))


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure["id"])
def test_figure_has_the_moves_that_its_source_shows(figure: dict[str, Any]) -> None:
    """The whole legal list, letter by letter; and every move of it breaks no rule, every other text of the figures does."""
    position = notation.read_position(figure["position"])
    assert as_text(notation.write_position(position)) == as_text(figure["position"])
    assert notation.legal_texts(position, figure["seat"]) == figure["legal"]
    for other in FIGURES:
        for move in other["legal"]:
            refused = notation.explain(position, figure["seat"], move)
            assert (refused is None) == (move in figure["legal"]), move


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure["id"])
def test_figure_leads_where_its_source_says(figure: dict[str, Any]) -> None:
    """The position after each move that the figure names, with the order of its keys."""
    assert figure["after"]
    for move, after in figure["after"].items():
        position = notation.read_position(figure["position"])
        rules.play(position, figure["seat"], notation.read_move(position, figure["seat"], move))
        assert as_text(notation.write_position(position)) == as_text(after), move


def test_every_figure_is_there() -> None:
    """Each with the rules that it shows."""
    assert len(FIGURES) == 16
    assert all(figure["rules"] and figure["legal"] for figure in FIGURES)
    assert len({figure["id"] for figure in FIGURES}) == 16
