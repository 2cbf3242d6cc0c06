"""One thread that writes: whatever waits is committed together, and answered once it is on disk."""

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")

_TOGETHER = 64  # jobs in one transaction at most


class _Job(NamedTuple):
    work: Callable[[Connection], Any]
    answer: asyncio.Future[Any]


class Writer:
    """Runs jobs in order; those that share a transaction each in a savepoint, so that one that fails undoes nothing else."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name="niagara-writer", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[Connection], T]) -> T:
        """The job's result, once it is committed; whatever the job raises."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(work, answer))
        return await answer

    async def close(self) -> None:
        """Ends when every job given before is done."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _serve(self) -> None:
        with self._engine.connect().execution_options(writes=True) as connection:
            while batch := self._next_batch():
                outcomes = _commit(connection, batch)
                # All answers of a batch belong to the one loop of the server.
                batch[0].answer.get_loop().call_soon_threadsafe(_answer, batch, outcomes)

    def _next_batch(self) -> list[_Job]:
        """The jobs that wait, at least one; empty when the writer is to end."""
        first = self._jobs.get()
        if first is None:
            return []
        batch = [first]
        while len(batch) < _TOGETHER:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                self._jobs.put(None)
                break
            batch.append(job)
        return batch


def _commit(connection: Connection, batch: list[_Job]) -> list[Any]:
    """What each job gave or raised; the fault of the commit, for all of them, if it failed."""
    try:
        with connection.begin():
            if len(batch) == 1:  # nothing else to be kept apart from
                return [batch[0].work(connection)]
            return [_apart(connection, job) for job in batch]
    except Exception as fault:  # also where the disk is full or gone: nobody's work is done
        connection.invalidate()  # in whatever state it is; the next batch has a fresh one
        return [fault] * len(batch)


def _apart(connection: Connection, job: _Job) -> Any:
    try:
        with connection.begin_nested():
            return job.work(connection)
    except Exception as fault:  # told to whoever asked for the job
        return fault


def _answer(batch: list[_Job], outcomes: list[Any]) -> None:
    for job, outcome in zip(batch, outcomes, strict=True):
        if job.answer.done():  # cancelled by who asked
            continue
        if isinstance(outcome, Exception):
            job.answer.set_exception(outcome)
        else:
            job.answer.set_result(outcome)
