"""Time at the table: whose clock runs, what a decision costs and adds, what happens when time runs out; on paper."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niagara import notation
from niagara.server import clocks
from niagara.server.clocks import Clock
from niagara.server.paces import Live, Quiet, Slow
from tests.server.paper import GRACE, START, PaperTable

ADA, BO, CY = range(3)
LIVE = Live(5, 10)


def live(*names: str, pace: str = "live 5+10", **chosen: object) -> PaperTable:
    return PaperTable(pace, *(names or ("Ada", "Bo", "Cy")), **{"players": 3, **chosen})


def cards_chosen(table: PaperTable) -> PaperTable:
    for seat in (ADA, BO, CY):
        assert table.move(seat, "card 4") is None
    return table


def test_in_the_choice_of_cards_everybody_s_clock_runs_until_he_has_chosen() -> None:
    table = live()
    assert table.running() == [ADA, BO, CY]
    table.wait(20)
    assert table.move(BO, "card 3") is None
    assert table.running() == [ADA, CY]
    table.wait(5)
    assert [table.left(seat) for seat in (ADA, BO, CY)] == [275, 290, 275]


def test_a_changed_card_costs_nothing_and_adds_nothing() -> None:
    table = live()
    table.wait(20)
    table.move(BO, "card 3")
    table.wait(30)
    assert table.move(BO, "card 5") is None
    assert table.left(BO) == 290
    assert table.running() == [ADA, CY]


def test_in_the_turns_the_clock_of_the_seat_at_turn_runs_alone() -> None:
    table = cards_chosen(live())
    assert table.moment.position is not None
    assert table.running() == [table.moment.position.turn]


def test_a_turn_of_several_moves_is_one_decision() -> None:
    """The increment comes once, when the turn has ended; with 1/2/3 a turn is said in several moves at times."""
    table = cards_chosen(live())
    [seat] = table.running()
    before = table.left(seat)
    moves = 0
    while table.running() == [seat]:
        table.wait(3)
        table.act(seat, random.Random(moves))
        moves += 1
    assert table.left(seat) == before - 3 * moves + 10


def test_nobody_pays_for_the_time_of_a_bot() -> None:
    table = live("Ada")
    table.move(ADA, "card 4")
    assert table.running() == []
    table.wait(600)
    assert table.left(ADA) == 310
    assert table.stand_ins() == [None] * 3


def test_a_live_decision_begins_with_ten_seconds_at_least_or_with_the_increment() -> None:
    for pace, least in (("live 1+0", 10), ("live 1+5", 10), ("live 0+30", 30)):
        table = live(pace=pace)
        table.wait(table.left(ADA))
        assert table.move(ADA, "card 4") is None  # within the grace
        assert table.left(ADA) == int(pace.rpartition("+")[2])
        table.move(BO, "card 4")
        table.move(CY, "card 4")
        table.serve(random.Random(0))
        while table.running() != [ADA]:
            table.act(table.running()[0], random.Random(1))
        assert table.left(ADA) == least


def test_a_slow_decision_has_all_its_time_whatever_the_one_before_took() -> None:
    table = PaperTable("slow 24h", "Ada", "Bo", "Cy", players=3)
    table.wait(23 * 3600)
    cards_chosen(table)
    [seat] = table.running()
    assert table.left(seat) == 24 * 3600


def test_when_time_runs_out_a_bot_plays_and_the_seat_keeps_its_person() -> None:
    table = live()
    table.wait(300 + GRACE / 1000 - 0.001)
    assert table.stand_ins() == [None] * 3
    table.move(ADA, "card 4")
    table.wait(0.001)
    assert table.stand_ins() == [None, "paddler", "paddler"]
    assert [seat.name for seat in table.moment.room.seats] == ["Ada", "Bo", "Cy"]
    assert table.notes[-1].text == "Cy is out of time. Paddler, a bot, plays until Cy is back."
    assert table.told() == ["note-out-of-time", "note-out-of-time"]
    assert table.running() == []


def test_a_card_chosen_in_time_stays_chosen() -> None:
    table = live()
    table.move(ADA, "card 4")
    table.wait(400)
    table.act(BO, random.Random(3))
    assert table.stand_ins() == [None, "paddler", "paddler"]
    assert table.moment.position is not None
    assert notation.write_position(table.moment.position)["seats"][ADA]["card"] == "4"


def test_whoever_is_too_late_is_told_so_and_the_next_decision_is_his() -> None:
    """The guard of the table lets one of the two through, the end of the time or the move; then the bot makes the decision."""
    table = live()
    table.wait(400)
    assert table.move(ADA, "card 4") == "bot-decides"
    assert table.say(table.people[ADA], "/back") == "bot-decides"
    assert table.stand_ins()[ADA] == "paddler"
    table.act(ADA, random.Random(4))
    assert table.say(table.people[ADA], "/back") is None
    assert table.stand_ins() == [None, "paddler", "paddler"]


def test_whoever_comes_back_with_an_empty_bank_has_the_increment_for_each_decision() -> None:
    table = live()
    for seat in (BO, CY):
        table.move(seat, "card 4")
    table.wait(400)
    table.act(ADA, random.Random(5))  # the bot has chosen
    table.come(table.people[ADA])
    assert table.stand_ins() == [None] * 3
    assert table.told()[-1] == "note-back"
    table.serve(random.Random(5))
    while table.running() != [ADA]:
        table.act(table.running()[0], random.Random(6))
    assert table.left(ADA) == 10


def test_a_move_of_whoever_a_bot_plays_for_takes_the_seat_back() -> None:
    table = live(pace="none")
    table.go(table.people[BO])
    assert table.say(table.people[ADA], "/remove Bo") is None
    table.present[table.people[BO].id] = table.people[BO]
    assert table.move(BO, "card 5") is None
    assert table.stand_ins() == [None] * 3
    assert table.told()[-1] == "note-back"


def test_what_the_network_takes_is_given_back_but_never_more_than_was_used() -> None:
    table = live()
    table.wait(20)
    table.move(ADA, "card 4", lag=400)
    assert table.left(ADA) == 290.4
    table.move(BO, "card 4", lag=400)
    assert table.left(BO) == 290.4
    other = live()
    other.wait(0.1)
    other.move(ADA, "card 4", lag=400)
    assert other.left(ADA) == 310


def test_an_end_that_no_server_watched_is_put_off_once() -> None:
    """A laptop that slept, a server that was away: the answer could not have come in."""
    table = live()
    table.sleep(3600)
    assert table.stand_ins() == [None] * 3
    assert [table.left(seat) for seat in (ADA, BO, CY)] == [30] * 3
    assert table.notes[-1].text == "The server was away. Cy has half a minute for this decision."
    table.sleep(3600)
    assert table.stand_ins() == ["paddler"] * 3


def test_after_a_start_of_the_server_nobody_pays_for_the_time_in_which_it_was_away() -> None:
    ticking = (Clock(200_000, START), Clock(4_000, START), Clock(250_000), Clock(100_000, START + 7_000))
    began = START + 5_000
    assert clocks.resumed(ticking, LIVE, began) == (
        Clock(200_000, began), Clock(30_000, began), Clock(250_000), Clock(100_000, START + 7_000),
    )  # fmt: skip
    slow = Slow(24, Quiet(22, 8, "UTC"))
    assert clocks.resumed(ticking, slow, began) == ticking


def test_the_first_end_is_the_earliest_of_the_clocks_that_run() -> None:
    ticking = (Clock(200_000, START), Clock(4_000), Clock(100_000, START))
    assert clocks.first_end(ticking, LIVE, GRACE) == START + 101_000
    assert clocks.first_end((Clock(1),), LIVE, GRACE) is None
    assert clocks.first_end(ticking, Slow(24), GRACE) == START + 100_000  # the network is no matter there


def test_who_is_alone_with_bots_and_goes_is_waited_for_without_a_pace_and_played_for_with_one() -> None:
    resting, playing = PaperTable("none", "Ada", players=3), live("Ada", round_limit=2)
    for table in (resting, playing):
        table.go(table.people[ADA])
        for _ in range(100):
            table.wait(3600)
            table.serve(random.Random(7))
    assert not resting.is_over
    assert resting.running() == []
    assert playing.is_over


@pytest.mark.parametrize("pace", ["live 0+1", "live 5+10", "slow 1h", "slow 24h quiet 22-8 Europe/Helsinki"])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), idle=st.sampled_from([0.2, 0.7, 1.0]), spirits=st.booleans())
def test_with_a_pace_every_game_reaches_its_end(pace: str, seed: int, idle: float, spirits: bool) -> None:
    """Whatever people do: come and go, sleep, vote, come back again and again at the worst of times, or never."""
    choice = random.Random(seed)
    table = PaperTable(pace, "Ada", "Bo", "Cy", players=4, spirits=spirits, round_limit=3)
    longest = 600 if pace.startswith("live") else 30 * 3600
    for _ in range(1000):
        if table.is_over:
            return
        for _ in range(choice.randrange(6)):
            annoy(table, choice, idle)
        if choice.random() < 0.5:
            table.serve(choice)
        choice.choice([table.wait, table.wait, table.sleep])(choice.choice([0.2, 1, 10, longest]))
    raise AssertionError(f"the table stalls: {table.told()[-20:]}")


def annoy(table: PaperTable, choice: random.Random, idle: float) -> None:
    """One thing that a person may do."""
    guest = choice.choice(table.people)
    match choice.randrange(6):
        case 0:
            table.go(guest)
        case 1:
            table.come(guest)
        case 2:
            table.say(guest, "/back")
        case 3:
            table.say(guest, f"/vote {choice.choice(table.people).name}")
        case _:
            seat = table.moment.room.seat_of(guest.id)
            if seat in table.moment.actors() and guest.id in table.present and choice.random() > idle:
                table.act(seat, choice)
    assert all(clock.left >= 0 for clock in table.moment.clocks or ())
