"""Who plays the games: this process, processes of this machine, or a cluster. All of them are executors."""

import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from multiprocessing.connection import wait
from typing import Any

from niagara.arena.extra import missing
from niagara.bots.external_process import end_all
from niagara.words import Refusal

_CLUSTER_ANSWERS = 10  # seconds


@dataclass(frozen=True)
class Workers:
    """What `playing.play` needs to know of those who play."""

    hire: Callable[[], Executor]  # again, when an executor has broken
    ahead: Callable[[], int]  # games to hand out at a time
    lost: tuple[type[Exception], ...] = (
        BrokenExecutor,
    )  # errors that say: a worker died, its game is to be played again
    present: Callable[[], bool] = lambda: True  # whether there is anybody who could still play


class Here(Executor):
    """Plays in this process, at once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def here() -> Workers:
    return Workers(Here, lambda: 1)


@contextmanager
def processes(jobs: int) -> Iterator[Workers]:
    """So many processes of this machine; they end with this one, even if it is killed."""
    spawn = multiprocessing.get_context("spawn")
    before = set(multiprocessing.active_children())
    try:
        yield Workers(lambda: ProcessPoolExecutor(jobs, spawn, _begin), lambda: 2 * jobs)
    finally:
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()  # only after Ctrl-C or an error is there any left
            process.join()


def _begin() -> None:
    """In a worker: Ctrl-C and the end of the terminal are for the one who hired it; it goes when it is told to, and with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _leave())
    parent = multiprocessing.parent_process()
    assert parent is not None
    sentinel = parent.sentinel

    def follow() -> None:
        wait([sentinel])
        _leave()

    threading.Thread(target=follow, daemon=True).start()


def _leave() -> None:
    """In the middle of a game, and so without leaving its programs behind."""
    end_all()
    os._exit(0)


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of a Dask cluster. It looks after its dead by itself; only a game that killed several comes back."""
    try:
        from distributed import Client, KilledWorker  # an extra; its client has no types
    except ModuleNotFoundError as error:
        raise missing(error) from error
    logging.getLogger("distributed.client").setLevel(
        logging.CRITICAL
    )  # a lost scheduler is told in a sentence, not in a trace
    try:
        client: Any = Client(address, timeout=_CLUSTER_ANSWERS)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:  # OSError is a time-out too
        raise Refusal("arena-dask-away", address=address) from error

    def threads() -> int:
        try:
            return sum(client.nthreads().values())
        except OSError as error:
            raise Refusal("arena-workers-gone") from error

    with client:
        if not threads():
            raise Refusal("arena-dask-empty", address=address)
        ours = version("niagara")
        try:
            theirs = set(client.run(_version).values())
        except Exception as error:  # whatever a machine without Niagara answers
            raise Refusal("arena-dask-foreign", address=address, version=ours) from error
        if theirs != {ours}:
            raise Refusal("arena-dask-foreign", address=address, version=ours)
        yield Workers(
            hire=lambda: client.get_executor(pure=False),
            ahead=lambda: 2 * max(1, threads()),
            lost=(BrokenExecutor, KilledWorker),
            present=lambda: threads() > 0,
        )


def _version() -> str:
    """On a machine of a cluster."""
    return version("niagara")
