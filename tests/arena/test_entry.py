"""Who enters: strengths and programs as they are written, each mistake answered with what would be right."""

import shlex
import sys
from pathlib import Path

import pytest

from niagara.arena import Entry, read_entries
from niagara.bots.external import Limits
from niagara.words import Refusal
from tests.programs import HELLO, Program, program

__all__ = ["program"]

LIMITS = Limits(start=20)


def test_strengths_and_programs_enter_and_namesakes_are_numbered(program: Program) -> None:
    plank, raft = program(), program(name="Raft")
    entries = read_entries(
        ["paddler", shlex.join(plank), "paddler", shlex.join(raft), shlex.join(plank), "paddler"], LIMITS
    )
    assert entries == (
        Entry("paddler", strength="paddler"),
        Entry("Plank", command=plank, version="1.0"),
        Entry("paddler #2", strength="paddler"),
        Entry("Raft", command=raft, version="1.0"),
        Entry("Plank #2", command=plank, version="1.0"),
        Entry("paddler #3", strength="paddler"),
    )


def test_no_two_have_the_same_name_whatever_they_call_themselves(program: Program) -> None:
    names = ["Plank #2", "Plank", "Plank", "Plank #2", "Plank"]
    entries = read_entries([shlex.join(program(name=name)) for name in names], LIMITS)
    assert [entry.name for entry in entries] == ["Plank #2", "Plank", "Plank #3", "Plank #2 #2", "Plank #4"]


def test_a_program_may_be_a_file_alone(tmp_path: Path) -> None:
    file = tmp_path / "raft"
    file.write_text(f"#!{sys.executable}\n" + HELLO.replace("NAME", "Raft").replace("CHOOSE", "pass"))
    file.chmod(0o755)
    assert read_entries([str(file)], LIMITS) == (Entry("Raft", command=(str(file),), version="1.0"),)


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("padler", "the nearest is paddler"),
        ("node 'half", "is no bot"),
        ("", "is no bot"),
        ("   ", "is no bot"),
        ("cat | tee", "is no bot"),
        ("pyton3 bot.py", "There is no program pyton3 here; the nearest is python3"),
        ("./fery", "There is no program ./fery here; the nearest is ./ferry.py"),
        ("ferry.py", "There is no bot “ferry.py”; the nearest file of this folder is ./ferry.py,"),
        ("fery.py", "There is no bot “fery.py”; the nearest file of this folder is ./ferry.py,"),
        ("raft", "There is no bot “raft”; the nearest file of this folder is ./raft,"),
        ("nothing.else", "There is no bot “nothing.else”; the nearest is"),
        ("./ferry.py", "./ferry.py is there, but cannot be run as it is"),
        (f"{sys.executable} fery.py", "There is no file fery.py; the nearest is ferry.py"),
        (f"{sys.executable} ../else/x.py", "ended before it introduced itself"),
    ],
)
def test_what_cannot_enter_is_told_the_nearest(
    word: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ferry.py").write_text("")
    Path("ferryman.sh").write_text("")
    Path("raft").write_text("")
    with pytest.raises(Refusal) as refused:
        read_entries([word], LIMITS)
    assert told in refused.value.text
