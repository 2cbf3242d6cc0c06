"""Who enters: a strength of ours, or a program of somebody's, as it is written on the command line."""

import os
import shlex
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from niagara import bots
from niagara.bots.external import External, Limits
from niagara.words import Refusal

_SHELLS = ("|", "&&", ";", ">", "<")  # words of a shell, which nobody here understands


@dataclass(frozen=True)
class Entry:
    """A bot by the name under which its results stand; of `strength` and `command` one is empty."""

    name: str
    strength: str = ""
    command: tuple[str, ...] = ()
    version: str = ""


def read_entries(words: Sequence[str], limits: Limits) -> tuple[Entry, ...]:
    """The entries that words name; every program is started once to hear who it is. Refusal if one cannot enter."""
    entries: dict[str, Entry] = {}
    for word in words:
        entry = read_entry(word, limits)
        name, number = entry.name, 1
        while name in entries:
            number += 1
            name = f"{entry.name} #{number}"
        entries[name] = replace(entry, name=name)
    return tuple(entries.values())


def read_entry(word: str, limits: Limits) -> Entry:
    """`paddler` is a strength; a program is a path or has arguments: `./ferryman`, `node ferryman.mjs`."""
    try:
        command = tuple(shlex.split(word))
    except ValueError as error:
        raise Refusal("arena-command", command=word) from error
    if len(command) == 1 and os.sep not in word:
        _check_no_file(word)
        bots.make(word, 0)
        return Entry(word, strength=word)
    if not command or set(command) & set(_SHELLS):
        raise Refusal("arena-command", command=word)
    _check_files(command)
    with External(command, limits) as bot:
        bot.greet()
    return Entry(bot.name, command=command, version=bot.version)


@contextmanager
def seated(entry: Entry, seed: int, limits: Limits) -> Iterator[bots.Bot]:
    """A bot for one chair and one game."""
    if entry.strength:
        yield bots.make(entry.strength, seed)
    else:
        with External(entry.command, limits) as bot:
            yield bot


def _check_no_file(word: str) -> None:
    """A file of this folder is no strength: whoever names it, or nearly, is told how it is to be written."""
    here = word if Path(word).is_file() else _nearest(word) if Path(word).suffix else ""
    if here:
        raise Refusal("arena-bare-file", given=word, file=os.path.join(os.curdir, here))


def _check_files(command: tuple[str, ...]) -> None:
    """Whether the program is there, and the file that it is to run: the first argument that is no option and looks like one."""
    program, *rest = command
    if shutil.which(program) is None:
        if os.sep in program and Path(program).is_file():
            raise Refusal("arena-not-executable", file=program)
        raise Refusal("arena-no-program", file=program, nearest=_nearest(program) or "none")
    named = next((word for word in rest if not word.startswith("-")), "")
    if Path(named).suffix and not Path(named).exists() and (nearest := _nearest(named)):
        raise Refusal("arena-no-file", file=named, nearest=nearest)


def _nearest(file: str) -> str:
    """The file, or the program on the PATH, whose name looks most like this one."""
    folder = Path(file).parent
    folders = [folder] if os.sep in file or Path(file).suffix else map(Path, os.get_exec_path())
    close = get_close_matches(Path(file).name, {path.name for path in _files(folders)}, 1, 0.5)
    return os.path.join(os.path.dirname(file), close[0]) if close else ""


def _files(folders: Sequence[Path] | Iterator[Path]) -> Iterator[Path]:
    for folder in folders:
        if folder.is_dir() and os.access(folder, os.R_OK):
            yield from (path for path in folder.iterdir() if path.is_file())
