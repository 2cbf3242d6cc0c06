"""The server's benchmark plays real games, whatever the machine is busy with; its figures are for people to judge."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def found() -> Any:
    command = [sys.executable, "-m", "benchmarks.server", "--quick", "--json", "--only", "flat", "length"]
    done = subprocess.run([*command, "--servers", "sqlite"], cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_load_plays_and_everybody_hears_of_every_move(found: Any) -> None:
    for row in found["flat"]:
        assert row["moves_per_second"] > 0
        assert row["acknowledged_p50"] > 0
        assert row["heard_p50"] > 0
        assert (row["unheard"], row["refused"]) == (0, 0)


def test_what_server_and_load_cost_is_told_apart(found: Any) -> None:
    for row in found["flat"]:
        assert row["server_ms_per_move"] > 0
        assert row["generator_cores"] > 0
        assert row["database_ms_per_move"] == 0  # SQLite is inside


def test_beginnings_of_games_are_timed(found: Any) -> None:
    [row] = found["length"]
    assert row["first_p50"] > 0
