"""The one door: what is acknowledged is stored, what is refused changes nothing, and each command counts once."""

import asyncio
import gc
import random
import time
from typing import Any, cast
from unittest.mock import Mock
from uuid import uuid4

import pytest
import structlog

from niagara.server import clocks
from niagara.server import table as table_module
from niagara.server import tables as tables_module
from niagara.server.hosting.claiming import claim_on
from niagara.server.hosting.fanout import Fanout
from niagara.server.hosting.others import Others
from niagara.server.hosting.store import Store
from niagara.server.people import Guest
from niagara.server.room import Rules
from niagara.server.settings import Settings
from niagara.server.table import Served
from niagara.server.tables import Tables
from niagara.words import Refusal
from tests.server.conftest import Running


async def test_an_acknowledged_move_is_in_the_store_and_then_told(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    async with ada.at(table) as live:
        answer = await live.move("card 4")
        assert answer["type"] == "ack"
        told = await live.next("entry", seq=answer["seq"])
        assert (told["seat"], told["move"]) == (0, "card 4")
        assert told["state"]["view"]["seats"][0]["card"] == "4"
        assert {"event": "chose", "seat": 0} in told["events"]


async def test_a_repeated_command_gets_the_stored_answer_and_changes_nothing(server: Running) -> None:
    table, [ada, _] = await server.game("Ada", "Bo")
    async with ada.at(table) as live:
        command, decision = str(uuid4()), live.state["decision"]
        first = await live.move("card 4", decision, command)
        again = await live.move("card 4", decision, command)
        assert again == first
        changed = await live.move("card 5", decision)
        assert changed["seq"] > first["seq"]
        assert await live.move("card 4", decision, command) == first
        await live.say("hello", str(uuid4()))
        assert live.state["view"]["seats"][0]["card"] == "5"
        assert [entry["move"] for entry in live.entries() if entry["kind"] == "move" and entry["seat"] == 0] == [
            "card 4",
            "card 5",
        ]


async def test_a_repeated_command_is_known_when_its_decision_is_long_over(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    async with ada.at(table) as live:
        command, decision = str(uuid4()), live.state["decision"]
        first = await live.move("card 4", decision, command)
        await live.play_on(random.Random(1), lambda: live.state["view"]["round"] < 3)
        assert await live.move("card 4", decision, command) == first


async def test_repeated_chat_is_said_once(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    async with ada.at(table) as live:
        command = str(uuid4())
        assert await live.say("Ahoy", command) == await live.say("Ahoy", command)
        await live.say("over")
        await live.until(lambda: any(entry.get("text") == "over" for entry in live.entries()))
        assert [entry["text"] for entry in live.entries() if entry["kind"] == "chat"] == ["Ahoy", "over"]


async def test_a_stale_decision_is_refused_in_words(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    async with ada.at(table) as live:
        decision = live.state["decision"]
        await live.play_on(random.Random(2), lambda: live.state["view"]["round"] < 2)
        refused = await live.move("card 1", decision)
        assert (refused["type"], refused["refusal"]["key"]) == ("refused", "decision-closed")
        assert "decided already" in refused["refusal"]["text"]
        assert live.state["view"]["seats"][0]["card"] is None


async def test_nobody_decides_for_another_seat(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    async with ada.at(table) as live:
        refused = await live.move("card 4", "1.cards.1")
        assert refused["refusal"]["key"] == "decision-of-another"


async def opened(settings: Settings) -> tuple[Store, Tables]:
    """Nobody moves for bots there."""
    settings.home.mkdir()
    store = Store(settings.database)
    await store.open()
    tables = Tables(store, Fanout(), settings)
    tables.served = cast(Served, Mock())
    return store, tables


async def test_a_refusal_that_nobody_waits_for_any_more_is_no_fault(settings: Settings) -> None:
    """The connection has died, and then the disk is full, say: nothing was promised to anybody."""
    store, tables = await opened(settings)
    ada = Guest("gada", "Ada")
    table = await tables.make(ada, Rules(), "", True)
    faults: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
    saying = asyncio.create_task(table.say(ada, uuid4(), "/nonsense"))
    await asyncio.sleep(0)
    saying.cancel()
    await table.say(ada, uuid4(), "still here")
    gc.collect()
    assert faults == []
    with pytest.raises(Refusal):
        await table.say(ada, uuid4(), "/nonsense")
    await store.close()


async def test_a_change_is_brought_to_its_end_though_who_asked_for_it_has_gone(settings: Settings) -> None:
    """A connection may die between the commit and what follows from it: the table must know what the disk knows."""
    store, tables = await opened(settings)
    ada = Guest("gada", "Ada")
    table = await tables.make(ada, Rules(), "", True)
    saying = asyncio.create_task(table.say(ada, uuid4(), "Ahoy"))
    await asyncio.sleep(0)
    saying.cancel()
    await table.say(ada, uuid4(), "still here")  # waits at the door until the first is through
    assert [moment.seq for moment in table.moments][-2:] == [2, 3]
    assert all(moment.entry for moment in list(table.moments)[-2:])  # told, not read again from the disk
    await store.close()


async def test_what_a_failed_commit_has_stored_all_the_same_is_confirmed_and_told(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who loses the database in the middle of a commit cannot know; he looks."""
    store, tables = await opened(settings)
    ada = Guest("gada", "Ada")
    table = await tables.make(ada, Rules(), "", True)
    stores = store.append

    async def cut_off(*change: Any) -> None:
        await stores(*change)
        raise Refusal("cannot-write")

    monkeypatch.setattr(store, "append", cut_off)
    assert (await table.say(ada, uuid4(), "Ahoy")).seq == 2
    assert table.now.seq == 2
    for line in ("/bot drifter", "/bot drifter", "/bot drifter", "/start"):
        tables.served = served = Mock()
        await table.say(ada, uuid4(), line)
    served.attend.assert_called_once_with(table)  # the bots' turn is as good as any other
    monkeypatch.setattr(store, "append", stores)
    assert (await table.say(ada, uuid4(), "There we are")).seq == 7
    await store.close()


async def test_a_time_out_that_cannot_be_stored_is_told_and_not_tried_without_end(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "LEAST", 0)
    store, tables = await opened(settings)
    ada, tried = Guest("gada", "Ada"), 0
    table = await tables.make(ada, Rules(players=3), "", True)
    for line in ("/option pace live 0+1", "/bot drifter", "/bot drifter", "/start"):
        await table.say(ada, uuid4(), line)

    async def full(*change: Any) -> None:
        nonlocal tried
        tried += 1
        raise Refusal("cannot-write")

    for module in (table_module, tables_module):
        monkeypatch.setattr(module, "milliseconds", lambda: time.time_ns() // 1_000_000 + 6_000)
    monkeypatch.setattr(store, "append", full)
    [claimed] = await tables.claim(10)
    with pytest.raises(Refusal) as refused:
        await tables.act(claimed)
    assert (refused.value.key, tried) == ("cannot-write", 1)
    monkeypatch.undo()
    await store.close()


async def test_a_table_that_was_claimed_can_be_offered_as_the_store_has_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, tables = await opened(settings)
    tables.others = cast(Others, Mock(alone=False, bots_wait=True))
    ada = Guest("gada", "Ada")
    table = await tables.make(ada, Rules(players=3), "", True)
    for line in ("/bot drifter", "/bot drifter", "/start"):
        await table.say(ada, uuid4(), line)
    await store.put_off(table.id, table.now.seq, 0)
    [claimed] = await tables.claim(10)
    await asyncio.sleep(0.01)
    await tables.act(claimed)
    assert table.is_offered()
    (offer,) = cast(Mock, tables.others).offer.call_args_list
    offered, due = offer.args
    assert await store.take(offered, due, until=1) == table.now.seq
    await store.close()


@pytest.mark.parametrize("room", [0, -1])
async def test_who_has_no_room_for_a_table_claims_none(room: int) -> None:
    tables = Mock()
    claiming = asyncio.create_task(claim_on(tables, structlog.get_logger(), lambda: room))
    await asyncio.sleep(0.01)
    claiming.cancel()
    tables.claim.assert_not_called()


async def test_a_spectator_moves_nothing(server: Running) -> None:
    table, _ = await server.game("Ada")
    eve = await server.player("Eve")
    async with eve.at(table) as live:
        assert (live.state["you"]["seat"], live.state["decision"], live.state["legal"]) == (None, None, [])
        refused = await live.move("card 4", "1.cards.0")
        assert refused["refusal"]["key"] == "not-seated"


async def test_an_illegal_move_is_refused_with_rule_and_arithmetic(server: Running) -> None:
    """R3.8: all points must be used."""
    table, [ada] = await server.game("Ada")
    async with ada.at(table) as live:
        await live.move("card 6")
        await live.until(lambda: live.must_act() and live.state["view"]["phase"] == "turns")
        refused = await live.move("a>S2")
        assert refused["refusal"]["rule"] == "R3.8"
        assert "2 steps use 2 of 6 points" in refused["refusal"]["text"]
        assert refused["refusal"]["args"]["points"] == 6


async def test_why_tells_what_is_wrong_and_changes_nothing(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    async with ada.at(table) as live:
        before = live.state["seq"]
        await live.send(type="why", id="12345678-1234-1234-1234-123456789abc", move="card 7")
        told = await live.answer("12345678-1234-1234-1234-123456789abc")
        assert told["refusal"]["rule"] == "R1.7"
        await live.send(type="why", id="22345678-1234-1234-1234-123456789abc", move="card 6")
        assert (await live.answer("22345678-1234-1234-1234-123456789abc"))["refusal"] is None
        assert live.state["seq"] in (before, before + 1, before + 2, before + 3)  # the bots choose their cards
        assert live.state["view"]["seats"][0]["card"] is None


async def test_two_clients_of_one_player_see_the_same(server: Running) -> None:
    table, [ada] = await server.game("Ada", spirits=True, joe=True)
    async with ada.at(table) as phone, ada.at(table, brief=False) as desk:
        await phone.play_on(random.Random(3), lambda: phone.state["view"]["round"] < 3)
        await desk.caught_up(phone.state["seq"])
        await phone.caught_up(desk.state["seq"])
        # What came in the snapshot has no state of its own, what was told in brief tells no more than is new.
        besides = dict.fromkeys(("type", "state", "change", "answers"))
        theirs, mine = ({e["seq"]: {**e, **besides} for e in live.entries()} for live in (desk, phone))
        assert theirs == mine
        assert {**desk.state, "type": "", "now": 0} == {**phone.state, "type": "", "now": 0}


async def test_a_whole_game_of_one_person_and_three_bots(server: Running) -> None:
    table, [ada] = await server.game("Ada", spirits=True, joe=True, round_limit=12)
    async with ada.at(table) as live:
        await live.play_on(random.Random(4))
        assert live.state["table"]["phase"] == "over"
        assert sorted(live.state["standings"]) == [0, 1, 2, 3]
        seqs = [entry["seq"] for entry in live.entries()]
        assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
