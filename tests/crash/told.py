"""What one person was told, and what he has sent: kept for the checker."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

Json = dict[str, Any]


class Command(NamedTuple):
    """What was sent, under one id."""

    id: str
    kind: str  # move or say
    text: str
    decision: str = ""


class Sight(NamedTuple):
    """The view that came with a state, as its bytes."""

    seq: int
    seat: int | None
    view: bytes


@dataclass
class Told:
    """Everything of one person at one table, over all of his connections."""

    name: str
    seat: int | None = None
    sent: dict[str, Command] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)  # command: entry
    order: list[str] = field(default_factory=list)  # commands, as they were acknowledged
    entries: dict[int, Json] = field(default_factory=dict)
    sights: list[Sight] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)  # what was wrong at once, in words

    def acknowledge(self, command: str, seq: int) -> None:
        before = self.acknowledged.setdefault(command, seq)
        if before != seq:
            self.faults.append(f"{self.name}: {command} was entry {before}, and then {seq}")
        elif command not in self.order:
            self.order.append(command)

    def hear(self, entry: Json) -> None:
        """An entry, perhaps again."""
        before = self.entries.setdefault(entry["seq"], entry)
        if before != entry:
            self.faults.append(f"{self.name}: entry {entry['seq']} was {before}, and then {entry}")
