"""A real server on a real port, inside the test's own event loop, so that a test can also look into the store."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog
import uvicorn
from structlog.testing import LogCapture

from niagara.server import seen
from niagara.server.app import build
from niagara.server.connections import Connection
from niagara.server.hosting.store import Store
from niagara.server.settings import Settings
from tests.server.players import WHOLE, Player
from tests.server.services import Postgres, Redis


class Running:
    """A server that can be stopped and started on the same folder."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.log = LogCapture()
        self._server: uvicorn.Server
        self._task: asyncio.Task[None]
        self.address = ""
        self._players: list[Player] = []

    async def start(self) -> None:
        log = structlog.wrap_logger(None, processors=[self.log])
        listener = socket.socket(proto=socket.IPPROTO_TCP)
        listener.bind(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{listener.getsockname()[1]}"
        config = uvicorn.Config(
            build(self.settings, log),
            ws=Connection,
            ws_max_size=self.settings.frame_limit_bytes,
            log_config=None,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._task = asyncio.create_task(self._server.serve([listener]))
        while not self._server.started:
            assert not self._task.done(), "the server has not started"
            await asyncio.sleep(0.01)

    async def stop(self) -> None:
        for player in self._players:
            await player.http.aclose()
        self._server.should_exit = True
        await self._task

    async def breathe(self) -> None:
        """Lets the server work for a moment."""
        await asyncio.sleep(0.01)

    async def player(self, name: str = "") -> Player:
        """Somebody new."""
        player = Player(self.address)
        self._players.append(player)
        if name:
            await player.named(name)
        else:
            await player.me()
        return player

    async def game(self, *names: str, players: int = 4, **rules: object) -> tuple[str, list[Player]]:
        """A game that has begun: people, and bots on the seats that are left."""
        people = [await self.player(name) for name in names]
        table = (await people[0].table(rules={"players": players, **rules}))["id"]
        for other in people[1:]:
            async with other.at(table) as live:
                assert (await live.say("/join"))["type"] == "ack"
        async with people[0].at(table) as live:
            for _ in range(players - len(people)):
                assert (await live.say("/bot drifter"))["type"] == "ack"
            assert (await live.say("/start"))["type"] == "ack"
        return table, people

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """The truth, read beside the server."""
        store = Store(self.settings.database)
        await store.open()
        yield store
        await store.close()

    def told(self) -> list[str]:
        """The keys of all refusals in the log."""
        return [entry["key"] for entry in self.log.entries if entry["event"] == "refused"]


# These run on SQLite alone and on PostgreSQL with Redis: whatever the store, or other processes, could do otherwise.
ON_BOTH = {
    "test_bots_at_work", "test_commands", "test_door", "test_hidden_cards", "test_lists", "test_presence", "test_restart", "test_resume",
    "test_rounds", "test_simultaneous", "test_store",
}  # fmt: skip


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "kept_in" in metafunc.fixturenames:
        both = metafunc.module.__name__.rpartition(".")[2] in ON_BOTH
        metafunc.parametrize("kept_in", ["sqlite", "postgresql"] if both else ["sqlite"], indirect=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    service = Postgres()
    yield service
    service.remove()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    service = Redis()
    yield service
    service.remove()


@pytest.fixture
def kept_in(request: pytest.FixtureRequest) -> Iterator[dict[str, Any]]:
    """The settings that say where the games are kept."""
    if request.param == "sqlite":
        yield {}
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    redis: Redis = request.getfixturevalue("redis")
    database = postgres.database()
    yield {"database_url": database, "redis_url": redis.url()}
    postgres.give_back(database)


@pytest.fixture(autouse=True)
def whole_beside_brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is told only what is new gets the whole state too, against which every client of a test holds what it has put together."""
    brief = seen.entry_frame

    def told(before: seen.Told | None, after: seen.Told, now: int, answers: str | None = None) -> bytes:
        frame = brief(before, after, now, answers)
        return frame if before is None else frame[:-1] + WHOLE + msgspec.json.encode(seen.state(after, now)) + b"}"

    monkeypatch.setattr(seen, "entry_frame", told)


@pytest.fixture
def settings(tmp_path: Path, kept_in: dict[str, Any]) -> Settings:
    return Settings(folder=str(tmp_path / "home"), bot_delay=0, bot_workers=0, **kept_in)


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Running]:
    running = Running(settings)
    await running.start()
    yield running
    await running.stop()
    faults = [entry for entry in running.log.entries if entry["log_level"] in ("error", "critical")]
    assert faults == []
