"""What a change of a table brings for its people."""

from datetime import UTC, datetime

from msgspec.structs import replace
from msgspec.structs import replace as changed

from niagara import notation, rules
from niagara.server import moments, paces, room
from niagara.server.moments import Moment
from niagara.server.nudges.occasions import News, holds, news, quiet_until, time_left
from niagara.server.people import Guest
from niagara.server.room import Rules

ADA, BOB = Guest("a", "Ada"), Guest("b", "Bob")


def at_table() -> Moment:
    """Ada, Bob and a bot, before their first game."""
    seats = room.new_room("Friday", ADA.id, Rules(players=3), True)
    for guest in (ADA, BOB):
        seats, _ = room.sit(seats, guest.id, guest.name, None)
    seats, _ = room.seat_bot(seats, "drifter", None)
    return Moment(1, seats, None, None)


def after(now: Moment, change: moments.Change) -> Moment:
    return Moment(now.seq + 1, change.room, change.position, change.entry)


def begun() -> Moment:
    now = at_table()
    return after(now, moments.start(now))


def move(now: Moment, seat: int) -> Moment:
    assert now.position is not None
    decision, [first, *_] = now.decision(seat), rules.legal_moves(now.position, seat)
    assert decision is not None
    return after(now, moments.play(now, seat, decision, notation.write_move(first)))


def test_a_game_begins_for_all_who_must_choose_a_card() -> None:
    now = at_table()
    found = news(now, begun())
    assert sorted(found) == [News("a", "begun", "1.1.cards.0"), News("b", "begun", "1.1.cards.1")]


def test_a_decision_is_news_when_it_opens_and_at_no_other_change() -> None:
    now = begun()
    spoken = after(now, moments.note(now, now.room, "note-renamed", old="Ada", name="Ada"))
    assert news(now, spoken) == []
    one = move(spoken, 0)
    assert news(spoken, one) == []
    two = move(one, 1)
    assert news(one, two) == []
    turns = move(two, 2)
    found = news(two, turns)
    seat = turns.actors()[0]
    expected = [News(turns.room.seats[seat].guest or "", "turn", f"1.1.turns.{seat}")] if seat < 2 else []
    assert found == expected


def test_it_holds_as_long_as_the_decision_is_open() -> None:
    now = begun()
    assert holds(now, "a", "begun", "1.1.cards.0")
    assert holds(now, "a", "soon", "1.1.cards.0.soon")
    assert not holds(now, "a", "turn", "2.1.cards.0")
    assert not holds(move(now, 0), "a", "begun", "1.1.cards.0")


def test_a_bot_in_somebodys_place_is_news_for_him_alone() -> None:
    now = begun()
    gone = after(now, moments.note(now, room.give_to_bot(now.room, 1), "note-resigned", name="Bob", bot="B"))
    [found] = news(now, gone)
    assert (found.guest, found.kind) == ("b", "stand-in")
    assert holds(gone, "b", "stand-in", found.occasion)
    assert not holds(now, "b", "stand-in", found.occasion)


def test_the_end_is_news_for_every_person_and_who_leaves_after_it_hears_no_more() -> None:
    now = begun()
    over = replace(now, seq=9, room=changed(now.room, phase="over"))
    found = news(now, over)
    assert sorted(found) == [News("a", "over", "1.over"), News("b", "over", "1.over")]
    assert holds(over, "a", "over", "1.over")
    assert not holds(begun(), "a", "over", "1.over")
    left = replace(over, seq=10, room=room.empty(over.room, 1))
    assert news(over, left) == []


HOUR = 3_600_000  # ms


def slow(pace: str, when: datetime) -> tuple[Moment, list[News]]:
    """A game with a pace that begins at a time, and what is news then."""
    now = at_table()
    now = replace(now, room=changed(now.room, pace=paces.read(pace)))
    change = moments.start(now)
    begins = moments.follow(now, change, changed(change.entry, seq=2), int(when.timestamp() * 1000))
    return begins, news(now, begins)


NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
MS_NOON = int(NOON.timestamp() * 1000)


def test_by_a_slow_pace_a_person_is_told_again_when_a_quarter_of_his_time_is_left() -> None:
    now, found = slow("slow 24h", NOON)
    soon = sorted(one for one in found if one.kind == "soon")
    assert soon == [
        News(guest, "soon", f"1.1.cards.{seat}.soon", MS_NOON + 18 * HOUR) for seat, guest in enumerate("ab")
    ]
    assert holds(now, "a", "soon", "1.1.cards.0.soon")
    assert time_left(now, "1.1.cards.0.soon", MS_NOON + 18 * HOUR) == 6 * HOUR


def test_quiet_hours_do_not_count_and_nobody_is_told_in_them() -> None:
    now, found = slow("slow 12h quiet 22-8 Europe/Helsinki", NOON)  # 15 o'clock there: 7 hours, 10 of quiet, 5 more
    [late, _] = [one.at for one in found if one.kind == "soon"]
    assert late == MS_NOON + 19 * HOUR
    assert time_left(now, "1.1.cards.0", late) == 3 * HOUR
    night, morning = MS_NOON + 7 * HOUR, MS_NOON + 17 * HOUR
    assert quiet_until(now, night - 1) == night - 1
    assert quiet_until(now, night) == quiet_until(now, morning - 1) == morning
    assert quiet_until(now, morning) == morning


def test_no_other_pace_reminds_or_has_quiet_hours() -> None:
    for pace in ("none", "live 5+10"):
        now, found = slow(pace, NOON)
        assert {one.kind for one in found} == {"begun"}
        assert quiet_until(now, MS_NOON + 11 * HOUR) == MS_NOON + 11 * HOUR


def test_several_players_at_one_device_get_one_nudge() -> None:
    seats = room.new_room("Friday", ADA.id, Rules(players=3), True)
    seats, _ = room.sit(seats, ADA.id, ADA.name, None)
    for name in ("Bob", "Cyd"):
        seats, _ = room.sit_also(seats, ADA.id, name, None)
    now = Moment(1, seats, None, None)
    begins = after(now, moments.start(now))
    assert news(now, begins) == [News("a", "begun", "1.1.cards.2")]
    assert holds(begins, "a", "begun", "1.1.cards.2")
