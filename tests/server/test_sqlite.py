"""One file in the folder: what holds for it alone."""

import sqlite3

from sqlalchemy import create_engine

from niagara.server.hosting.migrations import upgrade
from niagara.server.settings import Settings
from tests.server.conftest import Running


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
