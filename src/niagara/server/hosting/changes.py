"""What the store keeps of a table and of a change, and how a change can fail: the same in every database."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection, bindparam, delete, exists, insert, select, update

from niagara.server.hosting.games import begins_or_ends, enter_game
from niagara.server.hosting.schema import entries, seats, tables

T = TypeVar("T")
Sitting = Sequence[tuple[int, str]]  # the seats of guests


class Standing(NamedTuple):
    """A table as it stands after its last entry."""

    seq: int
    game: int
    phase: str
    public: bool
    due: int | None  # when the server must act here at the latest, in milliseconds since 1970
    room: str
    position: str | None
    clocks: str | None = None
    turn: int = 0  # the seats that must act, a bit each


class Line(NamedTuple):
    """An entry as it is kept."""

    command: str | None
    kind: str
    body: str


class Change(NamedTuple):
    """The next entry of a table and what it leads to; `sitting` where that has changed; `besides` is stored with it."""

    table: str
    standing: Standing
    line: Line
    at: str
    sitting: Sitting | None = None
    besides: Callable[[Connection], None] | None = None


class Repeated(Exception):
    """The command has been answered before, by entry `seq`."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


class Overtaken(Exception):
    """Somebody else has changed the table since it was read."""


class Taken(Exception):
    """A table of that id exists."""


class Writer(Protocol):
    """Writes what waits, several changes together, and answers when they are on disk."""

    async def run(self, work: Callable[[Connection], T]) -> T:
        """The work's result, once it is committed; whatever the work raises, and then it has changed nothing."""
        ...

    async def append(self, change: Change) -> None:
        """Raises Repeated or Overtaken, and then nothing is changed."""
        ...

    async def close(self) -> None:
        """Ends when everything given before is done."""
        ...


# The statements of every move, made once: to make them costs more than to run them.
_ANSWERED = select(entries.c.seq).where(
    entries.c.table_id == bindparam("table"), entries.c.command == bindparam("command")
)
_ENTER = insert(entries)
_ADVANCE = (
    update(tables)
    .where(tables.c.id == bindparam("table"), tables.c.seq == bindparam("before"))
    .where(~exists().where(entries.c.table_id == bindparam("table"), entries.c.command == bindparam("command")))
    .values({column: bindparam(f"new_{column}") for column in (*Standing._fields, "changed")})
)


def answered(connection: Connection, table: str, command: str) -> int | None:
    return connection.scalar(_ANSWERED, {"table": table, "command": command})


def append(connection: Connection, change: Change) -> None:
    """Raises Repeated or Overtaken; then nothing has been changed."""
    table, standing, line, at, sitting, besides = change
    if connection.execute(_ADVANCE, _advance(change)).rowcount != 1:
        raise why_not(connection, change)
    connection.execute(_ENTER, row(change))
    enter_game(connection, table, standing, line.kind, at)
    if sitting is not None:
        connection.execute(delete(seats).where(seats.c.table_id == table))
        seat(connection, table, sitting)
    if besides is not None:
        besides(connection)


def is_small(change: Change) -> bool:
    """Whether the change is an entry and the table's new standing, and nothing besides."""
    return change.sitting is None and change.besides is None and not begins_or_ends(change.standing, change.line.kind)


def why_not(connection: Connection, change: Change) -> Repeated | Overtaken:
    """Looked up only when a change has failed."""
    command = change.line.command
    seq = None if command is None else answered(connection, change.table, command)
    return Overtaken() if seq is None else Repeated(seq)


def make(connection: Connection, change: Change) -> None:
    """A new table with its first entry."""
    table, standing, _, at, sitting, _ = change
    connection.execute(insert(tables).values(id=table, made=at, changed=at, **standing._asdict()))
    connection.execute(_ENTER, row(change))
    seat(connection, table, sitting or ())


def seat(connection: Connection, table: str, sitting: Sitting) -> None:
    if sitting:
        rows = [{"table_id": table, "seat": number, "guest": guest} for number, guest in sitting]
        connection.execute(insert(seats), rows)


def _advance(change: Change) -> dict[str, object]:
    standing = change.standing
    advance = {
        "table": change.table,
        "before": standing.seq - 1,
        "command": change.line.command,
        "new_changed": change.at,
    }
    return advance | {f"new_{column}": value for column, value in zip(Standing._fields, standing, strict=True)}


ROW = ("table_id", "seq", "game", *Line._fields)


def row(change: Change) -> dict[str, object]:
    """Of the entries."""
    return {
        "table_id": change.table,
        "seq": change.standing.seq,
        "game": change.standing.game,
        **change.line._asdict(),
    }
