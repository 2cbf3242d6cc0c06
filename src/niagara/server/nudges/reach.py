"""Who can be reached at all: known by heart, so that the moves of everybody else cost nothing more."""

import asyncio
from collections.abc import Set

from niagara.server.hosting.store import Store
from niagara.server.now import milliseconds
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

    async def everybody(self) -> Set[str]:
        """All guests who may have to be nudged."""
        if self._is_stale():
            async with self._looking:
                if self._is_stale():  # nobody has looked while this one waited
                    await self._look()
        return self._guests

    def _is_stale(self) -> bool:
        return milliseconds() - self._seen > _FRESH

    async def _look(self) -> None:
        now, since = milliseconds(), self._seen - _LATE
        self._guests |= await self._store.read(lambda connection: book.reachable(connection, since))
        self._seen = now
