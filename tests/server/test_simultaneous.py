"""Things that happen at once: every card counts, and one thing comes after the other (R2.5)."""

import asyncio
import random
from uuid import uuid4

from tests.server.conftest import Running


async def test_three_people_choose_their_cards_at_the_same_time(server: Running) -> None:
    table, people = await server.game("Ada", "Bo", "Cy", players=3)
    async with people[0].at(table) as ada, people[1].at(table) as bo, people[2].at(table) as cy:
        lives = [ada, bo, cy]
        answers = await asyncio.gather(*(live.move(f"card {seat + 2}") for seat, live in enumerate(lives)))
        assert [answer["type"] for answer in answers] == ["ack"] * 3
        last = max(answer["seq"] for answer in answers)
        assert sorted(answer["seq"] for answer in answers) == [last - 2, last - 1, last]
        states = [await live.caught_up(last) for live in lives]
        ring = states[0]["view"]["ring"]
        # Each knows his own card, and the one that is turned over (R2.7).
        for seat, state in enumerate(states):
            assert state["view"]["phase"] == "turns"
            cards = [other["card"] for other in state["view"]["seats"]]
            assert cards == [str(other + 2) if other in (seat, ring) else "?" for other in range(3)]


async def test_of_two_changes_of_one_card_the_later_counts(server: Running) -> None:
    table, people = await server.game("Ada", "Bo")
    async with people[0].at(table) as phone, people[0].at(table) as desk:
        answers = await asyncio.gather(phone.move("card 1"), desk.move("card 2"))
        last = max(range(2), key=lambda index: answers[index]["seq"])
        for live in (phone, desk):
            state = await live.caught_up(answers[last]["seq"])
            assert state["view"]["seats"][0]["card"] == str(last + 1)


async def test_the_same_command_sent_twice_at_once_counts_once(server: Running) -> None:
    table, people = await server.game("Ada", "Bo")
    async with people[0].at(table) as phone, people[0].at(table) as desk:
        command = str(uuid4())
        first, second = await asyncio.gather(phone.move("card 1", None, command), desk.move("card 1", None, command))
        assert first == second
        assert first["type"] == "ack"


async def test_of_two_who_want_one_seat_the_first_has_it(server: Running) -> None:
    ada, bo, cy = [await server.player(name) for name in ("Ada", "Bo", "Cy")]
    table = (await ada.table(rules={"players": 3}))["id"]
    async with bo.at(table) as one, cy.at(table) as other:
        answers = await asyncio.gather(one.say("/join 1"), other.say("/join 1"))
        assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
        refused = next(answer for answer in answers if answer["type"] == "refused")
        assert refused["refusal"]["key"] == "seat-taken"


async def test_many_tables_play_at_once(server: Running) -> None:
    async def evening(number: int) -> int:
        table, [ada] = await server.game(f"Ada {number}", players=3, round_limit=2)
        async with ada.at(table) as live:
            await live.play_on(random.Random(number))
            return int(live.state["view"]["round"])

    assert await asyncio.gather(*(evening(number) for number in range(6))) == [2] * 6
