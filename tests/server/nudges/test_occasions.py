"""What a change of a table brings for its people."""

from dataclasses import replace

from msgspec.structs import replace as changed

from niagara import rules
from niagara.server import chat, moments, room
from niagara.server.moments import Moment
from niagara.server.nudges.occasions import News, holds, news
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
    from niagara import notation

    return after(now, moments.play(now, seat, decision, notation.write_move(first)))


def test_a_game_begins_for_all_who_must_choose_a_card() -> None:
    now = at_table()
    found = news(now, begun())
    assert sorted(found) == [News("a", "begun", "1.1.cards.0"), News("b", "begun", "1.1.cards.1")]


def test_a_decision_is_news_when_it_opens_and_at_no_other_change() -> None:
    now = begun()
    spoken = after(now, chat.hear(now, ADA, {}, "hello"))  # type: ignore[arg-type]  # a line is a change
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
