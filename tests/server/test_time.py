"""Time and absence over the socket: what the server counts, when it lets bots play, and how a seat is taken back."""

import asyncio
import json
import random
from uuid import uuid4

import pytest
from msgspec.structs import replace

from niagara.server import clocks
from niagara.server.settings import Settings
from tests.server.conftest import Running
from tests.server.players import Live, Player


@pytest.fixture
def settings(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Time runs out in a second here, and a seat is empty at once."""
    monkeypatch.setattr(clocks, "LEAST", 0)
    return replace(settings, lag_seconds=0.2, empty_seconds=0)


async def paced(server: Running, pace: str, *names: str, players: int = 3) -> tuple[str, list[Player]]:
    people = [await server.player(name) for name in names]
    table = (await people[0].table(rules={"players": players, "round_limit": 3}))["id"]
    for other in people[1:]:
        async with other.at(table) as live:
            await live.say("/join")
    async with people[0].at(table) as live:
        for line in [f"/option pace {pace}", *["/bot drifter"] * (players - len(people)), "/start"]:
            answer = await live.say(line)
            assert answer["type"] == "ack", answer
    return table, people


def stand_ins(live: Live) -> list[str | None]:
    return [seat["stand_in"] for seat in live.state["table"]["seats"]]


async def test_everybody_is_told_all_clocks_and_the_time_of_the_server(server: Running) -> None:
    table, [ada, bo] = await paced(server, "live 5+10", "Ada", "Bo")
    async with ada.at(table) as live, bo.at(table) as other:
        told = live.state["clocks"]
        assert [seat["runs"] for seat in told["seats"]] == [True, True, False]
        assert [seat["left"] for seat in told["seats"]][2] == 300_000
        assert all(seat["ends"] == live.state["now"] + seat["left"] for seat in told["seats"][:2])
        assert live.state["table"]["pace"] == {"kind": "live", "bank": 5, "increment": 10}
        await live.move("card 3")
        await other.caught_up(live.state["seq"])
        for state in (live.state, other.state):
            assert [seat["runs"] for seat in state["clocks"]["seats"]][:2] == [False, True]
            assert state["clocks"]["seats"][0]["left"] > 300_000


async def test_without_a_pace_there_are_no_clocks(server: Running) -> None:
    table, [ada] = await paced(server, "none", "Ada")
    async with ada.at(table) as live:
        assert (live.state["clocks"], live.state["table"]["pace"]) == (None, None)


async def test_when_time_is_up_a_bot_plays_until_the_person_says_that_he_is_back(server: Running) -> None:
    table, [ada, _bo] = await paced(server, "live 0+1", "Ada", "Bo")
    async with ada.at(table) as live:
        await live.until(lambda: stand_ins(live)[0] == "paddler")
        seat = live.state["table"]["seats"][0]
        assert (seat["kind"], seat["name"], seat["online"]) == ("person", "Ada", True)
        told = [entry["key"] for entry in live.entries() if entry["kind"] == "note"]
        assert "note-out-of-time" in told
        assert "back" in live.state["commands"] or live.state["table"]["phase"] == "over"
        await live.over()  # the table does not stall, though both stand there and do nothing


async def test_whoever_connects_again_has_the_seat_back(server: Running) -> None:
    table, [ada, bo] = await paced(server, "live 1+0", "Ada", "Bo")
    async with ada.at(table) as live:
        await live.until(lambda: not live.state["table"]["seats"][1]["online"])
        assert (await live.say("/vote Bo"))["type"] == "ack"
        assert stand_ins(live) == [None, "paddler", None]
        async with bo.at(table) as other:
            await live.until(lambda: stand_ins(live) == [None] * 3)
            assert "Bo is back and plays again." in [entry.get("text") for entry in other.entries()]


async def test_a_vote_that_is_open_is_told_at_the_seat(server: Running) -> None:
    table, [ada, _bo, cy] = await paced(server, "none", "Ada", "Bo", "Cy", players=4)
    async with ada.at(table) as live, cy.at(table) as other:
        await live.until(lambda: [s["online"] for s in live.state["table"]["seats"]] == [True, False, True, True])
        vote = live.state["table"]["seats"][1]["vote"]
        assert (vote["votes"], vote["needed"]) == (0, 2)
        await live.say("/vote Bo")
        await other.until(lambda: (other.state["table"]["seats"][1]["vote"] or {}).get("votes") == 1)
        await other.say("/vote 1")
        await live.until(lambda: stand_ins(live)[1] == "paddler")


async def test_a_table_plays_on_for_a_person_who_is_alone_and_goes(server: Running) -> None:
    table, [_ada] = await paced(server, "live 0+1", "Ada")
    eve = await server.player("Eve")
    async with eve.at(table) as watching:
        await watching.over()


async def test_an_answer_and_the_end_of_the_time_meet_and_one_of_them_counts(server: Running) -> None:
    table, [ada, _] = await paced(server, "live 0+1", "Ada", "Bo")
    async with ada.at(table) as live:
        await asyncio.sleep(live.state["clocks"]["seats"][0]["left"] / 1000 + 0.2 + random.random())
        command = str(uuid4())
        await live.send(type="move", id=command, decision="1.cards.0", move="card 5")
        answer = await live.answer(command)
        await live.until(lambda: "round" in (live.state["view"] or {}) and live.state["view"]["phase"] != "cards")
        moves = [entry for entry in live.entries() if entry["kind"] == "move" and entry["seat"] == 0]
        first = moves[0]["move"]  # of others' cards nobody is told; of his own he is
        if answer["type"] == "refused":
            assert answer["refusal"]["key"] in ("bot-decides", "decision-closed", "no-game-running")  # bots are quick
        else:
            assert first == "card 5"
        assert [entry["events"][0]["event"] for entry in moves].count("chose") == live.state["view"]["round"]


async def test_a_client_that_answers_late_gains_no_more_than_the_bound(server: Running) -> None:
    table, [ada, _] = await paced(server, "live 5+1", "Ada", "Bo")
    async with ada.at(table) as live:
        lag = await live.next("lag")
        await asyncio.sleep(0.8)
        await live.send(type="lag", number=lag["number"])
        await live.move("card 4")
        await live.caught_up(live.state["seq"])
        [used] = [300_000 + 1_000 - seat["left"] for seat in live.state["clocks"]["seats"][:1]]
        assert used >= 600  # of 800 at least, less 200


async def test_after_a_restart_the_clocks_have_what_they_had_when_the_decision_began(settings: Settings) -> None:
    server = Running(settings)
    await server.start()
    table, [ada, _bo] = await paced(server, "live 1+0", "Ada", "Bo")
    cookie = ada.cookie
    await server.stop()
    await asyncio.sleep(1.2)
    again = Running(settings)
    await again.start()
    ada = Player(again.address, cookie)
    async with ada.at(table) as live:
        told = live.state["clocks"]
        assert [seat["runs"] for seat in told["seats"]] == [True, True, False]
        began = told["seats"][0]["ends"] - 60_000
        async with again.store() as store:
            standing = await store.standing(table)
            assert standing is not None
            assert standing.clocks is not None
        assert began > clocks_since(standing.clocks) + 1_000
        await live.move("card 3")
        assert live.state["clocks"]["seats"][0]["left"] > 0
    await ada.http.aclose()
    await again.stop()


def clocks_since(stored: str) -> int:
    since: int = json.loads(stored)[0]["since"]
    return since


async def test_a_paced_game_is_played_to_its_end_by_people(server: Running) -> None:
    table, [ada] = await paced(server, "live 5+5", "Ada")
    async with ada.at(table) as live:
        await live.play_on(random.Random(3))
        assert live.state["table"]["phase"] == "over"
        assert live.state["clocks"] is None
