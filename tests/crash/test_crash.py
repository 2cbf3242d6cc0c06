"""Faults of every kind in the middle of play: no acknowledged command is lost, doubled or reordered, and play goes on by itself."""

import secrets
from pathlib import Path

import pytest

from tests.crash.runs import RUNS, run


@pytest.mark.parametrize("which", RUNS)
async def test_everybody_finds_on_disk_what_he_was_told(
    which: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = secrets.randbelow(10**6)
    with capsys.disabled():  # the figures are told also where all is well, the seed also where a run hangs
        print(f"\npython -m tests.crash {which} --faults {RUNS[which].faults} --seed {seed}", flush=True)  # noqa: T201
        print(await run(which, tmp_path, seed, RUNS[which].faults))  # noqa: T201
