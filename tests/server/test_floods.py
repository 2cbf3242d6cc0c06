"""Too much of anything, by one client or one guest, is refused, and costs the others neither the log nor the disk."""

from collections import Counter
from uuid import uuid4

import pytest
from sqlalchemy import Connection

from niagara.server.allowance import Allowances
from niagara.server.hosting.fanout import Fanout
from niagara.server.hosting.schema import tables
from niagara.server.settings import Settings
from niagara.server.tables import Tables
from tests.server.conftest import Running
from tests.server.players import Live


class TestFrames:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return Settings(folder=settings.folder, bot_workers=0, frames_per_second=1, frames_at_once=5)

    async def test_who_sends_too_much_is_told_to_wait(self, server: Running) -> None:
        ada = await server.player("Ada")
        table = (await ada.table())["id"]
        async with ada.at(table) as live:
            for _ in range(8):
                await live.send(type="say", id=str(uuid4()), text="again")
            assert (await live.next("refused"))["refusal"]["key"] == "too-many-frames"
            await live.until(lambda: [m["type"] for m in live.came].count("refused") == 4)
            assert len([e for e in live.entries() if e["kind"] == "chat"]) == 4

    async def test_who_goes_on_is_sent_away(self, server: Running) -> None:
        ada, bo = await server.player("Ada"), await server.player("Bo")
        table = (await ada.table())["id"]
        async with ada.at(table) as live, bo.at(table) as other:
            live.send_together(*[{"type": "ping"}] * 40)
            await live.socket.wait_closed()
            assert live.socket.close_code == 1008
            assert [m["refusal"]["key"] for m in live.came if m["type"] == "refused"] == ["too-many-frames"] * 6
            assert (await other.say("What was that?"))["type"] == "ack"


class TestRefusals:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return Settings(folder=settings.folder, bot_workers=0, frames_per_second=1000, frames_at_once=1000)

    async def test_a_flood_of_refused_frames_is_no_flood_of_the_log(self, server: Running) -> None:
        ada = await server.player("Ada")
        table = (await ada.table())["id"]
        async with ada.at(table) as live:
            for _ in range(300):
                await live.socket.send("nonsense")
            await live.until(lambda: [m["type"] for m in live.came].count("refused") == 300)
        told = [entry for entry in server.log.entries if entry["event"] == "refused"]
        assert 30 <= len(told) < 60

    async def test_who_sends_nothing_but_nonsense_is_sent_away_and_the_log_tells_how_much(
        self, server: Running
    ) -> None:
        ada = await server.player("Ada")
        table = (await ada.table())["id"]
        async with ada.at(table) as live:
            live.send_together(*[{"type": "nonsense"}] * 1100)
            await live.socket.wait_closed()
            assert live.socket.close_code == 1008
        told = [entry for entry in server.log.entries if entry["event"] == "refused"]
        assert len(told) < 100
        refused = [message for message in live.came if message["type"] == "refused" and message["id"] is None]
        assert len(told) + sum(entry.get("unlogged", 0) for entry in told) == len(refused) + 1


class TestGuests:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        few = {"lines_per_second": 0.001, "lines_at_once": 5, "tables_per_minute": 0.001, "tables_at_once": 3}
        return Settings.read({}, folder=settings.folder, bot_workers=0, bot_delay=0, sockets_per_guest=3, **few)

    async def test_a_guest_says_so_much_and_no_more_over_all_his_connections(self, server: Running) -> None:
        ada, bo = await server.player("Ada"), await server.player("Bo")  # a name is a line too
        table = (await ada.table())["id"]
        async with ada.at(table) as one, ada.at(table) as two, bo.at(table) as other:
            answers = [await live.say("Hello") for live in (one, two, one, two, one, two)]
            assert [answer["type"] for answer in answers] == ["ack"] * 4 + ["refused"] * 2
            assert answers[-1]["refusal"]["key"] == "too-many-lines"
            assert (await other.say("Hello"))["type"] == "ack"
            await one.send(type="ping")
            await one.next("pong")
        answer = await ada.http.put("/api/me", json={"name": "Eve"})
        assert (answer.status_code, answer.json()["refusal"]["key"]) == (429, "too-many-lines")
        assert (await ada.me())["name"] == "Ada"

    async def test_a_guest_opens_so_many_tables_and_no_more(self, server: Running) -> None:
        ada, bo = await server.player("Ada"), await server.player("Bo")
        await ada.table()
        await ada.play_bots(bots=2)
        await ada.table()
        for path in ("/api/tables", "/api/play"):
            answer = await ada.http.post(path, json={})
            assert (answer.status_code, answer.json()["refusal"]["key"]) == (429, "too-many-tables")
        await bo.table()

    async def test_a_guest_has_so_many_connections_to_a_table_and_no_more(self, server: Running) -> None:
        ada, bo = await server.player("Ada"), await server.player("Bo")
        table, other = (await ada.table())["id"], (await ada.table())["id"]
        async with ada.at(table) as first, ada.at(table), ada.at(table):
            async with ada.connected(table) as fourth:
                assert (await fourth.next("refused"))["refusal"]["key"] == "too-many-sockets"
                await fourth.socket.wait_closed()
                assert fourth.socket.close_code == 1008
            async with ada.at(other), bo.at(table):
                assert (await first.say("All here"))["type"] == "ack"
        async with ada.at(table) as again:
            assert await _alive(again)


async def _alive(live: Live) -> bool:
    await live.send(type="ping")
    return bool(await live.next("pong"))


def test_guests_who_have_been_quiet_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    allowances = Allowances(1, 2)
    spent: Counter[str] = Counter()
    for number in range(5_000):
        spent[f"g{number}"] += allowances.spend(f"g{number}")
        now += 0.1
    assert set(spent.values()) == {1}
    assert len(allowances._of) < 1_100
    assert [allowances.spend("g4999") for _ in range(2)] == [True, False]


async def test_tables_at_which_nobody_ever_played_are_taken_away(settings: Settings) -> None:
    """Not those that are younger, or where a game was begun, or that somebody holds."""
    server = Running(settings)
    await server.start()
    old = [(await (await server.player("Ada")).table())["id"] for _ in range(2)]
    played, [bo] = await server.game("Bo", players=3)
    young = (await bo.table())["id"]
    await server.stop()
    async with server.store() as store:

        def age(connection: Connection) -> None:
            changed = tables.update().where(tables.c.id.in_([*old, played])).values(changed="2020-01-01T00:00:00.000Z")
            connection.execute(changed)

        await store._writer.run(age)
        held = Tables(store, Fanout(), settings)
        holding = await held.find(old[1])
        assert await held.sweep() == 1
        assert [await store.standing(table) is not None for table in (*old, played, young)] == [False, True, True, True]
        assert await store.last_entries(old[0], 5) == []
        assert holding.now.seq == 1

    again = Running(settings)
    await again.start()
    async with again.store() as store:
        while await store.standing(old[1]) is not None:
            await again.breathe()
    await again.stop()
    assert [entry["count"] for entry in again.log.entries if entry["event"] == "rooms-swept"] == [1]
