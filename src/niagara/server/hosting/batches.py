"""Jobs wait in a queue, and a thread takes as many as there are: what waits together is committed together."""

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from niagara.server.hosting.away import spoken

_TOGETHER = 64  # jobs at most


class Job(NamedTuple):
    """`what` is for the thread to make something of; who asked for it waits for the answer."""

    what: Any
    answer: asyncio.Future[Any]


Serve = Callable[[list[Any]], list[Any]]  # gives each job its outcome; an exception is raised to who asked for the job


class Batches:
    """Threads that serve, whatever becomes of what they are given."""

    def __init__(self, serve: Serve, threads: int) -> None:
        self._serve = serve
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"niagara-writer-{number}", daemon=True)
            for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    async def ask(self, what: object) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(what, answer))
        return await answer

    async def close(self) -> None:
        """Ends when every job given before is done."""
        self._jobs.put(None)
        for thread in self._threads:
            await asyncio.to_thread(thread.join)

    def _work(self) -> None:
        while batch := self._next_batch():
            try:
                outcomes = self._serve([job.what for job in batch])
            except Exception as fault:  # nobody's work is done, as far as we know
                outcomes = [fault] * len(batch)
            # All answers of a batch belong to the one loop of the process.
            batch[0].answer.get_loop().call_soon_threadsafe(_answer, batch, outcomes)

    def _next_batch(self) -> list[Job]:
        """The jobs that wait, at least one; empty when the threads are to end."""
        batch: list[Job] = []
        while len(batch) < _TOGETHER:
            try:
                job = self._jobs.get(block=not batch)
            except queue.Empty:
                break
            if job is None:
                self._jobs.put(None)  # for the other threads, or for the next look
                break
            batch.append(job)
        return batch


def _answer(batch: list[Job], outcomes: list[Any]) -> None:
    for job, outcome in zip(batch, outcomes, strict=True):
        if job.answer.done():  # cancelled by who asked
            continue
        if isinstance(outcome, Exception):
            job.answer.set_exception(spoken(outcome))
        else:
            job.answer.set_result(outcome)
