"""Nudges where several servers share a database."""

from msgspec.structs import replace

from niagara.server.settings import Settings
from tests.server.conftest import Running
from tests.server.nudges.person import hooked
from tests.server.nudges.receivers import Receiver
from tests.server.nudges.test_rounds import nothing_waits, put_off
from tests.server.players import Player
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


async def test_who_was_there_through_another_server_is_nudged_though_nobody_listened_when_he_went(
    settings: Settings, postgres: Postgres, redis: Redis, receiver: Receiver
) -> None:
    database = postgres.database()
    shared = replace(settings, database_url=database, redis_url=redis.url(), nudge_delay=1.0)
    servers = [Running(shared), Running(shared)]
    for each in servers:
        await each.start()
    ada, bob = await servers[0].player("Ada"), await servers[0].player("Bob")
    await hooked(bob, receiver.url)
    there = Player(servers[1].address, bob.cookie)
    table = (await ada.table(rules={"players": 3}))["id"]
    async with there.at(table) as live:
        await live.say("/join")
        async with ada.at(table) as host:
            await host.until(lambda: host.state["table"]["seats"][1]["online"])
            await host.say("/bot drifter")
            await host.say("/start")
    await there.http.aclose()
    await servers[1].stop()
    assert (await receiver.has(1))[0].json()["key"] == "nudge-begun"
    await servers[0].stop()
    postgres.give_back(database)


async def test_who_is_there_through_another_server_is_not_nudged(
    settings: Settings, postgres: Postgres, redis: Redis, receiver: Receiver
) -> None:
    database = postgres.database()
    shared = replace(settings, database_url=database, redis_url=redis.url())
    servers = [Running(shared), Running(shared)]
    for each in servers:
        await each.start()
    ada, bob = await servers[0].player("Ada"), await servers[0].player("Bob")
    await hooked(bob, receiver.url)  # known at once where it was given; a second later everywhere
    there = Player(servers[1].address, bob.cookie)
    table = (await ada.table(rules={"players": 3}))["id"]
    async with there.at(table) as live:
        await live.say("/join")
        async with ada.at(table) as host:
            await host.say("/bot drifter")
            await host.say("/start")
        async with servers[0].store() as store:
            for _ in range(6):  # looked at by the one server or the other
                await put_off(store)
        assert receiver.posted == []
    [told] = await receiver.has(1)
    assert told.json()["key"] == "nudge-begun"
    await there.http.aclose()
    for each in servers:
        await each.stop()
    postgres.give_back(database)
