"""Before the first test: the rules that run must be those that are written."""

import pytest

from niagara.cli.freshness import stale_rules


def pytest_configure() -> None:
    if stale := stale_rules():
        changed = ", ".join(stale)
        pytest.exit(f"{changed} changed after the rules were compiled. make test compiles them anew.", returncode=4)
