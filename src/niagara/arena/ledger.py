"""Results in a file: a line of JSON each, written as they come, so that a tournament goes on where it stopped."""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

from niagara.arena.game import Forfeited, Played
from niagara.arena.tournament import Key, Tournament
from niagara.words import Refusal

FORMAT = 1
_SAVED_EVERY = 1.0  # seconds: what a power cut may cost; a killed program costs nothing


class Ledger:
    """An open file of results; nobody else writes to it meanwhile."""

    def __init__(self, file: BinaryIO, name: str, known: list[Played]) -> None:
        self.known = known  # what it held when it was opened
        self._file = file
        self._name = name
        self._saved = time.monotonic()

    def write(self, played: Played) -> None:
        """Adds a result. Refusal if it cannot be written."""
        self._line(asdict(played))

    def _line(self, content: dict[str, Any]) -> None:
        try:
            self._file.write(json.dumps(content, separators=(",", ":")).encode() + b"\n")
            self._file.flush()
            if time.monotonic() - self._saved >= _SAVED_EVERY:
                self.save()
        except OSError as error:
            raise _unwritable(self._name, error) from error

    def begin(self, tournament: Tournament) -> None:
        self._line(_head(tournament))
        self.save()

    def save(self) -> None:
        """Not before the lines are on the disk does this return."""
        os.fsync(self._file.fileno())
        self._saved = time.monotonic()


@contextmanager
def open_ledger(path: Path, tournament: Tournament) -> Iterator[Ledger]:
    """The file of a tournament, new or begun before. Refusal if it is another's, of somebody else, or cannot be written."""
    try:
        file = path.open("a+b")
    except OSError as error:
        raise _unwritable(str(path), error) from error
    with file:
        _lock(file, str(path))
        known = _read(file, str(path), tournament)
        ledger = Ledger(file, str(path), known or [])
        if known is None:
            ledger.begin(tournament)
        try:
            yield ledger
        finally:
            ledger.save()


def _lock(file: BinaryIO, name: str) -> None:
    """Until the file is closed nobody else gets it. Windows has no such lock; there everybody looks after himself."""
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Refusal("arena-file-busy", file=name) from error


def _read(file: BinaryIO, name: str, tournament: Tournament) -> list[Played] | None:
    """The results of the file, None if it is empty. A last line that was only half written is cut off: its game is played again."""
    file.seek(0)
    text = file.read()
    whole = text.rfind(b"\n") + 1
    head, *lines = text[:whole].split(b"\n")
    if text and not _is_begun(text):
        raise Refusal("arena-file-foreign", file=name)
    if whole < len(text):
        file.truncate(whole)
    if not whole:
        return None
    _check_same(name, head, tournament)
    results = []
    for number, line in enumerate(lines[:-1], 2):
        try:
            results.append(_played(json.loads(line), tournament))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise Refusal("arena-file-line", file=name, line=number) from error
    return results


def _head(tournament: Tournament) -> dict[str, Any]:
    return {"niagara_arena": FORMAT, "tournament": tournament.description()}


def _is_begun(text: bytes) -> bool:
    """Whether this is the beginning of one of our files, however short."""
    start = f'{{"niagara_arena":{FORMAT},'.encode()
    return text.startswith(start) or start.startswith(text)


def _check_same(name: str, head: bytes, tournament: Tournament) -> None:
    try:
        before = json.loads(head)["tournament"]
        ours = json.loads(json.dumps(tournament.description()))
        other = next((key for key in ours if before[key] != ours[key]), None)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise Refusal("arena-file-line", file=name, line=1) from error
    if other is not None:
        told = [json.dumps(value, ensure_ascii=False)[:200] for value in (before[other], ours[other])]
        raise Refusal("arena-file-other", file=name, what=other, before=told[0], now=told[1])


def _played(content: dict[str, Any], tournament: Tournament) -> Played:
    """A result as it was written. ValueError, TypeError or KeyError if it is none of this tournament."""
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
    if not _fits(played, tournament):
        raise ValueError(played.key)
    return played


def _fits(played: Played, tournament: Tournament) -> bool:
    """Whether there is such a game in the tournament. ValueError if its key is none."""
    key = Key.read(played.key)
    rules, group = key.meeting.rules, key.meeting.group
    if key.text != played.key or rules not in range(len(tournament.rules)) or key.deal < 0:
        return False
    if not set(group) <= set(range(len(tournament.entries))):
        return False
    players = tournament.rules[rules].players
    seats = {*played.winners, *(seat.seat for seat in played.forfeited)}
    sits = key.seating in range(len(tournament.seatings(key.meeting)))
    return sits and len(played.home) == players and seats <= set(range(players))


def _unwritable(name: str, error: OSError) -> Refusal:
    return Refusal("file-not-written", file=name, reason=error.strerror or str(error))
