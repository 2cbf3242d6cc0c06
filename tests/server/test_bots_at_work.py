"""Bots at work: they think apart, see their own view, and no mishap of theirs stops a game."""

import asyncio
import hmac
import multiprocessing
import os
import random
import signal
import time
import zlib
from typing import Any

import pytest
from msgspec.structs import replace

from niagara import bots, notation, rules
from niagara.server.hosting import bots as work
from niagara.server.hosting.store import Line, Standing, Store
from niagara.server.hosting.thinking import think
from niagara.server.settings import Settings
from tests.server.conftest import Running


def test_a_bot_chooses_the_same_on_the_same_occasion() -> None:
    position = rules.new_game(rules.RuleSet(4), 0)
    moves = rules.legal_moves(position, 1)
    for strength in bots.STRENGTHS:
        chosen = [think(strength, 17, position.view(1), 1, moves) for _ in range(3)]
        assert len(set(chosen)) == 1
        assert chosen[0] in moves


class Spy:
    """A bot that looks whether it is shown more than its seat may see (R10)."""

    name = "spy"

    def __init__(self) -> None:
        self.shown: list[rules.View] = []

    def choose(self, view: rules.View, seat: int, moves: list[int]) -> int:
        self.shown.append(view)
        assert isinstance(view, rules.View)
        hidden = [card for other, card in enumerate(view.cards) if other != seat and not view.opened >> other & 1]
        assert set(hidden) <= {0, rules.HIDDEN}
        return moves[-1]


async def test_a_bot_is_shown_its_own_view_and_no_more(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy()
    monkeypatch.setattr(bots, "make", lambda strength, seed: spy)
    table, [ada] = await server.game("Ada", players=3, round_limit=3)
    async with ada.at(table) as live:
        await live.play_on(random.Random(11))
    assert len(spy.shown) >= 3 * 2


@pytest.mark.parametrize("mishap", ["raises", "cheats"])
async def test_a_bot_that_fails_does_not_stop_the_game(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, mishap: str
) -> None:
    def fail(view: rules.View, seat: int, moves: list[int]) -> int:
        if mishap == "raises":
            raise ZeroDivisionError
        return -1

    broken: Any = type("Broken", (), {"name": "broken", "choose": staticmethod(fail)})
    monkeypatch.setattr(bots, "make", lambda strength, seed: broken)
    server = Running(settings)
    await server.start()
    table, [ada] = await server.game("Ada", players=3, round_limit=2)
    async with ada.at(table) as live:
        await live.play_on(random.Random(12))
        assert live.state["table"]["phase"] == "over"
    await server.stop()
    told = {entry["event"] for entry in server.log.entries if entry["log_level"] == "error"}
    assert told == {"bot-failed" if mishap == "raises" else "bot-move-illegal"}


async def test_bots_try_again_after_a_fault_of_the_store(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full for a while holds bots up for as long, and no longer; nobody has to come in or speak."""
    server = Running(settings)
    await server.start()
    append, full = Store.append, 3

    async def fail(store: Store, table: str, standing: Standing, line: Line, *more: Any) -> None:
        nonlocal full
        if line.kind == "move" and full:
            full -= 1
            raise OSError("no space left on device")
        await append(store, table, standing, line, *more)

    monkeypatch.setattr(Store, "append", fail)
    monkeypatch.setattr(work, "_PAUSES", (0.01, 0.02))
    table, [ada] = await server.game("Ada", players=3)
    async with ada.at(table) as live:
        await live.until(lambda: live.state["actors"] == [0])
    await server.stop()
    faults = [entry for entry in server.log.entries if entry["log_level"] == "error"]
    assert [(fault["event"], fault["seconds"]) for fault in faults] == [
        ("bots-pause", 0.01), ("bots-pause", 0.02), ("bots-pause", 0.02),
    ]  # fmt: skip


async def test_a_worker_that_is_killed_is_replaced(settings: Settings) -> None:
    server = Running(replace(settings, bot_workers=1))
    await server.start()
    table, [ada] = await server.game("Ada", players=3, round_limit=3)
    async with ada.at(table) as live:
        await live.until(lambda: live.state["actors"] == [0])
        for worker in _workers():
            os.kill(worker, signal.SIGKILL)
        await live.play_on(random.Random(13))
        assert live.state["table"]["phase"] == "over"
    await server.stop()
    assert {entry["event"] for entry in server.log.entries if entry["log_level"] == "error"} == {"bot-worker-died"}


def _workers() -> list[int]:
    return [child.pid for child in multiprocessing.active_children() if child.pid is not None]


async def test_the_server_answers_while_a_bot_thinks(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking_hard = asyncio.Event()
    loop = asyncio.get_running_loop()

    def ponder(view: rules.View, seat: int, moves: list[int]) -> int:
        loop.call_soon_threadsafe(thinking_hard.set)
        time.sleep(0.5)
        return moves[0]

    slow: Any = type("Slow", (), {"name": "slow", "choose": staticmethod(ponder)})
    monkeypatch.setattr(bots, "make", lambda strength, seed: slow)
    server = Running(settings)
    await server.start()
    table, [ada] = await server.game("Ada", players=3)
    async with ada.at(table) as live:
        await thinking_hard.wait()
        began = loop.time()
        await live.send(type="ping")
        await live.next("pong")
        assert loop.time() - began < 0.4
    await server.stop()


async def test_chance_draws_the_arms_and_the_draw_is_an_entry(server: Running) -> None:
    """R6.2, R9: with fork=random each push draws its arm."""
    table, [ada] = await server.game("Ada", players=3, fork="random", round_limit=4)
    async with ada.at(table) as live:
        await live.play_on(random.Random(14))
        draws = [entry for entry in live.entries() if entry["kind"] == "move" and entry["seat"] == rules.CHANCE]
        assert draws
        for entry in draws:
            arms = [event["arm"] for event in entry["events"] if event["event"] == "push"]
            assert entry["move"] == "river " + "".join(arms)
        record = notation.read_record((await ada.http.get(f"/api/tables/{table}/record")).text)
    assert notation.write_position(record.end()) == live.state["view"]


async def test_the_record_of_a_finished_game_replays_to_its_end(server: Running) -> None:
    table, [ada, bo] = await server.game("Ada", "Bo", players=3, spirits=True, joe=True, round_limit=5)
    async with ada.at(table) as live, bo.at(table) as other:
        await asyncio.gather(live.play_on(random.Random(15)), other.play_on(random.Random(16)))
    answer = await ada.http.get(f"/api/tables/{table}/record")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    record = notation.read_record(answer.text)
    assert record.names[:2] == ["Ada", "Bo"]
    assert notation.write_record(record) == answer.text
    assert notation.write_position(record.end()) == live.state["view"]
    missing = await ada.http.get(f"/api/tables/{table}/record?game=2")
    assert missing.json()["refusal"]["key"] == "no-such-game"


async def test_a_bots_dice_are_no_players_to_throw(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """What everybody knows of a table, its id and its number, does not tell what its bots will choose (R10.1)."""
    seeds: list[int] = []

    def make(strength: str, seed: int) -> Any:
        seeds.append(seed)
        return type("First", (), {"name": "first", "choose": staticmethod(lambda view, seat, moves: moves[0])})

    monkeypatch.setattr(bots, "make", make)
    table, [ada] = await server.game("Ada", players=3)
    async with ada.at(table) as live:
        await live.until(lambda: live.state["actors"] == [0])
    known = [f"{table}:{seq}".encode() for seq in range(20)]
    guesses = {hash(each) for each in known} | {zlib.crc32(each) for each in known}
    guesses |= {int.from_bytes(hmac.digest(b"", each, "sha256")[:6]) for each in known}
    assert len(set(seeds)) == len(seeds) == 2
    assert guesses.isdisjoint(seeds)
