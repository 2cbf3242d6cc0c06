"""A database of every released form is brought to the newest, and what is in it goes on."""

from pathlib import Path

import msgspec
import pytest
from sqlalchemy import create_engine, inspect, text

from niagara.server.hosting.migrations import upgrade
from niagara.server.hosting.schema import metadata
from niagara.server.hosting.store import Store

RELEASED = ("0001",)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "old.sqlite3"


def fill(database: Path, revision: str) -> None:
    """Two tables as the first release left them: a game in which a bot must act, and a room."""
    engine = create_engine(f"sqlite:///{database}")
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
async def test_everything_of_an_older_database_is_kept(database: Path, revision: str) -> None:
    fill(database, revision)
    store = Store(database)
    await store.open()
    playing, waiting = await store.standing("playin"), await store.standing("waitin")
    assert playing is not None
    assert waiting is not None
    assert (playing.seq, playing.phase, playing.position) == (2, "playing", "{}")
    assert (waiting.phase, waiting.due) == ("room", None)
    assert await store.claim(1, 9, 5) == [("playin", 2)]
    assert await store.last_entries("playin", 5) == ["{}", "{}"]
    assert await store.answered("playin", "c") == 2
    assert await store.guest_name("g1") == "Ada"
    await store.close()


@pytest.mark.parametrize("revision", ["base", *RELEASED])
def test_every_way_up_leads_to_the_tables_that_the_server_reads(database: Path, revision: str) -> None:
    if revision != "base":
        fill(database, revision)
    engine = create_engine(f"sqlite:///{database}")
    upgrade(engine)
    found = inspect(engine)
    for table in metadata.sorted_tables:
        assert {column["name"]: column["nullable"] for column in found.get_columns(table.name)} == {
            column.name: column.nullable for column in table.columns
        }
        assert {index["name"] for index in found.get_indexes(table.name)} == {index.name for index in table.indexes}
    engine.dispose()
