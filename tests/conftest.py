"""Before the first test: the rules that run must be those that are written, and Ctrl-C must be what it is at a terminal."""

import signal

import pytest

from niagara.cli.freshness import stale_rules


def pytest_configure() -> None:
    if stale := stale_rules():
        changed = ", ".join(stale)
        pytest.exit(f"{changed} changed after the rules were compiled. make test compiles them anew.", returncode=4)
    if (
        signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    ):  # so a shell begins what runs in the background, and children inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)
