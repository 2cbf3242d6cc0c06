"""My tables, my games and the lobby: in order of urgency, page by page, and nothing that is somebody else's."""

import asyncio
import random
import time
from typing import Any

import pytest
from sqlalchemy import text

from niagara.server.hosting.schema import seats, tables
from tests.server.conftest import Running
from tests.server.players import Json, Player


async def told(player: Player, path: str, **params: Any) -> Json:
    answer = await player.http.get(f"/api{path}", params=params)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


async def finish(server: Running, table: str, player: Player) -> None:
    async with player.at(table) as live:
        await live.play_on(random.Random(1))
        await live.over()


async def test_my_tables_stand_in_the_order_of_urgency(server: Running) -> None:
    ada, bo = await server.player("Ada"), await server.player("Bo")
    over = (await ada.play_bots(bots=2, rules={"round_limit": 1}))["id"]
    await finish(server, over, ada)
    room = (await ada.table(name="Room"))["id"]
    waiting = (await ada.table(name="Waiting", rules={"players": 3}))["id"]
    async with bo.at(waiting) as live:
        await live.say("/join")
    async with ada.at(waiting) as live:
        await live.say("/bot drifter")
        await live.say("/start")
        await live.move("card 4")
    mine = (await ada.play_bots(bots=2))["id"]
    found = await told(ada, "/me/tables")
    assert [(table["id"], table["phase"], table["mine"]) for table in found["tables"]] == [
        (mine, "playing", [0]),
        (waiting, "playing", [0]),
        (room, "room", [0]),
        (over, "over", [0]),
    ]
    assert found["more"] is False
    first, second, third, fourth = found["tables"]
    assert 0 in first["turn"]
    assert second["turn"] == [1]
    assert (first["round"], third["round"], fourth["round"]) == (1, None, 1)
    assert (second["name"], second["host"], second["free"], third["free"]) == ("Waiting", "Ada", 0, 3)
    assert first["link"] == f"/t/{mine}"


async def test_where_time_is_counted_the_table_with_least_of_it_is_first(server: Running) -> None:
    ada, bo = await server.player("Ada"), await server.player("Bo")
    made = []
    for days in (3, 1, 2):
        table = (await ada.table(rules={"players": 3}))["id"]
        made.append(table)
        async with ada.at(table) as live:
            assert (await live.say(f"/option pace slow {days}d"))["type"] == "ack"
            await live.say("/bot drifter")
            await live.say("/bot drifter")
            await live.say("/start")
    untimed = (await ada.play_bots(bots=2))["id"]
    found = (await told(ada, "/me/tables"))["tables"]
    assert [table["id"] for table in found] == [made[1], made[2], made[0], untimed]
    left = [(table["due"] - time.time() * 1000) / 86_400_000 for table in found[:3]]
    assert [round(days, 1) for days in left] == [1.0, 2.0, 3.0]
    assert found[3]["due"] is None
    assert (await told(bo, "/me/tables"))["tables"] == []


async def test_lists_tell_no_card_and_no_guests_id(server: Running) -> None:
    table, [ada, bo] = await server.game("Ada", "Bo", players=3)
    async with ada.at(table) as live:
        await live.move("card 4")
    raw = (await bo.http.get("/api/me/tables")).text
    assert [word for word in ('"card"', '"hand"', '"view"', "card 4") if word in raw] == []
    assert (await ada.me())["id"] not in raw
    eve = await server.player("Eve")
    assert (await told(eve, "/me/tables"))["tables"] == []
    assert (await told(eve, "/me/games"))["games"] == []


async def test_a_finished_game_is_listed_with_its_replay_and_record(server: Running) -> None:
    table, [ada, bo] = await server.game("Ada", "Bo", players=3, round_limit=2)
    async with ada.at(table) as one, bo.at(table) as two:
        await asyncio.gather(one.play_on(random.Random(1)), two.play_on(random.Random(2)))
        await one.over()
        await one.say("/rematch")
    for number, player in enumerate((ada, bo)):
        [game] = (await told(player, "/me/games"))["games"]
        assert (game["table"], game["game"], game["mine"], game["rounds"]) == (table, 1, [number], 2)
        assert game["names"] == ["Ada", "Bo", "Drifter"]
        assert game["winners"] == []
        assert game["link"] == f"/t/{table}/game/1"
        record = await player.http.get(game["record"])
        assert '[Result "-"]' in record.text
        assert game["began"] < game["ended"]


async def test_pages_hold_no_more_than_they_should_and_lead_to_the_next(server: Running) -> None:
    ada = await server.player("Ada")
    made = [(await ada.table(name=f"No. {number}"))["id"] for number in range(20)]
    async with server.store() as store:
        standing = await store.standing(made[0])
        assert standing is not None

        def more(connection: Any) -> None:
            for number in range(25):
                row = {**standing._asdict(), "id": f"more{number}", "made": "2026", "changed": f"2025-{number:02}"}
                connection.execute(tables.insert().values(**row))
                guest = connection.execute(seats.select().where(seats.c.table_id == made[0])).one().guest
                connection.execute(seats.insert().values(table_id=f"more{number}", seat=0, guest=guest))

        await store._writer.run(more)
    pages = [await told(ada, "/me/tables", page=page) for page in range(4)]
    assert [len(page["tables"]) for page in pages] == [20, 20, 5, 0]
    assert [page["more"] for page in pages] == [True, True, False, False]
    ids = [table["id"] for page in pages for table in page["tables"]]
    assert ids == [*reversed(made), *(f"more{number}" for number in reversed(range(25)))]


@pytest.mark.parametrize("page", ["-1", "500", "one", "9" * 40, "1.5"])
@pytest.mark.parametrize("path", ["/api/me/tables", "/api/me/games", "/api/lobby"])
async def test_a_page_that_cannot_be_is_refused(server: Running, path: str, page: str) -> None:
    ada = await server.player("Ada")
    answer = await ada.http.get(path, params={"page": page})
    assert answer.status_code == 400
    assert answer.json()["refusal"]["key"] in ("body-wrong", "no-such-page-number")


async def test_only_open_rooms_with_a_free_seat_stand_in_the_lobby(server: Running) -> None:
    ada, bo = await server.player("Ada"), await server.player("Bo")
    private, public = [(await ada.table(name=name, rules={"players": 3}))["id"] for name in ("Private", "Public")]
    assert (await told(bo, "/lobby"))["tables"] == []
    async with ada.at(public) as live:
        answer = await live.say("/option public yes")
        assert answer["type"] == "ack"
        assert live.state["table"]["public"] is True
        [found] = (await told(bo, "/lobby"))["tables"]
        assert (found["id"], found["name"], found["host"], found["free"]) == (public, "Public", "Ada", 2)
        assert found["mine"] == []
        joined = await bo.http.post(f"/api/tables/{public}/join")
        assert joined.status_code == 200
        assert joined.json()["seats"][1]["name"] == "Bo"
        assert (await bo.http.post(f"/api/tables/{public}/join")).json() == joined.json(), "once is enough"
        await live.say("/bot drifter")
        assert (await told(bo, "/lobby"))["tables"] == [], "it is full"
        await live.say("/remove Drifter")
        assert len((await told(bo, "/lobby"))["tables"]) == 1
        await live.say("/bot drifter")
        await live.say("/start")
    assert (await told(bo, "/lobby"))["tables"] == []
    full = await (await server.player("Cy")).http.post(f"/api/tables/{public}/join")
    assert (full.status_code, full.json()["refusal"]["key"]) == (409, "game-running")
    assert private not in (await bo.http.get("/api/lobby")).text


async def test_what_has_long_been_silent_is_no_longer_in_the_lobby(server: Running) -> None:
    ada = await server.player("Ada")
    table = (await ada.table())["id"]
    async with ada.at(table) as live:
        await live.say("/option public yes")
    assert len((await told(ada, "/lobby"))["tables"]) == 1
    async with server.store() as store:
        await store._writer.run(lambda connection: connection.execute(text("update tables set changed = '2026-01-01'")))
    assert (await told(ada, "/lobby"))["tables"] == []
