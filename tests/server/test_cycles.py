"""What connections leave behind in memory is found, though the search is seldom made."""

import subprocess
import sys

PROGRAM = """
import gc, weakref
from niagara.server.hosting import cycles

class Left:
    def __init__(self):
        self.itself = self

cycles.search_seldom()
connections, left = cycles.Connections(), []
for number in range(1_200):
    with connections.one():
        gone = Left()
        left.append(weakref.ref(gone))
        del gone
    print(sum(one() is not None for one in left))
"""


def test_what_connections_leave_behind_is_found_when_many_have_gone() -> None:
    """In a process of its own, for the search is the process's."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    left = [int(line) for line in done.stdout.split()]
    assert max(left) == 500
    assert left[-1] < 500
