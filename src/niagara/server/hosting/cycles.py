"""Python's search for objects that hold only each other stands everything still, for a second where a thousand tables are open.

Here the old are searched when there is something to find: after as many connections have gone as are left, for those leave such
objects behind, and once a day. The young are searched all the time, in small parts, so that no move waits long for it.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_NEW = 1_000  # objects before the youngest are searched; that is quick, and finds what calls leave behind
_YOUNG_SEARCHES = 5_000  # before those that were left over are searched too: a bound that is seldom reached
_ALL = 1_000  # such searches before the one of everything, which at this rate never comes by itself
_FEW = 500  # connections that are not worth a search


def search_seldom() -> None:
    """For a process that is nothing but the server; what is there already, it keeps until its end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW, _YOUNG_SEARCHES, _ALL)


class Connections:
    """Those that lasted: what is left of a short one is found among the young."""

    def __init__(self) -> None:
        self._open = 0
        self._gone = 0  # since the last search

    @contextmanager
    def one(self) -> Iterator[None]:
        self._open += 1
        try:
            yield
        finally:
            self._open -= 1
            self._gone += 1
            if self._gone > max(self._open, _FEW):
                self._gone = 0
                gc.collect()


CONNECTIONS = Connections()  # of this process
