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
gc.disable()  # the young are not searched: what is found, is found because of the connections
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


PLAY = """
import gc
from niagara.server.hosting import cycles

cycles.search_seldom()
searched = []
gc.callbacks.append(lambda phase, told: phase == "start" and searched.append((told["generation"], gc.get_count()[0])))
kept = [[number] for number in range(300_000)]
print(*{generation for generation, _ in searched}, max(young for _, young in searched), len(searched))
"""


def test_play_that_only_adds_is_never_stopped_to_search_what_is_old() -> None:
    """Nor for more than a few of the young at a time: whoever moves meanwhile would wait."""
    done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, check=True)
    generations, most, searches = done.stdout.split()
    assert generations == "0"
    assert int(most) <= 2_000
    assert int(searches) >= 100
