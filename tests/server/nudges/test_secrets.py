"""Where a person can be reached is his secret: no byte of it reaches others, nor a log, nor himself again."""

import json
from typing import Any

from niagara.server.nudges import book
from tests.server.conftest import Running
from tests.server.nudges.person import call, nudges, wish
from tests.server.nudges.receivers import Mailbox, Receiver, wait_until
from tests.server.nudges.test_networks import KEYS
from tests.server.nudges.test_rounds import nothing_waits
from tests.server.players import Player

MAIL = "ada.lovelace.secret@example.org"
SECRETS = ["secret-hook", "secret-push", "lovelace", KEYS["p256dh"], KEYS["auth"]]
PAGES = [
    "/",
    "/nudges",
    "/schema",
    "/healthz",
    "/api/me",
    "/api/nudges",
    "/api/lobby",
    "/api/me/tables",
    "/api/me/games",
    "/api/options",
]


async def reachable(person: Player, receiver: Receiver, box: Mailbox) -> list[str]:
    """By all three ways, wherever he plays; their ids."""
    await wish(person)
    targets: list[dict[str, Any]] = [
        {"kind": "hook", "url": f"{receiver.url}/secret-hook"},
        {"kind": "push", "endpoint": f"{receiver.url}/secret-push", "keys": KEYS},
        {"kind": "mail", "address": MAIL},
    ]
    ways = [(await call(person, "POST", "/ways", 201, target))["id"] for target in targets]
    [letter] = await box.has(1)
    token = letter.get_content().partition("#confirm=")[2].split()[0]
    await call(person, "POST", "/confirm", 200, {"token": token})
    return ways


def none_in(text: str) -> None:
    assert [secret for secret in SECRETS if secret in text] == []


async def test_others_get_no_byte_of_it_and_no_log_has_it(
    server: Running, receiver: Receiver, mailbox: tuple[Mailbox, int]
) -> None:
    receiver.answers = [500]
    box, _ = mailbox
    ada, bob, eve = await server.player("Ada"), await server.player("Bob"), await server.player("Eve")
    ways = await reachable(ada, receiver, box)
    told: list[str] = []
    table = (await bob.table(rules={"players": 3}, name="Friday"))["id"]
    async with ada.at(table) as live:
        await live.say("/join")
    async with bob.at(table) as live, eve.at(table) as watching:
        await live.say("/bot drifter")
        await live.say("/start")
        await receiver.has(2)
        await box.has(2)
        box.refuse = "550 lovelace.secret is unknown here"
        for way in ways:
            await call(ada, "POST", f"/ways/{way}/test", 200)
        await live.say("/remove Ada")
        await live.say("/who")
        told += [*live.raw, *watching.raw]
    for other in (bob, eve):
        for page in [*PAGES, f"/api/tables/{table}", f"/api/tables/{table}/record", f"/api/nudges?table={table}"]:
            told.append((await other.http.get(page)).text)
        for way in ways:
            for method, path in (("DELETE", f"/ways/{way}"), ("POST", f"/ways/{way}/test")):
                answer = await call(other, method, path, 404)
                assert answer["refusal"]["key"] == "no-such-way"
                told.append(json.dumps(answer))
    none_in("\n".join(told))
    logged = json.dumps(server.log.entries, default=repr)
    assert '"event": "nudge"' in logged
    none_in(logged)
    async with server.store() as store:
        entries = await store.last_entries(table, 1000)
        none_in("\n".join(entries))


async def test_its_owner_sees_so_much_that_he_knows_which_it_is(
    server: Running, receiver: Receiver, mailbox: tuple[Mailbox, int]
) -> None:
    ada = await server.player("Ada")
    await reachable(ada, receiver, mailbox[0])
    mine = await nudges(ada)
    assert [(way["kind"], way["to"]) for way in mine["ways"]] == [
        ("hook", "127.0.0.1"),
        ("push", "127.0.0.1"),
        ("mail", "a…@example.org"),
    ]
    none_in(json.dumps(mine))


async def test_what_a_refusal_says_back_holds_no_secret(server: Running) -> None:
    ada = await server.player("Ada")
    for body in (
        {"kind": "hook", "url": "https://10.0.0.1/secret-hook"},
        {"kind": "hook", "url": "ftp://example.org/secret-hook"},
        {"kind": "hook", "url": ["https://example.org/secret-hook"]},
        {"kind": "mail", "address": "lovelace"},
        {"kind": "push", "endpoint": "https://example.org/secret-push", "keys": {"p256dh": KEYS["p256dh"]}},
        {"kind": "push", "endpoint": "https://example.org/secret-push", "keys": {**KEYS, "more": "secret-push"}},
    ):
        answer = await ada.http.post("/api/nudges/ways", json=body)
        assert answer.status_code == 400
        none_in(answer.text)
    none_in(json.dumps(server.log.entries, default=repr))


async def test_all_of_it_is_forgotten_at_once(
    server: Running, receiver: Receiver, mailbox: tuple[Mailbox, int]
) -> None:
    ada = await server.player("Ada")
    await reachable(ada, receiver, mailbox[0])
    table = (await ada.table(rules={"players": 3}))["id"]
    await wish(ada, True, table)
    async with ada.at(table) as live:
        for _ in range(2):
            await live.say("/bot drifter")
        await live.say("/start")
        await call(ada, "DELETE", "", 204)
    left = await nudges(ada, f"?table={table}")
    assert (left["ways"], left["unpaced"], left["table"]["wanted"]) == ([], False, None)
    async with server.store() as store:
        assert await store.read(book.next_due) is None
    assert receiver.posted == []


async def test_a_person_has_a_few_ways_and_the_same_one_once(server: Running, receiver: Receiver) -> None:
    ada = await server.player("Ada")
    codes, bodies = [], []
    for number in (*range(5), 0):
        answer = await ada.http.post("/api/nudges/ways", json={"kind": "hook", "url": f"{receiver.url}/{number}"})
        codes.append(answer.status_code)
        bodies.append(answer.json())
    assert codes == [201] * 6
    assert bodies[5] == bodies[0]
    assert len((await nudges(ada))["ways"]) == 5
    answer = await ada.http.post("/api/nudges/ways", json={"kind": "hook", "url": f"{receiver.url}/7"})
    assert answer.status_code == 429


async def test_a_way_that_is_taken_away_is_sent_nothing_more(server: Running, receiver: Receiver) -> None:
    receiver.answers = [500]
    ada, bob = await server.player("Ada"), await server.player("Bob")
    await wish(bob)
    way = (await call(bob, "POST", "/ways", 201, {"kind": "hook", "url": receiver.url}))["id"]
    table = (await ada.table(rules={"players": 3}))["id"]
    async with bob.at(table) as live:
        await live.say("/join")
    async with ada.at(table) as live:
        await live.say("/bot drifter")
        await live.say("/start")
        await receiver.has(1)
    await call(bob, "DELETE", f"/ways/{way}", 204)
    async with server.store() as store:
        await nothing_waits(store)

        async def gone() -> bool:
            return await store.read(lambda connection: book.way(connection, way)) is None

        await wait_until(gone)
    assert len(receiver.posted) == 1
