"""Where bots think: in processes that hold nothing of the server."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.connection import wait

from niagara import bots, rules


def think(strength: str, seed: int, view: rules.View, seat: int, moves: list[int]) -> int:
    """In a worker: what the bot chooses, seeing what its seat may see and no more."""
    return bots.make(strength, seed).choose(view, seat, moves)


def thinkers(workers: int) -> Executor:
    if workers == 0:
        return ThreadPoolExecutor(1, "niagara-bots")
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin_worker)


def _begin_worker() -> None:
    """A worker leaves Ctrl-C to the server, and ends with it even if the server is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()
