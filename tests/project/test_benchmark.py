"""The engine's benchmark measures something, whatever build runs; its figures are for people to judge."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("measure", ["playouts", "driven", "legal", "plays", "copies", "weight", "pipe"])
def test_measure_of_the_rules_says_what_was_done_and_how_long_it_took(measure: str) -> None:
    asked = json.dumps([measure, "3 spirits joe", 0.01]) + "\n"
    command = [sys.executable, "-m", "benchmarks.measures"]
    done = subprocess.run(command, cwd=ROOT, input=asked, capture_output=True, text=True, check=True)
    units, games, seconds = json.loads(done.stdout)
    assert units >= 1
    assert 0.01 <= seconds < 30
    assert (games > 0) == (measure in ("playouts", "driven"))


def test_position_weighs_less_than_a_kilobyte() -> None:
    """For search that keeps a million of them; six players with everything on the river are the heaviest."""
    asked = json.dumps(["weight", "6 spirits joe", 0]) + "\n"
    command = [sys.executable, "-m", "benchmarks.measures"]
    done = subprocess.run(command, cwd=ROOT, input=asked, capture_output=True, text=True, check=True)
    assert 300 < json.loads(done.stdout)[0] < 1024
