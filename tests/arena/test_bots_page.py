"""docs/bots.md tells the truth: its programs run, its table of faults is whole, its options exist."""

import re
import sys
import textwrap
from pathlib import Path

import pytest
from typer.testing import CliRunner

from niagara.arena import Entry, Game, play_game, read_entries
from niagara.bots.external import KINDS, LONGEST_NAME, PROTOCOL, STARTS, Limits
from niagara.cli import app
from niagara.rules import RuleSet
from niagara.words import has

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
PLANK, BY_HAND = (textwrap.dedent(code) for code in re.findall(r"^ *```python\n(.*?)^ *```$", PAGE, re.M | re.S))


def test_the_first_program_plays_without_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "plank.py"
    file.write_text(PLANK)
    limits = Limits(60, 60)
    (plank,) = read_entries([f"{sys.executable} {file}"], limits)
    drifter = Entry("drifter", strength="drifter")
    rules = RuleSet(3, spirits=True, joe=True, round_limit=20)
    played = play_game(Game("0/0-1/0/0", rules, (plank, drifter, plank), luck="1", limits=limits))
    assert (plank.name, plank.version, played.forfeited) == ("Plank", "1", ())


def test_a_tournament_in_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(BY_HAND, "bots.md", "exec"), {"__name__": "page"})
    assert len(capsys.readouterr().out.splitlines()) == 13


def test_every_kind_of_fault_is_told() -> None:
    assert tuple(re.findall(r"^\| `(\w+)` \|", PAGE, re.M)) == KINDS
    assert all(has(f"arena-forfeit-{kind}") for kind in KINDS)


def test_numbers_are_those_of_the_code() -> None:
    assert f"protocol, version {PROTOCOL}" in PAGE
    assert f"at most {LONGEST_NAME} printable characters" in PAGE
    assert (
        f"has {Limits().start:g} seconds to introduce itself (`--start-seconds`) and {Limits().decision:g} for" in PAGE
    )
    assert STARTS == 4
    assert "after four starts" in PAGE


def test_every_option_that_is_named_exists() -> None:
    shown = CliRunner().invoke(app, ["arena", "--help"], env={"COLUMNS": "300", "NO_COLOR": "1"}).output
    named = set(re.findall(r"--[a-z][a-z-]+", PAGE))
    assert named <= set(re.findall(r"--[a-z-]+", shown))
