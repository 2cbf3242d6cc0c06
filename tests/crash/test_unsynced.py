"""What a server had written and not synced when it was killed: whoever is told of it will find it on disk, whatever comes then."""

import asyncio
import random
from uuid import uuid4

import pytest

from tests.crash import disk as disks
from tests.crash.disk import Disk
from tests.crash.nursery import Nursery
from tests.crash.servers import Server
from tests.server.players import Player

PATIENCE = 60.0  # seconds


class Everything(random.Random):
    """A power cut takes all that it can."""

    def random(self) -> float:
        return 0.0


async def met(disk: Disk) -> None:
    """Until somebody has met its trouble."""
    before = disk.met
    async with asyncio.timeout(PATIENCE):
        while disk.met == before:  # noqa: ASYNC110 # a disk tells nobody
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("again", [True, False], ids=["sent again", "read"])
@pytest.mark.parametrize("trouble", [disks.FINE, disks.FULL, disks.UNSYNCED], ids=["fine", "full", "unsynced"])
async def test_what_a_killed_server_had_not_synced_is_on_disk_before_anybody_is_told_of_it(
    server: Server, nursery: Nursery, disk: Disk, again: bool, trouble: int
) -> None:
    ada, command = await Player(server.address).named("Ada"), str(uuid4())
    table = (await ada.table())["id"]
    async with ada.at(table) as live:
        disk.be(disks.UNSYNCED)  # a sync that is refused stands for one that never came
        assert (await live.say("Hello?", command))["refusal"]["key"] == "cannot-write"
        server.hold()
    disk.be(trouble)
    server.let_go()
    if trouble != disks.FINE:
        await met(disk)
        await asyncio.sleep(2)  # it begins as well as it can
        disk.be(disks.FINE)
    await server.answers(PATIENCE)
    async with ada.at(table) as live:
        told = (await live.say("Hello?", command))["seq"] if again else live.state["seq"]
    async with nursery.nobody():
        disk.lose_power(Everything())
    await server.answers(PATIENCE)
    async with ada.at(table) as live:
        assert live.state["seq"] == told
    await ada.http.aclose()
