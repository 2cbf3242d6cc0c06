"""More than one machine: games on a Dask cluster, here of two processes, one of which is killed in the middle."""

import os
import signal
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from distributed import LocalCluster

from niagara.arena import Course, Tournament, cluster, here, play, play_games, ratings
from niagara.rules import RuleSet
from niagara.words import Refusal
from tests.arena.played import games_of, named

TOURNAMENT = Tournament(named("a", "b"), (RuleSet(4, round_limit=40),), games=84)


@pytest.fixture
def local() -> Iterator[LocalCluster]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what the cluster warns of is the cluster's business
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as found:  # type: ignore[no-untyped-call]
            yield found


@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_costs_no_game_and_none_is_counted_twice(
    local: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that has games under way; what the cluster answers is counted before anybody sorts out what came twice."""
    course, came = Course(TOURNAMENT), Counter[str]()
    killed: tuple[Any, int] | None = None
    monkeypatch.setattr("niagara.arena.workers.version", lambda name: "99")
    with pytest.raises(Refusal, match="has Niagara 99, as this machine has"), cluster(local.scheduler_address):
        pass
    monkeypatch.undo()
    with cluster(local.scheduler_address) as workers:
        assert workers.ahead() == 4
        for played in play_games(iter(games_of(TOURNAMENT)), workers):
            came[played.key] += 1
            course.add(played)
            if len(came) >= 10 and not killed:
                killed = kill_one_that_plays(local)
    assert killed, "no worker was ever met at play"
    victim, pid = killed
    assert victim.pid != pid, "it has really been killed, and there is another one"
    assert came == Counter(game.key for game in games_of(TOURNAMENT))
    alone = Course(TOURNAMENT)
    assert len(list(play(alone, here()))) == len(course.played)
    assert alone.played == course.played, "the same games, wherever they were played"


def kill_one_that_plays(local: LocalCluster) -> tuple[Any, int] | None:
    """Kills a worker's process while games of it are under way, if there is one: who looks after it, and which process it was."""
    assert local.scheduler is not None
    at_work = local.scheduler.workers
    playing = (nanny for nanny in local.workers.values() if at_work[nanny.worker_address].processing)
    if (victim := next(playing, None)) is None:
        return None
    pid = victim.pid
    os.kill(pid, signal.SIGKILL)
    return victim, pid


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_all_workers_leave_is_told(local: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("niagara.arena.playing._PATIENCE", 0.5)
    with cluster(local.scheduler_address) as workers:
        results = play_games(iter(games_of(replace(TOURNAMENT, games=8400))), workers)
        next(results)
        local.scale(0)  # type: ignore[no-untyped-call]
        with pytest.raises(Refusal, match="The workers have gone"):
            list(results)


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_is_away_or_empty_is_told() -> None:
    with pytest.raises(Refusal, match=r"no Dask scheduler at tcp://127.0.0.1:9"), cluster("tcp://127.0.0.1:9"):
        pass
    with pytest.raises(Refusal, match="no Dask scheduler at nowhere://x"), cluster("nowhere://x"):
        pass
    with (
        LocalCluster(n_workers=0, dashboard_address=None) as empty,  # type: ignore[no-untyped-call]  # Dask has no types
        pytest.raises(Refusal, match="has no workers yet"),
        cluster(empty.scheduler_address),
    ):
        pass


def test_a_missing_extra_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("distributed", "openskill"):
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(Refusal, match=r'distributed is missing here. pip install "niagara\[arena\]" brings it'):
        cluster("tcp://127.0.0.1:9").__enter__()
    with pytest.raises(Refusal, match=r'openskill.* is missing here. pip install "niagara\[arena\]" brings it'):
        ratings([], 2)
