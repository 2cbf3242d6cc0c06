"""The locks on a folder. `lock`: servers, their scribes, and workers hold it together, who restores a backup holds it alone.
`serving`: the one process that serves the tables of a SQLite file.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from niagara.words import Refusal


@contextmanager
def held(folder: Path, name: str = "lock", alone: bool = False, refusal: str = "") -> Iterator[int]:
    """While this lasts, and as long as a process lives that was given the file's descriptor. Raises Refusal where somebody holds
    it otherwise; on Windows nobody holds anything.
    """
    refusal = refusal or ("folder-in-use" if alone else "folder-restored")
    with open(os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o600)) as file:
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
            except BlockingIOError as fault:
                raise Refusal(refusal, folder=str(folder)) from fault
        yield file.fileno()


def is_held(folder: Path) -> bool:
    """Whether a server runs on the folder."""
    if not (folder / "lock").exists():
        return False
    with suppress(Refusal), held(folder, alone=True):
        return False
    return True
