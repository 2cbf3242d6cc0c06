"""How fast the rules are, in both builds, beside other engines: all in one run, on one core, in turns.

Each subject is measured several times, one after the other and round again, so that whatever else the machine does meets all alike. Shown
is the median; ± is half the range between the quartiles. `--json` prints it all for machines.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from scripts import builds, ready

EXPANSIONS = {"": 5, " joe": 5, " spirits": 6, " spirits joe": 6}  # with the most players (R1.5)
RULE_SETS = [f"{players}{more}" for more, most in EXPANSIONS.items() for players in range(3, most + 1)]
BASE, FULL = "4", "5 spirits joe"  # the two of the targets
LONGEST = 60  # seconds for one measure
TARGETS = {("compiled", BASE): 1_500_000, ("compiled", FULL): 800_000, ("plain", BASE): 150_000}
PEERS = {
    ("open_spiel", "goofspiel"): "OpenSpiel goofspiel, 4 players",
    ("open_spiel", "oh_hell"): "OpenSpiel oh_hell, 4 players",
    ("open_spiel", "backgammon"): "OpenSpiel backgammon, 2 players",
    ("open_spiel", "gin_rummy"): "OpenSpiel gin_rummy, 2 players",
    ("pettingzoo", "connect_four_v3"): "PettingZoo connect_four_v3, 2 players",
    ("catanatron", "catan"): "Catanatron, 4 players",
}


class Subject(NamedTuple):
    """What is measured: with the rules of a build, or a peer."""

    build: str
    measure: str
    name: str


class Result(NamedTuple):
    median: float  # units a second; bytes for the weight
    spread: float
    games: float  # games a second by the median, 0 where no games are played


def subjects(kinds: list[str]) -> list[Subject]:
    found = [Subject(kind, "playouts", name) for kind in kinds for name in RULE_SETS]
    for measure in ("driven", "legal", "plays", "copies", "weight", "alone", "pipe"):
        found += [Subject(kind, measure, name) for kind in kinds for name in (BASE, FULL)]
    for measure, name in PEERS:
        found.append(Subject("peer", measure, name))
        if measure == "open_spiel":
            found.append(Subject("peer", "open_spiel_driven", name))
    return found


class Worker:
    """A process that measures, kept on one core."""

    def __init__(self, env: dict[str, str], core: int) -> None:
        command = [sys.executable, "-m", "benchmarks.measures"]
        self._process = subprocess.Popen(
            command, cwd=ready.ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(self._process.pid, {core})

    def measure(self, subject: Subject, seconds: float) -> dict[str, Any] | list[float]:
        """What was done; a dict names a package that is missing."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([subject.measure, subject.name, seconds]) + "\n")
        self._process.stdin.flush()
        said = self._process.stdout.readline()
        if not said:
            raise ready.NotReady(
                f"{subject.measure} of {subject.name} ended the process that measures; why, it says above."
            )
        answer: dict[str, Any] | list[float] = json.loads(said)
        return answer

    def end(self) -> None:
        self._process.communicate()


def measured(repetitions: int, seconds: float, talk: Console) -> tuple[dict[Subject, Result], list[str]]:
    """The results, and the packages of peers that are missing here."""
    kinds = []
    workers: dict[str, Worker] = {}
    core = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0
    for kind in ("compiled", "plain"):
        try:
            workers[kind] = Worker(builds.using(kind), core)
            kinds.append(kind)
        except ready.NotReady as missing:
            talk.print(str(missing), style="red")
    workers["peer"] = workers[kinds[0]]
    todo = subjects(kinds)
    found: dict[Subject, list[list[float]]] = {subject: [] for subject in todo}
    missing_packages = set()
    for subject in todo:  # warms up, and learns who is missing
        answer = workers[subject.build].measure(subject, 0.01)
        if isinstance(answer, dict):
            missing_packages.add(str(answer["missing"]))
            del found[subject]
    turns = [subject for _ in range(repetitions) for subject in found]
    for subject in track(turns, "Measuring", console=talk, transient=True):
        answer = workers[subject.build].measure(subject, seconds)
        assert isinstance(answer, list)
        found[subject].append(answer)
    for kind in kinds:
        workers[kind].end()
    return {subject: _result(answers) for subject, answers in found.items()}, sorted(missing_packages)


def _result(answers: list[list[float]]) -> Result:
    rates = [units / seconds for units, _, seconds in answers]
    quartiles = statistics.quantiles(rates, n=4) if len(rates) > 1 else [rates[0]] * 3
    games = statistics.median(games / seconds for _, games, seconds in answers)
    return Result(statistics.median(rates), (quartiles[2] - quartiles[0]) / 2, games)


def machine() -> dict[str, str]:
    """Where it was measured, and with what else going on."""
    cpu = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as lines:
            cpu = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), cpu)
    versions = {}
    for name in ("mypy", "open_spiel", "pettingzoo", "catanatron"):
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            versions[name] = "missing"
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return {"cpu": cpu, "cores": str(os.cpu_count()), "python": platform.python_version(), "load": load, **versions}


def show(results: dict[Subject, Result], talk: Console) -> None:
    kinds = [kind for kind in ("compiled", "plain") if any(subject.build == kind for subject in results)]
    talk.print(_games_table(results, kinds), _parts_table(results, kinds), _peers_table(results, kinds[0]), sep="\n")


def _games_table(results: dict[Subject, Result], kinds: list[str]) -> Table:
    table = Table("Rules", title="Random games to the end, round limit 100")
    for kind in kinds:
        table.add_column(f"{kind}\ndecisions/s", justify="right")
        table.add_column("\ngames/s", justify="right")
        table.add_column("\ntarget", justify="right")
    for name in RULE_SETS:
        cells = []
        for kind in kinds:
            one = results[Subject(kind, "playouts", name)]
            target = TARGETS.get((kind, name))
            cells += [_rate(one), f"{one.games:,.0f}", f"{one.median / target:.2f} ×" if target else ""]
        table.add_row(_title(name), *cells)
    return table


def _parts_table(results: dict[Subject, Result], kinds: list[str]) -> Table:
    table = Table("", title="Parts, asked for from Python")
    for kind in kinds:
        for name in (BASE, FULL):
            table.add_column(f"{kind}\n{_title(name)}", justify="right")
    texts = {
        "driven": ("random games, decisions/s", _rate),
        "legal": ("a legal list, ns", _nanoseconds),
        "plays": ("a move applied, ns", _nanoseconds),
        "copies": ("a position copied, ns", _nanoseconds),
        "weight": ("a copy weighs, bytes", lambda one: f"{one.median:,.0f}"),
        "alone": ("a position in a game of its own, bytes", lambda one: f"{one.median:,.0f}"),
        "pipe": ("`legal` on the pipe, round trips/s", _rate),
    }
    for measure, (text, form) in texts.items():
        cells = [form(results[Subject(kind, measure, name)]) for kind in kinds for name in (BASE, FULL)]
        table.add_row(text, *cells)
    return table


def _peers_table(results: dict[Subject, Result], kind: str) -> Table:
    table = Table("Engine", title="Random games beside others: decisions, nodes, steps or actions a second")
    for column in ("its own loop", "games/s", "of ours", "driven from Python", "of ours so"):
        table.add_column(column, justify="right")
    ours, ours_driven = results[Subject(kind, "playouts", BASE)], results[Subject(kind, "driven", BASE)]
    for name in (BASE, FULL):
        own, driven = results[Subject(kind, "playouts", name)], results[Subject(kind, "driven", name)]
        table.add_row(
            f"Niagara, {_title(name)}, {kind}",
            *(_rate(own), f"{own.games:,.0f}", f"{own.median / ours.median:.3f}"),
            *(_rate(driven), f"{driven.median / ours_driven.median:.3f}"),
        )
    for (measure, name), text in PEERS.items():
        peer = results.get(Subject("peer", measure, name))
        if peer is None:
            table.add_row(text, "not installed", "", "", "", "")
        elif measure == "open_spiel":
            driven = results[Subject("peer", "open_spiel_driven", name)]
            table.add_row(
                text,
                *(_rate(peer), f"{peer.games:,.0f}", f"{peer.median / ours.median:.3f}"),
                *(_rate(driven), f"{driven.median / ours_driven.median:.3f}"),
            )
        else:
            table.add_row(text, "", f"{peer.games:,.0f}", "", _rate(peer), f"{peer.median / ours_driven.median:.3f}")
    return table


def _title(name: str) -> str:
    players, *more = name.split()
    return f"{' + '.join(more) or 'base'}, {players} players"


def _rate(one: Result) -> str:
    return f"{one.median:,.0f} ± {100 * one.spread / one.median:.0f} %"


def _nanoseconds(one: Result) -> str:
    return f"{1e9 / one.median:,.0f} ± {100 * one.spread / one.median:.0f} %"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--repetitions", type=int, default=7, help="how often each is measured (7)")
    parser.add_argument("--seconds", type=float, default=0.3, help="how long each time (0.3)")
    asked = parser.parse_args()
    if asked.repetitions < 1:
        parser.error("--repetitions must be 1 or more")
    if not 0 < asked.seconds <= LONGEST:
        parser.error(f"--seconds must be more than 0 and at most {LONGEST}")
    talk = Console(stderr=asked.json, width=None if sys.stdout.isatty() else 150)
    results, missing = measured(asked.repetitions, asked.seconds, talk)
    if missing:
        talk.print(
            f"Missing here, so not measured: {', '.join(missing)}. pip install niagara[bench] brings the peers.",
            markup=False,
        )
    if asked.json:
        rows = [{**subject._asdict(), **result._asdict()} for subject, result in results.items()]
        how = {"repetitions": asked.repetitions, "seconds": asked.seconds, "missing": missing}
        print(json.dumps({"machine": machine(), **how, "results": rows}, indent=1))
    else:
        show(results, talk)
        talk.print(", ".join(f"{key} {value}" for key, value in machine().items()), highlight=False)
    return 0


if __name__ == "__main__":
    sys.exit(ready.told(main))
