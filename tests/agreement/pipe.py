"""`niagara engine` as a child process: many lines in, as many lines out."""

import json
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any, Self

ENGINE = f"{shlex.quote(str(Path(sys.executable).with_name('niagara')))} engine"


class Pipe:
    """Ask the engine; each answer is one line. An engine that broke down is an error once, and is then started anew."""

    def __init__(self, command: str = ENGINE) -> None:
        self.command = shlex.split(command)
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def stop(self) -> None:
        """Close its input, which ends it."""
        with suppress(BrokenPipeError):  # what it did not read any more
            self.process.communicate(timeout=30)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def lines(self, lines: list[bytes]) -> list[bytes]:
        """One answer for each line; written from a thread of its own, so that neither side waits for the other."""
        assert self.process.stdout
        writer = Thread(target=self.write, args=(b"".join(line + b"\n" for line in lines),))
        writer.start()
        answers = [self.process.stdout.readline() for _ in lines]
        writer.join()
        if not all(answers):
            self.stop()
            self.process = self.start()
            raise AssertionError(f"the engine stopped at {lines[answers.index(b'')][:2000]!r}")
        return answers

    def write(self, text: bytes) -> None:
        assert self.process.stdin
        with suppress(BrokenPipeError):  # the reader sees that answers are missing
            self.process.stdin.write(text)
            self.process.stdin.flush()

    def ask(self, requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The requests' answers as JSON objects."""
        return [json.loads(line) for line in self.lines([json.dumps(request).encode() for request in requests])]
