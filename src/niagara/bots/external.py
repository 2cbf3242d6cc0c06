"""External bots: programs in any language that choose moves on their standard input and output (docs/bots.md)."""

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from niagara import notation
from niagara.bots.external_process import Endless, Gone, Late, Process
from niagara.rules.position import Position, View
from niagara.words import Refusal

PROTOCOL = 1
IN_A_ROW = 3  # forfeits, after which a program is started anew
STARTS = 4  # in a game; then it is given up
LONGEST_NAME = 40

# How a decision is forfeited.
LATE = "late"  # no answer in time
ILLEGAL = "illegal"  # a move that is not in the list
GARBLED = "garbled"  # an answer that is not one
CRASHED = "crashed"  # the program ended, or closed a pipe
ABSENT = "absent"  # it had been given up before
KINDS = (LATE, ILLEGAL, GARBLED, CRASHED, ABSENT)


@dataclass(frozen=True)
class Limits:
    """How long an external bot may take, in seconds by the clock."""

    decision: float = 2.0
    start: float = 10.0


@dataclass
class Forfeits:
    """Decisions that a bot left to the default, by kind, and what it last said on stderr when it did."""

    counts: dict[str, int] = field(default_factory=dict)
    words: str = ""


class _Forfeit(Exception):
    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class External:
    """A program at the table. It is asked about a View; what it does not decide falls to the first legal move, and is counted."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self.name = command[0]
        self.version = ""
        self.forfeits = Forfeits()
        self._command = command
        self._limits = limits
        self._asked = 0
        self._in_a_row = 0
        self._starts = 0
        self._process: Process | None = None
        self._began = 0.0  # when this process of it was started
        self._knows_it = False  # it has introduced itself
        with suppress(_Forfeit):  # then the first decision tries again
            self._start()

    def __enter__(self) -> "External":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def choose(self, view: View, seat: int, moves: list[int]) -> int:
        by_text = {notation.write_move(move): move for move in moves}
        texts = sorted(by_text)
        try:
            text = self._choice(view, seat, texts)
        except _Forfeit as forfeit:
            self._note(forfeit.kind)
            return by_text[texts[0]]
        self._in_a_row = 0
        return by_text[text]

    def greet(self) -> None:
        """Hears its name and version. Refusal, with its last words, if it does not introduce itself in time."""
        try:
            self._greeted()
        except _Forfeit as forfeit:
            self._note(forfeit.kind)
            words = self.forfeits.words or "-"
            raise Refusal(f"external-{forfeit.kind}", command=" ".join(self._command), words=words) from forfeit

    def tell_end(self, position: Position) -> None:
        """Lets it know how the game ended; nothing is asked, and nobody waits."""
        if self._process is not None:
            with suppress(Gone):
                self._process.send(_line(do="over", position=notation.write_position(position)))

    def _choice(self, view: View, seat: int, texts: list[str]) -> str:
        process = self._greeted()
        self._asked += 1
        asked = {"id": self._asked, "seat": seat, "seconds": self._limits.decision}
        request = _line(do="choose", **asked, moves=texts, position=notation.write_position(view))
        answer = self._answer(process, request, time.monotonic() + self._limits.decision)
        move = answer.get("move")
        if not isinstance(move, str):
            raise _Forfeit(GARBLED)
        if move not in texts:
            raise _Forfeit(ILLEGAL)
        return move

    def _greeted(self) -> Process:
        """The program, which has said who it is."""
        process = self._process or self._start()
        if not self._knows_it:
            answer = self._answer(process, None, self._began + self._limits.start)
            self.name, self.version = _name(answer.get("name")), _name(answer.get("version", "-"))
            self._knows_it = True
        return process

    def _start(self) -> Process:
        if self._starts == STARTS:
            raise _Forfeit(ABSENT)
        self._starts += 1
        self._in_a_row = 0
        self._knows_it = False
        self._began = time.monotonic()
        self._asked += 1
        try:
            self._process = Process(self._command)
            self._process.send(_line(do="hello", id=self._asked, protocol=PROTOCOL))
        except (OSError, Gone) as error:
            raise _Forfeit(CRASHED) from error
        return self._process

    def _answer(self, process: Process, request: bytes | None, until: float) -> dict[str, Any]:
        """The answer to what was asked last. Answers to earlier requests, which came late, are passed over."""
        try:
            if request is not None:
                process.send(request)
            while True:
                answer = _read(process.receive(until))
                if answer["id"] == self._asked:
                    return answer
                if time.monotonic() > until:
                    raise Late
        except Late as error:
            raise _Forfeit(LATE) from error
        except Gone as error:
            raise _Forfeit(CRASHED) from error
        except Endless as error:
            self._in_a_row = IN_A_ROW  # nobody knows where the next answer would begin
            raise _Forfeit(GARBLED) from error

    def _note(self, kind: str) -> None:
        self.forfeits.counts[kind] = self.forfeits.counts.get(kind, 0) + 1
        self._in_a_row += 1
        if self._process is None:
            return
        words = self._process.mourn() if kind == CRASHED else self._process.words()
        self.forfeits.words = words or self.forfeits.words
        if kind == CRASHED or self._in_a_row >= IN_A_ROW or not self._knows_it:
            self._process.end(patience=0)
            self._process = None

    def _end(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None


def _line(**message: Any) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode()


def _read(line: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _Forfeit(GARBLED) from error
    if not isinstance(answer, dict) or type(answer.get("id")) is not int:
        raise _Forfeit(GARBLED)
    return answer


def _name(text: object) -> str:
    if isinstance(text, str) and 0 < len(text.strip()) == len(text) <= LONGEST_NAME and text.isprintable():
        return text
    raise _Forfeit(GARBLED)
