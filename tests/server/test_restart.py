"""The server ends, and begins again: games, chat and bots go on where they were."""

import random
import time

from msgspec.structs import replace

from niagara.server.settings import Settings
from tests.server.conftest import Running
from tests.server.players import Player


async def test_game_chat_and_seats_are_there_after_a_restart(settings: Settings) -> None:
    server = Running(settings)
    await server.start()
    table, [ada] = await server.game("Ada", spirits=True, joe=True)
    async with ada.at(table) as live:
        await live.play_on(random.Random(6), lambda: live.state["view"]["round"] < 3)
        await live.say("Back in a minute")
        await live.until(lambda: live.state["actors"] == [0])
        before = live.state
        said = live.entries()
    cookie = ada.cookie
    await server.stop()

    again = Running(settings)
    await again.start()
    ada = Player(again.address, cookie)
    async with ada.at(table) as live:
        assert live.greeting["type"] == "snapshot"
        for part in ("seq", "you", "view", "actors", "decision", "legal", "moves", "speed", "commands"):
            assert live.state[part] == before[part]
        assert [entry["seq"] for entry in live.entries()] == [entry["seq"] for entry in said]
        assert [entry["text"] for entry in live.entries() if entry["kind"] == "chat"] == ["Back in a minute"]
        await live.move(live.state["legal"][0])
    async with ada.at(table, before["seq"]) as live:  # its number is known to the new server
        assert live.greeting["type"] == "resumed"
    await ada.http.aclose()
    await again.stop()


async def test_bots_whose_turn_it_was_go_on_without_being_asked(settings: Settings) -> None:
    patient = Running(replace(settings, bot_delay=3600))
    await patient.start()
    table, _ = await patient.game("Ada", players=4)
    await patient.stop()

    quick = Running(settings)
    await quick.start()
    async with quick.store() as store:
        for _ in range(500):
            standing = await store.standing(table)
            assert standing is not None
            if standing.due is None:
                break
            await quick.breathe()
        entries = await store.entries_of_game(table, 1)
    await quick.stop()
    assert sum('"card ' in entry for entry in entries) == 3


async def test_what_a_killed_server_left_undone_is_done_when_its_lease_is_over(settings: Settings) -> None:
    """Nobody looks at the table, and the server that was to play its bots has told nobody that it goes."""
    patient = Running(replace(settings, bot_delay=3600))
    await patient.start()
    table, _ = await patient.game("Ada", players=4)
    async with patient.store() as store:
        left = await store.standing(table)
    await patient.stop()
    assert left is not None
    assert left.due is not None
    assert left.due > time.time() * 1000

    quick = Running(settings)
    await quick.start()
    async with quick.store() as store:
        await store.put_off(table, left.seq, int(time.time() * 1000) + 300)
        for _ in range(500):
            standing = await store.standing(table)
            assert standing is not None
            if standing.due is None:
                break
            await quick.breathe()
        assert standing is not None
        assert standing.seq == left.seq + 3
    await quick.stop()


async def test_bots_alone_rest_until_somebody_looks(settings: Settings) -> None:
    """Their table is not read at the start, so that hundreds of such tables cost nothing; a visitor wakes them."""
    patient = Running(replace(settings, bot_delay=3600))
    await patient.start()
    table, [ada] = await patient.game("Ada", players=3)
    async with ada.at(table) as live:
        assert (await live.say("/resign"))["type"] == "ack"
        seq = live.state["seq"]
    cookie = ada.cookie
    await patient.stop()

    quick = Running(settings)
    await quick.start()
    async with quick.store() as store:
        standing = await store.standing(table)
        assert standing is not None
        assert (standing.seq, standing.due) == (seq, None)
    ada = Player(quick.address, cookie)
    async with ada.at(table) as live:
        await live.caught_up(seq + 3)
    await ada.http.aclose()
    await quick.stop()


async def test_a_move_late_in_a_game_is_no_longer_to_store_than_an_early_one(server: Running) -> None:
    """State is kept, not replayed: a change writes one entry and one row, whatever came before."""
    table, [ada] = await server.game("Ada", players=3, round_limit=30)
    async with ada.at(table) as live:
        await live.play_on(random.Random(8))
        while live.state["seq"] <= 80:  # a short game; the next one goes on in the same table
            await live.say("/rematch")
            await live.play_on(random.Random(8))
    async with server.store() as store:
        standing = await store.standing(table)
        assert standing is not None
        assert len(standing.room) + len(standing.position or "") < 4_000
        longest = max(len(body) for body in await store.last_entries(table, 1_000))
        assert longest < 4_000
