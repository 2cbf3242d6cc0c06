"""Lists are found by index: their cost must not grow with all that is stored."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.dialects import sqlite

from niagara.server.hosting import lists
from tests.server.conftest import Running


def explained(query: str, connection: Connection) -> Sequence[Any]:
    return connection.execute(text(f"explain query plan {query}")).all()


async def test_lists_are_found_by_index(server: Running) -> None:
    async with server.store() as store:
        for query in (lists._mine("g1", 0), lists._played("g1", 0), lists._open("2026", 0)):
            written = str(query.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}))
            plan = await store.read(partial(explained, written))
            steps = [row[3] for row in plan]
            assert not [step for step in steps if step.startswith("SCAN")], steps
