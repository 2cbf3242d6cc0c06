"""Who may serve the same tables, and what is told to a host whose database or Redis cannot be used."""

import importlib.util
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import pytest
import structlog
from msgspec.structs import replace

from niagara.server.hosting.fanout import Fanout
from niagara.server.hosting.joined import check, check_place
from niagara.server.hosting.wire import Wire
from niagara.server.settings import Settings
from niagara.words import Refusal
from tests.server.conftest import Running
from tests.server.services import PASSWORD, Postgres, Redis

AWAY = "127.0.0.1:9"  # nobody listens there


@pytest.fixture
def shared(postgres: Postgres, redis: Redis, tmp_path: Path) -> Any:
    database = postgres.database()
    yield Settings(
        folder=str(tmp_path / "home"), database_url=database, redis_url=redis.url(), bot_delay=0, bot_workers=0
    )
    postgres.give_back(database)


class Nobody:
    """Who hears nothing."""

    async def moved_on(self, table: str, seq: int) -> None: ...
    async def look_again(self, tables: Collection[str]) -> None: ...
    def people_elsewhere(self, table: str, people: Mapping[str, str]) -> None: ...
    async def named(self, guest: str, name: str) -> None: ...


def refused(settings: Settings) -> Refusal:
    with pytest.raises(Refusal) as told:
        check(settings)
    assert PASSWORD not in told.value.text
    assert "Traceback" not in told.value.text
    return told.value


def test_what_works_is_not_refused(shared: Settings) -> None:
    check(shared)
    check(Settings())


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({"database_url": f"postgresql://niagara:{PASSWORD}@{AWAY}/niagara"}, "database-away"),
        ({"database_url": f"postgresql://niagara:{PASSWORD}@127.0.0.1:port/niagara"}, "url-wrong"),
        ({"redis_url": f"redis://:{PASSWORD}@{AWAY}/0"}, "redis-away"),
        ({"redis_url": f"redis://:{PASSWORD}@127.0.0.1:port/0"}, "url-wrong"),
        ({"database_url": ""}, "redis-without-postgresql"),
        ({"redis_url": "", "bots": "elsewhere"}, "bots-elsewhere-alone"),
    ],
)
def test_what_does_not_work_is_told_without_a_secret(shared: Settings, changed: dict[str, str], key: str) -> None:
    assert refused(replace(shared, **changed)).key == key


def test_a_wrong_password_and_a_wrong_database_are_told(shared: Settings, postgres: Postgres) -> None:
    told = refused(replace(shared, database_url=postgres.url("postgres", "wrong-password")))
    assert "password authentication failed" in told.text
    assert "wrong-password" not in told.text
    assert "does not exist" in refused(replace(shared, database_url=postgres.url("nowhere"))).text


def test_missing_packages_are_named(shared: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert "pip install 'niagara[scale]'" in refused(shared).text
    assert refused(shared).args_for_words["packages"] == "psycopg, redis"


async def test_a_second_server_on_a_file_is_refused(server: Running) -> None:
    with pytest.raises(Refusal, match="already"):
        check_place(server.settings)


async def test_servers_that_do_not_hear_of_each_other_do_not_share_a_database(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("niagara.server.hosting.joined._TRIES", 1)
    lonely = replace(shared, redis_url="")
    for first, second in ((lonely, lonely), (lonely, shared), (shared, lonely)):
        server = Running(first)
        await server.start()
        with pytest.raises(Refusal, match="uses this database already"):
            check_place(second)
        await server.stop()
        check_place(second)


async def test_a_process_with_another_secret_is_refused(redis: Redis) -> None:
    """It would take everybody for a stranger."""
    url, fanout = redis.url(), Fanout()
    processes = [Wire(url, fanout, Nobody(), structlog.get_logger()) for _ in range(3)]
    await processes[0].open("ours")
    with pytest.raises(Refusal, match="another secret"):
        await processes[1].open("theirs")
    while not processes[2].joins_others:  # the first gives a sign of life
        await processes[2].close()
        processes[2] = Wire(url, fanout, Nobody(), structlog.get_logger())
        await processes[2].open("ours")
    assert not processes[0].joins_others
    for process in processes:
        await process.close()
