"""One server, kept alive, on a disk of its own that can be in trouble."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.crash.disk import Disk
from tests.crash.nursery import Nursery
from tests.crash.servers import Server


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    (tmp_path / "home").mkdir(mode=0o700)
    return Disk(tmp_path, tmp_path / "home", loses_power=True)


@pytest.fixture
async def nursery(disk: Disk) -> AsyncIterator[Nursery]:
    made = Nursery()
    await made.open(disk.environment)
    yield made
    await made.close()


@pytest.fixture
async def server(tmp_path: Path, nursery: Nursery) -> AsyncIterator[Server]:
    flags = ("--folder", str(tmp_path / "home"), "--bot-delay", "0")
    kept = Server(nursery, tmp_path / "log", random.Random(1), *flags)
    keeping = asyncio.create_task(kept.keep())
    await kept.answers(60)
    yield kept
    kept.hold()
    keeping.cancel()
