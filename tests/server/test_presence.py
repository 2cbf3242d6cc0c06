"""Who is here: seats online and offline, people who watch, and tables closed to them."""

import asyncio
from uuid import uuid4

import pytest

from niagara.server.live import Client
from tests.server.conftest import Running


async def test_a_seat_is_online_while_a_socket_of_its_player_is_open(server: Running) -> None:
    table, [ada, bo] = await server.game("Ada", "Bo")
    async with ada.at(table) as live:

        def online() -> list[bool]:
            return [seat["online"] for seat in live.state["table"]["seats"]]

        await live.until(lambda: online() == [True, False, True, True])
        async with bo.at(table), bo.at(table):
            await live.until(lambda: online() == [True, True, True, True])
        await live.until(lambda: online() == [True, False, True, True])


async def test_watchers_are_named_and_see_what_everybody_may_see(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    eve = await server.player("Eve")
    async with ada.at(table) as live, eve.at(table) as watching:
        await live.until(lambda: live.state["table"]["watchers"] == ["Eve"])
        await live.move("card 3")
        await watching.caught_up(live.state["seq"])
        assert watching.state["you"] == {"id": (await eve.me())["id"], "name": "Eve", "seat": None, "seats": []}
        assert [seat["card"] for seat in watching.state["view"]["seats"]].count("3") <= 3
        assert watching.state["legal"] == []
    async with eve.at(table) as watching:
        await watching.until(lambda: not watching.state["table"]["seats"][0]["online"])


async def test_a_closed_table_sends_watchers_away_when_the_game_begins(server: Running) -> None:
    ada, eve = await server.player("Ada"), await server.player("Eve")
    table = (await ada.table(rules={"players": 3}, watch=False))["id"]
    async with ada.at(table) as live, eve.at(table) as watching:
        assert watching.state["table"]["watch"] is False  # before the game she may come in, to sit down
        await live.say("/bot drifter")
        await live.say("/bot drifter")
        await live.say("/start")
        refused = await watching.next("refused")
        assert refused["refusal"]["text"] == "This table is for its players alone."
        await watching.socket.wait_closed()
        assert watching.socket.close_code == 4403
        assert all(message.get("view") is None for message in watching.came)
        answer = await eve.http.get(f"/api/tables/{table}/record")
        assert (answer.status_code, answer.json()["refusal"]["key"]) == (403, "no-watching")
    async with eve.connected(table) as again:
        await again.send(type="hello", seq=None)
        assert (await again.next("refused"))["refusal"]["key"] == "no-watching"


async def test_who_reads_slowly_is_shown_nothing_of_the_game_that_was_closed_to_him_meanwhile(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    send, reads = Client._send, asyncio.Event()
    reads.set()

    async def slowly(self: Client, message: bytes) -> None:
        if self._guest.name == "Eve":
            await reads.wait()
        await send(self, message)

    monkeypatch.setattr(Client, "_send", slowly)
    ada, eve = await server.player("Ada"), await server.player("Eve")
    table = (await ada.table(rules={"players": 3}, watch=False))["id"]
    async with ada.at(table) as live, eve.at(table) as watching:
        reads.clear()
        for line in ("/bot drifter", "/bot drifter", "/start"):
            await live.say(line)
        await live.move("card 3")
        reads.set()
        await watching.socket.wait_closed()
        assert watching.socket.close_code == 4403
        assert all(message.get("view") is None for message in watching.came)
        assert all((message.get("state") or {}).get("view") is None for message in watching.came)
        seq = live.state["seq"]
        await live.say("/resign")
        await live.over()
        await live.say("/option players 3")  # the room is open to all who have the link
    async with eve.at(table, seq - 1) as again:
        assert all((message.get("state") or {}).get("view") is None for message in again.came)


async def test_nobody_says_a_word_at_a_closed_table_before_he_is_sent_away(server: Running) -> None:
    ada, eve = await server.player("Ada"), await server.player("Eve")
    table = (await ada.table(rules={"players": 3}, watch=False))["id"]
    async with ada.at(table) as live:
        for line in ("/bot drifter", "/bot drifter", "/start"):
            await live.say(line)
        async with eve.connected(table) as door:
            door.send_together(
                {"type": "hello", "seq": None},
                {"type": "say", "id": str(uuid4()), "text": "Ada plays the 4!"},
                {"type": "say", "id": str(uuid4()), "text": "/who"},
            )
            await door.socket.wait_closed()
            assert {message["type"] for message in door.came} == {"refused"}
        await live.say("quiet here")
        assert [entry["text"] for entry in live.entries() if entry["kind"] == "chat"] == ["quiet here"]


async def test_who_resigns_alone_at_a_closed_table_sees_its_end_and_calls_for_the_next_game(server: Running) -> None:
    ada = await server.player("Ada")
    table = (await ada.table(rules={"players": 3, "round_limit": 1}, watch=False))["id"]
    async with ada.at(table) as live:
        for line in ("/bot drifter", "/bot drifter", "/start", "/resign"):
            assert (await live.say(line))["type"] == "ack"
        await live.over()
        assert live.state["you"]["seat"] is None
        assert (await live.say("/rematch"))["type"] == "ack"


async def test_who_resigns_watches_and_the_bot_plays_on(server: Running) -> None:
    table, [ada, bo] = await server.game("Ada", "Bo", round_limit=2)
    async with ada.at(table) as live, bo.at(table) as other:
        await live.say("/resign")
        await live.until(lambda: live.state["you"]["seat"] is None)
        assert live.state["table"]["seats"][0]["kind"] == "bot"
        assert live.state["table"]["host"] == other.state["you"]["id"]
        await other.say("/resign")
        await live.over()


async def test_a_new_name_is_seen_at_the_open_table(server: Running) -> None:
    table, [ada, bo] = await server.game("Ada", "Bo")
    eve = await server.player("Eve")
    async with bo.at(table) as live, eve.at(table):
        await ada.named("Adelaide")
        await live.until(lambda: live.state["table"]["seats"][0]["name"] == "Adelaide")
        assert live.entries()[-1]["text"] == "Ada is called Adelaide now."
        await eve.named("Evelyn")
        await live.until(lambda: live.state["table"]["watchers"] == ["Evelyn"])


async def test_bots_rest_at_a_table_where_nobody_is_left(server: Running) -> None:
    ada = await server.player("Ada")
    table = (await ada.table(rules={"players": 3}))["id"]
    async with ada.at(table) as live:
        await live.say("/watch")
        for _ in range(3):
            await live.say("/bot drifter")
        await live.say("/start")
        await live.until(lambda: live.state["view"]["round"] >= 2)
    async with server.store() as store:
        await asyncio.sleep(0.5)  # the server hears that she has gone, and the last move comes to its end
        rest = await store.standing(table)
        await asyncio.sleep(0.5)  # bots that do not rest play several rounds in this time
        assert rest is not None
        assert await store.standing(table) == rest
    async with ada.at(table) as live:
        here = live.state["view"]["round"]
        await live.until(lambda: live.state["view"]["round"] > here)
