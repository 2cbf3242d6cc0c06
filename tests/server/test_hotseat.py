"""Several players at one device: each seat is cut for itself, and only that which must act is shown."""

import asyncio
import random
from contextlib import AsyncExitStack
from typing import cast
from unittest.mock import Mock
from uuid import uuid4

import msgspec
import pytest

from niagara.server.clocks import run_out
from niagara.server.entries import Entry
from niagara.server.hosting.fanout import Fanout
from niagara.server.hosting.store import Store
from niagara.server.moments import Change, Moment, stand_in
from niagara.server.people import Guest
from niagara.server.room import Rules
from niagara.server.settings import Settings
from niagara.server.table import Served
from niagara.server.tables import Tables
from niagara.words import Refusal
from tests.server.conftest import Running
from tests.server.players import Json, Live, Player
from tests.server.test_hidden_cards import Secrets, leaks

_read: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


async def sofa(server: Running, *others: str, players: int = 3, **rules: object) -> tuple[str, Player]:
    """Ada, and others at her device."""
    ada = await server.player("Ada")
    table = (await ada.table(rules={"players": players, **rules}))["id"]
    async with ada.at(table) as live:
        for name in others:
            assert (await live.say(f"/also {name}"))["type"] == "ack"
    return table, ada


def you(live: Live) -> Json:
    found: Json = live.state["you"]
    return found


async def test_three_at_one_device_choose_and_play_in_turn(server: Running) -> None:
    table, ada = await sofa(server, "Bo", "2 Cy")
    async with ada.at(table) as live:
        assert [seat["name"] for seat in live.state["table"]["seats"]] == ["Ada", "Bo", "Cy"]
        assert (you(live)["seat"], you(live)["seats"]) == (0, [0, 1, 2])
        await live.say("/start")
        for seat, card in ((0, "4"), (1, "3"), (2, "6")):
            assert you(live)["seat"] == seat
            assert live.state["decision"] == f"1.cards.{seat}"
            assert [one["card"] for one in live.state["view"]["seats"]] == ["?"] * seat + [None] * (3 - seat)
            await live.move(f"card {card}")
        moves = [message["move"] for message in live.came if message.get("kind") == "move"]
        assert moves[:2] == [None] * 2, "not even their device is told; who has the ring turns over at once"
        turns = [live.state["view"]["turn"]]
        for _ in range(20):
            assert you(live)["seat"] == live.state["view"]["turn"]
            await live.move(live.state["legal"][-1])
            if live.state["view"]["phase"] != "turns":
                break
            if live.state["view"]["turn"] != turns[-1]:
                turns.append(live.state["view"]["turn"])
        assert sorted(turns) == [0, 1, 2]


async def test_no_byte_tells_a_hidden_card_where_some_share_a_device(server: Running) -> None:
    """R10.1, with a player elsewhere, a bot, and somebody who looks on."""
    table, ada = await sofa(server, "Cy", players=4, round_limit=6, spirits=True)
    bo, eve = await server.player("Bo"), await server.player("Eve")
    lives: list[Live] = []
    async with AsyncExitStack() as stack:
        for guest in (ada, bo, eve, ada):
            lives.append(await stack.enter_async_context(guest.at(table)))
        one, two = lives[:2]
        await two.say("/join")
        await one.say("/bot drifter")
        await one.say("/start")
        choice = random.Random(4)
        looks = 0
        playing = asyncio.gather(one.play_on(choice), two.play_on(choice))
        while not playing.done():
            async with ada.at(table) as again:
                lives.append(again)
                looks += 1
                await asyncio.sleep(0.05)
        await playing
        await one.over()
        await asyncio.gather(*(live.caught_up(one.state["seq"]) for live in lives[:4]))
    async with server.store() as store:
        secrets = Secrets([_read.decode(body) for body in await store.last_entries(table, 1_000_000)])
    for live in lives:
        for message in live.came:
            for part in (message, message.get("state", {})):
                if part.get("view") and len(part["you"]["seats"]) > 1 and part["you"]["seat"] not in part["actors"]:
                    assert {seat["card"] for seat in part["view"]["seats"] if not seat["open"]} <= {"?", None}
            if message["type"] in ("entry", "snapshot", "resumed"):
                assert leaks_at_device(message, secrets) == []
    assert looks


def leaks_at_device(message: Json, secrets: Secrets) -> list[str]:
    """As for one with a single seat: that which must act now; where none must, that of a spectator."""
    state = message["state"] if message["type"] == "entry" else message
    if state["view"] is None:
        return []
    mine = state["you"]
    if len(mine["seats"]) > 1 and mine["seat"] not in state["actors"]:
        mine = {**mine, "seat": None}
    seen = {**state, "you": mine}
    return leaks({**message, "state": seen} if message["type"] == "entry" else {**message, **seen}, secrets)


async def test_a_move_names_its_seat_and_nobody_elses(server: Running) -> None:
    table, ada = await sofa(server, "Cy", players=3)
    bo = await server.player("Bo")
    async with ada.at(table) as one, bo.at(table) as two:
        await two.say("/join")
        await one.say("/start")
        assert (await one.move("card 5", "1.cards.1"))["type"] == "ack"
        assert (await one.move("card 5", "1.cards.0"))["type"] == "ack"
        refused = await one.move("card 5", "1.cards.2")
        assert refused["refusal"]["key"] == "decision-of-another"
        refused = await two.move("card 5", "1.cards.1")
        assert refused["refusal"]["key"] == "decision-of-another"
        assert (await two.move("card 4", "1.cards.2"))["type"] == "ack"


async def test_a_bot_that_decides_for_one_keeps_no_other_at_the_device_waiting(
    settings: Settings,
) -> None:
    settings.home.mkdir()
    store = Store(settings.database)
    await store.open()
    tables = Tables(store, Fanout(), settings)
    tables.served = cast(Served, Mock())
    ada = Guest("gada", "Ada")
    table = await tables.make(ada, Rules(players=3), "", True)
    for line in ("/also Bo", "/bot drifter", "/option pace live 5+0", "/start"):
        await table.say(ada, uuid4(), line)

    def time_out(now: Moment) -> Change:
        return stand_in(now, 0, "note-out-of-time")._replace(clocks=run_out(now.clocks or (), 0, "1.cards.0"))

    await table._change(None, time_out)
    with pytest.raises(Refusal) as refused:
        await table.move(ada, uuid4(), "1.cards.0", "card 3")
    assert refused.value.key == "bot-decides"
    assert (await table.move(ada, uuid4(), "1.cards.1", "card 3")).seq == table.now.seq
    assert table.now.room.seats[0].stand_in
    await store.close()


async def test_who_gets_up_takes_his_companions_along_and_the_host_stays_host_till_his_last_seat_goes(
    server: Running,
) -> None:
    table, ada = await sofa(server, "Cy", players=3)
    bo = await server.player("Bo")
    async with ada.at(table) as one, bo.at(table) as two:
        await two.say("/join")
        await one.say("/remove 1")
        host = (await ada.me())["id"]
        assert one.state["table"]["host"] == host
        await one.say("/also Di")
        await one.say("/colour 5 1")
        assert one.state["table"]["seats"][1]["colour"] == 5
        await one.say("/leave")
        assert [seat["kind"] for seat in one.state["table"]["seats"]] == ["empty", "empty", "person"]
        assert one.state["table"]["host"] == (await bo.me())["id"]
        refused = await one.say("/also Ed")
        assert refused["refusal"]["key"] == "not-seated"


async def test_a_new_name_is_the_persons_own_and_a_companion_may_give_up(server: Running) -> None:
    table, ada = await sofa(server, "Cy", players=3, round_limit=2)
    async with ada.at(table) as live:
        await live.say("/bot drifter")
        await ada.named("Grace")
        await live.until(lambda: live.state["table"]["seats"][0]["name"] == "Grace")
        assert live.state["table"]["seats"][1]["name"] == "Cy"
        wrong = await live.say("/also")
        assert wrong["refusal"]["key"] == "table-full"
        await live.say("/start")
        await live.move("card 1")
        assert you(live)["seat"] == 1
        await live.say("/resign")
        assert [seat["kind"] for seat in live.state["table"]["seats"]] == ["person", "bot", "bot"]
        await live.play_on(random.Random(1))
        await live.over()
    [game] = (await ada.http.get("/api/me/games")).json()["games"]
    assert game["mine"] == [0, 1], "who played it when it began"
