"""Who is where through other processes, as far as those give signs of life."""

from collections.abc import Container, Mapping

_PATIENCE = 4  # signs that a process may miss, and is dead then


class Roll:
    def __init__(self) -> None:
        self._at: dict[str, dict[str, Mapping[str, str]]] = {}  # table: process: guest: name
        self._missed: dict[str, int] = {}

    def enter(self, table: str, by_process: Mapping[str, Mapping[str, str]]) -> None:
        """Who is said to be at a table."""
        self._at[table] = dict(by_process)

    def forget(self, table: str) -> None:
        self._at.pop(table, None)

    def people(self, table: str) -> dict[str, str]:
        """Guests and their names."""
        by_process = self._at.get(table, {})
        return {guest: name for people in by_process.values() for guest, name in people.items()}

    def processes(self) -> list[str]:
        """Whose signs matter."""
        return sorted({process for by_process in self._at.values() for process in by_process})

    def signed(self, alive: Container[str]) -> list[tuple[str, str]]:
        """It was looked who gives a sign; tables and the processes that have died there, whose people are gone now."""
        self._missed = {
            process: 0 if process in alive else self._missed.get(process, 0) + 1 for process in self.processes()
        }
        dead = {process for process, missed in self._missed.items() if missed >= _PATIENCE}
        gone = [(table, process) for table, by_process in self._at.items() for process in dead & by_process.keys()]
        for table, process in gone:
            del self._at[table][process]
        return gone
