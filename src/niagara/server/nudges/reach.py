"""Who can be reached at all: known by heart, so that the moves of everybody else cost nothing more."""

import asyncio
import time
from collections.abc import Iterable

from niagara.server.hosting.store import Store
from niagara.server.nudges import book

_FRESH = 1_000  # ms; so long it takes until a process knows of a way that was given to another
_LATE = 60_000  # ms by which the clocks of machines may differ, and a transaction be long in coming


class Reach:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._guests: set[str] = set()
        self._seen = 0  # ways given before that are known, in ms since 1970
        self._looking = asyncio.Lock()

    def add(self, guest: str) -> None:
        """He has just given a way."""
        self._guests.add(guest)

    async def among(self, guests: Iterable[str]) -> set[str]:
        """Those of the guests who may have to be nudged."""
        async with self._looking:
            now = time.time_ns() // 1_000_000
            if now - self._seen > _FRESH:
                since = self._seen - _LATE
                self._guests |= await self._store.read(lambda connection: book.reachable(connection, since))
                self._seen = now
        return self._guests.intersection(guests)
