"""A backup: one file with all rows and the secret, the same for every kind of database, written and read row by row.

It is gzip over lines of JSON: a Head, then for each table its name and columns and a line for every row, then a Foot with the checksum of
all lines before it.
"""

import gzip
import hashlib
import zlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import IO, Any

import msgspec
from sqlalchemy import Connection, Engine, MetaData, Table, insert, select, text

from niagara.server.hosting.migrations import VERSIONS, revision
from niagara.server.hosting.migrations.steps import known, upgrade_on
from niagara.words import Refusal

FORMAT = 1
_TOGETHER = 1_000  # rows that are read, or written, at once
_encode = msgspec.json.encode


class Head(msgspec.Struct, frozen=True, tag="head"):
    niagara_backup: int  # the format
    version: str  # of Niagara, for people
    revision: str  # of the database: its last migration
    taken: str
    secret: str  # with which cookies are signed


class Columns(msgspec.Struct, frozen=True, tag="table"):
    table: str
    columns: list[str]


class Foot(msgspec.Struct, frozen=True, tag="foot"):
    rows: int
    sha256: str


_Line = Head | Columns | Foot | list[str | int | float | bool | None]
_read = msgspec.json.Decoder(_Line)


def write(engine: Engine, secret: str, version: str, taken: str, out: IO[bytes]) -> int:
    """Everything that is committed at one moment, while the server may go on writing; how many rows there were."""
    with engine.connect() as connection:
        if connection.dialect.name != "sqlite":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin(), gzip.open(out, "wb", compresslevel=6) as packed:
            head = Head(FORMAT, version, revision(connection), taken, secret)
            sums, rows = hashlib.sha256(), 0
            for line in chain([head], _lines(connection)):
                written = _encode(line) + b"\n"
                sums.update(written)
                packed.write(written)
                rows += isinstance(line, list)
            packed.write(_encode(Foot(rows, sums.hexdigest())) + b"\n")
    return rows


def examine(file: Path) -> Head:
    """What a backup says of itself, once all of it has been found to be whole. Raises Refusal."""
    with gzip.open(file, "rb") as packed:
        first, *_ = (line for line in _checked(packed) if isinstance(line, Head))
    return first


def restore(file: Path, connection: Connection) -> int:
    """Brings a backup that was examined into an empty database, in the caller's transaction, and that to the newest form; tells how
    many rows there were.
    """
    rows = 0
    with gzip.open(file, "rb") as packed:
        lines = _checked(packed)
        head = next(lines)
        assert isinstance(head, Head)
        upgrade_on(connection, head.revision)
        there = _tables(connection)
        table: Table | None = None
        columns: list[str] = []
        waiting: list[dict[str, Any]] = []
        for line in lines:
            if isinstance(line, list) and table is not None:
                waiting.append(dict(zip(columns, line, strict=True)))
                rows += 1
            if table is not None and waiting and (isinstance(line, Columns) or len(waiting) == _TOGETHER):
                connection.execute(insert(table), waiting)
                waiting = []
            if isinstance(line, Columns):
                table, columns = there[line.table], line.columns
        if table is not None and waiting:
            connection.execute(insert(table), waiting)
    upgrade_on(connection)
    return rows


def is_empty(connection: Connection) -> bool:
    """Whether a database holds nothing of anybody's."""
    return not any(
        connection.execute(select(text("1")).select_from(table).limit(1)).first()
        for table in _tables(connection).values()
    )


def clear(connection: Connection) -> None:
    """Takes away everything of ours."""
    metadata = MetaData()
    metadata.reflect(connection)
    metadata.drop_all(connection)


def _lines(connection: Connection) -> Iterator[Columns | list[Any]]:
    for table in _tables(connection).values():
        yield Columns(str(table.name), [str(column.name) for column in table.columns])
        found = connection.execution_options(yield_per=_TOGETHER).execute(select(table))
        for row in found:
            yield list(row)


def _tables(connection: Connection) -> dict[str, Table]:
    """As they stand in the database, whatever its revision; those that others refer to come first."""
    metadata = MetaData()
    metadata.reflect(connection)
    return {table.name: table for table in metadata.sorted_tables if table.name != VERSIONS}  # which the steps write


def _checked(packed: gzip.GzipFile) -> Iterator[Head | Columns | list[Any]]:
    """The lines of a backup; Refusal where it is none, is damaged, or comes from a newer Niagara."""
    sums, rows, first = hashlib.sha256(), 0, True
    try:
        for written in packed:
            line = _read.decode(written)
            if first:
                _know(line)
                first = False
            if isinstance(line, Foot):
                if (line.rows, line.sha256) != (rows, sums.hexdigest()) or packed.readline():
                    raise Refusal("backup-damaged")
                return
            rows += isinstance(line, list)
            sums.update(written)
            yield line
    except (gzip.BadGzipFile, msgspec.DecodeError) as fault:
        raise Refusal("backup-unknown" if first else "backup-damaged") from fault
    except (EOFError, zlib.error, OSError) as fault:
        raise Refusal("backup-damaged") from fault
    raise Refusal("backup-unknown" if first else "backup-damaged")  # no foot


def _know(line: _Line) -> None:
    if not isinstance(line, Head):
        raise Refusal("backup-unknown")
    if line.niagara_backup != FORMAT or line.revision not in known():
        raise Refusal("backup-newer", version=line.version)
