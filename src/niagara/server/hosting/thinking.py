"""Where bots think: in processes that hold nothing of the server."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.connection import wait

from niagara import bots, rules

_LEAVE_TO_SERVER = 5.0  # seconds


def think(strength: str, seed: int, view: rules.View, seat: int, moves: list[int]) -> int:
    """In a worker: what the bot chooses, seeing what its seat may see and no more."""
    return bots.make(strength, seed).choose(view, seat, moves)


def thinkers(workers: int) -> Executor:
    if workers == 0:
        return ThreadPoolExecutor(1, "niagara-bots")
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin_worker)


def _begin_worker() -> None:
    """A worker ends with the server, even if that is killed.

    Ctrl-C, and the SIGTERM of whoever ends all processes of a group at once, it leaves to the server, which tells it to go;
    a worker that had gone before would be taken for one that died.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _go_later())
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def _go_later() -> None:
    """By itself, if nobody tells it to."""
    leaving = threading.Timer(_LEAVE_TO_SERVER, os._exit, [0])
    leaving.daemon = True
    leaving.start()
