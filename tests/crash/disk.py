"""A disk in trouble: full, failing or slow while it is told to be, and losing what was not synced when the power goes."""

import mmap
import random
import shutil
import struct
import subprocess
from pathlib import Path

FINE, FULL, UNSYNCED, SLOW = range(4)

_SOURCE = Path(__file__).with_name("disk.c")
_CONTROL = struct.Struct("=III")  # the trouble, microseconds of a slow write, how many writes have met it
_UNDO = struct.Struct("=qqq")  # where a write began, the file's size before, how many bytes follow


class Disk:
    """The folder of a server's files; every process with `environment` sees it through tests/crash/disk.c."""

    def __init__(self, home: Path, folder: Path, loses_power: bool) -> None:
        self._folder = folder
        self._undone = home / "undone"
        self._undone.mkdir()
        control = home / "disk"
        control.write_bytes(bytes(_CONTROL.size))
        with control.open("r+b") as file:
            self._control = mmap.mmap(file.fileno(), _CONTROL.size)
        self.environment = {
            "LD_PRELOAD": str(_compiled(home)),
            "NIAGARA_CRASH_FOLDER": str(folder),
            "NIAGARA_CRASH_DISK": str(control),
        }
        if loses_power:
            self.environment["NIAGARA_CRASH_UNDO"] = str(self._undone)

    def be(self, trouble: int, seconds: float = 0.0) -> None:
        """From now on; `seconds` are those of a write to a slow disk."""
        met = _CONTROL.unpack(self._control[:])[2]
        self._control[:] = _CONTROL.pack(trouble, round(seconds * 1e6), met)

    @property
    def met(self) -> int:
        """How many writes have been refused or held up."""
        count: int = _CONTROL.unpack(self._control[:])[2]
        return count

    def lose_power(self, choice: random.Random) -> int:
        """What was written and never synced is gone: all of it, or the latest part. Nobody may be writing. Tells how many writes."""
        lost = 0
        for undo in self._undone.iterdir():
            file = self._folder / undo.name.replace("%", "/")
            writes = _writes(undo.read_bytes())
            count = len(writes) if choice.random() < 0.5 else choice.randint(0, len(writes))
            if file.exists():
                with file.open("r+b") as out:
                    for at, size, old in reversed(writes[len(writes) - count :]):
                        out.seek(at)
                        out.write(old)
                        out.truncate(size)
                lost += count
            undo.unlink()
        for shared in self._folder.glob("*-shm"):  # memory, for all that it looks like a file
            shared.unlink()
        return lost


def _writes(undo: bytes) -> list[tuple[int, int, bytes]]:
    writes, here = [], 0
    while here + _UNDO.size <= len(undo):
        at, size, kept = _UNDO.unpack_from(undo, here)
        here += _UNDO.size
        if here + kept > len(undo):  # killed while it noted what it was about to do
            break
        writes.append((at, size, undo[here : here + kept]))
        here += kept
    return writes


def _compiled(home: Path) -> Path:
    compiler = shutil.which("cc")
    assert compiler, "The crash tests need a C compiler named cc, as the rules do (Debian: apt install gcc)."
    made = home / "disk.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", made, _SOURCE, "-ldl"], check=True)
    return made
