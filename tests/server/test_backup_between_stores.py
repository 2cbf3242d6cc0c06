"""How a club grows: a backup of one kind of database is brought back into the other, and the games go on."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from niagara.cli import app
from niagara.server.hosting.store import Store
from niagara.server.settings import Settings
from tests.server.conftest import Running
from tests.server.players import Player
from tests.server.services import Postgres, Redis

Home = Callable[[str], Settings]


@pytest.fixture
def home(tmp_path: Path, postgres: Postgres, redis: Redis) -> Home:
    """The settings of a new, empty installation of a kind."""

    def make(kind: str) -> Settings:
        folder = str(tmp_path / f"home-{len(list(tmp_path.iterdir()))}")
        Path(folder).mkdir(mode=0o700)
        if kind == "sqlite":
            return Settings(folder=folder, bot_workers=0, bot_delay=0)
        database, messages = postgres.empty(), redis.url()
        return Settings(folder=folder, bot_workers=0, bot_delay=0, database_url=database, redis_url=messages)

    return make


async def test_the_doctor_sees_both_services(home: Home, tmp_path: Path) -> None:
    settings = home("postgresql")
    server = Running(settings)
    await server.start()
    await server.stop()
    shell = tmp_path / "client"
    shell.mkdir()
    (shell / "index.html").touch()
    well = {"NIAGARA_STATIC": str(shell), "NIAGARA_PORT": "0", "NIAGARA_REDIS_URL": settings.redis_url}
    code, said = told(settings, "doctor", **well)
    assert (code, "postgresql, 0 tables" in said, "Redis answers" in said) == (0, True, True), said
    code, said = told(settings, "doctor", **{**well, "NIAGARA_REDIS_URL": "redis://127.0.0.1:1/0"})
    assert (code, "Redis does not answer" in said) == (1, True), said
    settings = Settings(folder=settings.folder, database_url="postgresql://niagara:hush@127.0.0.1:1/club")
    code, said = told(settings, "doctor", **well)
    assert (code, "Database does not answer" in said, "hush" in said) == (1, True, False), said


def told(settings: Settings, *words: str | Path, **more: str) -> tuple[int, str]:
    env = {**more, "NIAGARA_FOLDER": settings.folder, "NIAGARA_DATABASE_URL": settings.database_url, "NO_COLOR": "1"}
    done = CliRunner().invoke(app, [str(word) for word in words], env=env)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
    return done.exit_code, " ".join(done.output.split())


@pytest.mark.parametrize(
    ("one", "other"), [("sqlite", "postgresql"), ("postgresql", "sqlite"), ("postgresql", "postgresql")]
)
async def test_a_game_goes_on_in_another_kind_of_database(home: Home, one: str, other: str, tmp_path: Path) -> None:
    old, new, file = home(one), home(other), tmp_path / "club.backup"
    server = Running(old)
    await server.start()
    table, [ada] = await server.game("Ada", spirits=True, joe=True, fork="random")
    async with ada.at(table) as live:
        choice = random.Random(5)
        playing = asyncio.create_task(live.play_on(choice))
        await live.until(lambda: live.state["view"]["round"] > 2)
        confirmed = live.state["seq"]
        code, said = await asyncio.to_thread(told, old, "backup", file)
        assert code == 0, said
        playing.cancel()
    cookie = ada.cookie
    await server.stop()

    code, said = told(new, "restore", file)
    assert (code, "Everything is back" in said) == (0, True), said
    before, after = await everything(old, table), await everything(new, table)
    assert len(after) >= confirmed
    assert after == before[: len(after)]
    again = Running(new)
    await again.start()
    back = Player(again.address, cookie)
    async with back.at(table) as live:
        assert live.state["you"]["name"] == "Ada"
        assert live.state["seq"] >= len(after)
        await live.play_on(choice, lambda: live.state["seq"] < confirmed + 10)
    await back.http.aclose()
    await again.stop()
    assert [entry["event"] for entry in again.log.entries if entry["log_level"] == "error"] == []


async def everything(settings: Settings, table: str) -> list[str]:
    store = Store(settings.database)
    await store.open()
    bodies = await store.last_entries(table, 1_000_000)
    await store.close()
    return list(bodies)


async def test_nothing_is_brought_back_over_games_or_beside_a_server(home: Home, tmp_path: Path) -> None:
    settings, file = home("postgresql"), tmp_path / "club.backup"
    server = Running(settings)
    await server.start()
    await server.game("Ada")
    assert (await asyncio.to_thread(told, settings, "backup", file))[0] == 0
    elsewhere = Settings(folder=str(tmp_path / "elsewhere"), database_url=settings.database_url)
    code, said = await asyncio.to_thread(told, elsewhere, "restore", file, "--force")
    assert (code, "stop all servers and workers first" in said) == (2, True), said
    await server.stop()

    code, said = told(settings, "restore", file)
    assert (code, "--force" in said) == (2, True), said
    assert settings.database_url.partition(":")[2].split("@")[0].split(":")[-1] not in said, "the password is told"
    code, said = told(settings, "restore", file, "--force")
    assert (code, "What was there is now in" in said) == (0, True), said
    [aside] = settings.home.glob("before-restore-*.backup")
    code, said = told(settings, "restore", aside, "--force")
    assert code == 0, said
