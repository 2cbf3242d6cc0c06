"""Several processes serve the same tables: whole games over all of them, and nothing is lost, doubled or waited for in vain."""

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from niagara import notation, rules
from niagara.server.entries import Entry, Moved, Started
from niagara.server.hosting import wire
from niagara.server.hosting.bots import BotsAtWork
from niagara.server.settings import Settings
from tests.server.conftest import Running
from tests.server.players import Live, Player
from tests.server.services import Postgres, Redis

PATIENCE = 60.0  # seconds
_read: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
Serve = Callable[..., Awaitable[Running]]


@pytest.fixture
def shared(postgres: Postgres, redis: Redis, tmp_path: Path) -> Any:
    """The settings of every process."""
    database = postgres.database()
    yield Settings(
        folder=str(tmp_path / "home"),
        database_url=database,
        redis_url=redis.url(),
        bot_delay=0,
        bot_workers=0,
        lease=1.0,
    )
    postgres.give_back(database)


@pytest.fixture
async def serve(shared: Settings) -> AsyncIterator[Serve]:
    """Starts one more server."""
    started: list[Running] = []

    async def start(**changed: Any) -> Running:
        running = Running(replace(shared, **changed))
        started.append(running)
        await running.start()
        return running

    yield start
    for running in started:
        await running.stop()


class Process:
    """`niagara` as a process of its own."""

    def __init__(self, settings: Settings, *command: str) -> None:
        told = {"FOLDER": settings.folder, "DATABASE_URL": settings.database_url, "REDIS_URL": settings.redis_url}
        told |= {"BOT_DELAY": str(settings.bot_delay), "BOT_WORKERS": "0", "LEASE": str(settings.lease)}
        env = {**os.environ, **{f"NIAGARA_{name}": value for name, value in told.items()}}
        niagara = [sys.executable, "-c", "from niagara.cli import main; main()"]
        self.process = subprocess.Popen(
            [*niagara, *command], env=env, stderr=subprocess.PIPE, text=True, start_new_session=True
        )

    def address(self) -> str:
        """Of a server, as it tells it; it answers from then on."""
        assert self.process.stderr is not None
        told = re.search(r"http://(\S+)", self.process.stderr.readline())
        assert told is not None
        return told[1]

    def end(self, how: signal.Signals = signal.SIGTERM) -> list[str]:
        """What it has said."""
        self.process.send_signal(how)
        assert self.process.stderr is not None
        said = self.process.communicate(timeout=PATIENCE)[1].splitlines()
        self.code = self.process.returncode
        return said


@pytest.fixture
async def hire(shared: Settings) -> AsyncIterator[Callable[[], Process]]:
    hired: list[Process] = []

    def start() -> Process:
        hired.append(Process(shared, "bots", "--worker"))
        return hired[-1]

    yield start
    for worker in hired:
        if worker.process.poll() is None:
            said = await asyncio.to_thread(worker.end)
            assert [line for line in said if "level=error" in line or "Traceback" in line] == []


async def waiting(server: Running) -> None:
    """Until the server knows of a worker."""
    for _ in range(int(PATIENCE / 0.05)):
        if any(entry["event"] == "bots-workers-wait" for entry in server.log.entries):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("no worker has come")


async def spread(first: Running, second: Running, **chosen: Any) -> tuple[str, Player, Player]:
    """A game of Ada at one server and Bo at the other, and two bots."""
    ada, bo = await first.player("Ada"), await second.player("Bo")
    table = (await ada.table(rules={"players": 4, **chosen}))["id"]
    async with bo.at(table) as live:
        assert (await live.say("/join"))["type"] == "ack"
    async with ada.at(table) as live:
        for line in ("/bot drifter", "/bot drifter", "/start"):
            assert (await live.say(line))["type"] == "ack"
    return table, ada, bo


async def play(table: str, *people: Player, seed: int = 1) -> list[Live]:
    """The game to its end."""
    async with AsyncExitStack() as stack:
        lives = [await stack.enter_async_context(player.at(table)) for player in people]
        await asyncio.gather(*(live.play_on(random.Random(seed + number)) for number, live in enumerate(lives)))
        await asyncio.gather(*(live.over() for live in lives))
    return lives


async def check(server: Running, table: str) -> list[Entry]:
    """What is stored is a game: every entry once, every decision of a bot once, every move legal where it stands."""
    async with server.store() as store:
        entries = [_read.decode(body) for body in await store.last_entries(table, 1_000_000)]
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    position: rules.Position | None = None
    for entry in entries:
        if isinstance(entry, Started):
            position = rules.new_game(entry.rules.ruleset(), entry.ring)
        if isinstance(entry, Moved):
            assert position is not None
            assert entry.move is not None
            assert entry.seat in rules.actors(position), "decided twice"
            rules.play(position, entry.seat, notation.read_move(position, entry.seat, entry.move))
    return entries


async def test_two_servers_and_a_worker_play_whole_games_with_people_at_both(
    serve: Serve, hire: Callable[[], Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BotsAtWork, "_play", None)  # neither server plays a bot itself
    first, second = await serve(bots="elsewhere"), await serve(bots="elsewhere")
    worker = hire()
    await asyncio.gather(waiting(first), waiting(second))
    games = [await spread(first, second, spirits=True, joe=True, fork="random", round_limit=4) for _ in range(3)]
    played = await asyncio.gather(*(play(*game, seed=number) for number, game in enumerate(games)))
    for (table, *_), (ada, bo) in zip(games, played, strict=True):
        entries = await check(first, table)
        for live in (ada, bo):  # each has been told everything, in order, whichever process stored it
            seqs = [entry["seq"] for entry in live.entries()]
            assert seqs == list(range(seqs[0], len(entries) + 1))
            told = [message for message in live.came if message["type"] in ("snapshot", "resumed")]
            assert len(told) == 1, "the moves came as moves"
        assert ada.state["view"] == bo.state["view"]
    said = await asyncio.to_thread(worker.end)
    assert worker.code == 0
    assert [line for line in said if "level=info" not in line][1:] == []
    assert [entry for server in (first, second) for entry in server.log.entries if entry["log_level"] == "error"] == []


async def test_a_message_that_is_lost_is_made_good(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all messages about tables only the first half arrives."""
    hear, dice = wire.Wire._hear, random.Random(7)

    def hear_little(self: wire.Wire, message: dict[str, Any]) -> None:
        if message["type"] == "subscribe" or dice.random() < 0.5:
            hear(self, message)

    monkeypatch.setattr(wire.Wire, "_hear", hear_little)
    monkeypatch.setattr(wire, "_BEAT", 0.1)
    first, second = await serve(), await serve()
    game = await spread(first, second, round_limit=3)
    ada, bo = await play(*game)
    await check(first, game[0])
    assert ada.state["seq"] == bo.state["seq"]


async def test_games_go_on_while_redis_is_started_anew(serve: Serve, redis: Redis) -> None:
    first, second = await serve(), await serve()
    game = await spread(first, second, round_limit=6)

    async def mishap() -> None:
        for _ in range(2):
            await asyncio.sleep(0.3)
            await asyncio.to_thread(redis.end, signal.SIGKILL)
            await asyncio.sleep(0.5)
            await asyncio.to_thread(redis.start)

    ada, bo = (await asyncio.gather(play(*game), mishap()))[0]
    await check(first, game[0])
    assert ada.state["seq"] == bo.state["seq"]
    table, ada_again, bo_again = game
    async with ada_again.at(table) as live, bo_again.at(table):
        await live.until(lambda: [seat["online"] for seat in live.state["table"]["seats"]][:2] == [True, True])
    told = {entry["event"] for entry in first.log.entries if entry["log_level"] == "error"}
    assert told <= {"redis-lost"}
    assert all("Traceback" not in str(entry) for entry in first.log.entries)


async def test_of_two_workers_one_moves(serve: Serve, hire: Callable[[], Process]) -> None:
    """Every decision of a bot once, though workers and servers claim the same tables again and again."""
    first, second = await serve(bots="elsewhere", lease=0.05), await serve(lease=0.05)
    hire(), hire()
    await waiting(first)
    games = [await spread(first, second, round_limit=4) for _ in range(3)]
    await asyncio.gather(*(play(*game, seed=number) for number, game in enumerate(games)))
    for table, *_ in games:
        await check(first, table)


async def test_what_a_killed_worker_has_begun_another_process_does(serve: Serve, hire: Callable[[], Process]) -> None:
    """And where no worker is left the servers play the bots themselves, and say so."""
    server = await serve(bots="elsewhere")
    worker = hire()
    await waiting(server)
    table, [ada] = await server.game("Ada", players=3, round_limit=3)
    async with ada.at(table) as live:
        await live.until(lambda: live.state["actors"] == [0])
        worker.process.kill()
        worker.process.wait()
        assert worker.process.stderr is not None
        worker.process.stderr.close()
        await live.play_on(random.Random(5))
        assert live.state["table"]["phase"] == "over"
    await check(server, table)
    assert "bots-workers-gone" in [entry["event"] for entry in server.log.entries]


async def test_bots_alone_play_for_who_looks_on_at_any_server(serve: Serve, hire: Callable[[], Process]) -> None:
    first, second = await serve(bots="elsewhere"), await serve(bots="elsewhere")
    hire()
    await asyncio.gather(waiting(first), waiting(second))
    ada = await first.player("Ada")
    table = (await ada.table(rules={"players": 3, "round_limit": 3}))["id"]
    async with ada.at(table) as live:
        for line in ("/watch", "/bot drifter", "/bot drifter", "/bot drifter", "/start"):
            await live.say(line)
        await live.until(lambda: live.state["view"]["round"] >= 2)
    eve = await second.player("Eve")
    async with eve.at(table) as watching:
        await watching.over()
    await check(first, table)


async def test_presence_is_known_at_every_server(serve: Serve) -> None:
    first, second = await serve(), await serve()
    table, ada, bo = await spread(first, second)
    eve = await second.player("Eve")
    async with ada.at(table) as live:

        def online() -> list[bool]:
            return [seat["online"] for seat in live.state["table"]["seats"]][:2]

        async with bo.at(table), eve.at(table):
            await live.until(lambda: online() == [True, True] and live.state["table"]["watchers"] == ["Eve"])
            refused = await live.say("/remove Bo")
            assert refused["refusal"]["key"] == "game-running"
            await eve.named("Evelyn")
            await live.until(lambda: live.state["table"]["watchers"] == ["Evelyn"])
            await bo.named("Bobby")
            await live.until(lambda: live.state["table"]["seats"][1]["name"] == "Bobby")
        await live.until(lambda: online() == [True, False] and live.state["table"]["watchers"] == [])
    assert sum(getattr(entry, "key", "") == "note-renamed" for entry in await check(first, table)) == 1


async def test_people_of_a_killed_server_are_gone_after_some_seconds(
    shared: Settings, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "_BEAT", 0.2)
    first = await serve()
    victim = Process(shared, "serve", "--port", "0")
    address = await asyncio.to_thread(victim.address)
    ada, bo = await first.player("Ada"), await Player(address).named("Bo")
    table = (await ada.table(rules={"players": 3}))["id"]
    async with ada.at(table) as live, bo.at(table) as other:
        assert (await other.say("/join"))["type"] == "ack"
        await live.until(lambda: live.state["table"]["seats"][1]["online"])
        await asyncio.to_thread(victim.end, signal.SIGKILL)
        await live.until(lambda: not live.state["table"]["seats"][1]["online"])
        assert (await live.say("/remove Bo"))["type"] == "ack"
    await bo.http.aclose()


async def test_who_comes_back_at_another_server_goes_on_where_he_was(serve: Serve) -> None:
    first, second = await serve(), await serve()
    table, ada, _ = await spread(first, second)
    async with ada.at(table) as live:
        await live.move("card 3")
        seq = live.state["seq"]
    elsewhere = Player(second.address, ada.cookie)
    async with elsewhere.at(table, seq) as live:
        assert live.greeting["seq"] >= seq
        assert live.state["view"]["seats"][0]["card"] == "3"
    await elsewhere.http.aclose()


async def test_what_nobody_of_ours_has_said_stops_nothing(
    serve: Serve, hire: Callable[[], Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis holds garbage wherever a process looks, and it is told through every channel."""
    monkeypatch.setattr(wire.Wire, "_look_on", lambda self: asyncio.Event().wait())
    first, second = await serve(bots="elsewhere"), await serve(bots="elsewhere")
    hire()
    await asyncio.gather(waiting(first), waiting(second))
    table, ada, bo = await spread(first, second, round_limit=2)
    root = f"niagara:{first.settings.redis_url.rpartition('/')[2]}:"
    async with wire.connected(first.settings.redis_url) as client, ada.at(table) as live:

        async def garble() -> None:
            await client.hset(f"{root}here:{table}", "somebody", "\x00[")
            await client.rpush(f"{root}offers", "\x00 soon", table, f"{table} -1")
            for channel in ("names", f"table:{table}"):
                for garbage in (b"\xff\xfe", "", "12.5", "[", '{"guest":1}', "peoples"):
                    await client.publish(root + channel, garbage)

        await garble()
        async with bo.at(table) as other:
            await live.until(lambda: live.state["table"]["seats"][1]["online"])
            await garble()
            await live.say("Do you hear me?")  # who has not been told would not find out
            await other.until(lambda: any(entry["kind"] == "chat" for entry in other.entries()))
        await live.until(lambda: not live.state["table"]["seats"][1]["online"])
    await play(table, ada, bo)
    await check(first, table)


async def test_who_goes_while_redis_does_not_answer_is_known_to_have_gone(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    say, away = wire.Wire._say, asyncio.Event()

    async def perhaps(self: wire.Wire, changed: Any) -> None:
        if away.is_set():
            await say(self, ())  # what else waits is lost
            raise ConnectionError
        await say(self, changed)

    monkeypatch.setattr(wire.Wire, "_say", perhaps)
    first, second = await serve(), await serve()
    table, ada, bo = await spread(first, second)
    async with ada.at(table) as live:
        async with bo.at(table):
            await live.until(lambda: live.state["table"]["seats"][1]["online"])
            away.set()
        await asyncio.sleep(0.2)
        away.clear()
        await live.until(lambda: not live.state["table"]["seats"][1]["online"])
