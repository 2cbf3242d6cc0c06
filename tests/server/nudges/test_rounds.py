"""Who is nudged, when, and how often."""

import asyncio
import random
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace
from sqlalchemy import select, update

from niagara.server.hosting.schema import nudges_due
from niagara.server.hosting.store import Store
from niagara.server.now import milliseconds
from niagara.server.nudges import book
from niagara.server.settings import Settings
from tests.server.conftest import Running
from tests.server.nudges.person import by_hook, call, hooked, nudges, wish
from tests.server.nudges.receivers import Receiver, wait_until
from tests.server.players import Player


async def nothing_waits(store: Store) -> None:
    """Until all that was due has been told or dropped."""

    async def nothing() -> bool:
        return await store.read(book.next_due) is None

    await wait_until(nothing)


async def put_off(store: Store) -> None:
    """Until what is due is looked at once more, and put off."""
    first = await store.read(book.next_due) or 0

    async def later() -> bool:
        when = await store.read(book.next_due) or 0
        return first < when < milliseconds() + 10_000  # what is claimed is due much later

    await wait_until(later)


async def cards(*people: Any) -> None:
    """Everybody chooses a card; the last of them opens the turns."""
    for live in people:
        await live.until(lambda live=live: live.state["decision"] is not None)
        assert (await live.move(random.Random(1).choice(live.state["legal"])))["type"] == "ack"


async def seated(server: Running, *names: str) -> tuple[str, list[Player]]:
    """People at a table, all seats but theirs taken by bots; no game yet."""
    people = [await server.player(name) for name in names]
    table = (await people[0].table(rules={"players": max(3, len(people))}, name="Friday"))["id"]
    for other in people[1:]:
        async with other.at(table) as live:
            await live.say("/join")
    async with people[0].at(table) as live:
        for _ in range(3 - len(people)):
            await live.say("/bot drifter")
    return table, people


async def test_who_is_away_when_a_game_begins_is_told_so_once(server: Running, receiver: Receiver) -> None:
    table, [ada, bob] = await seated(server, "Ada", "Bob")
    await hooked(bob, receiver.url)
    async with ada.at(table) as live:
        await live.say("/start")
        [told] = await receiver.has(1)
        body = told.json()
        assert body["key"] == "nudge-begun"
        assert body["args"] == {"table": "Friday"}
        assert body["link"] == f"https://niagara.example.org/t/{table}"
        line = "Bob: The game at “Friday” has begun, and it is your turn."
        assert body["content"] == body["text"] == f"{line} {body['link']}"
        async with server.store() as store:
            await nothing_waits(store)
    assert len(receiver.posted) == 1


async def test_one_nudge_a_decision_and_none_for_who_is_there(server: Running, receiver: Receiver) -> None:
    table, [ada, bob] = await seated(server, "Ada", "Bob")
    async with ada.at(table) as host:
        async with bob.at(table) as live:
            await host.say("/start")
            await hooked(bob, receiver.url)
            await cards(live, host)
            await live.until(lambda: live.must_act() or host.must_act())
            while not live.must_act():
                await host.move(random.choice(host.state["legal"]))
                await host.until(lambda: host.must_act() or live.must_act())
            async with server.store() as store:
                for _ in range(2):  # he looks on, and is not told
                    await put_off(store)
            assert receiver.posted == []
        told = await receiver.has(1)
        assert told[0].json()["key"] == "nudge-turn"
        async with server.store() as store:
            await nothing_waits(store)
        assert len(receiver.posted) == 1


async def test_nobody_is_nudged_who_has_not_asked_for_it(server: Running, receiver: Receiver) -> None:
    table, [ada, bob] = await seated(server, "Ada", "Bob")
    await by_hook(bob, receiver.url)
    await hooked(ada, receiver.url)
    await wish(ada, False, table)
    async with ada.at(table) as live:
        await live.say("/start")
    async with server.store() as store:
        await nothing_waits(store)
    assert receiver.posted == []


async def test_a_wish_for_one_table_goes_before_that_for_all(server: Running, receiver: Receiver) -> None:
    table, [ada, bob] = await seated(server, "Ada", "Bob")
    await by_hook(bob, receiver.url)
    await wish(bob, True, table)
    assert (await nudges(bob, f"?table={table}"))["table"] == {"id": table, "slow": False, "wanted": True}
    async with ada.at(table) as live:
        await live.say("/start")
    await receiver.has(1)


async def test_at_a_slow_table_whoever_can_be_reached_is_told_and_reminded(server: Running, receiver: Receiver) -> None:
    table, [ada, bob] = await seated(server, "Ada", "Bob")
    await by_hook(bob, receiver.url)
    async with ada.at(table) as live:
        await live.say("/option pace slow 24h")
        await live.say("/start")
        assert (await nudges(bob, f"?table={table}"))["table"]["slow"]
        assert (await receiver.has(1))[0].json()["key"] == "nudge-begun"
        async with server.store() as store:
            [reminder] = await store.read(lambda connection: connection.execute(select(nudges_due)).all())
            assert (reminder.kind, reminder.guest) == ("soon", (await bob.me())["id"])
            assert abs(reminder.due - milliseconds() - 18 * 3_600_000) < 600_000
            await store.write(lambda connection: connection.execute(update(nudges_due).values(due=0)))
            reminded = (await receiver.has(2))[1].json()
            assert (reminded["key"], reminded["args"]) == ("nudge-soon", {"table": "Friday", "hours": 24})
            await nothing_waits(store)


async def test_in_quiet_hours_a_nudge_waits_for_their_end(server: Running, receiver: Receiver) -> None:
    table, [ada, bob] = await seated(server, "Ada", "Bob")
    await by_hook(bob, receiver.url)
    hour = datetime.now(UTC).hour
    async with ada.at(table) as live:
        assert (await live.say(f"/option pace slow 24h quiet {(hour - 2) % 24}-{(hour + 3) % 24} UTC"))["type"] == "ack"
        await live.say("/start")
    async with server.store() as store:

        async def put_off_long() -> bool:
            first = await store.read(book.next_due) or 0
            return first > milliseconds() + 3_600_000

        await wait_until(put_off_long)
    assert receiver.posted == []


async def test_a_bot_in_ones_place_is_told(server: Running, receiver: Receiver) -> None:
    table, [ada, bob] = await seated(server, "Ada", "Bob")
    async with ada.at(table) as live:
        await live.say("/start")
        await hooked(bob, receiver.url)
        assert (await live.say("/remove Bob"))["type"] == "ack"
        [told] = await receiver.has(1)
    assert told.json()["key"] == "nudge-stand-in"
    assert told.json()["text"].startswith("Bob: A bot plays for you at")


async def test_what_a_dead_process_had_claimed_is_told_when_the_claim_has_run_out(
    settings: Settings, receiver: Receiver
) -> None:
    """At worst it comes twice: dead after the receiver had it, before it was noted."""
    slow = replace(settings, nudge_delay=3600)
    server = Running(slow)
    await server.start()
    table, [ada, bob] = await seated(server, "Ada", "Bob")
    way = await hooked(bob, receiver.url)
    async with ada.at(table) as live:
        await live.say("/start")
    cookie = bob.cookie
    await server.stop()
    async with server.store() as store:  # the other process: it claims and sends by the way, and dies
        far = 2**50
        [one] = await store.write(lambda connection: book.claim(connection, far, far + 1, 10))
        assert (one.way, one.kind) == ("", "begun")
        await store.write(lambda connection: book.send_by(connection, one, [way], 0))
        [lost] = await store.write(lambda connection: book.claim(connection, 0, 1, 10))
        assert lost.way == way
    again = Running(settings)
    await again.start()
    await receiver.has(1)
    async with again.store() as store:
        await nothing_waits(store)
        assert not await store.write(
            lambda connection: book.settle(connection, lost)
        )  # the dead one has no say any more
    assert len(receiver.posted) == 1
    bob = Player(again.address, cookie)
    assert len((await nudges(bob))["ways"]) == 1
    await bob.http.aclose()
    await again.stop()


async def test_a_receiver_that_fails_is_tried_again_later_and_given_up_after_some_tries(
    server: Running, receiver: Receiver
) -> None:
    receiver.answers = [500]
    table, [ada, bob] = await seated(server, "Ada", "Bob")
    await hooked(bob, receiver.url)
    async with ada.at(table) as live:
        await live.say("/start")
    async with server.store() as store:
        waits = []
        for tries in range(1, 6):
            await receiver.has(tries)
            waits.append(await hurry(store))
    assert waits.pop() == 0  # given up
    assert waits == sorted(waits)
    assert waits[0] > 25_000  # ms
    assert waits[3] > 3_000_000
    assert len(receiver.posted) == 5


async def hurry(store: Store) -> int:
    """Lets the next try be due now; the time that it would have waited, in ms, 0 if there is none."""
    while True:
        rows = await store.read(lambda connection: connection.execute(select(nudges_due)).all())
        if not rows:
            return 0
        [row] = rows
        if row.way and row.due > milliseconds() and row.due - milliseconds() not in range(290_000, 300_001):
            await store.write(lambda connection: connection.execute(update(nudges_due).values(due=0)))
            return int(row.due - milliseconds())
        await asyncio.sleep(0.02)


async def test_what_always_fails_is_switched_off_and_its_owner_told(server: Running, receiver: Receiver) -> None:
    receiver.answers = [500]
    ada = await server.player("Ada")
    way = await hooked(ada, receiver.url)
    for _ in range(8):
        told = await call(ada, "POST", f"/ways/{way}/test", 200)
        assert told == {
            "done": False,
            "saying": {
                "key": "nudge-status",
                "args": {"status": 500},
                "text": "The receiver answered 500 instead of taking it.",
            },
        }
    async with server.store() as store:
        for _ in range(4):
            await store.write(lambda connection: book.fails(connection, way, 12, "nudge-stopped"))
    [mine] = (await nudges(ada))["ways"]
    assert mine["stopped"]["key"] == "nudge-stopped"


async def test_a_trial_that_works_switches_a_way_on_again(server: Running, receiver: Receiver) -> None:
    ada = await server.player("Ada")
    way = await hooked(ada, receiver.url)
    async with server.store() as store:
        await store.write(lambda connection: book.fails(connection, way, 1, "nudge-stopped"))
    assert (await nudges(ada))["ways"][0]["stopped"]
    told = await call(ada, "POST", f"/ways/{way}/test", 200)
    assert told["done"]
    assert receiver.posted[0].json()["content"].startswith("Ada: This is how a nudge looks.")
    assert (await nudges(ada))["ways"][0]["stopped"] is None


async def test_a_webhook_at_which_nothing_is_any_more_is_switched_off_at_once(
    server: Running, receiver: Receiver
) -> None:
    receiver.answers = [404]
    table, [ada, bob] = await seated(server, "Ada", "Bob")
    await hooked(bob, receiver.url)
    async with ada.at(table) as live:
        await live.say("/start")
    await receiver.has(1)
    async with server.store() as store:
        await nothing_waits(store)
    [mine] = (await nudges(bob))["ways"]
    assert mine["stopped"]["key"] == "nudge-hook-gone"
