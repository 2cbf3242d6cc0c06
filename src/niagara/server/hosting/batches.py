"""Jobs wait in a queue, and whoever serves them takes as many as there are: what waits together is committed together."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from niagara.server.hosting.away import spoken

_TOGETHER = 64  # jobs at most


class Job(NamedTuple):
    """`what` is for the server of the jobs to make something of; who asked for it waits for the answer."""

    what: Any
    answer: asyncio.Future[Any]


# Gives each job its outcome; an exception is raised to who asked for the job.
Serve = Callable[[list[Any]], Awaitable[list[Any]]]


def in_threads(threads: ThreadPoolExecutor, serve: Callable[[list[Any]], list[Any]]) -> Serve:
    """Serves in a thread. Where that fails, the fault is the outcome of all: what else is being done has its own."""

    def outcomes(batch: list[Any]) -> list[Any]:
        try:
            return serve(batch)
        except Exception as fault:
            return [fault] * len(batch)

    async def served(batch: list[Any]) -> list[Any]:
        return await asyncio.get_running_loop().run_in_executor(threads, outcomes, batch)

    return served


class Batches:
    """So many at once are served, whatever becomes of what they are given."""

    def __init__(self, serve: Serve, at_once: int = 1) -> None:
        self._serve = serve
        self._jobs: asyncio.Queue[Job | None] = asyncio.Queue()
        self._at_work = [asyncio.create_task(self._work(), name=f"writer {number}") for number in range(at_once)]

    async def ask(self, what: object) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait(Job(what, answer))
        return await answer

    async def close(self) -> None:
        """Ends when every job given before is done."""
        self._jobs.put_nowait(None)
        await asyncio.gather(*self._at_work)

    async def _work(self) -> None:
        while batch := await self._next_batch():
            try:
                outcomes = await self._serve([job.what for job in batch])
            except Exception as fault:  # nobody's work is done, as far as we know
                outcomes = [fault] * len(batch)
            _answer(batch, outcomes)

    async def _next_batch(self) -> list[Job]:
        """The jobs that wait, at least one; empty when the work is to end."""
        batch: list[Job] = []
        while len(batch) < _TOGETHER and not (batch and self._jobs.empty()):
            job = await self._jobs.get()
            if job is None:
                self._jobs.put_nowait(None)  # for the others at work, or for the next look
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
