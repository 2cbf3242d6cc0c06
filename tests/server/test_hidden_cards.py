"""Whole games, every byte that was sent to every client: nobody was told a card before it was turned over (R10)."""

import asyncio
import random
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest

from niagara import notation
from niagara.server.entries import Entry, Moved, Started
from tests.server.conftest import Running
from tests.server.players import Json, Live

_read: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


class Secrets:
    """By the whole truth in the store: which cards lay face down after which entry."""

    def __init__(self, truth: list[Entry]) -> None:
        self.last = 0
        self._face_down: dict[int, dict[int, str]] = {}  # by entry: seat to card
        chosen: dict[int, str] = {}
        for entry in truth:
            if isinstance(entry, Moved) and entry.move is not None and entry.move.startswith("card "):
                chosen[entry.seat] = entry.move.removeprefix("card ")
            if isinstance(entry, Moved):
                for event in entry.events:
                    if event["event"] == "open":
                        assert chosen.pop(event["seat"]) == event["card"]
            if isinstance(entry, Started):
                chosen.clear()
            self.last = entry.seq
            self._face_down[entry.seq] = dict(chosen)

    def after(self, seq: int) -> dict[int, str]:
        return self._face_down[seq]


def leaks(message: Json, secrets: Secrets) -> list[str]:
    """What a message tells that its reader may not know. Looks at everything in it, whatever it is called."""
    found: list[str] = []
    if message["type"] == "entry":
        found += _in_entry(message, message["state"]["you"]["seat"])
        found += _in_state(message["state"], secrets)
    if message["type"] in ("snapshot", "resumed"):
        found += _in_state(message, secrets)
        for entry in message.get("entries", ()):
            found += _in_entry(entry, message["you"]["seat"])
    return found


def _in_entry(entry: Json, me: int | None) -> list[str]:
    if entry["kind"] != "move" or entry["seat"] == me:
        return []
    cards = [entry["move"]] if entry["move"] and "card" in entry["move"] else []
    chose = [str(event) for event in entry["events"] if event["event"] == "chose" and set(event) != {"event", "seat"}]
    return cards + chose


def _in_state(state: Json, secrets: Secrets) -> list[str]:
    me = state["you"]["seat"]
    found = []
    for seat, card in secrets.after(state["seq"]).items():
        if seat != me and state["view"]["seats"][seat]["card"] != "?":
            found.append(f"after {state['seq']} seat {me} sees {card} of seat {seat}")
    # Nothing else in a state may depend on a card that lies face down: what is to be done is the reader's own.
    if me is None and (state["legal"] or state["moves"] or state["decision"]):
        found.append("a spectator has moves")
    if state["speed"] and state["speed"]["known"] and secrets.after(state["seq"]):
        found.append("the speed is known before every card is open")
    return found


@pytest.mark.parametrize("rules", [{"spirits": False, "joe": False}, {"spirits": True, "joe": True, "fork": "random"}])
async def test_no_byte_sent_during_whole_games_tells_a_hidden_card(server: Running, rules: dict[str, Any]) -> None:
    table, people = await server.game("Ada", "Bo", players=4, round_limit=8, **rules)
    eve = await server.player("Eve")
    choice = random.Random(7)
    lives: list[Live] = []
    records: list[str] = []
    async with AsyncExitStack() as stack:
        for number, guest in enumerate((*people, people[0], eve)):
            lives.append(await stack.enter_async_context(guest.at(table, brief=number > 0)))
        ada, bo = lives[:2]

        async def look_in() -> None:
            """Somebody comes and goes, by snapshot and by number, and reads the record on the way."""
            while ada.state["table"]["phase"] != "over":
                seq = choice.choice([None, max(1, ada.state["seq"] - 3)])
                async with eve.at(table, seq, brief=choice.random() < 0.5) as live:
                    await asyncio.sleep(0.02)
                    lives.append(live)
                records.append((await eve.http.get(f"/api/tables/{table}/record")).text)

        await asyncio.gather(ada.play_on(choice), bo.play_on(choice), look_in())
        end = max(ada.state["seq"], bo.state["seq"])
        await asyncio.gather(*(live.caught_up(end) for live in lives[:4]))

    async with server.store() as store:
        truth = [_read.decode(body) for body in await store.last_entries(table, 1_000_000)]
    secrets = Secrets(truth)
    assert sum(isinstance(entry, Moved) and "card" in (entry.move or "") for entry in truth) >= 4 * 8
    messages = [message for live in lives for message in live.came]
    assert len(messages) > 4 * 40
    assert [leak for message in messages for leak in leaks(message, secrets)] == []
    assert any('[Result "*"]' in record for record in records)
    _check_records(records)


async def test_the_record_of_a_running_round_is_not_told(server: Running) -> None:
    """All cards are chosen, one is open: the others stand in the store, and must not in the record."""
    table, [ada] = await server.game("Ada", players=3)
    async with ada.at(table) as live:
        await live.move("card 4")
        await live.until(lambda: live.state["view"]["phase"] == "turns")
        record = (await ada.http.get(f"/api/tables/{table}/record")).text
    assert record.endswith('[Result "*"]\n\n')
    assert "cards" not in record


def _check_records(records: list[str]) -> None:
    """The record of a running game ends with the last finished round (R10.1)."""
    whole = records[-1].splitlines()
    for record in records:
        lines = record.splitlines()
        assert lines[6:] == whole[6 : len(lines)]
        if '[Result "*"]' in record:
            stands = notation.write_position(notation.read_record(record).end())
            assert [seat["card"] for seat in stands["seats"]] == [None] * 4, record


def test_the_detector_finds_a_card_that_is_sent() -> None:
    """A test of the test: it must be able to fail."""
    secrets = Secrets([Moved(seq=5, seat=1, move="card 4", events=[{"event": "chose", "seat": 1}])])
    state: Json = {"seq": 5, "you": {"seat": 0}, "speed": None, "view": {"seats": [{"card": "1"}, {"card": "4"}]}}
    assert len(leaks({"type": "resumed", **state}, secrets)) == 1
    entry = {
        "type": "entry",
        "kind": "move",
        "seat": 1,
        "move": "card 4",
        "events": [{"event": "chose", "seat": 1, "card": 4}],
    }
    assert len(leaks({**entry, "state": state}, secrets)) == 3
