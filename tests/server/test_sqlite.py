"""One file in the folder: what holds for it alone."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, create_engine, event

from niagara.server.hosting.migrations import upgrade
from niagara.server.hosting.sqlite import _statements
from niagara.server.hosting.store import Line, Standing, Store
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


@pytest.mark.parametrize("moves", [2, 64])
async def test_moves_find_their_tables_by_index(store: Store, moves: int) -> None:
    """Their cost must not grow with all that is stored."""

    def plan(connection: Connection) -> list[str]:
        given = (None,) * advance.count("?")
        return [row[3] for row in connection.exec_driver_sql(f"explain query plan {advance}", given)]

    advance, _ = _statements(moves)
    steps = await store.read(plan)
    assert [step for step in steps if step.startswith("SEARCH tables")], steps
    assert not [step for step in steps if step.startswith(("SCAN tables", "SCAN entries"))], steps


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


@contextmanager
def _no_more_room(store: Store) -> Iterator[None]:
    """As if the disk were full."""
    full = True

    @event.listens_for(store._engine, "begin")
    def _limit(connection: Connection) -> None:
        used = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {used if full else 2**30}")

    yield
    full = False


async def test_a_full_disk_is_told_in_words_and_confirms_nobody(store: Store) -> None:
    change = (Standing(2, 0, "room", False, None, "{}", None), Line("c", "chat", "x" * 100_000), "now")
    with _no_more_room(store), pytest.raises(Refusal, match="cannot reach its disk"):
        await store.append("t", *change)
    assert await store.answered("t", "c") is None
    await store.append("t", *change)
    assert await store.answered("t", "c") == 2


async def test_who_was_committed_with_what_a_full_disk_refused_is_confirmed_only_if_he_is_stored(store: Store) -> None:
    """SQLite may undo the whole transaction, and not only the part that met the full disk."""
    big = store.append("t", Standing(2, 0, "room", False, None, "{}", None), Line("c", "chat", "x" * 100_000), "now")
    names = [store.name_guest(f"g{number}", f"{number}") for number in range(9)]
    with _no_more_room(store):
        results = await asyncio.gather(*names[:5], big, *names[5:], return_exceptions=True)
    assert isinstance(results.pop(5), Refusal)
    for number, result in enumerate(results):
        assert (result is None) == (await store.guest_name(f"g{number}") == f"{number}")
