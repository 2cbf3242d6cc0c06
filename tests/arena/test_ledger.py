"""The file of results: what was played stays played, half a line costs one game, and no other file is touched."""

import json
import os
import resource
import signal
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from niagara.arena import MIXED, Course, Forfeited, Tournament, open_ledger
from niagara.bots.external import Limits
from niagara.rules import RuleSet
from niagara.words import Refusal
from tests.arena.played import games_of, made_up, named

TOURNAMENT = Tournament(named("weak", "strong"), (RuleSet(3),), games=12, seed=4)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ladder.jsonl"


def play_some(path: Path, games: int) -> Course:
    """Plays so many of the games that are missing, and writes each down."""
    course = Course(TOURNAMENT)
    with open_ledger(path, TOURNAMENT) as ledger:
        for played in ledger.known:
            assert course.add(played)
        (missing,) = course.stages()
        for _, game in zip(range(games), missing, strict=False):
            played = made_up(game)
            course.add(played)
            ledger.write(played)
    return course


def test_a_tournament_goes_on_where_it_stopped(path: Path) -> None:
    assert len(play_some(path, 5).played) == 5
    assert len(play_some(path, 3).played) == 8
    course = play_some(path, 99)
    assert len(course.played) == 12
    assert len(path.read_text().splitlines()) == 13
    assert course.played == {game.key: made_up(game) for game in games_of(TOURNAMENT)}


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_half_written_line_is_played_again(path: Path, cut: int) -> None:
    play_some(path, 5)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    assert len(play_some(path, 0).played) == 4
    play_some(path, 1)
    assert path.read_bytes() == whole


@pytest.mark.parametrize("kept", [0, 1, 10, 100])
def test_a_half_written_first_line_begins_anew(path: Path, kept: int) -> None:
    play_some(path, 0)
    path.write_bytes(path.read_bytes()[:kept])
    assert len(play_some(path, 2).played) == 2
    assert len(play_some(path, 0).played) == 2


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"seed": 5}, "its seed is 4, now it is 5"),
        ({"rules": (RuleSet(4),)}, "its rules 1 players is 3, now it is 4"),
        ({"rules": (RuleSet(3), RuleSet(4))}, 'its rules is [{"players": 3'),
        ({"entries": named("weak", "middling")}, 'its bots 2 name is "strong", now it is "middling"'),
        ({"limits": Limits(decision=9)}, "its seconds decision is 2.0, now it is 9"),
        ({"form": "mixed"}, 'its form is "pairs", now it is "mixed"'),
        ({"swiss": 3}, 'its swiss is null, now it is {"rounds": 3, "games": 12}'),
        ({"opening": 0}, "its opening is 1, now it is 0"),
    ],
)
def test_the_file_of_another_tournament_is_refused_in_words(path: Path, other: dict[str, object], told: str) -> None:
    play_some(path, 2)
    before = path.read_bytes()
    with pytest.raises(Refusal) as refused, open_ledger(path, replace(TOURNAMENT, **other)):  # type: ignore[arg-type]
        pass
    assert "belongs to another tournament" in refused.value.text
    assert told in refused.value.text
    assert path.read_bytes() == before


def test_the_results_of_another_niagara_are_another_tournaments(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its bots have no version of their own, and may play otherwise."""
    monkeypatch.setattr("niagara.arena.tournament.version", lambda name: "0.0.7")
    play_some(path, 2)
    monkeypatch.undo()
    with pytest.raises(Refusal, match=r'its niagara is "0\.0\.7", now it is'), open_ledger(path, TOURNAMENT):
        pass
    path.write_text(path.read_text().replace('"niagara":"0.0.7",', ""))
    with pytest.raises(Refusal, match="its niagara is null, now it is"), open_ledger(path, TOURNAMENT):
        pass


def test_more_games_go_on_with_the_same_file(path: Path) -> None:
    play_some(path, 12)
    with open_ledger(path, replace(TOURNAMENT, games=600)) as ledger:
        assert len(ledger.known) == 12


@pytest.mark.parametrize(
    "content", [b"my thesis\n", b"[1, 2]", b"{}\n", b"\xff\xfe", b'{"niagara_arena":2,"tournament":{}}\n']
)
def test_a_file_that_is_none_of_ours_is_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(Refusal, match="no file of the arena"), open_ledger(path, TOURNAMENT):
        pass
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "line",
    [
        "rubbish",
        "[]",
        "3",
        "{}",
        '{"key": "0/0-1/0"}',
        '{"key":"0/0-7/0/0","winners":[0],"home":[1,1,4],"rounds":9,"decisions":9,"forfeited":[]}',
        '{"key":"0/0-1/0/99","winners":[0],"home":[1,1,4],"rounds":9,"decisions":9,"forfeited":[]}',
        '{"key":"9/0-1/0/0","winners":[0],"home":[1,1,4],"rounds":9,"decisions":9,"forfeited":[]}',
        '{"key":"0/0/0/0","winners":[0],"home":[1,1,4],"rounds":9,"decisions":9,"forfeited":[]}',
        '{"key":"0/1-0/0/0","winners":[0],"home":[1,1,4],"rounds":9,"decisions":9,"forfeited":[]}',
        '{"key":"0/0-0-1/0/0","winners":[0],"home":[1,1,4],"rounds":9,"decisions":9,"forfeited":[]}',
        '{"key":"0/0-1/0/0","winners":[0,0],"home":[1,1,4],"rounds":9,"decisions":9,"forfeited":[]}',
        '{"key":"0/0-1/0/0","winners":[0],"home":[1,1,4],"rounds":1e999,"decisions":9,"forfeited":[]}',
        '{"key":"0/0-1/0/0","winners":[3],"home":[1,1,4],"rounds":9,"decisions":9,"forfeited":[]}',
        '{"key":"0/0-1/0/0","winners":[0],"home":[1,1],"rounds":9,"decisions":9,"forfeited":[]}',
        '{"key":"0/0-1/0/0","winners":[0],"home":[1,1,4],"rounds":"x","decisions":9,"forfeited":[]}',
        '{"key":"0/0-1/0/0","winners":[0],"home":[1,1,4],"rounds":9,"decisions":9,"forfeited":[{}]}',
        "[" * 100_000,
    ],
)
def test_a_line_that_is_not_in_order_is_named(path: Path, line: str) -> None:
    play_some(path, 1)
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(Refusal, match="not in order in line 3"), open_ledger(path, TOURNAMENT):
        pass


def test_a_head_that_is_not_in_order_is_named(path: Path) -> None:
    path.write_text('{"niagara_arena":1,"tournament":7}\n')
    with pytest.raises(Refusal, match="not in order in line 1"), open_ledger(path, TOURNAMENT):
        pass


def test_two_do_not_write_to_one_file(path: Path) -> None:
    with (
        open_ledger(path, TOURNAMENT),
        pytest.raises(Refusal, match="being written by another"),
        open_ledger(path, TOURNAMENT),
    ):
        pass


@pytest.mark.parametrize("line", ["rubbish\n", '{"key":"0/1-0/0/0","winners":[]'])
def test_what_is_refused_is_left_as_it_is(path: Path, line: str) -> None:
    play_some(path, 1)
    with path.open("a") as file:
        file.write(f"{line}half a line")
    before = path.read_bytes()
    other = TOURNAMENT if line.endswith("\n") else replace(TOURNAMENT, seed=9)
    with pytest.raises(Refusal), open_ledger(path, other):
        pass
    assert path.read_bytes() == before


def test_a_file_of_mixed_tables_holds_their_groups_only(path: Path) -> None:
    mixed = Tournament(named("a", "b", "c", "d"), (RuleSet(3),), games=6, form=MIXED)
    with open_ledger(path, mixed) as ledger:
        for game in games_of(mixed):
            ledger.write(made_up(game))
    with open_ledger(path, mixed) as ledger:
        assert len(ledger.known) == 24
    with path.open("a") as file:
        file.write('{"key":"0/0-1/0/0","winners":[0],"home":[1,1,4],"rounds":9,"decisions":9,"forfeited":[]}\n')
    with pytest.raises(Refusal, match="not in order in line 26"), open_ledger(path, mixed):
        pass


@pytest.mark.parametrize("name", [".", "/dev/null", "/dev/full", "/dev/zero", "fifo", "no/folder", "file/below"])
def test_what_is_no_file_that_can_be_written_is_told(name: str, tmp_path: Path) -> None:
    """Neither a trace, nor waiting for ever for the end of what has none."""
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "file").touch()
    with pytest.raises(Refusal, match=r"cannot be written: [^.]+\.$"), open_ledger(tmp_path / name, TOURNAMENT):
        pass


@pytest.mark.parametrize("room", [100, 1000, 1200])
def test_a_full_disk_is_told_and_costs_no_more_than_half_a_line(room: int, path: Path) -> None:
    """The disk takes a part of a line, and refuses the rest; so does the limit of this process."""
    ours = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, ours[1]))
        with pytest.raises(Refusal, match="cannot be written: File too large"):
            play_some(path, 12)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, ours)
        signal.signal(signal.SIGXFSZ, ignored)
    assert path.stat().st_size == room
    course = play_some(path, 12)
    assert course.played == {game.key: made_up(game) for game in games_of(TOURNAMENT)}


def test_forfeits_are_kept(path: Path) -> None:
    (game, *_) = games_of(TOURNAMENT)
    played = replace(made_up(game), forfeited=(Forfeited(1, {"late": 2}, "so slow"),))
    with open_ledger(path, TOURNAMENT) as ledger:
        ledger.write(played)
    assert json.loads(path.read_text().splitlines()[1]) == json.loads(json.dumps(asdict(played)))
    with open_ledger(path, TOURNAMENT) as ledger:
        assert ledger.known == [played]
