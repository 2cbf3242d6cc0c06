"""A test of the test: the disk is full when it is told to be, and a power cut takes what was not synced, and nothing else."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.crash import disk as disks
from tests.crash.disk import Disk

_WRITES = """
import os, sqlite3, sys
base = sqlite3.connect(sys.argv[1], isolation_level=None)
for line in ("journal_mode=WAL", f"synchronous={sys.argv[2]}"):
    base.execute(f"PRAGMA {line}")
base.execute("create table if not exists kept (number integer)")
for number in range(20):
    base.execute("insert into kept values (?)", [number])
print("written", flush=True)
os.kill(os.getpid(), 9)
"""


def write(disk: Disk, database: Path, synchronous: str) -> str:
    command = [sys.executable, "-c", _WRITES, str(database), synchronous]
    ran = subprocess.run(command, env={**os.environ, **disk.environment}, capture_output=True, text=True, check=False)
    return ran.stdout + ran.stderr


def kept(database: Path) -> int:
    read = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('select count(*) from kept').fetchone()[0])"
    return int(subprocess.run([sys.executable, "-c", read, database], capture_output=True, check=True).stdout)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "home"
    made.mkdir()
    return made


def test_a_power_cut_takes_nothing_that_was_synced(tmp_path: Path, folder: Path) -> None:
    disk = Disk(tmp_path, folder, loses_power=True)
    assert write(disk, folder / "base", "FULL") == "written\n"
    disk.lose_power(random.Random(1))
    assert kept(folder / "base") == 20


def test_a_power_cut_takes_what_was_not_synced(tmp_path: Path, folder: Path) -> None:
    """As it would from a server that confirmed before its disk did."""
    disk = Disk(tmp_path, folder, loses_power=True)
    assert write(disk, folder / "base", "FULL") == "written\n"
    disk.lose_power(random.Random(1))
    assert write(disk, folder / "base", "NORMAL") == "written\n"
    assert kept_of_copy(folder) == 40
    assert disk.lose_power(random.Random(1)) > 0
    assert kept(folder / "base") < 40


def kept_of_copy(folder: Path) -> int:
    copy = folder.parent / "copy"
    copy.mkdir()
    for file in folder.iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    return kept(copy / "base")


@pytest.mark.parametrize(
    ("trouble", "said"), [(disks.FULL, "database or disk is full"), (disks.UNSYNCED, "disk I/O error")]
)
def test_a_disk_in_trouble_refuses_writes_to_its_folder_alone(
    tmp_path: Path, folder: Path, trouble: int, said: str
) -> None:
    disk = Disk(tmp_path, folder, loses_power=False)
    disk.be(trouble)
    assert said in write(disk, folder / "base", "FULL")
    assert disk.met > 0
    assert write(disk, tmp_path / "elsewhere", "FULL") == "written\n"
    disk.be(disks.FINE)
    assert write(disk, folder / "base", "FULL") == "written\n"
