"""A finished game, step by step: the board that the steps lead to is the board of the rules, and nothing is told too early."""

import asyncio
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from niagara import notation, rules
from niagara.server import steps
from niagara.server.view import View
from tests.server.conftest import Running
from tests.server.players import Json, Player, followed

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.niagara"))


@pytest.mark.parametrize("file", RECORDS[::3], ids=lambda file: file.stem)
def test_the_steps_of_a_record_lead_to_its_end(file: Path) -> None:
    record = notation.read_record(file.read_text())
    found = steps.steps(record, 0)
    view: Json = dict(notation.write_position(rules.new_game(record.rules, record.ring)))
    for step in found.steps:
        before = view
        view = followed(view, step.change)
        assert step.round == before["round"]
        assert {seat["card"] for seat in view["seats"] if not seat["open"]} <= {"?", None}
    assert view == notation.write_position(record.end())
    assert found.next is None
    assert steps.moment_at(record, len(found.steps)).decisions == len(record.decisions)


def test_every_page_begins_where_the_one_before_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    record = notation.read_record(RECORDS[0].read_text())
    whole = steps.steps(record, 0)
    monkeypatch.setattr(steps, "PAGE", 7)
    got: list[steps.Step] = []
    view, after = steps.steps(record, 0).begin, 0
    for _ in range(1 + len(whole.steps) // 7):
        part = steps.steps(record, after)
        assert part.begin == view
        assert len(part.steps) <= 7
        got += part.steps
        for step in part.steps:
            view = msgspec.convert(followed(msgspec.to_builtins(view), step.change), View)
        after = len(got)
        assert part.next in (after, None)
    assert part.next is None
    assert got == whole.steps


async def played(server: Running, **rules_: Any) -> tuple[str, Player]:
    ada = await server.player("Ada")
    table = (await ada.play_bots(bots=2, rules={"round_limit": 3, **rules_}))["id"]
    async with ada.at(table) as live:
        await live.play_on(random.Random(5))
        await live.over()
    return table, ada


async def test_a_finished_game_is_replayed_for_whoever_has_the_link(server: Running) -> None:
    table, ada = await played(server)
    eve = await server.player("Eve")
    answer = await eve.http.get(f"/api/tables/{table}/games/1/replay")
    assert answer.status_code == 200
    told = answer.json()
    assert (told["names"], told["running"], told["after"], told["next"]) == (
        ["Ada", "Paddler", "Paddler 2"],
        False,
        0,
        None,
    )
    async with ada.at(table) as live:
        end = live.state["view"]
        events = [event for entry in live.entries() if entry["kind"] in ("start", "move") for event in entry["events"]]
    view = told["begin"]
    for step in told["steps"]:
        view = followed(view, step["change"])
    assert view == end
    replayed = [event for step in told["steps"] for event in step["events"]]
    assert [event for event in replayed if event["event"] != "chose"] == [
        event for event in events[1:] if event["event"] != "chose"
    ]


async def test_a_finished_game_is_not_sent_again_to_who_has_it(server: Running) -> None:
    table, ada = await played(server)
    path = f"/api/tables/{table}/games/1/replay"
    first = await ada.http.get(path)
    assert first.headers["cache-control"] == "private, no-cache"
    again = await ada.http.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = await ada.http.get(path, params={"after": 2}, headers={"if-none-match": first.headers["etag"]})
    assert other.status_code == 200
    async with ada.at(table) as live:
        await live.say("/option watch no")
    eve = await server.player("Eve")
    refused = await eve.http.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (refused.status_code, refused.json()["refusal"]["key"]) == (403, "no-watching")
    for game in (0, 9, 10**30):  # nor how many games there were
        refused = await eve.http.get(f"/api/tables/{table}/record", params={"game": game})
        assert refused.json()["refusal"]["key"] == "no-watching"


async def test_games_of_a_closed_table_are_for_those_who_played_them(server: Running) -> None:
    """Also when it is a room again, into which anybody with the link may come."""
    table, [ada, bo] = await server.game("Ada", "Bo", players=3, round_limit=1)
    async with ada.at(table) as one, bo.at(table) as two:
        await asyncio.gather(one.play_on(random.Random(1)), two.play_on(random.Random(2)))
        await one.over()
        await one.say("/option watch no")
        with suppress(ConnectionError):  # he is sent away, with or without an answer
            await two.say("/leave")
        await two.socket.wait_closed()
        assert two.socket.close_code == 4403
        await one.say("/option joe yes")
        assert one.state["table"]["phase"] == "room"
    eve = await server.player("Eve")
    paths = [f"/api/tables/{table}/games/1/replay", f"/api/tables/{table}/record"]
    for player, status in ((ada, 200), (bo, 200), (eve, 403)):
        assert [(await player.http.get(path)).status_code for path in paths] == [status, status]


async def test_of_a_running_game_only_finished_rounds_are_told(server: Running) -> None:
    """R10.1: the cards of the running round lie in the store, and must not be in the replay."""
    table, [ada] = await server.game("Ada", players=3)
    async with ada.at(table) as live:
        await live.move("card 4")
        await live.until(lambda: live.state["view"]["phase"] == "turns")
        answer = await ada.http.get(f"/api/tables/{table}/games/1/replay")
    told = answer.json()
    assert (told["running"], told["steps"]) == (True, [])
    assert "etag" not in answer.headers


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("games/2/replay", 404),
        ("games/0/replay", 404),
        ("games/-1/replay", 404),
        ("games/99999999999999999999999/replay", 404),
        ("games/one/replay", 404),
        ("games/1/replay?after=-1", 404),
        ("games/1/replay?after=100000", 404),
        ("games/1/replay?after=x", 400),
        (f"games/1/replay?after={'9' * 30}", 404),
    ],
)
async def test_what_is_not_there_is_refused_in_words(server: Running, path: str, status: int) -> None:
    table, ada = await played(server)
    answer = await ada.http.get(f"/api/tables/{table}/{path}")
    assert (answer.status_code, bool(answer.json()["refusal"]["text"])) == (status, True)
