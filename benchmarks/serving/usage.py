"""What processes have used: seconds of the processor, and memory."""

from collections.abc import Iterable
from contextlib import suppress

import psutil


def _family(pids: Iterable[int]) -> list[psutil.Process]:
    found = []
    for pid in pids:
        with suppress(psutil.NoSuchProcess):
            one = psutil.Process(pid)
            found += [one, *one.children(recursive=True)]
    return found


def seconds(pids: Iterable[int]) -> float:
    """Of the processor, in these processes and those that they have begun."""
    total = 0.0
    for one in _family(pids):
        with suppress(psutil.NoSuchProcess):
            times = one.cpu_times()
            total += times.user + times.system
    return total


def memory(pids: Iterable[int]) -> int:
    """Bytes that the processes themselves hold."""
    total = 0
    for pid in pids:
        with suppress(psutil.NoSuchProcess):
            total += psutil.Process(pid).memory_info().rss
    return total
