"""Programs as bots: whatever they do, the game goes on, in time, with legal moves, and nothing of them is left."""

import json
import signal
import time
from pathlib import Path

import pytest

from niagara import notation, rules
from niagara.bots.external import ABSENT, CRASHED, GARBLED, ILLEGAL, LATE, STARTS, External, Limits
from niagara.bots.external_process import Process
from niagara.rules import OVER, RuleSet
from niagara.words import Refusal
from tests.programs import FIRST, HELLO, Program, group_is_gone, program

__all__ = ["program"]

SHORT = Limits(decision=0.15, start=20)
PATIENT = Limits(decision=20, start=20)
RULES = RuleSet(players=3, spirits=True, joe=True, round_limit=8)


def game(bot: External, decisions: int = 1000) -> int:
    """Plays a game in which the bot has the first chair and others take what comes first; how often it was asked."""
    position, asked = rules.new_game(RULES), 0
    while position.phase != OVER and asked < decisions:
        seat = rules.next_actor(position)
        moves = rules.legal_moves(position, seat)
        move = moves[0]
        if seat == 0:
            move = bot.choose(position.view(0), 0, moves[:])
            assert move in moves
            asked += 1
        rules.play(position, seat, move)
    if position.phase == OVER:
        bot.tell_end(position)
    return asked


def test_a_program_plays_a_game_and_forfeits_nothing(program: Program) -> None:
    with External(program(), PATIENT) as bot:
        assert game(bot) > 6
        assert (bot.name, bot.version, bot.forfeits.counts) == ("Plank", "1.0", {})


def test_a_program_sees_the_view_of_its_seat_and_the_legal_moves(program: Program, tmp_path: Path) -> None:
    """R10.1: of cards that lie face down it learns nothing."""
    heard = tmp_path / "heard"
    with External(program(f"open({str(heard)!r}, 'a').write(line)\n{FIRST}"), PATIENT) as bot:
        position = rules.new_game(RULES, 1)
        for seat, card in ((1, "card 6"), (2, "card 5")):
            rules.play(position, seat, notation.read_move(position, seat, card))
        moves = rules.legal_moves(position, 0)
        assert notation.write_move(bot.choose(position.view(0), 0, moves)) == "card 1"
    asked = json.loads(heard.read_text())
    assert asked == {
        "do": "choose",
        "id": 2,
        "seat": 0,
        "seconds": 20,
        "moves": sorted(map(notation.write_move, moves)),
        "position": notation.write_position(position.view(0)),
    }
    assert [seat["card"] for seat in asked["position"]["seats"]] == [None, "?", "?"]


@pytest.mark.parametrize(
    ("kind", "does"),
    [
        (LATE, "pass"),
        (LATE, "import time; time.sleep(60)"),
        (LATE, "sys.stdout.write('{\"id\": '); sys.stdout.flush()"),
        (LATE, "while True: sys.stderr.write('x' * 65536)"),
        (LATE, "while True: print('{\"id\": 0}')"),
        (LATE, "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"),
        (ILLEGAL, 'print(json.dumps({"id": asked["id"], "move": "a>moon"}), flush=True)'),
        (ILLEGAL, 'print(json.dumps({"id": asked["id"], "move": ""}), flush=True)'),
        (GARBLED, "print('thinking...', flush=True)"),
        (GARBLED, "print('[' * 60000, flush=True)"),
        (GARBLED, "print(json.dumps([1, 2]), flush=True)"),
        (GARBLED, 'print(json.dumps({"move": asked["moves"][0]}), flush=True)'),
        (GARBLED, 'print(json.dumps({"id": asked["id"], "move": 4}), flush=True)'),
        (GARBLED, 'print(json.dumps({"id": True, "move": "card 1"}), flush=True)'),
        (GARBLED, "print('1' * 10000, flush=True)"),
        (GARBLED, "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()"),
        (GARBLED, "while True: sys.stdout.write('x' * 65536)"),
        (GARBLED, "while True: print('x')"),
        (GARBLED, "print('x' * 10_000_000, flush=True)"),
        (CRASHED, "sys.exit(3)"),
        (CRASHED, "raise RuntimeError('a leak')"),
        (CRASHED, "import os, time; os.close(1); time.sleep(60)"),
        (CRASHED, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"),
    ],
)
def test_a_broken_program_forfeits_to_the_first_legal_move(kind: str, does: str, program: Program) -> None:
    limits = SHORT if kind == LATE else PATIENT
    with External(program(does), limits) as bot:
        position = rules.new_game(RULES)
        moves = rules.legal_moves(position, 0)
        chosen = [notation.write_move(bot.choose(position.view(0), 0, moves)) for _ in range(2)]
    assert chosen == ["card 1", "card 1"]
    assert bot.forfeits.counts == {kind: 2}


def test_a_program_that_closes_its_input_is_started_anew(program: Program) -> None:
    """Each time it answers once more, and then hears nothing."""
    with External(program(f"{FIRST}\nimport os, time; os.close(0); time.sleep(60)"), SHORT) as bot:
        asked = game(bot)
    assert set(bot.forfeits.counts) <= {CRASHED, LATE, ABSENT}
    assert bot.forfeits.counts[CRASHED] == STARTS
    assert sum(bot.forfeits.counts.values()) < asked


def test_a_late_answer_is_not_taken_for_the_next_one(program: Program) -> None:
    late = """
import time
global first
if "first" not in globals(): first = asked
if asked is first: time.sleep(1)
print(json.dumps({"id": asked["id"], "move": asked["moves"][0 if asked is first else -1]}), flush=True)"""
    position = rules.new_game(RULES)
    moves = rules.legal_moves(position, 0)
    with External(program(late.replace("global first\n", "")), Limits(decision=0.4, start=20)) as bot:
        chosen = [bot.choose(position.view(0), 0, moves) for _ in range(5)]
    told = [notation.write_move(move) for move in chosen]
    assert told[0] == "card 1"
    assert told[-1] == "card X"
    assert set(told) == {"card 1", "card X"}
    assert set(bot.forfeits.counts) == {LATE}


def test_a_program_that_keeps_dying_is_given_up_and_the_game_ends(program: Program) -> None:
    with External(program("sys.exit('no more')"), PATIENT) as bot:
        asked = game(bot)
    assert bot.forfeits.counts == {CRASHED: STARTS, ABSENT: asked - STARTS}
    assert bot.forfeits.words == "no more"


def test_a_program_that_is_silent_costs_a_bounded_time(program: Program) -> None:
    began = time.monotonic()
    with External(program("pass"), SHORT) as bot:
        asked = game(bot)
    late = bot.forfeits.counts[LATE]
    assert late + bot.forfeits.counts[ABSENT] == asked
    assert time.monotonic() - began >= 0.1 * late, "it is really waited for"
    assert late <= 3 * STARTS


def test_what_a_program_starts_ends_with_it(program: Program, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    child = (
        "import subprocess, os; c = subprocess.Popen(['sleep', '600']); open(PIDS, 'a').write(f'{os.getpid()}\\n')\n"
    )
    with External(program(child.replace("PIDS", repr(str(pids))) + FIRST), PATIENT) as bot:
        game(bot, decisions=3)
    groups = {int(line) for line in pids.read_text().split()}
    assert len(groups) == 1
    until = time.monotonic() + 20
    while not all(map(group_is_gone, groups)) and time.monotonic() < until:
        time.sleep(0.02)
    assert all(map(group_is_gone, groups))


def test_nothing_is_left_where_even_the_waiting_is_interrupted(program: Program) -> None:
    """A second Ctrl-C, from somebody in a hurry."""
    stubborn = "import os, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(os.getpid(), flush=True); time.sleep(600)"
    process = Process(program(whole=stubborn))
    group = int(process.receive(time.monotonic() + 60))
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        with pytest.raises(KeyboardInterrupt):
            process.end(patience=600)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert group_is_gone(group)


def test_what_it_says_is_shown_without_what_steers_a_terminal(program: Program) -> None:
    with External(program("sys.exit('\\x1b[31mred\\x07\\nlast \\x00 line')"), PATIENT) as bot:
        game(bot, decisions=1)
    assert bot.forfeits.words == " [31mred\nlast   line"


@pytest.mark.parametrize(
    ("whole", "told"),
    [
        ("import sys; sys.exit('no engine')", "ended before it introduced itself. Its last words:\nno engine"),
        ("print('hello', flush=True)\nimport time; time.sleep(60)", "did not introduce itself as docs/bots.md asks"),
        (HELLO.replace("NAME", " "), "did not introduce itself as docs/bots.md asks"),
        (HELLO.replace("NAME", "N" * 41), "did not introduce itself as docs/bots.md asks"),
        (HELLO.replace("NAME", "\\x1b[31m"), "did not introduce itself as docs/bots.md asks"),
    ],
)
def test_a_program_that_does_not_introduce_itself_is_refused(whole: str, told: str, program: Program) -> None:
    with External(program(whole=whole), PATIENT) as bot, pytest.raises(Refusal) as refused:
        bot.greet()
    assert told in refused.value.text


def test_a_program_that_is_slow_to_introduce_itself_is_refused(program: Program) -> None:
    with (
        External(program(whole="import time; time.sleep(60)"), Limits(start=0.2)) as bot,
        pytest.raises(Refusal) as refused,
    ):
        bot.greet()
    assert "in time (--start-seconds" in refused.value.text


def test_a_program_that_cannot_be_started_forfeits(tmp_path: Path) -> None:
    with External([str(tmp_path / "nothing")], PATIENT) as bot:
        asked = game(bot)
    assert sum(bot.forfeits.counts.values()) == asked
