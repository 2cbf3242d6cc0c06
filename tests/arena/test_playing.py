"""Games on executors: each exactly once, whoever dies on the way."""

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niagara.arena import Course, Game, Played, Tournament, Workers, here, play, play_games, processes
from niagara.rules import RuleSet
from niagara.words import Refusal
from tests.arena.played import games_of, made_up, named

SHORT = Tournament(named("a", "b"), (RuleSet(3, round_limit=5),), games=18)


class Dying(Executor):
    """Plays on threads, but dies when the script says so, and takes with it all that has not been answered."""

    def __init__(self, script: Iterator[bool]) -> None:
        self._script = script
        self._dead = False
        self._threads = ThreadPoolExecutor(2)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self._dead:
            raise BrokenProcessPool
        return self._threads.submit(self._answer, *args)

    def _answer(self, game: Game) -> Played:
        self._dead = self._dead or next(self._script, False)
        if self._dead:
            raise BrokenProcessPool
        return made_up(game)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._threads.shutdown()


@settings(deadline=None)
@given(st.lists(st.booleans(), max_size=12).filter(lambda script: sum(script) <= 3))
def test_no_game_is_lost_or_played_twice_over_the_death_of_workers(script: list[bool]) -> None:
    told = iter(script)
    games = games_of(Tournament(named("a", "b"), (RuleSet(3),), games=60))
    results = list(play_games(iter(games), Workers(lambda: Dying(told), lambda: 3)))
    assert Counter(played.key for played in results) == Counter(game.key for game in games)


def test_a_game_that_kills_every_worker_is_named() -> None:
    games = games_of(SHORT)
    with pytest.raises(Refusal, match="Workers die again and again while they play 0/0-1/0/0"):
        list(play_games(iter(games), Workers(lambda: Dying(iter([True] * 99)), lambda: 1)))


def test_threads_are_workers_too_and_results_are_those_of_one() -> None:
    alone, together = Course(SHORT), Course(SHORT)
    assert len(list(play(alone, here()))) == 18
    assert len(list(play(together, Workers(lambda: ThreadPoolExecutor(3), lambda: 5)))) == 18
    assert alone.played == together.played


def test_what_a_game_refuses_is_not_swallowed() -> None:
    class Broken(Exception):
        pass

    def fail(game: Game) -> Played:
        raise Broken(game.key)

    class Failing(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            return super().submit(fail, *args)

    with pytest.raises(Broken):
        list(play_games(iter(games_of(SHORT)), Workers(Failing, lambda: 2)))


def test_a_killed_process_costs_no_game() -> None:
    """Real processes, one of which is killed in the middle by SIGKILL."""
    tournament = Tournament(named("a", "b"), (RuleSet(4, round_limit=40),), games=56)
    course = Course(tournament)
    came: Counter[str] = Counter()
    killed = False
    with processes(2) as workers:
        for played in play(course, workers):
            came[played.key] += 1
            if len(came) == 8:
                killed = kill_a_child()
    assert killed
    assert came == Counter(game.key for game in games_of(tournament))


def kill_a_child() -> bool:
    (victim, *_) = multiprocessing.active_children()
    assert victim.pid
    os.kill(victim.pid, signal.SIGKILL)
    victim.join()
    return True


def test_processes_are_gone_when_a_tournament_is_broken_off() -> None:
    before = set(multiprocessing.active_children())
    with processes(2) as workers:
        results: Any = play(Course(Tournament(named("a", "b"), (RuleSet(4),), games=1000)), workers)
        next(results)
        hired = [process.pid for process in set(multiprocessing.active_children()) - before if process.pid]
        results.close()
    assert hired
    for pid in hired:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_workers_that_are_all_gone_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster without workers keeps its tasks, and says nothing; while there are any, a long game is waited for."""

    class Empty(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            return Future()

    monkeypatch.setattr("niagara.arena.playing._PATIENCE", 0.01)
    asked = iter([True, True, False])
    with pytest.raises(Refusal, match="The workers have gone"):
        list(play_games(iter(games_of(SHORT)), Workers(Empty, lambda: 2, present=lambda: next(asked))))
    assert list(asked) == []


def test_workers_that_cannot_be_hired_again_are_an_error() -> None:
    hired = []

    def hire() -> Executor:
        hired.append(1)
        if len(hired) > 1:
            raise BrokenExecutor("nobody left")
        return Dying(iter([True] * 9))

    with pytest.raises(BrokenExecutor, match="nobody left"):
        list(play_games(iter(games_of(SHORT)), Workers(hire, lambda: 1)))
