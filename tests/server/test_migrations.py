"""A database of every released form is brought to the newest, and what is in it goes on."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from niagara.server.hosting.migrations import NEWEST, upgrade
from niagara.server.hosting.migrations.steps import known
from niagara.server.hosting.schema import metadata
from niagara.server.hosting.store import Store
from niagara.server.settings import Settings
from tests.server.services import Postgres

RELEASED = ("0001",)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty one."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'old.sqlite3'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return Settings(database_url=postgres.empty()).database


def fill(database: str, revision: str) -> None:
    """Two tables as the first release left them: a game in which a bot must act, and a room."""
    engine = create_engine(database)
    upgrade(engine, revision)
    seats = [{"colour": 0, "kind": "person", "name": "Ada", "guest": "g1"}, {"colour": 1, "kind": "bot", "name": "B"}]
    with engine.begin() as connection:
        connection.execute(text("insert into guests values ('g1', 'Ada')"))
        for table, phase, served in (("playin", "playing", True), ("waitin", "room", False)):
            room = msgspec.json.encode({"phase": phase, "seats": seats}).decode()
            row = {"id": table, "served": served, "room": room}
            connection.execute(
                text("insert into tables values (:id, 2, 1, :served, :room, '{}', '2026-11-01', '2026-11-02')"), row
            )
            connection.execute(text("insert into entries values (:id, 1, null, 0, 'note', '{}')"), row)
            connection.execute(text("insert into entries values (:id, 2, 'c', 1, 'start', '{}')"), row)
    engine.dispose()


@pytest.mark.parametrize("revision", RELEASED)
async def test_everything_of_an_older_database_is_kept(database: str, revision: str) -> None:
    fill(database, revision)
    store = Store(database)
    await store.open()
    playing, waiting = await store.standing("playin"), await store.standing("waitin")
    assert playing is not None
    assert waiting is not None
    assert (playing.seq, playing.phase, playing.position) == (2, "playing", "{}")
    assert (waiting.phase, waiting.due) == ("room", None)
    assert await store.claim(1, 9, 5) == [("playin", 2, 9)]
    assert await store.last_entries("playin", 5) == ["{}", "{}"]
    assert await store.answered("playin", "c") == 2
    assert await store.guest_name("g1") == "Ada"
    await store.close()


@pytest.mark.parametrize("revision", ["base", *RELEASED])
def test_every_way_up_leads_to_the_tables_that_the_server_reads(database: str, revision: str) -> None:
    if revision != "base":
        fill(database, revision)
    engine = create_engine(database)
    upgrade(engine)
    found = inspect(engine)
    for table in metadata.sorted_tables:
        assert {column["name"]: column["nullable"] for column in found.get_columns(table.name)} == {
            column.name: column.nullable for column in table.columns
        }
        indexes = {each["name"] for each in found.get_indexes(table.name) if "duplicates_constraint" not in each}
        assert indexes == {index.name for index in table.indexes}
    engine.dispose()


def test_the_steps_lead_to_the_tables_that_the_store_uses(database: str) -> None:
    engine = create_engine(database)
    upgrade(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_the_newest_form_is_that_of_the_last_step() -> None:
    """A start compares with it, and takes no step where they are the same."""
    assert known()[0] == NEWEST


def test_processes_that_start_at_once_take_the_steps_one_after_the_other(postgres: Postgres) -> None:
    step = "import sys, sqlalchemy as s; from niagara.server.hosting.migrations import upgrade; upgrade(s.create_engine(sys.argv[1]))"
    command = [sys.executable, "-c", step, Settings(database_url=postgres.empty()).database]
    at_once = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    assert [process.communicate()[1] for process in at_once] == [""] * 3
