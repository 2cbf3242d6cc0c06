"""Games in the terminal, from scripts on standard input: one alone, several at one keyboard, and what goes wrong on the way."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from random import Random

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from niagara import bots, notation, rules
from niagara.cli import app
from niagara.cli.sitting import Player, Sitting
from niagara.rules import BUY, CARDS, OVER, RuleSet

NIAGARA = [sys.executable, "-c", "from niagara.cli import main; main()"]
PEOPLE = ["Ada", "Bo", "Cy"]
PATIENCE = 60  # seconds for a program on a busy machine to say something


def run(*words: str, stdin: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=stdin, env={"COLUMNS": "200", "NO_COLOR": "1"})


def script(ruleset: RuleSet, seed: int) -> tuple[str, rules.Position]:
    """What three people type in a whole game, played as paddlers would, and how it ends."""
    players = [bots.make("paddler", seat) for seat in range(3)]
    ring = Sitting(ruleset, [Player(name) for name in PEOPLE], seed, Console()).ring
    position, typed = rules.new_game(ruleset, ring), []
    while position.phase != OVER:
        together = position.phase in (BUY, CARDS)
        chosen = {
            seat: players[seat].choose(position.view(seat), seat, rules.legal_moves(position, seat))
            for seat in (rules.actors(position) if together else [rules.next_actor(position)])
        }
        for seat, move in chosen.items():
            typed.append(notation.write_move(move))
            rules.play(position, seat, move)
    return "".join(f"{line}\n" for line in typed), position


@pytest.mark.parametrize("words", ["", "spirits joe"])
def test_three_people_play_a_whole_game_and_replay_it(words: str, tmp_path: Path) -> None:
    """Every decision typed at the prompts leads to the end that the engine knows; the saved record tells the same game."""
    file = tmp_path / "game.niagara"
    typed, end = script(RuleSet(players=3, spirits="spirits" in words, joe="joe" in words), 7)
    command = [*NIAGARA, "play", *PEOPLE, "--rules", words, "--seed", "7", "--save", str(file)]
    played = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120, check=True)
    assert played.stderr == ""
    for seat, name in enumerate(PEOPLE):
        assert (f"{name} wins with" in played.stdout) == bool(end.winners >> seat & 1)
    record = notation.read_record(file.read_text(encoding="utf-8"))
    assert record.end() == end
    assert record.names == PEOPLE

    replayed = run("replay", str(file), "--all")
    stepped = run("replay", str(file), stdin="\n" * 2000)
    assert replayed.exit_code == stepped.exit_code == 0
    for shown in (replayed, stepped):
        assert f"Round {end.round}." in shown.output
        assert "wins with" in shown.output


def test_a_replay_stops_where_the_reader_stops(tmp_path: Path) -> None:
    file = tmp_path / "game.niagara"
    run(
        "play",
        *PEOPLE,
        "--seed",
        "1",
        "--rules",
        "round_limit=2",
        "--save",
        str(file),
        stdin="1\n2\n3\nc\n4\n5\n6\n" * 30,
    )
    shown = run("replay", str(file), stdin="\nboard\nwhat\nquit\n")
    assert shown.exit_code == 0
    assert "Enter goes on; board shows the table" in shown.output
    assert "The replay ends here" in shown.output
    assert "Nobody wins" not in shown.output


def test_one_person_plays_bots_to_the_round_limit() -> None:
    """Numbers of the list are moves; what does not fit is asked again."""
    played = run("play", "Ada", "--seed", "2", "--rules", "joe round_limit=3", stdin="1\n2\n3\n4\n5\n6\n" * 20)
    assert played.exit_code == 0
    assert "Nobody wins" in played.output
    assert "You play" in played.output
    assert "Paddler 3 plays" in played.output


def test_a_question_mark_tells_moves_costs_and_reasons() -> None:
    """R3.5, R3.8: with a 6, six steps, or four and a gem."""
    alone = run("play", "Ada", "Bo", "Cy", "--seed", "1", stdin="6\n1\n1\n?\n? a>R7\n? a>L6\na>R7\nwhat\nboard\n")
    told = " ".join(alone.output.split())
    assert "a>S4(+w) launch a canoe to white, load a white gem 4 points for steps, 2 points for loading" in told
    assert told.count("That takes 7 points; the canoe has 6. (R3.8)") == 2
    assert "a>L6 is allowed" in told
    assert "“what” is not a move" in told
    assert told.endswith("The game ends here. Until next time.")


def test_a_move_is_understood_without_capitals_and_with_blanks() -> None:
    shown = run("play", "Ada", "Bo", "Cy", "--seed", "1", stdin="card 6\n1\n1\nA > s4 (+W)\n")
    assert "launches a canoe to white, loads a white gem" in shown.output


def test_a_card_may_be_chosen_again_until_all_have_chosen(tmp_path: Path) -> None:
    """R2.5: Bo goes back to Ada's choice."""
    changed = run("play", *PEOPLE, "--seed", "1", stdin="6\nback\n5\n1\n1\n?\n")
    assert "Ada plays 5" in changed.output or "Ada, 5: your move?" in changed.output
    first = run("play", *PEOPLE, "--seed", "1", stdin="back\n4\n1\n1\n?\n")
    assert "Ada, 4: your move?" in first.output or "Ada plays 4" in first.output


def test_leaving_saves_what_everybody_may_know(tmp_path: Path) -> None:
    """R10.1: the round that is running has cards that nobody has seen yet."""
    file = tmp_path / "left.niagara"
    typed, _ = script(RuleSet(players=3), 7)
    left = run(
        "play", *PEOPLE, "--seed", "7", "--save", str(file), stdin="".join(typed.splitlines(True)[:12]) + "quit\n"
    )
    assert left.exit_code == 0
    record = notation.read_record(file.read_text(encoding="utf-8"))
    assert record.end().phase == CARDS
    assert all(card == 0 for card in record.end().cards)
    refused = run("play", *PEOPLE, "--save", str(tmp_path), stdin="quit\n")
    assert refused.exit_code == 2
    assert "cannot be written" in refused.output


def test_among_several_people_a_typed_card_is_not_shown() -> None:
    """R2.5: on a real terminal, what Ada types for her card does not appear."""
    ours, theirs = pty.openpty()
    playing = subprocess.Popen(
        [*NIAGARA, "play", *PEOPLE, "--seed", "1"],
        stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, env=os.environ | {"TERM": "dumb"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # the tests may run where Ctrl-C is ignored
    )  # fmt: skip
    os.close(theirs)
    try:
        shown = _until(ours, "Ada, your card? 1 2 3 4 5 6 C ")
        _until_silent(ours)
        os.write(ours, b"5\n")
        shown = _until(ours, "Bo, your card? 1 2 3 4 5 6 C ")
        assert "5" not in shown.removesuffix("1 2 3 4 5 6 C ")
        playing.send_signal(signal.SIGINT)
        shown = _until(ours, "Until next time.")
        assert "Traceback" not in shown
        assert playing.wait(20) == 130
    finally:
        playing.kill()
        playing.wait()
        os.close(ours)


def _until(terminal: int, wanted: str) -> str:
    """What a terminal shows until the wanted words, these included."""
    shown = ""
    while wanted not in shown:
        assert select.select([terminal], [], [], PATIENCE)[0], f"nothing more after {shown!r}"
        shown += os.read(terminal, 1024).decode()
    return shown


def _until_silent(terminal: int) -> None:
    """Until the terminal has stopped showing what is typed; what was typed earlier is thrown away."""
    deadline = time.monotonic() + PATIENCE
    while termios.tcgetattr(terminal)[3] & termios.ECHO:
        assert time.monotonic() < deadline, "typing is still shown"
        time.sleep(0.02)


def test_a_seed_gives_the_same_game() -> None:
    answers = "".join(f"{Random(3).choice('123456')}\n" for _ in range(200))
    one, two = (run("play", "Ada", "--seed", "9", "--rules", "round_limit=4", stdin=answers) for _ in range(2))
    assert one.output == two.output
