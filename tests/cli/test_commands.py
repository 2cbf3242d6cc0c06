"""What the commands answer: help that teaches, sentences for what cannot be done, and never a trace."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from niagara import notation, rules
from niagara.cli import COMMANDS, app
from niagara.rules import RuleSet

NIAGARA = [sys.executable, "-c", "from niagara.cli import main; main()"]


def run(*words: str, stdin: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=stdin, env={"COLUMNS": "200", "NO_COLOR": "1"})


def test_help_shows_every_command_and_examples() -> None:
    shown = run("--help")
    assert shown.exit_code == 0
    for command in COMMANDS:
        assert f"│ {command} " in shown.output
        assert run(command, "--help").exit_code == 0
    for example in (
        "niagara play Ada Bo Cy bot:paddler",
        "niagara replay game.niagara",
        "niagara arena paddler drifter",
    ):
        assert example in shown.output


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["engin"], "Did you mean 'engine'"),
        (["serve", "--folder", "/dev/null/games"], "/dev/null/games cannot be written"),
        (["serve", "--port", "70000"], "A setting does not fit"),
        (["serve", "--bot-delay", "-1"], "A setting does not fit"),
        (["bots", "--match", "padler", "drifter", "drifter"], "the nearest is paddler"),
        (["bots", "--match"], "A match needs bots"),
        (["bots", "--match", "drifter", "drifter"], "3 to 5 players"),
        (
            ["bots", "--match", *["drifter"] * 3, "--rules", "players=4"],
            "The rules say 4 players, and 3 bots are named",
        ),
        (["bots", "--match", *["drifter"] * 3, "--rules", "spirit"], "the nearest is spirits"),
        (["bots", "--match", *["drifter"] * 3, "--rules", "fork=rand"], "the nearest is random"),
        (["bots", "--match", *["drifter"] * 3, "--rules", "round_limit=soon"], "a number of rounds"),
        (["bots", "--match", *["drifter"] * 3, "--games", "0"], "--games"),
        (["play", "Ada", "--rules", "players=6"], "3 to 5 players"),
        (["play", "Ada", "--rules", "players=9 spirits"], "players cannot be"),
        (["play", "Ada", "Bo", "Ada"], "Two players are called Ada"),
        (["play", "A" * 25], "1 to 24"),
        (["play", "Ada", "bot:drift"], "the nearest is drifter"),
        (["play", *"ABCDE", "--rules", "players=4"], "5 players are named"),
        (["replay", "nowhere.niagara"], "cannot be read"),
        (["replay", "."], "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(words: list[str], answer: str) -> None:
    refused = run(*words)
    assert refused.exit_code == 2
    assert answer in refused.output
    assert "Traceback" not in refused.output
    assert refused.exception is None or isinstance(refused.exception, SystemExit)


def test_a_bad_record_is_refused_with_its_line_and_rule(tmp_path: Path) -> None:
    file = tmp_path / "bad.niagara"
    names = ["Ada", "Bo", "Cy"]
    text = notation.write_record(notation.Record(RuleSet(players=3), names, 0))
    file.write_text(text + "1. cards 6 1 1\n   0: a>S5\n", encoding="utf-8")
    refused = run("replay", str(file))
    assert refused.exit_code == 2
    assert "a>S5" in refused.output
    assert "(R3.8)" in refused.output
    file.write_bytes(b"\xff\xfe\x00")
    assert "not text" in run("replay", str(file)).output


def test_bots_are_listed_with_what_they_do() -> None:
    shown = run("bots")
    assert shown.exit_code == 0
    assert "drifter" in shown.output
    assert "paddler" in shown.output


def test_a_match_tells_rates_with_intervals_or_as_json() -> None:
    match = ["bots", "--match", "paddler", *["drifter"] * 2, "--games", "3", "--jobs", "1", "--seed", "4"]
    match += ["--rules", "round_limit=20"]
    told, written = run(*match), run(*match, "--json")
    result = json.loads(written.stdout)
    assert "95 % interval" in told.output
    assert result["games"] == 3
    assert result["tournament"]["rules"][0]["round_limit"] == 20
    assert {row["bot"]: row["chairs"] for row in result["standings"]} == {"paddler": 3, "drifter": 6}
    assert sum(row["wins"] for row in result["standings"]) + result["nobody"] >= 3
    assert json.loads(run(*match, "--json").stdout) == result


def test_the_engine_answers_on_a_real_pipe_without_the_server() -> None:
    """One line in, one line out; a request that is wrong is answered too."""
    request = {"do": "new", "rules": notation.write_rules(RuleSet(players=3)), "ring": 1}
    asked = "".join(f"{line}\n" for line in (json.dumps(request), "nonsense", ""))
    loaded = "import sys, atexit; atexit.register(lambda: print([m for m in sys.modules if 'litestar' in m], file=sys.stderr))"
    program = [
        sys.executable,
        "-c",
        f"{loaded}\nsys.argv = ['niagara', 'engine']\nfrom niagara.cli import main; main()",
    ]
    answered = subprocess.run(program, input=asked, capture_output=True, text=True, timeout=60, check=True)
    first, *refused = map(json.loads, answered.stdout.splitlines())
    assert first["position"] == notation.write_position(rules.new_game(RuleSet(players=3), 1))
    assert [set(answer) for answer in refused] == [{"error", "rule"}] * 2
    assert answered.stderr == "[]\n"
