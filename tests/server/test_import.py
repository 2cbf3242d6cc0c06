"""A record brought along: looked at, refused where it is wrong, and played on from any of its moments."""

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from niagara import notation
from niagara.server import steps
from niagara.server.replays import _left_at
from niagara.words import Refusal
from tests.server.conftest import Running
from tests.server.players import Player

RECORDS = Path(__file__).parents[1] / "records"
TEXTS = [file.read_text() for file in sorted(RECORDS.glob("*.niagara"))[::4]]
SPIRITS = (RECORDS / "spirits-joe-4-random-fork.niagara").read_text()


async def resumed(player: Player, record: str, at: int) -> str:
    answer = await player.http.post("/api/tables/import", json={"record": record, "at": at})
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["id"]
    return found


async def test_a_record_is_shown_without_being_kept(server: Running) -> None:
    ada = await server.player("Ada")
    answer = await ada.http.post("/api/replay", json={"record": SPIRITS})
    assert answer.status_code == 200
    told = answer.json()
    assert (told["name"], told["colours"], told["next"]) == (None, [0, 1, 2, 3], None)
    assert len(told["steps"]) == len(steps.steps(notation.read_record(SPIRITS), 0).steps)
    assert (await ada.http.get("/api/me/tables")).json()["tables"] == []


@pytest.mark.parametrize("at", [0, 1, 7, 40])
async def test_a_game_goes_on_from_a_moment_and_its_record_holds_it_all(server: Running, at: int) -> None:
    ada = await server.player("Ada")
    table = await resumed(ada, SPIRITS, at)
    record = notation.read_record(SPIRITS)
    moment = steps.moment_at(record, at)
    before, decisions = notation.write_position(moment.position), moment.decisions
    async with ada.at(table) as live:
        assert live.state["table"]["phase"] == "room"
        assert live.state["view"]["round"] == before["round"]
        assert (await live.say("/join 1"))["type"] == "ack"
        assert live.state["legal"] == []
        for _ in range(3):
            await live.say("/bot drifter")
        await live.say("/start")
        assert live.state["table"]["phase"] == "playing"
        await live.play_on(random.Random(at), lambda: live.state["view"]["round"] < before["round"] + 3)
        await live.say("/resign")
    told = (await ada.http.get(f"/api/tables/{table}/record")).text
    lasting = notation.read_record(told)
    assert lasting.names == ["Drifter", "Ada", "Drifter 2", "Drifter 3"]
    assert lasting.ring == record.ring
    kept = [(seat, move) for seat, move in record.decisions[:decisions] if seat >= 0]
    for seat in range(4):
        mine = [move for one, move in kept if one == seat]
        assert [move for one, move in lasting.decisions if one == seat][: len(mine)] == mine


async def test_a_card_that_lies_face_down_is_its_seats_own(server: Running) -> None:
    """R10.1: also in the room, where anybody could try one seat after the other."""
    record = notation.read_record(SPIRITS)
    at = next(n for n, moment in enumerate(steps.moments(record)) if moment.position.phase == 2 and moment.round == 2)
    hidden: list[str] = [
        seat["card"] for seat in notation.write_position(steps.moment_at(record, at).position)["seats"]
    ]
    ada, bo = await server.player("Ada"), await server.player("Bo")
    table = await resumed(ada, SPIRITS, at)
    async with ada.at(table) as one, bo.at(table) as two:
        for live, seat in ((one, 0), (two, 1)):
            await live.say(f"/join {seat}")
        shown = [seat for seat in range(4) if not one.state["view"]["seats"][seat]["open"]]
        assert [one.state["view"]["seats"][seat]["card"] for seat in shown] == ["?"] * len(shown)
        await one.say("/bot drifter")
        await one.say("/bot drifter")
        assert '"moves":[]' in one.raw[0]
        assert not any("card " in raw for raw in (*one.raw, *two.raw))
        await one.say("/start")
        await two.caught_up(one.state["seq"])
        first = next(m for m in two.came if m.get("kind") == "start")
        if 1 in shown:
            assert first["state"]["view"]["seats"][1]["card"] == hidden[1]
        assert [first["state"]["view"]["seats"][seat]["card"] for seat in shown if seat != 1] == ["?"] * (
            len(shown) - (1 in shown)
        )


async def test_new_rules_clear_the_imported_board(server: Running) -> None:
    ada = await server.player("Ada")
    table = await resumed(ada, SPIRITS, 9)
    async with ada.at(table) as live:
        await live.say("/option joe no")
        assert live.state["view"] is None
        for _ in range(4):
            await live.say("/bot drifter")
        await live.say("/start")
        assert (live.state["table"]["phase"], live.state["table"]["game"]) == ("playing", 1)
        assert '"on":true' not in live.raw[-1]


async def test_nobody_plays_on_from_the_end_nor_from_beyond(server: Running) -> None:
    ada = await server.player("Ada")
    last = len(steps.steps(notation.read_record(SPIRITS), 0).steps)
    for at, key in ((last, "record-over"), (last + 1, "no-such-step"), (-1, "no-such-step"), (10**30, "no-such-step")):
        answer = await ada.http.post("/api/tables/import", json={"record": SPIRITS, "at": at})
        assert answer.json()["refusal"]["key"] == key
    tags = '[Niagara "1"]\n[Rules "players=3 round_limit=1000"]\n[Seats "A" "B" "C"]\n[Ring "0"]\n[Result "*"]\n'
    answer = await ada.http.post("/api/tables/import", json={"record": tags, "at": 0})
    assert answer.json()["refusal"]["key"] == "record-rounds"
    assert (await ada.http.get("/api/me/tables")).json()["tables"] == []


async def test_a_wrong_line_is_named_in_the_readers_words(server: Running) -> None:
    ada = await server.player("Ada")
    lines = SPIRITS.splitlines()
    lines[8] = lines[8].replace(">", ">>").replace("end", "ende") + "x"
    for path, more in (("replay", {"after": 0}), ("tables/import", {"at": 3})):
        answer = await ada.http.post(f"/api/{path}", json={"record": "\n".join(lines), **more})
        refusal = answer.json()["refusal"]
        assert answer.status_code == 400
        assert (refusal["key"], refusal["args"]["line"]) == ("record-line", 9)
    huge = await ada.http.post("/api/replay", json={"record": "x" * 70_000})
    assert (huge.status_code, huge.json()["refusal"]["key"]) == (413, "body-too-long")


@given(
    text=st.sampled_from(TEXTS),
    cut=st.integers(0, 3_000),
    put=st.text(max_size=20),
    at=st.integers(-3, 200),
    keep=st.booleans(),
)
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_brought_along_is_read_or_refused(text: str, cut: int, put: str, at: int, keep: bool) -> None:
    """Garbage, truncated, with something in the middle: never anything but a game or a sentence."""
    brought = text[:cut] + put + (text[cut:] if keep else "")
    told = ""
    try:
        imported, position = _left_at(brought, at)
        told = " ".join(imported.names)
        assert len(imported.names) == position.rules.players
    except Refusal as refusal:
        told = refusal.text
    assert told
