"""Whoever wants it brief is told no more than is new; put together it is what the others are told, letter by letter."""

import gc
import random
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect

from niagara.server import frames
from niagara.server.live import Client
from niagara.server.moments import Moment
from niagara.server.table import Table
from tests.server.conftest import Running
from tests.server.players import Json, Live


def whole_states(live: Live) -> dict[int, Json]:
    """By entry. The time is that of the message, and so is what a clock has left by then."""
    states = {}
    for entry in (message for message in live.came if message["type"] == "entry"):
        clocks = entry["state"]["clocks"]
        ends = None if clocks is None else [(seat["runs"], seat["ends"]) for seat in clocks["seats"]]
        states[entry["seq"]] = {**entry["state"], "now": None, "clocks": ends}
    return states


@pytest.mark.parametrize(
    "rules",
    [{"players": 3}, {"players": 4, "spirits": True, "joe": True, "fork": "random"}, {"players": 6, "spirits": True}],
)
async def test_what_is_new_makes_the_whole_state_together(server: Running, rules: dict[str, Any]) -> None:
    """Two at one device, one alone, bots, an onlooker; talk, a clock, people who come and go, a rematch."""
    host, bo, eve = [await server.player(name) for name in ("Ada", "Bo", "Eve")]
    table = (await host.table(rules={**rules, "round_limit": 6}))["id"]
    choice = random.Random(3)
    async with (
        host.at(table, brief=False) as ada,
        host.at(table, brief=True) as brief,
        bo.at(table, brief=True) as other,
    ):
        await other.say("/join")
        await ada.say("/also Cy")
        await ada.say("/option pace live 60+10")
        for _ in range(rules["players"] - 3):
            await ada.say("/bot drifter")
        async with (
            bo.at(table, brief=False) as whole,
            eve.at(table, brief=False) as onlooker,
            eve.at(table, brief=True) as shorter,
        ):
            for command in ("/start", "/rematch"):
                await ada.say(command)
                await play(ada, other, choice)
                await other.say(f"after {command}")
            await ada.say("/remove Bo")
            end = ada.state["seq"]
            for live in (brief, other, whole, onlooker, shorter):
                await live.caught_up(end)
            for one, two in ((ada, brief), (whole, other), (onlooker, shorter)):
                told, again = whole_states(one), whole_states(two)
                both = told.keys() & again.keys()
                assert len(both) > 60
                assert {seq: told[seq] for seq in both} == {seq: again[seq] for seq in both}
        entries = [message for message in other.came if message["type"] == "entry"]
        whole_ones = sum("change" not in entry for entry in entries)
        assert 1 <= whole_ones < len(entries) / 10  # a board where there was none, or where he sat down


async def play(one: Live, two: Live, choice: random.Random) -> None:
    """To the end, whoever must act."""
    while True:
        await one.until(lambda: one.state["seq"] == two.state["seq"])
        if one.state["table"]["phase"] == "over":
            return
        for live in (one, two):
            if live.must_act():
                assert (await live.move(choice.choice(live.state["legal"])))["type"] == "ack"
                break
        else:
            await one.caught_up(one.state["seq"] + 1)
        await two.caught_up(one.state["seq"])
        await one.caught_up(two.state["seq"])


async def test_an_entry_is_the_answer_to_the_command_that_made_it(server: Running) -> None:
    table, [ada, bo] = await server.game("Ada", "Bo")
    async with (
        ada.at(table, brief=True) as live,
        ada.at(table, brief=True) as other,
        bo.at(table, brief=False) as whole,
    ):
        command = str(uuid4())
        await live.send(type="say", id=command, text="Ahoy")
        entry = await live.next("entry", text="Ahoy")
        assert entry["answers"] == command
        assert "answers" not in await other.next("entry", text="Ahoy")  # he has not asked there
        again = str(uuid4())
        await whole.send(type="say", id=again, text="Ahoy")
        assert (await whole.next("ack", id=again))["seq"] == entry["seq"] + 1
        assert "answers" not in await whole.next("entry", seq=entry["seq"] + 1)
        await live.send(type="say", id=command, text="Ahoy")  # it counts once; what was stored is not told again
        assert await live.next("ack", id=command) == {"type": "ack", "id": command, "seq": entry["seq"], "text": None}
        silent = str(uuid4())
        await live.send(type="say", id=silent, text="/who")
        assert (await live.next("ack", id=silent))["text"]
        refused = str(uuid4())
        await live.send(type="move", id=refused, decision="9.turns.0", move="pass")
        await live.next("refused", id=refused)
        assert [m["id"] for m in live.came if m["type"] == "ack"] == [command, silent]


async def test_a_slow_line_has_one_answer_to_a_command(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The acknowledgement and the entry may wait for it side by side."""
    send = Client._send

    async def send_slowly(client: Client, message: bytes) -> None:
        await server.breathe()
        await send(client, message)

    monkeypatch.setattr(Client, "_send", send_slowly)
    table, [ada] = await server.game("Ada")
    async with ada.at(table, brief=True) as live:
        commands = [str(uuid4()) for _ in range(20)]
        for command in commands:
            await live.say("Ahoy", command)
        await live.send(type="ping")
        await live.next("pong")
        answers = [message.get("answers") or message.get("id") for message in live.came]
        assert [answer for answer in answers if answer] == commands


async def test_who_comes_back_late_leaves_nothing_worked_out_for_good(server: Running) -> None:
    """What old moments look like is dropped again with the next one."""
    table, [ada, bo] = await server.game("Ada", "Bo")
    async with ada.at(table) as live:
        seq = live.state["seq"]
        for _ in range(9):
            await live.say("Ahoy")
        async with bo.at(table, seq, brief=True) as late, bo.at(table, seq, brief=False) as whole:
            assert min(late.state["seq"], whole.state["seq"]) >= seq + 9
        await live.say("Ahoy")
        assert sum(bool(moment.sights or moment.news) for moment in _moments(table)) <= 3


async def test_who_is_cut_off_while_he_catches_up_leaves_nothing_either(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, [ada, bo] = await server.game("Ada", "Bo")
    sent, send = 0, Client._send

    async def break_off(client: Client, message: bytes) -> None:
        nonlocal sent
        if client._guest.name == "Bo" and (sent := sent + 1) == 5:
            raise WebSocketDisconnect(detail="gone")
        await send(client, message)

    async with ada.at(table) as live:
        seq = live.state["seq"]
        for _ in range(9):
            await live.say("Ahoy")
        monkeypatch.setattr(Client, "_send", break_off)
        with pytest.raises(ConnectionError):
            async with bo.at(table, seq, brief=True) as late:
                await late.until(lambda: False)
        monkeypatch.undo()
        await live.say("Ahoy")
        assert sum(bool(moment.sights or moment.news) for moment in _moments(table)) <= 3


def _moments(table: str) -> list[Moment]:
    """Those in memory."""
    held = (each for each in gc.get_objects() if type(each) is Table and each.id == table)
    return [*next(held).moments]


async def test_a_change_is_as_its_type_says_and_leaves_out_what_is_not_new(server: Running) -> None:
    table, [ada] = await server.game("Ada", players=4, spirits=True, joe=True)
    async with ada.at(table, brief=True) as live:
        await live.play_on(random.Random(5), lambda: live.state["view"]["round"] < 4)
        await live.say("Ahoy")
    changes = [message["change"] for message in live.came if message["type"] == "entry" and "change" in message]
    assert len(changes) > 20
    for change in changes:
        assert set(change) <= frames.Change.__optional_keys__ | frames.Change.__required_keys__
        msgspec.convert(change, frames.Change)
    assert set(changes[-1]) == {"now"}  # talk changes nothing
    assert any(set(change["view"].get("seats", {})) == {"2"} for change in changes if "view" in change)
