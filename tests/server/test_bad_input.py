"""Whatever is wrong is refused in words; the connection and the game live on, and the log has one line for it."""

import json
import sqlite3
from contextlib import closing, suppress
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.conftest import Running

A_UUID = "12345678-1234-4234-8234-123456789abc"


BAD_FRAMES: list[tuple[str | bytes, str]] = [
    ("", "frame-not-json"),
    ("{", "frame-not-json"),
    ('{"type":"hello","seq":1', "frame-not-json"),
    ("[" * 5000, "frame-wrong-shape"),
    ('"\\ud800"', "frame-not-json"),
    ("null", "frame-wrong-shape"),
    ("[]", "frame-wrong-shape"),
    ("{}", "frame-wrong-shape"),
    ('{"type":"nonsense"}', "frame-wrong-shape"),
    ('{"type":5}', "frame-wrong-shape"),
    ('{"type":"hello","seq":"one"}', "frame-wrong-shape"),
    ('{"type":"hello","seq":1,"brief":"yes"}', "frame-wrong-shape"),
    ('{"type":"hello","seq":1,"brief":null}', "frame-wrong-shape"),
    ('{"type":"hello","seq":1.5}', "frame-wrong-shape"),
    ('{"type":"move","id":"x","decision":"1.cards.0","move":"card 1"}', "frame-wrong-shape"),
    (json.dumps({"type": "move", "id": A_UUID, "decision": "1.cards.0", "move": 4}), "frame-wrong-shape"),
    (json.dumps({"type": "move", "id": A_UUID, "move": "card 1"}), "frame-wrong-shape"),
    (json.dumps({"type": "say", "id": A_UUID, "text": "x" * 501}), "frame-wrong-shape"),
    (json.dumps({"type": "say", "id": A_UUID, "text": "x" * 20_000}), "frame-too-long"),
    (json.dumps({"type": "say", "id": A_UUID, "text": "ä" * 9_000}, ensure_ascii=False), "frame-too-long"),
    ("x" * 900_000, "frame-too-long"),
    (b"\x00\xff", "frame-not-text"),
    (json.dumps({"type": "say", "id": A_UUID, "text": " \u200b "}), "chat-empty"),
    (json.dumps({"type": "say", "id": A_UUID, "text": "\u202eevil"}), "chat-empty"),
]


async def test_a_connection_survives_every_bad_frame_with_a_refusal_for_each(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    async with ada.at(table) as live:
        for frame, key in BAD_FRAMES:
            await live.socket.send(frame)
            refused = await live.next("refused")
            assert (refused["refusal"]["key"], frame[:80]) == (key, frame[:80])
            assert refused["refusal"]["text"]
        assert (await live.move("card 4"))["type"] == "ack"
    assert server.told() == [key for _, key in BAD_FRAMES]
    assert [entry for entry in server.log.entries if "exc_info" in entry] == []


async def test_a_bad_frame_with_an_id_is_refused_by_its_id(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    async with ada.at(table) as live:
        await live.send(type="move", id=A_UUID, move=1)
        assert (await live.next("refused"))["id"] == A_UUID
        await live.send(type="say", id=A_UUID)
        assert (await live.next("refused"))["id"] == A_UUID


async def test_a_frame_beyond_every_measure_ends_the_connection_and_nothing_else(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    async with ada.connected(table) as live:
        await live.hello()
        with suppress(ConnectionClosed):
            await live.socket.send("x" * (server.settings.frame_limit_bytes + 1))
        await live.socket.wait_closed()
        assert live.socket.close_code == 1009
    async with ada.at(table) as again:
        assert (await again.move("card 4"))["type"] == "ack"


async def test_the_first_message_is_hello(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    async with ada.connected(table) as live:
        await live.send(type="move", id=A_UUID, decision="1.cards.0", move="card 1")
        assert (await live.next("refused", id=A_UUID))["refusal"]["key"] == "hello-first"
        await live.send(type="ping")
        await live.next("pong")
        await live.hello()
        assert (await live.move("card 1"))["type"] == "ack"


async def test_an_unknown_table_is_named_in_the_refusal(server: Running) -> None:
    ada = await server.player("Ada")
    async with ada.connected("nowhere") as live:
        refused = await live.next("refused")
        assert (refused["id"], refused["refusal"]["key"]) == (None, "no-such-table")
        assert "nowhere" in refused["refusal"]["text"]
        await live.socket.wait_closed()
        assert live.socket.close_code == 4404
    for path in ("/api/tables/nowhere", "/api/tables/nowhere/record"):
        answer = await ada.http.get(path)
        assert (answer.status_code, answer.json()["refusal"]["key"]) == (404, "no-such-table")


async def test_a_full_table_has_no_seat_left(server: Running) -> None:
    ada, eve = await server.player("Ada"), await server.player("Eve")
    table = (await ada.table(rules={"players": 3}))["id"]
    async with ada.at(table) as host, eve.at(table) as live:
        await host.say("/bot")
        await host.say("/bot")
        refused = await live.say("/join")
        assert refused["refusal"] == {
            "rule": None,
            "key": "table-full",
            "args": {"seats": 3},
            "text": "All 3 seats are taken. You can watch.",
        }


async def test_a_foreign_page_cannot_open_a_socket(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    address = f"ws://{server.address}/api/tables/{table}/live"
    foreign = ["http://evil.example", "https://evil.example:8000", "null", "http://127.0.0.1", "http://[", "odd"]
    for origin in foreign:
        with pytest.raises(InvalidStatus) as refused:
            async with connect(address, additional_headers={"Cookie": f"niagara={ada.cookie}", "Origin": origin}):
                pass
        assert refused.value.response.status_code == 403
        assert json.loads(refused.value.response.body)["refusal"]["key"] == "foreign-origin"
    async with connect(address, additional_headers={"Origin": f"http://{server.address}"}) as socket:
        await socket.send('{"type":"ping"}')
        assert await socket.recv() == '{"type":"pong"}'
    assert server.told() == ["foreign-origin"] * len(foreign)


async def test_a_foreign_page_changes_nothing_over_http(server: Running) -> None:
    ada = await server.player("Ada")
    for origin in ("http://evil.example", "null", "http://[", "odd", ""):
        for method, path, body in (
            ("PUT", "/api/me", {"name": "Eve"}),
            ("POST", "/api/tables", {}),
            ("POST", "/api/play", {}),
        ):
            answer = await ada.http.request(method, path, json=body, headers={"Origin": origin})
            assert (origin, answer.status_code, answer.json()["refusal"]["key"]) == (origin, 403, "foreign-origin")
    assert (await ada.me())["name"] == "Ada"
    own = {"Origin": f"http://{server.address}"}
    assert (await ada.http.post("/api/tables", json={}, headers=own)).status_code == 201


BAD_CALLS = [
    ("PUT", "/api/me", b"{", 400, "body-wrong"),
    ("PUT", "/api/me", b"[]", 400, "body-wrong"),
    ("PUT", "/api/me", b"", 400, "body-wrong"),
    ("PUT", "/api/me", b'{"name":5}', 400, "body-wrong"),
    ("PUT", "/api/me", b'{"name":""}', 400, "person-name"),
    ("PUT", "/api/me", b'{"name":"0123456789012345678901234"}', 400, "person-name"),
    ("PUT", "/api/me", b'{"name":"a\\u0007b"}', 400, "person-name"),
    ("PUT", "/api/me", b"x" * 70_000, 413, "body-too-long"),
    ("POST", "/api/tables", b'{"rules":{"players":7}}', 400, "rules-players"),
    ("POST", "/api/tables", b'{"rules":{"players":6}}', 400, "rules-players"),
    ("POST", "/api/tables", b'{"rules":{"playerz":4}}', 400, "body-wrong"),
    ("POST", "/api/tables", b'{"rules":{"fork":"maybe"}}', 400, "body-wrong"),
    ("POST", "/api/tables", b'{"name":"' + b"n" * 41 + b'"}', 400, "table-name"),
    ("POST", "/api/play", b'{"bots":1}', 400, "rules-players"),
    ("POST", "/api/play", b'{"bots":99}', 400, "body-wrong"),
    ("POST", "/api/play", b'{"bots":"3"}', 400, "body-wrong"),
    ("PUT", "/api/nudges/wishes", b'{"wanted":0}', 400, "body-wrong"),
    ("POST", "/api/play", b'{"strength":"genius"}', 400, "no-such-bot"),
    ("GET", "/api/nothing", b"", 404, "no-such-page"),
    ("DELETE", "/api/me", b"", 405, "no-such-method"),
    ("GET", "/static/a%00b", b"", 404, "no-such-page"),
    ("GET", "/static/" + "n" * 300, b"", 404, "no-such-page"),
    ("GET", "/static/../settings.py", b"", 404, "no-such-page"),
    ("GET", "/static/%2e%2e/settings.py", b"", 404, "no-such-page"),
]


async def test_every_bad_call_is_refused_in_words(server: Running) -> None:
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
        for method, path, body, status, key in BAD_CALLS:
            answer = await http.request(method, path, content=body, headers={"content-type": "application/json"})
            refusal: dict[str, Any] = answer.json()["refusal"]
            assert (answer.status_code, refusal["key"], body[:80]) == (status, key, body[:80])
            assert refusal["text"]
    assert server.told() == [case[-1] for case in BAD_CALLS]
    assert [entry for entry in server.log.entries if "exc_info" in entry] == []


async def test_a_game_that_cannot_begin_leaves_no_table_behind(server: Running) -> None:
    ada = await server.player("Ada")
    for body in ({"strength": "genius"}, {"strength": "paddler 2"}, {"rules": {"players": 6}}, {"bots": 5}):
        assert (await ada.http.post("/api/play", json=body)).status_code == 400
    with closing(sqlite3.connect(server.settings.database_file)) as database:
        assert database.execute("SELECT count(*) FROM tables").fetchone() == (0,)


async def test_a_record_of_a_game_that_never_was_is_refused_in_words(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    for number in ("0", "-1", "2", str(2**63), "-" + "9" * 40):
        answer = await ada.http.get(f"/api/tables/{table}/record", params={"game": number})
        assert (number, answer.status_code, answer.json()["refusal"]["key"]) == (number, 404, "no-such-game")
    assert (await ada.http.get(f"/api/tables/{table}/record", params={"game": "one"})).status_code == 400
