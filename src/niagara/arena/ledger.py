"""Results in a file: a line of JSON each, written as they come, so that a tournament goes on where it stopped."""

import json
import os
import sys
import time
from collections.abc import Iterator, Set
from contextlib import contextmanager
from dataclasses import asdict
from io import FileIO
from pathlib import Path
from typing import Any

from niagara.arena.game import Forfeited, Played
from niagara.arena.tournament import Key, Meeting, Tournament
from niagara.words import Refusal, say

FORMAT = 1
_START = f'{{"niagara_arena":{FORMAT},'.encode()  # of each of our files
_SAVED_EVERY = 1.0  # seconds: what a power cut may cost; a killed program costs nothing


class Ledger:
    """An open file of results; nobody else writes to it meanwhile."""

    def __init__(self, file: FileIO, name: str, known: list[Played]) -> None:
        self.known = known  # what it held when it was opened
        self._file = file
        self._name = name
        self._saved = time.monotonic()

    def write(self, played: Played) -> None:
        """Adds a result. Refusal if it cannot be written."""
        self._line(asdict(played))

    def _line(self, content: dict[str, Any]) -> None:
        try:
            line = json.dumps(content, separators=(",", ":")).encode() + b"\n"
            while line:  # a full disk takes a part of it, and refuses the rest
                line = line[self._file.write(line) :]
        except OSError as error:
            raise _unwritable(self._name, error) from error
        if time.monotonic() - self._saved >= _SAVED_EVERY:
            self.save()

    def begin(self, tournament: Tournament) -> None:
        self._line(_head(tournament))
        self.save()

    def save(self) -> None:
        """Not before the lines are on the disk does this return."""
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise _unwritable(self._name, error) from error
        self._saved = time.monotonic()


@contextmanager
def open_ledger(path: Path, tournament: Tournament) -> Iterator[Ledger]:
    """The file of a tournament, new or begun before. Refusal if it is another's, of somebody else, or cannot be written."""
    try:
        if path.exists() and not path.is_file():
            raise Refusal("file-not-written", file=str(path), reason=say("arena-no-ordinary-file"))
        file = FileIO(path, "a+")  # nothing is kept back: what is written has left this program
    except OSError as error:
        raise _unwritable(str(path), error) from error
    with file:
        _lock(file, str(path))
        try:
            known = _read(file, str(path), tournament)
        except OSError as error:
            raise _unwritable(str(path), error) from error
        ledger = Ledger(file, str(path), known or [])
        if known is None:
            ledger.begin(tournament)
        try:
            yield ledger
        finally:
            ledger.save()


def _lock(file: FileIO, name: str) -> None:
    """Until the file is closed nobody else gets it. Windows has no such lock; there everybody looks after himself."""
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Refusal("arena-file-busy", file=name) from error


def _read(file: FileIO, name: str, tournament: Tournament) -> list[Played] | None:
    """The results of the file, None if it is empty. A last line that was only half written is cut off: its game is played again."""
    file.seek(0)
    if not _is_begun(file.read(len(_START))):
        raise Refusal("arena-file-foreign", file=name)
    file.seek(0)
    text = file.read()
    whole = text.rfind(b"\n") + 1
    head, *lines = text[:whole].split(b"\n")
    if whole:
        _check_same(name, head, tournament)
    meetings = frozenset(tournament.meetings())
    results = []
    for number, line in enumerate(lines[:-1], 2):
        try:
            results.append(_played(json.loads(line), tournament, meetings))
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
            raise Refusal("arena-file-line", file=name, line=number) from error
    if whole < len(text):
        file.truncate(whole)
    return results if whole else None


def _head(tournament: Tournament) -> dict[str, Any]:
    return {"niagara_arena": FORMAT, "tournament": tournament.description()}


def _is_begun(text: bytes) -> bool:
    """Whether this is the beginning of one of our files, however short."""
    return text.startswith(_START) or _START.startswith(text)


def _check_same(name: str, head: bytes, tournament: Tournament) -> None:
    try:
        before = json.loads(head)["tournament"]
        ours = json.loads(json.dumps(tournament.description()))
        other = _difference({key: before.get(key) for key in ours}, ours)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Refusal("arena-file-line", file=name, line=1) from error
    if other is not None:
        what, *values = other
        told = [json.dumps(value, ensure_ascii=False)[:200] for value in values]
        raise Refusal("arena-file-other", file=name, what=what, before=told[0], now=told[1])


def _difference(before: Any, now: Any, what: str = "") -> tuple[str, Any, Any] | None:
    """Where two descriptions first differ, as `bots 2 name`, and what stands there; None if they are alike."""
    inner: list[tuple[object, Any, Any]] = []
    if isinstance(before, dict) and isinstance(now, dict) and before.keys() == now.keys():
        inner = [(key, before[key], now[key]) for key in now]
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        inner = [(number, *pair) for number, pair in enumerate(zip(before, now, strict=True), 1)]
    elif before != now:
        return what, before, now
    found = (_difference(one, other, f"{what} {name}".strip()) for name, one, other in inner)
    return next((difference for difference in found if difference), None)


def _played(content: dict[str, Any], tournament: Tournament, meetings: Set[Meeting]) -> Played:
    """A result as it was written. ValueError, TypeError, KeyError or OverflowError if it is none of this tournament."""
    played = Played(
        key=content["key"],
        winners=tuple(map(int, content["winners"])),
        home=tuple(map(int, content["home"])),
        rounds=int(content["rounds"]),
        decisions=int(content["decisions"]),
        forfeited=tuple(
            Forfeited(
                int(seat["seat"]), {str(kind): int(count) for kind, count in seat["counts"].items()}, str(seat["words"])
            )
            for seat in content["forfeited"]
        ),
    )
    if not _fits(played, tournament, meetings):
        raise ValueError(played.key)
    return played


def _fits(played: Played, tournament: Tournament, meetings: Set[Meeting]) -> bool:
    """Whether there is such a game in the tournament, which has these meetings. ValueError if its key is none."""
    key = Key.read(played.key)
    if key.text != played.key or key.meeting not in meetings or key.deal < 0:
        return False
    players = tournament.rules[key.meeting.rules].players
    seats = {*played.winners, *(seat.seat for seat in played.forfeited)}
    sits = key.seating in range(len(tournament.seatings(key.meeting)))
    once = len(set(played.winners)) == len(played.winners)
    return sits and once and len(played.home) == players and seats <= set(range(players))


def _unwritable(name: str, error: OSError) -> Refusal:
    return Refusal("file-not-written", file=name, reason=error.strerror or str(error))
