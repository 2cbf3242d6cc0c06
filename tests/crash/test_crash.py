"""Faults of every kind in the middle of play: no acknowledged command is lost, doubled or reordered, and play goes on by itself."""

import secrets
from pathlib import Path

import pytest

from tests.crash.faults import ONE_PROCESS, plan
from tests.crash.world import World

FAULTS = 120


async def test_one_server_keeps_its_word(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed draws the same faults: python -m tests.crash --faults 120 --seed SEED."""
    seed = secrets.randbelow(10**6)
    with capsys.disabled():
        print(f"\ntests.crash: seed {seed}, {FAULTS} faults", flush=True)  # noqa: T201 - also where it fails or hangs
        print(await World(tmp_path, seed).run(plan(seed, FAULTS, ONE_PROCESS)))  # noqa: T201
