"""docs/research.md tells the truth: its code runs, its tables have the right numbers."""

import re
from pathlib import Path

import pytest

from niagara.envs import SECTIONS
from niagara.envs.actions import SAID
from niagara.envs.observation import CANOE, SEAT, TABLE, size

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^### ?(.*?)$|^## (.*?)$|^```python\n(.*?)^```$", PAGE, re.M | re.S)


def blocks() -> list[tuple[str, str]]:
    """The pieces of code, each with the heading above it."""
    found, heading = [], ""
    for small, large, code in BLOCKS:
        if code:
            found.append((heading, code))
        else:
            heading = small or large
    return found


@pytest.mark.parametrize("code", [code for _, code in blocks()], ids=[heading for heading, _ in blocks()])
def test_a_piece_of_code_runs(code: str) -> None:
    exec(compile(code, "research.md", "exec"), {"__name__": "research"})


def test_every_environment_has_its_piece_of_code() -> None:
    assert {"PettingZoo", "Gymnasium", "OpenSpiel", "Many games at once", "The rules themselves"} <= {
        heading for heading, _ in blocks()
    }


def test_the_actions_are_numbered_as_the_table_says() -> None:
    rows = re.findall(r"^\| (\d+)(?:-(\d+))? \| `(\w+)` \|", PAGE, re.M)
    told = {section: range(int(first), int(last or first) + 1) for first, last, section in rows}
    assert told == SECTIONS


def test_the_parts_of_an_observation_are_as_wide_as_the_table_says() -> None:
    told: dict[str, list[int]] = {}
    for names, widths in re.findall(r"^\| (?:for each [\w ]+: )?((?:`[\w ]+`(?:, )?)+) \| ([\d, ]+) \|", PAGE, re.M):
        for name, width in zip(re.findall(r"`([\w ]+)`", names), widths.split(", "), strict=True):
            told.setdefault(name, []).append(int(width))
    parts = [*TABLE.items(), *SEAT.items(), *CANOE.items(), ("said", len(SAID))]
    assert {name: sorted(widths) for name, widths in told.items()} == {
        name: sorted(width for part, width in parts if part == name) for name, _ in parts
    }
    sizes = ", ".join(f"{size(players)} with {players}" for players in (4, 5, 6))
    assert f"{size(3)} numbers with 3 players, {sizes}." in PAGE
