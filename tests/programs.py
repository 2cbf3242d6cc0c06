"""Programs that sit at a table as bots: a good one, and whatever a test makes of it."""

import os
import sys
from pathlib import Path
from typing import Protocol

import pytest

HELLO = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "hello":
        print(json.dumps({"id": asked["id"], "name": "NAME", "version": "1.0"}), flush=True)
    elif asked["do"] == "choose":
        CHOOSE
"""
FIRST = 'print(json.dumps({"id": asked["id"], "move": asked["moves"][0]}), flush=True)'


class Program(Protocol):
    """Writes a program and tells its command: `choose` is what it does when it is asked, `whole` all that it is."""

    def __call__(self, choose: str = FIRST, name: str = "Plank", whole: str = "") -> tuple[str, ...]: ...


@pytest.fixture
def program(tmp_path: Path) -> Program:
    def written(choose: str = FIRST, name: str = "Plank", whole: str = "") -> tuple[str, ...]:
        file = tmp_path / f"program{len(list(tmp_path.iterdir()))}.py"
        body = choose.strip().replace("\n", "\n        ")
        file.write_text((whole or HELLO).replace("NAME", name).replace("CHOOSE", body))
        return sys.executable, "-S", "-E", str(file)

    return written


def group_is_gone(group: int) -> bool:
    """Whether nothing is left of a process group; who has just been killed may be there a moment longer."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False
