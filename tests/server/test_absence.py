"""Somebody is away: the others vote, a bot plays for him, and he takes his seat back; on paper."""

import random

from niagara.server.people import Guest
from tests.server.paper import PaperTable


def away(pace: str, gone: str, *others: str) -> tuple[PaperTable, Guest]:
    """A table that somebody has just left."""
    table = PaperTable(pace, gone, *others, players=5)
    table.go(table.people[0])
    return table, table.people[0]


def vote(table: PaperTable, *voters: str) -> list[str | None]:
    return [table.say(guest, f"/vote {table.people[0].name}") for guest in table.people if guest.name in voters]


def test_a_seat_is_left_alone_for_a_minute() -> None:
    table, _ = away("none", "Ada", "Bo", "Cy", "Di")
    table.wait(59)
    assert vote(table, "Bo") == ["vote-too-early"]
    table.wait(1)
    assert vote(table, "Bo") == [None]


def test_most_of_the_people_who_are_here_decide() -> None:
    table, _ = away("none", "Ada", "Bo", "Cy", "Di")
    table.wait(60)
    assert vote(table, "Bo", "Bo") == [None]
    assert table.notes[-1].text == "Bo would let a bot play for Ada: 1 of 2 votes."
    assert vote(table, "Bo") == ["voted-already"]
    assert table.stand_ins()[0] is None
    assert vote(table, "Di") == [None]
    assert table.stand_ins() == ["paddler", None, None, None, None]
    assert table.notes[-1].text == "Paddler, a bot, plays for Ada, who is away."
    assert vote(table, "Cy") == ["nobody-away"]


def test_bots_watchers_and_those_who_are_away_themselves_do_not_vote() -> None:
    table, ada = away("none", "Ada", "Bo", "Cy")
    table.go(table.people[2])
    table.wait(60)
    eve = Guest("geve", "Eve")
    table.present[eve.id] = eve
    assert table.say(eve, "/vote Ada") == "no-vote-of-yours"
    assert table.say(table.people[1], "/vote Drifter") == "still-here"
    assert vote(table, "Bo") == [None]  # the only one who is here
    assert table.stand_ins() == ["paddler", None, None, None, None]
    assert table.moment.room.seat_of(ada.id) == 0


def test_the_last_one_who_stays_decides_by_the_vote_that_he_gave_before() -> None:
    table, _ = away("none", "Ada", "Bo", "Cy", "Di")
    table.wait(60)
    assert vote(table, "Bo") == [None]
    table.go(table.people[2])
    table.go(table.people[3])
    assert vote(table, "Bo") == [None]
    assert table.stand_ins()[0] == "paddler"


def test_votes_lapse_when_he_is_back() -> None:
    table, ada = away("none", "Ada", "Bo", "Cy", "Di")
    table.wait(60)
    vote(table, "Bo")
    table.come(ada)
    assert table.notes[-1].text == "Ada is here again."
    table.go(ada)
    table.wait(60)
    assert vote(table, "Cy") == [None]
    assert table.stand_ins()[0] is None


def test_he_takes_his_seat_back_by_coming() -> None:
    table, ada = away("none", "Ada", "Bo")
    table.wait(60)
    vote(table, "Bo")
    assert table.moment.served_seat() == 0
    table.come(ada)
    assert table.notes[-1].text == "Ada is back and plays again."
    assert table.stand_ins() == [None] * 5
    assert table.say(ada, "/back") == "not-away"


def test_at_a_slow_table_the_clock_alone_decides() -> None:
    table, _ = away("slow 24h", "Ada", "Bo", "Cy")
    table.wait(3600)
    assert vote(table, "Bo") == ["clock-decides"]
    assert table.say(table.people[1], "/remove Ada") == "clock-decides"


def test_whoever_resigns_has_lost_the_seat_for_good() -> None:
    table, _ = away("live 5+10", "Ada", "Bo")
    bo = table.people[1]
    assert table.say(bo, "/resign") is None
    assert table.say(bo, "/back") == "not-away"
    assert table.moment.room.seat_of(bo.id) is None


def test_the_next_game_begins_with_everybody_on_his_own_seat() -> None:
    table, _ = away("live 1+1", "Ada", "Bo")
    while not table.is_over:
        table.wait(100)
        table.serve(random.Random(1))
    assert table.stand_ins()[:2] == ["paddler", "paddler"]
    assert table.say(table.people[1], "/rematch") is None
    assert table.stand_ins() == [None] * 5
    assert table.running() == [0, 1]
    assert [table.left(seat) for seat in (0, 1)] == [60, 60]
