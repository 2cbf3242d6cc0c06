"""`niagara engine` as a child process: many lines in, as many lines out."""

import json
import subprocess
import sys
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any, Self


class Pipe:
    """Ask the engine; each answer is one line."""

    def __init__(self) -> None:
        program = Path(sys.executable).with_name("niagara")
        self.process = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def lines(self, lines: list[bytes]) -> list[bytes]:
        """One answer for each line; written from a thread of its own, so that neither side waits for the other."""
        assert self.process.stdin
        assert self.process.stdout
        writer = Thread(target=self.write, args=(b"".join(line + b"\n" for line in lines),))
        writer.start()
        answers = [self.process.stdout.readline() for _ in lines]
        writer.join()
        if not all(answers):
            raise AssertionError(f"the engine stopped after {answers.index(b'')} of {len(lines)} answers")
        return answers

    def write(self, text: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def ask(self, requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The requests' answers as JSON objects."""
        return [json.loads(line) for line in self.lines([json.dumps(request).encode() for request in requests])]
