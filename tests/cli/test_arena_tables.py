"""Results in a terminal: whatever bots call themselves, and however narrow it is."""

import re

import pytest

from niagara.arena import MIXED, Course, Tournament
from niagara.cli.arena_tables import print_ladder
from niagara.rules import RuleSet
from tests.arena.played import made_up, named

STRANGE = ("[/b]", "[red]x", ":fire:", "$\\frac{$", "渡し守")


def ladder(*names: str, rules: tuple[RuleSet, ...] = (RuleSet(3),), form: str = "pairs") -> Course:
    course = Course(Tournament(named(*names), rules, games=12, form=form))
    for games in course.stages():
        for game in games:
            course.add(made_up(game))
    return course


def test_a_name_is_shown_as_it_is(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """It is another's: it neither steers the table nor breaks it."""
    monkeypatch.setenv("COLUMNS", "120")
    print_ladder(ladder(*STRANGE), None)
    shown = capsys.readouterr().out
    for name in STRANGE:
        assert shown.count(name) == 3, "in the standings, and in a row and a column of the matrix"


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_a_matrix_fits_the_terminal(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is too narrow some columns stand below the others: no interval is broken, none is missing."""
    monkeypatch.setenv("COLUMNS", str(columns))
    names = ["weak", "strong", "a bot with forty signs of a name in it, o", *"abcdef"]
    course = ladder(*names, rules=(RuleSet(3), RuleSet(3, joe=True)), form=MIXED)
    print_ladder(course, None)
    _, *matrices = re.split(r"^(?:The share of each|players=3).*$", capsys.readouterr().out, flags=re.MULTILINE)
    assert len(matrices) == 3
    for matrix in matrices:
        assert len(re.findall(r"\d\.\d%", matrix)) == len(re.findall(r"\d\.\d–\d+\.\d\b", matrix)) == 9 * 8
        assert max(map(len, matrix.splitlines())) <= columns
