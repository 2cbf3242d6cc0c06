"""A tournament in a terminal that is told to end, or closed, and one that nobody could play."""

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from niagara.arena import Tournament
from niagara.cli.tournaments import run
from niagara.rules import RuleSet
from niagara.words import Refusal
from tests.arena.played import named
from tests.programs import Program, group_is_gone, program

__all__ = ["program"]

STUBBORN = """
import os, signal, time
for sign in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(sign, signal.SIG_IGN)
open(PIDS, "a").write(f"{os.getpid()}\\n")
time.sleep(600)"""


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_who_ends_a_tournament_ends_its_programs(
    sign: signal.Signals, jobs: int, program: Program, tmp_path: Path
) -> None:
    """As a terminal does that is closed: the signal goes to all, but programs have a session of their own."""
    pids = tmp_path / "pids"
    stubborn = shlex.join(program(STUBBORN.replace("PIDS", repr(str(pids)))))
    words = ["arena", stubborn, "drifter", "--seconds", "600", "--start-seconds", "60", "--jobs", str(jobs)]
    command = [sys.executable, "-c", "from niagara.cli import main; main()", *words, "--games", "60"]
    playing = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    until = time.monotonic() + 120
    while (not pids.exists() or pids.read_text().count("\n") < jobs) and time.monotonic() < until:
        time.sleep(0.05)
    os.killpg(playing.pid, sign)
    _, complained = playing.communicate(timeout=120)
    assert playing.returncode == 128 + signal.SIGINT, complained
    assert "Stopped after 0 games." in complained
    if (
        sign != signal.SIGHUP
    ):  # it ends multiprocessing's own tracker, whose heir complains to the terminal that is gone
        assert "Traceback" not in complained
    programs = list(map(int, pids.read_text().split()))
    assert len(programs) >= jobs
    until = time.monotonic() + 30
    while not all(map(group_is_gone, programs)) and time.monotonic() < until:
        time.sleep(0.05)
    assert all(map(group_is_gone, programs))


def test_what_nohup_ignores_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        course, stopped = run(Tournament(named("a", "b"), (RuleSet(3, round_limit=2),), games=6), jobs=1)
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
    assert (len(course.played), stopped) == (6, False)


@pytest.mark.parametrize(
    "endless",
    [
        Tournament(named("a", "b"), (RuleSet(3),), games=10**400),
        Tournament(named("a", "b", "c", "d"), (RuleSet(3),), games=6, swiss=10**9),
        Tournament(named(*["a"] * 50), (RuleSet(6, spirits=True),), games=1, form="mixed"),
    ],
)
def test_more_games_than_anybody_plays_are_refused_at_once(endless: Tournament, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="at most 10,000,000 games"):
        run(endless, jobs=1, out=tmp_path / "ladder.jsonl")
    assert not (tmp_path / "ladder.jsonl").exists()
