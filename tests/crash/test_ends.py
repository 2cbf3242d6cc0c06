"""How a server ends: when it is asked to, without a word; when it is killed, with all that belongs to it."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.crash.servers import Server
from tests.server.players import Live, Player

PATIENCE = 60.0  # seconds


@asynccontextmanager
async def playing(server: Server, strength: str) -> AsyncIterator[Live]:
    """Somebody against bots, who have begun to think."""
    ada = await Player(server.address).named("Ada")
    table = (await ada.play_bots(bots=3, strength=strength))["id"]
    async with ada.at(table) as live:
        await live.until(lambda: live.state["actors"] == [0])
        yield live
    await ada.http.aclose()


@pytest.mark.parametrize("to_all", [False, True], ids=["server", "group"])
async def test_a_server_that_is_asked_to_end_ends_without_a_word(server: Server, to_all: bool) -> None:
    """SIGTERM, to the server or to its bots too, while they think: what it has said stays the last of it."""
    async with playing(server, "paddler") as live:
        await live.move(live.state["legal"][0])
        server.stay_away()
        process = server.process
        if to_all:
            os.killpg(process.pid, signal.SIGTERM)
        else:
            process.signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            await process.ended()
    await asyncio.sleep(0.5)  # for whatever outlives the server by a moment, and would complain
    assert [line.split()[0] for line in server.log.read_text().splitlines()] == ["Niagara", "Games"]


async def test_nothing_of_a_killed_server_stays_behind(server: Server) -> None:
    """Its bots' processes end with it."""
    async with playing(server, "drifter"):
        workers = server.process.children()
        assert workers
        server.hold()
    async with asyncio.timeout(PATIENCE):
        for worker in workers:
            await worker.ended()
