"""The engine's benchmark measures something, whatever build runs; its figures are for people to judge."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import engine
from scripts import ready

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("measure", ["playouts", "driven", "legal", "plays", "copies", "weight", "alone", "pipe"])
def test_measure_of_the_rules_says_what_was_done_and_how_long_it_took(measure: str) -> None:
    asked = json.dumps([measure, "3 spirits joe", 0.01]) + "\n"
    command = [sys.executable, "-m", "benchmarks.measures"]
    done = subprocess.run(command, cwd=ROOT, input=asked, capture_output=True, text=True, check=True)
    units, games, seconds = json.loads(done.stdout)
    assert units >= 1
    assert 0.01 <= seconds < 30
    assert (games > 0) == (measure in ("playouts", "driven"))


@pytest.mark.parametrize(("measure", "most"), [("weight", 1024), ("alone", 1536)])
def test_position_weighs_about_a_kilobyte(measure: str, most: int) -> None:
    """A copy less, for search that keeps a million of them; six players with everything on the river are the heaviest."""
    asked = json.dumps([measure, "6 spirits joe", 0]) + "\n"
    command = [sys.executable, "-m", "benchmarks.measures"]
    done = subprocess.run(command, cwd=ROOT, input=asked, capture_output=True, text=True, check=True)
    assert 300 < json.loads(done.stdout)[0] < most


@pytest.mark.parametrize(
    "option", ["--repetitions=0", "--repetitions=-1", "--seconds=0", "--seconds=nan", "--seconds=inf"]
)
def test_option_that_measures_nothing_is_refused_before_anything_is_measured(option: str) -> None:
    done = subprocess.run([sys.executable, "-m", "benchmarks.engine", option], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(
        f"python -m benchmarks.engine: error: {option.split('=')[0]} must be"
    )


def test_process_that_ends_while_it_measures_is_told() -> None:
    worker = engine.Worker({**os.environ}, 0)
    with pytest.raises(ready.NotReady, match="no_such_measure of 4 ended the process"):
        worker.measure(engine.Subject("plain", "no_such_measure", "4"), 0.01)
    worker.end()
