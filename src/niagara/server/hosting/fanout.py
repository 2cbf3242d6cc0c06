"""Fan-out: whoever looks at a table is told that it has moved on, or that somebody came or went."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Bell:
    """Rings for one listener. It carries nothing: the listener looks at the table, so a slow one costs no memory."""

    def __init__(self) -> None:
        self._rung = False
        self._waiting: asyncio.Future[None] | None = None

    def ring(self) -> None:
        self._rung = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def heard(self) -> None:
        """Returns when the bell has rung since the last call."""
        if not self._rung:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        self._rung = False


class Fanout:
    """Within one process."""

    def __init__(self) -> None:
        self._bells: dict[str, set[Bell]] = {}
        self.on_change: Callable[[], object] = lambda: (
            None
        )  # called when a table gets its first listener, or loses its last

    def tables(self) -> set[str]:
        """Those to which somebody listens."""
        return set(self._bells)

    @contextmanager
    def listening(self, table: str) -> Iterator[Bell]:
        bell = Bell()
        bells = self._bells.setdefault(table, set())
        bells.add(bell)
        if len(bells) == 1:
            self.on_change()
        try:
            yield bell
        finally:
            bells.discard(bell)
            if not bells:
                self._bells.pop(table, None)
                self.on_change()

    def ring(self, table: str) -> None:
        for bell in self._bells.get(table, ()):
            bell.ring()
