"""A client that lost its connection goes on by number, or by snapshot, and misses nothing."""

import random
from uuid import uuid4

import pytest
from msgspec.structs import replace

from niagara.server.settings import Settings
from tests.server.conftest import Running


async def test_a_known_number_brings_the_missing_entries_and_then_the_state(server: Running) -> None:
    table, [ada, bo] = await server.game("Ada", "Bo")
    async with ada.at(table) as live:
        seq = live.state["seq"]
    async with bo.at(table) as other:
        for text in ("one", "two", "three"):
            last = (await other.say(text))["seq"]
    async with ada.connected(table) as live:
        await live.send(type="hello", seq=seq)
        resumed = await live.next("resumed")
        missed = [message for message in live.came if message["type"] == "entry"]
        assert [entry["seq"] for entry in missed] == list(range(seq + 1, last + 1))
        assert [entry["text"] for entry in missed if entry["kind"] == "chat"] == ["one", "two", "three"]
        assert all(entry["state"]["seq"] == entry["seq"] for entry in missed)
        assert resumed["seq"] == last
        assert live.came.index(resumed) > live.came.index(missed[-1])
        assert [message["type"] for message in live.came if message["type"] == "snapshot"] == []


async def test_who_has_everything_is_told_so(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    async with ada.at(table) as live:
        await live.until(lambda: live.state["actors"] == [0])
        seq = live.state["seq"]
    async with ada.at(table, seq) as live:
        assert live.greeting["type"] == "resumed"
        assert [message["type"] for message in live.came if message["type"] == "entry"] == []


@pytest.mark.parametrize("seq", [None, -1, 0, 99_999_999])
async def test_an_unknown_number_gets_a_snapshot(server: Running, seq: int | None) -> None:
    table, [ada] = await server.game("Ada")
    async with ada.at(table, seq) as live:
        assert live.greeting["type"] == "snapshot"
        assert [entry["seq"] for entry in live.greeting["entries"]] == list(range(1, live.greeting["seq"] + 1))


async def test_hello_again_is_answered_again(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    async with ada.at(table) as live:
        await live.until(lambda: live.state["actors"] == [0])
        await live.send(type="hello", seq=live.state["seq"])
        await live.next("resumed")
        await live.send(type="hello", seq=None)
        await live.next("snapshot", seq=live.state["seq"])


class TestShortMemory:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return replace(settings, moments_kept=3, talk_entries=5)

    async def test_who_is_too_far_behind_gets_a_snapshot_with_the_last_entries(self, server: Running) -> None:
        table, [ada, bo] = await server.game("Ada", "Bo")
        async with ada.at(table) as live:
            seq = live.state["seq"]
        async with bo.at(table) as other:
            for number in range(8):
                last = (await other.say(f"{number}"))["seq"]
        async with ada.at(table, seq) as live:
            assert live.greeting["type"] == "snapshot"
            assert [entry["seq"] for entry in live.greeting["entries"]] == list(range(last - 4, last + 1))

    async def test_a_client_that_reads_slowly_misses_nothing_that_counts(self, server: Running) -> None:
        """Its entries may be replaced by a snapshot; its last state is the table's."""
        table, [ada] = await server.game("Ada", round_limit=4, spirits=True)
        eve = await server.player("Eve")
        async with ada.at(table) as live, eve.at(table) as slow:
            await live.play_on(random.Random(5))
            await slow.caught_up(live.state["seq"])
            assert slow.state["view"]["seats"] == live.state["view"]["seats"]
            assert slow.state["standings"] == live.state["standings"]


async def test_a_move_of_the_last_game_does_not_count_in_the_next(server: Running) -> None:
    """Every game has a decision 1.cards.0; what was on its way as one game ended is no card of the other."""
    table, [ada] = await server.game("Ada", players=3, round_limit=1)
    async with ada.at(table) as live:
        await live.play_on(random.Random(17))
        assert (await live.say("/rematch"))["type"] == "ack"
        late = {"type": "move", "decision": "1.cards.0", "move": "card 2"}
        for game, answer in ((1, "refused"), (3, "refused"), (2, "ack")):
            command = str(uuid4())
            await live.send(**late, id=command, game=game)
            assert (await live.answer(command))["type"] == answer
        refused = await live.next("refused")
        assert refused["refusal"]["key"] == "decision-closed"
