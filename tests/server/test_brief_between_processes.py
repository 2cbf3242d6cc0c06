"""Two servers share a database, and the people of one table are spread over both: what each is told in brief makes the whole together.

Every client of a test holds it against the whole state (conftest.py).
"""

import random
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from niagara.server.settings import Settings
from tests.server.conftest import Running
from tests.server.players import Live, Player
from tests.server.services import Postgres, Redis


@pytest.mark.parametrize("moments_kept", [2, 64])
async def test_people_of_one_table_at_two_servers(
    tmp_path: Path, postgres: Postgres, redis: Redis, moments_kept: int
) -> None:
    """They play, talk, leave and come between games, and say hello again with any number."""
    database = postgres.database()
    kept: dict[str, Any] = {"database_url": database, "redis_url": redis.url(), "moments_kept": moments_kept}
    both = [Running(Settings(folder=str(tmp_path / "home"), bot_delay=0, bot_workers=0, **kept)) for _ in range(2)]
    choice = random.Random(moments_kept)
    for server in both:
        await server.start()
    try:
        async with AsyncExitStack() as stack:
            people = [await both[0].player(name) for name in ("Ada", "Bo", "Eve")]
            table = (await people[0].table(rules={"players": 4, "spirits": True, "round_limit": 3}))["id"]
            lives: list[Live] = []
            for person in people:
                for server in both:
                    there = Player(server.address, person.cookie)
                    stack.push_async_callback(there.http.aclose)
                    lives.append(await stack.enter_async_context(there.at(table)))
            ada, bo = lives[0], lives[3]
            for live, command in ((bo, "/join"), (ada, "/also Cy"), (ada, "/bot drifter")):
                assert (await live.say(command))["type"] == "ack"
            for again in (["/start"], ["/again", "/also Di", "/remove Di", "/start"], ["/rematch"]):
                for command in again:
                    await ada.say(command)
                await _play(lives, ada, choice)
            for live in lives:
                await live.caught_up(ada.state["seq"])
            entries = [message for live in lives for message in live.came if message["type"] == "entry"]
            assert sum("change" in entry for entry in entries) > 50
    finally:
        for server in both:
            await server.stop()
        postgres.give_back(database)
    assert [entry for server in both for entry in server.log.entries if entry["log_level"] == "error"] == []


async def _play(lives: list[Live], ada: Live, choice: random.Random) -> None:
    for number in range(1_000):
        await ada.until(lambda: ada.state["seq"] >= max(live.state["seq"] for live in lives))
        if ada.state["table"]["phase"] != "playing":
            return
        live = choice.choice(lives)
        if number % 7 == 0:
            await live.say(f"Ahoy {number}")
        if number % 11 == 0:
            seq: Any = choice.choice([None, live.state["seq"], max(1, live.state["seq"] - 5), 10**6, -1])
            await live.send(type="hello", seq=seq, brief=choice.random() < 0.7)
        if live.must_act():
            await live.move(choice.choice(live.state["legal"]))  # refused where the other server was first
        await live.send(type="ping")
        await live.next("pong")
    raise AssertionError("the game has not ended")
