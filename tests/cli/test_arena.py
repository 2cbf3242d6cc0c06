"""`niagara arena` as it is typed: results as a table, as JSON, as a picture; it goes on where it stopped; mistakes are told."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from niagara.cli import app
from tests.programs import Program, program

__all__ = ["program"]

QUICK = ["arena", "drifter", "drifter", "--rules", "players=3 round_limit=2", "--games", "6", "--jobs", "1"]
DUEL = ["arena", "drifter", "paddler", "--rules", "players=3 round_limit=12", "--games", "12", "--jobs", "1"]

MANY = 1500  # games: they must still be going on when the first ones are on disk


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "200", "NO_COLOR": "1"})


def written(*words: str) -> dict[str, Any]:
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_results_are_a_table_or_json() -> None:
    told, found = run(*DUEL), written(*DUEL)
    assert told.exit_code == 0
    assert "95 % interval" in told.output
    assert " ± " in told.output
    assert found["games"] == 12
    assert found["deals"] == 2
    assert [row["bot"] for row in found["standings"]] == ["paddler", "drifter"]
    assert {(row["bot"], row["against"]) for row in found["matrix"]} == {("drifter", "paddler"), ("paddler", "drifter")}
    assert found["standings"][0]["rating"]["mu"] > found["standings"][1]["rating"]["mu"]


def test_it_is_the_same_again_on_several_processes() -> None:
    assert written(*DUEL) == written(*DUEL[:-1], "2")


def test_several_rule_sets_have_a_matrix_each() -> None:
    words = ["arena", "drifter", "drifter", "drifter", "--games", "6", "--jobs", "1"]
    words += ["--rules", "players=3 round_limit=3", "--rules", "spirits joe players=3 round_limit=3"]
    told, found = run(*words), written(*words)
    assert [rules["rules"] for rules in found["by_rules"]] == [
        "players=3 round_limit=3",
        "players=3 spirits joe round_limit=3",
    ]
    assert all(len(rules["matrix"]) == 6 for rules in found["by_rules"])
    for shown in ("drifter #2", "drifter #3", "players=3 spirits joe round_limit=3"):
        assert shown in told.output


def test_swiss_mixed_and_sprt() -> None:
    short = ["--rules", "players=3 round_limit=8", "--jobs", "1", "--games"]
    swiss = written("arena", *["drifter"] * 4, *short, "6", "--swiss", "2")
    assert swiss["games"] == 2 * 2 * 6
    mixed = written("arena", *["drifter"] * 4, *short, "6", "--tables", "mixed")
    assert mixed["games"] == 4 * 6
    stopped = written(
        "arena", "drifter", "paddler", "--rules", "players=3", "--jobs", "1", "--games", "600", "--sprt", "0.5:0.7"
    )
    (test,) = stopped["sprt"]
    assert (test["accepted"], stopped["games"]) == (0.5, test["games"])
    assert test["games"] < 120


def test_a_program_plays_and_what_it_forfeits_is_told(program: Program) -> None:
    sound, broken = shlex.join(program()), shlex.join(program("sys.exit('water comes in')", name="Leak"))
    told = run(
        "arena",
        sound,
        broken,
        "--rules",
        "players=3 round_limit=3",
        "--games",
        "6",
        "--jobs",
        "1",
        "--start-seconds",
        "60",
    )
    assert told.exit_code == 0, told.output
    assert "Leak did not decide itself in 6 games" in told.output
    assert "because the program ended" in told.output
    assert "water comes in" in told.output
    assert "Plank did not" not in told.output


def test_a_picture_is_drawn(tmp_path: Path) -> None:
    for name in ("ladder.png", "ladder.svg"):
        done = run(*QUICK, "--plot", str(tmp_path / name))
        assert done.exit_code == 0, done.output
        assert (tmp_path / name).stat().st_size > 5000


@pytest.mark.parametrize("name", ["[/b]", "$x^{$", "渡し守", "_x"])
def test_a_strange_name_breaks_neither_bar_nor_table_nor_picture(name: str, program: Program, tmp_path: Path) -> None:
    """The bar too, which a terminal shows while they play; what it forfeits is told under this name."""
    bot = shlex.join(program('print(json.dumps({"id": asked["id"], "move": ""}), flush=True)', name=name))
    patient = ["--start-seconds", "60", "--seconds", "60", "--plot", str(tmp_path / "ladder.svg")]
    done = run("arena", bot, *QUICK[2:], *patient)
    assert done.exit_code == 0, done.output
    assert f"{name} did not decide itself" in done.output
    assert (tmp_path / "ladder.svg").stat().st_size > 5000


def test_the_picture_does_not_take_the_place_of_the_results(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    refused = run(*QUICK, "--out", str(tmp_path / "ladder.png"), "--plot", str(tmp_path / "link" / "ladder.png"))
    assert refused.exit_code == 2
    assert "cannot hold both" in refused.output
    assert not (tmp_path / "ladder.png").exists()


@pytest.mark.parametrize("package", ["matplotlib", "openskill"])
def test_a_picture_without_the_extra_is_refused_before_anybody_plays(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    refused = run(*QUICK, "--plot", str(tmp_path / "ladder.png"), "--out", str(tmp_path / "ladder.jsonl"))
    assert refused.exit_code == 2
    assert 'pip install "niagara[arena]" brings it' in refused.output
    assert not (tmp_path / "ladder.jsonl").exists()


def test_without_openskill_there_are_shares_and_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "openskill"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "openskill", None)
    told = run(*QUICK)
    assert told.exit_code == 0
    assert 'pip install "niagara[arena]" brings it' in told.output
    assert "95 % interval" in told.output


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Ctrl-C in the middle, and a line that was only half written."""
    out = tmp_path / "ladder.jsonl"
    words = [
        "arena",
        "drifter",
        "drifter",
        "--rules",
        "players=3",
        "--games",
        str(MANY),
        "--out",
        str(out),
        "--jobs",
        "2",
    ]
    program = [sys.executable, "-c", "from niagara.cli import main; main()", *words]
    playing = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 120
    while (not out.exists() or out.read_bytes().count(b"\n") < 20) and time.monotonic() < until:
        time.sleep(0.05)
    playing.send_signal(signal.SIGINT)
    told, complained = playing.communicate(timeout=120)
    assert playing.returncode == 128 + signal.SIGINT, complained
    assert "Stopped after" in complained
    assert "Traceback" not in complained
    assert "Share" in told
    lines = out.read_bytes().splitlines(keepends=True)
    assert 20 <= len(lines) < MANY + 1
    out.write_bytes(b"".join(lines)[:-7])
    found = written(*words)
    assert found["games"] == MANY
    keys = [json.loads(line)["key"] for line in out.read_text().splitlines()[1:]]
    assert len(keys) == len(set(keys)) == MANY
    assert found == written("arena", *words[1:7])


def test_another_tournament_does_not_get_its_file(tmp_path: Path) -> None:
    out = ["--out", str(tmp_path / "ladder.jsonl")]
    assert run(*QUICK, *out).exit_code == 0
    refused = run(*QUICK, *out, "--seed", "7")
    assert refused.exit_code == 2
    assert "its seed is 0, now it is 7" in refused.output


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["drifter"], "2 to 50 bots"),
        (["drifter"] * 51, "2 to 50 bots"),
        (["drifter", "padler"], "the nearest is paddler"),
        (["drifter", "node examples/ferymann.mjs"], "the nearest is examples/ferryman.mjs"),
        (["drifter", "nodee x.mjs"], "There is no program nodee here; the nearest is node"),
        (["drifter", "paddler", "--rules", "spirit"], "the nearest is spirits"),
        (["drifter", "paddler", "--rules", "players=6"], "3 to 5 players"),
        (["drifter", "paddler", "--tables", "mixed"], "2 bots are named"),
        (["drifter"] * 4 + ["--tables", "mixed", "--swiss", "2"], "need --tables pairs"),
        (["drifter"] * 4 + ["--tables", "mixed", "--sprt", "0.5:0.6"], "need --tables pairs"),
        (["drifter", "paddler", "--sprt", "0.6:0.5"], "no two shares"),
        (["drifter", "paddler", "--sprt", "1:2"], "no two shares"),
        (["drifter", "paddler", "--sprt", "much"], "no two shares"),
        (["drifter", "paddler", "--plot", "ladder.doc"], "no picture"),
        (["drifter", "paddler", "--plot", "/nowhere/ladder.png"], "cannot be written"),
        (["drifter", "paddler", "--plot", "/proc/ladder.png"], "cannot be written"),
        (["drifter", "paddler", "--out", "."], "cannot be written"),
        (["drifter", "paddler", "--out", "/dev/full"], "cannot be written"),
        (["drifter", "paddler", "--games", "9" * 40], "at most 10,000,000 games"),
        (["drifter", "paddler", "--swiss", "9" * 40], "at most 10,000,000 games"),
        (["drifter", "paddler", "--games", "many"], "--games"),
        (["drifter", "paddler", "--jobs", "100000"], "--jobs"),
        (["drifter", "paddler", "--seconds", "nan"], "--seconds"),
        (["drifter", "paddler", "--sprt", "nan:0.5"], "no two shares"),
        (["drifter", "paddler", "--dask", "tcp://127.0.0.1:9"], "no Dask scheduler"),
        (["drifter", "paddler", "--games", "0"], "--games"),
        (["drifter", "paddler", "--seconds", "0"], "--seconds"),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_what_cannot_be_done_is_told_in_a_sentence(words: list[str], answer: str) -> None:
    refused = run("arena", *words)
    assert refused.exit_code == 2
    assert answer in refused.output.replace("\n", " ")
    assert "Traceback" not in refused.output


def test_the_example_in_node_plays_without_a_fault() -> None:
    """examples/ferryman.mjs, by every expansion: nothing forfeited, and games that come to an end."""
    ferryman = os.path.relpath(Path(__file__).parents[2] / "examples" / "ferryman.mjs")
    words = [
        "arena",
        f"node {ferryman}",
        "drifter",
        "--games",
        "6",
        "--jobs",
        "1",
        "--seconds",
        "60",
        "--start-seconds",
        "60",
    ]
    found = written(*words, "--rules", "players=3 spirits joe", "--rules", "players=3 fork=random")
    assert [bot["name"] for bot in found["tournament"]["bots"]] == ["Ferryman", "drifter"]
    assert found["forfeits"] == []
    assert found["games"] == 12
    assert found["nobody"] <= 3
    assert next(row for row in found["standings"] if row["bot"] == "Ferryman")["wins"] > 0
