"""One file in the folder: what holds for it alone."""

import asyncio
import errno
import os
import re
import sqlite3
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, nullcontext
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, insert
from sqlalchemy.exc import IntegrityError

from niagara.server.hosting.away import reason
from niagara.server.hosting.migrations import upgrade
from niagara.server.hosting.schema import entries
from niagara.server.hosting.sqlite import _ADVANCE, SqliteWriter
from niagara.server.hosting.store import Line, Overtaken, Repeated, Standing, Store
from niagara.server.settings import Settings
from niagara.words import Refusal
from tests.server.conftest import Running


@pytest.fixture
async def store(settings: Settings) -> AsyncIterator[Store]:
    settings.home.mkdir()
    opened = Store(settings.database)
    await opened.open()
    await opened.make_table("t", Standing(1, 0, "room", False, None, "{}", None), Line(None, "note", "{}"), "now")
    yield opened
    await opened.close()


async def test_the_file_is_written_ahead_and_in_full(server: Running) -> None:
    """A commit is on disk before it is confirmed: synchronous=FULL, in WAL."""
    async with server.store() as store:
        pragmas = await store.read(
            lambda connection: [
                connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        )
    assert pragmas == ["wal", 2, 1]


async def test_a_log_that_cannot_be_synced_is_not_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may hold what was never on disk: tests/crash/test_unsynced.py."""

    def fail(file: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    again = Store(store._url)
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(Refusal, match="cannot reach its disk") as refused:
        await again.open()
    assert reason(refused.value) == {"reason": "Input/output error"}
    monkeypatch.undo()
    await again.open()
    assert (await again.standing("t")) == await store.standing("t")
    await again.close()


async def test_moves_find_their_tables_by_index(store: Store) -> None:
    """Their cost must not grow with all that is stored."""

    def plan(connection: Connection) -> list[str]:
        statement, given = re.subn(r"NEW\.\w+", "?", _ADVANCE)
        return [row[3] for row in connection.exec_driver_sql(f"explain query plan {statement}", (None,) * given)]

    steps = await store.read(plan)
    assert [step for step in steps if step.startswith("SEARCH tables")], steps
    assert [step for step in steps if step.startswith("SEARCH entries")], steps
    assert not [step for step in steps if step.startswith("SCAN")], steps


async def test_an_existing_file_is_upgraded_and_kept(settings: Settings) -> None:
    """A file of the first step, made by nothing but the step, is taken over with what is in it."""
    settings.home.mkdir()
    engine = create_engine(settings.database)
    upgrade(engine, "0001")
    engine.dispose()
    with sqlite3.connect(settings.database_file) as file:
        file.execute("insert into guests values ('gold', 'Olde')")
    file.close()
    for _ in range(2):
        server = Running(settings)
        await server.start()
        async with server.store() as store:
            assert await store.guest_name("gold") == "Olde"
        await server.stop()


@asynccontextmanager
async def _no_more_room(store: Store) -> AsyncIterator[None]:
    """As if the disk were full for the one connection that writes."""

    def limit(connection: Connection) -> None:
        used = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {used}")

    await store._writer.run(limit)
    yield
    await store._writer.run(lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count = {2**30}"))


async def _limited_scribe(store: Store) -> None:
    """One that writes, in a file that has little room left."""
    assert isinstance(store._writer, SqliteWriter)
    dictation = store._writer._dictation
    dictation.begin()
    async with asyncio.timeout(20):
        while dictation._scribe is None:  # noqa: ASYNC110 # it says that it is ready to its server alone
            await asyncio.sleep(0.01)
    assert await dictation.is_stored("PRAGMA max_page_count = 60", ())


async def test_a_full_disk_is_told_in_words_and_confirms_nobody(store: Store) -> None:
    change = (Standing(2, 0, "room", False, None, "{}", None), Line("c", "chat", "x" * 100_000), "now")
    async with _no_more_room(store):
        with pytest.raises(Refusal, match="cannot reach its disk"):
            await store.append("t", *change)
    assert await store.answered("t", "c") is None
    await store.append("t", *change)
    assert await store.answered("t", "c") == 2


async def test_who_was_committed_with_what_a_full_disk_refused_is_confirmed_only_if_he_is_stored(store: Store) -> None:
    """SQLite may undo the whole transaction, and not only the part that met the full disk."""
    big = store.append("t", Standing(2, 0, "room", False, None, "{}", None), Line("c", "chat", "x" * 100_000), "now")
    names = [store.name_guest(f"g{number}", f"{number}") for number in range(9)]
    async with _no_more_room(store):
        results = await asyncio.gather(*names[:5], big, *names[5:], return_exceptions=True)
    assert isinstance(results.pop(5), Refusal)
    for number, result in enumerate(results):
        assert (result is None) == (await store.guest_name(f"g{number}") == f"{number}")


@pytest.mark.parametrize("by", ["thread", "scribe"])
@pytest.mark.parametrize("fault", ["overtaken", "repeated", "twice", "spoilt", "too big"])
async def test_one_that_fails_among_moves_that_wait_together_spoils_none_of_the_others(
    store: Store, fault: str, by: str
) -> None:
    if by == "scribe":
        await _limited_scribe(store)
    names = [f"t{number}" for number in range(40)]
    for name in names:
        await store.make_table(
            name, Standing(1, 0, "room", False, None, "{}", None), Line("first", "note", "{}"), "now"
        )
    odd = names[20]
    if fault == "spoilt":  # by somebody's hand: an entry of a number that the table has not come to
        row = {"table_id": odd, "seq": 2, "game": 0, "kind": "chat", "body": "{}"}
        await store._writer.run(lambda connection: connection.execute(insert(entries), row))

    def move(name: str, command: str = "c", body: str = "{}", seq: int = 2) -> Coroutine[Any, Any, None]:
        return store.append(name, Standing(seq, 0, "room", False, None, "{}", None), Line(command, "chat", body), "now")

    moves = [move(name) for name in names]
    moves[20].close()
    moves[20] = {
        "overtaken": lambda: move(odd, seq=9),
        "repeated": lambda: move(odd, "first"),
        "twice": lambda: move(odd),
        "spoilt": lambda: move(odd),
        "too big": lambda: move(odd, body="x" * 200_000),
    }[fault]()
    if fault == "twice":
        moves.append(move(odd, "another"))
    async with _no_more_room(store) if fault == "too big" else nullcontext():
        results = await asyncio.gather(*moves, return_exceptions=True)
    expected = {
        "overtaken": Overtaken,
        "repeated": Repeated,
        "twice": Overtaken,
        "spoilt": IntegrityError,
        "too big": Refusal,
    }
    at = 40 if fault == "twice" else 20
    assert isinstance(results.pop(at), expected[fault])
    others = [name for number, name in enumerate(names) if number != at]
    seqs = await store.seqs(names)
    if fault != "too big":
        assert results == [None] * len(results)
    assert [(result is None) == (seqs[name] == 2) for name, result in zip(others, results, strict=True)] == [
        True
    ] * len(others)
