"""The lock on a folder: servers and workers hold it together, who restores a backup holds it alone."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from niagara.words import Refusal


@contextmanager
def held(folder: Path, alone: bool = False) -> Iterator[None]:
    """While this lasts. Raises Refusal where somebody holds it otherwise; on Windows nobody holds anything."""
    with open(os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)) as file:
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
            except BlockingIOError as fault:
                raise Refusal("folder-in-use" if alone else "folder-restored", folder=str(folder)) from fault
        yield


def is_held(folder: Path) -> bool:
    """Whether a server runs on the folder."""
    if not (folder / "lock").exists():
        return False
    with suppress(Refusal), held(folder, alone=True):
        return False
    return True
