"""Nudges where several servers share a database."""

from msgspec.structs import replace

from niagara.server.settings import Settings
from tests.server.conftest import Running
from tests.server.nudges.person import hooked
from tests.server.nudges.receivers import Receiver
from tests.server.nudges.test_rounds import nothing_waits
from tests.server.services import Postgres, Redis


async def test_two_servers_tell_everything_once(
    settings: Settings, postgres: Postgres, redis: Redis, receiver: Receiver
) -> None:
    """Both go round over one database; each nudge is claimed by one of them."""
    shared = replace(settings, database_url=postgres.database(), redis_url=redis.url())
    servers = [Running(shared), Running(shared)]
    for each in servers:
        await each.start()
    tables = 5
    bob = await servers[0].player("Bob")
    await hooked(bob, receiver.url)
    for _ in range(tables):
        ada = await servers[0].player("Ada")
        table = (await ada.table(rules={"players": 3}))["id"]
        async with bob.at(table) as live:
            await live.say("/join")
        async with ada.at(table) as live:
            await live.say("/bot drifter")
            await live.say("/start")
    async with servers[0].store() as store:
        await nothing_waits(store)
    assert len(receiver.posted) == tables
    assert len({each.json()["table"] for each in receiver.posted}) == tables
    for each in servers:
        await each.stop()
    postgres.give_back(shared.database_url)
