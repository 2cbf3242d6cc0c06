"""A program on three pipes, none of which can make us wait longer than we want: full, silent, flooded or closed."""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress

LONGEST_LINE = 1 << 16  # bytes of an answer
_CHUNK = 1 << 16
_WORDS_KEPT = 4000  # bytes of what it said on stderr
_LINES_TOLD = 12
_TO_END = 1.0  # seconds, once its input is closed
_TO_TIDY = 0.5  # seconds, once it has been asked to end by a signal


_running: set["Process"] = set()


class Late(Exception):
    """No whole line came in time."""


class Gone(Exception):
    """It has ended, or closed one of its pipes."""


class Endless(Exception):
    """A line is longer than any answer may be."""


class Process:
    """The program in a process group of its own, so that whatever it starts ends with it."""

    def __init__(self, command: Sequence[str]) -> None:
        """Starts it. OSError if that cannot be done."""
        self._popen = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        assert self._popen.stdin
        assert self._popen.stdout
        assert self._popen.stderr
        self._in, self._out, self._err = self._popen.stdin, self._popen.stdout, self._popen.stderr
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe.fileno(), False)
        _running.add(self)
        self._unsent = bytearray()
        self._received = bytearray()
        self._words = bytearray()

    def send(self, line: bytes) -> None:
        """Puts a line on its way; what the pipe does not take now goes with the next `receive`."""
        self._unsent += line + b"\n"
        self._write()

    def receive(self, until: float) -> bytes:
        """Its next line, until a moment of `time.monotonic`. Late, Gone or Endless if there is none."""
        with selectors.DefaultSelector() as pipes:
            pipes.register(self._out, selectors.EVENT_READ, self._read)
            if not self._err.closed:
                pipes.register(self._err, selectors.EVENT_READ, self._listen)
            if self._unsent:
                pipes.register(self._in, selectors.EVENT_WRITE, self._write)
            while (end := self._received.find(b"\n")) < 0:
                if len(self._received) > LONGEST_LINE:
                    raise Endless
                left = until - time.monotonic()
                if left <= 0:
                    raise Late
                for key, _ in pipes.select(left):
                    if not key.data():
                        pipes.unregister(key.fileobj)
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        return line

    def words(self) -> str:
        """The last lines that it said on stderr, as they may be shown in a terminal."""
        with suppress(OSError, ValueError):
            self._listen()
        lines = self._words.decode(errors="replace").splitlines()[-_LINES_TOLD:]
        kept = ["".join(sign if sign.isprintable() else " " for sign in line).rstrip() for line in lines]
        return "\n".join(line[-200:] for line in kept if line)

    def mourn(self) -> str:
        """The last words of one that has gone, which may come a moment after the end of its answers."""
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(_TO_TIDY)
        return self.words()

    def end(self, patience: float = _TO_END) -> None:
        """Closes its pipes and sees that nothing of it is left: first by waiting, then by SIGTERM, then by SIGKILL."""
        for pipe in (self._in, self._out, self._err):
            with suppress(OSError):
                pipe.close()
        try:
            for sign, seconds in ((None, patience), (signal.SIGTERM, _TO_TIDY)):
                if sign is not None:
                    self._signal(sign)
                with suppress(subprocess.TimeoutExpired):
                    self._popen.wait(seconds)
                    break
        finally:  # a second Ctrl-C too must not leave it behind
            self.kill()  # what it started may have outlived it
            self._popen.wait()

    def kill(self) -> None:
        """At once, with all that it started."""
        self._signal(signal.SIGKILL)
        _running.discard(self)

    def _signal(self, sign: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):  # macOS says the second of a group that has just ended
            os.killpg(self._popen.pid, sign)

    def _write(self) -> bool:
        """Sends what the pipe takes; whether there is more."""
        try:
            while self._unsent:
                del self._unsent[: os.write(self._in.fileno(), self._unsent)]
        except BlockingIOError:
            return True
        except OSError as error:
            raise Gone from error
        return False

    def _read(self) -> bool:
        chunk = os.read(self._out.fileno(), _CHUNK)
        self._received += chunk
        if not chunk:
            raise Gone
        return True

    def _listen(self) -> bool:
        """Keeps the end of what is said on stderr; whether there may be more."""
        try:
            chunk = os.read(self._err.fileno(), _CHUNK)
        except BlockingIOError:
            return True
        if not chunk:
            self._err.close()
        self._words += chunk
        del self._words[:-_WORDS_KEPT]
        return bool(chunk)


def end_all() -> None:
    """Leaves no program behind when this process must go at once."""
    for process in list(_running):
        process.kill()
