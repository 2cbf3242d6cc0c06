"""A tournament played from the terminal: workers, the file of its results, a bar with the time left, Ctrl-C."""

import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from niagara.arena import Course, Ledger, Played, Tournament, Workers, cluster, here, open_ledger, play, processes
from niagara.words import Refusal, say

MOST_GAMES = 10_000_000


def run(tournament: Tournament, jobs: int, dask: str = "", out: Path | None = None) -> tuple[Course, bool]:
    """The course of a tournament as far as it was played, and whether Ctrl-C, or a signal to end, stopped it."""
    if tournament.total() > MOST_GAMES:
        raise Refusal("arena-too-many", most=f"{MOST_GAMES:,}")
    course = Course(tournament)
    talk = Console(stderr=True, markup=False, emoji=False, highlight=False)  # names are not ours
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("·"),
        TimeElapsedColumn(),
    )
    progress = Progress(*columns, TextColumn(say("arena-left")), TimeRemainingColumn(), console=talk, transient=True)
    with _ledger(out, tournament) as ledger:
        leader = _Leader(course)
        for played in ledger.known if ledger else ():
            if course.add(played):
                leader.note(played)
        if course.played:
            talk.print(say("arena-goes-on", games=len(course.played)))
        try:
            with _stoppable(), _workers(jobs or os.cpu_count() or 1, dask) as workers, progress:
                bar = progress.add_task(say("arena-playing"), total=tournament.total(), completed=len(course.played))
                for played in play(course, workers):
                    if ledger:
                        ledger.write(played)
                    leader.note(played)
                    progress.update(bar, advance=1, description=leader.told())
        except KeyboardInterrupt:
            talk.print(say("arena-stopped", games=len(course.played)))
            return course, True
    return course, False


@contextmanager
def _stoppable() -> Iterator[None]:
    """To be told to end, or to lose the terminal, is like Ctrl-C: no program is left behind. What nohup ignores stays ignored."""
    signs = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {sign: signal.getsignal(sign) for sign in signs}
    for sign in signs:
        if before[sign] != signal.SIG_IGN:
            signal.signal(sign, signal.default_int_handler)
    try:
        yield
    finally:
        for sign in signs:
            signal.signal(sign, before[sign])


def _ledger(out: Path | None, tournament: Tournament) -> AbstractContextManager[Ledger | None]:
    return open_ledger(out, tournament) if out else nullcontext()


def _workers(jobs: int, dask: str) -> AbstractContextManager[Workers]:
    if dask:
        return cluster(dask)
    return processes(jobs) if jobs > 1 else nullcontext(here())


class _Leader:
    """Who has won most for each chair so far."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._chairs: Counter[int] = Counter()
        self._wins: Counter[int] = Counter()

    def note(self, played: Played) -> None:
        seats = self._course.seats(played)
        self._chairs.update(seats)
        self._wins.update(seats[winner] for winner in played.winners)

    def told(self) -> str:
        best = max(self._chairs, key=self._rate)
        return say("arena-leads", name=self._course.tournament.entries[best].name, rate=f"{self._rate(best):.0%}")

    def _rate(self, entry: int) -> float:
        return self._wins[entry] / self._chairs[entry]
