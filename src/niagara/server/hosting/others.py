"""The other processes that serve the same tables: what this one tells them, and what it hears from them."""

from collections.abc import Collection, Mapping
from typing import Protocol


class Others(Protocol):
    """What is told is told soon, to whoever listens; who has missed it finds out by looking."""

    @property
    def alone(self) -> bool:
        """Whether there can be no other process."""
        ...

    @property
    def bots_wait(self) -> bool:
        """Whether a worker for bots waits for offers."""
        ...

    def moved(self, table: str, seq: int) -> None:
        """The table has come to entry `seq`."""
        ...

    def here(self, table: str, people: Mapping[str, str]) -> None:
        """Who is connected to the table through this process: guests and their names."""
        ...

    def renamed(self, guest: str, name: str) -> None: ...

    def offer(self, table: str, due: int) -> None:
        """A bot must move there; any worker may take it over, as long as the store still says `due`."""
        ...

    async def people(self, table: str) -> Mapping[str, str]:
        """Who is connected to the table through other processes."""
        ...

    async def ask(self) -> None:
        """Raises whatever the driver does where what leads to them does not answer."""
        ...


class Ears(Protocol):
    """Who is told what the others do."""

    async def moved_on(self, table: str, seq: int) -> None: ...

    async def look_again(self, tables: Collection[str]) -> None:
        """Something may have been missed there."""
        ...

    def people_elsewhere(self, table: str, people: Mapping[str, str]) -> None: ...

    async def named(self, guest: str, name: str) -> None: ...


class Alone:
    """One process, which has nobody to tell."""

    alone = True
    bots_wait = False

    def moved(self, table: str, seq: int) -> None: ...

    def here(self, table: str, people: Mapping[str, str]) -> None: ...

    def renamed(self, guest: str, name: str) -> None: ...

    def offer(self, table: str, due: int) -> None: ...

    async def people(self, table: str) -> Mapping[str, str]:
        return {}

    async def ask(self) -> None: ...
