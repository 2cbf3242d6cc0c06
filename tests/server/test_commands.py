"""Slash commands: each does what its button says, is told in words, and is refused in words."""

from collections.abc import Mapping
from typing import Literal

import pytest
from msgspec.structs import replace

from niagara import rules
from niagara.server.chat import COMMANDS, commands_for, hear
from niagara.server.company import Company
from niagara.server.entries import Chat, Note, Started
from niagara.server.moments import Change, Moment
from niagara.server.paces import Live
from niagara.server.people import Guest
from niagara.server.room import Rules, new_room, sit
from niagara.words import Refusal, has

ADA, BO, CY, DI, EVE = (Guest(f"g{name}", name) for name in ("Ada", "Bo", "Cy", "Di", "Eve"))
EVERYBODY = {guest.id: guest for guest in (ADA, BO, CY, DI, EVE)}


class Evening:
    """A table on paper: commands without a server."""

    def __init__(self, **chosen: object) -> None:
        room, _ = sit(new_room("Sunday", ADA.id, Rules(**chosen), True), ADA.id, "Ada", 0)  # type: ignore[arg-type]  # fields by name
        self.moment = Moment(1, room, None, None)
        self.present: Mapping[str, Guest] = EVERYBODY
        self.minutes = 0

    def say(self, guest: Guest, text: str) -> Change | str:
        answer = hear(self.moment, guest, self.company, text)
        if isinstance(answer, Change):
            self.moment = Moment(self.moment.seq + 1, answer.room, answer.position, answer.entry)
        return answer

    def refused(self, guest: Guest, text: str) -> str:
        before = self.moment
        with pytest.raises(Refusal) as refusal:
            self.say(guest, text)
        assert refusal.value.text
        assert self.moment is before
        return refusal.value.key

    def names(self) -> list[str]:
        return [seat.name for seat in self.moment.room.seats]

    def has_board(self) -> bool:
        return self.moment.position is not None

    def told(self) -> str:
        assert isinstance(self.moment.entry, Note)
        return self.moment.entry.text

    def may(self, guest: Guest) -> set[str]:
        return set(commands_for(self.moment, guest, self.company))

    @property
    def company(self) -> Company:
        return Company(self.present, {}, known_since=0, empty_after=60_000, now=self.minutes * 60_000)


def replace_phase(moment: Moment, phase: Literal["over"]) -> Moment:
    return Moment(moment.seq, replace(moment.room, phase=phase), moment.position, moment.entry)


@pytest.fixture
def evening() -> Evening:
    return Evening(players=4)


@pytest.fixture
def playing(evening: Evening) -> Evening:
    for guest in (BO, CY):
        evening.say(guest, "/join")
    evening.say(ADA, "/bot drifter")
    evening.say(ADA, "/start")
    return evening


def test_people_sit_down_on_the_first_empty_seat_or_on_the_one_they_name(evening: Evening) -> None:
    evening.say(BO, "/join 3")
    assert evening.told() == "Bo sits down."
    evening.say(CY, "/join")
    assert evening.names() == ["Ada", "Cy", "", "Bo"]
    evening.say(BO, "/join 2")
    assert evening.names() == ["Ada", "Cy", "Bo", ""]
    assert evening.refused(DI, "/join 0") == "seat-taken"
    assert evening.refused(DI, "/join 4") == "no-such-seat"
    assert evening.refused(DI, "/join here") == "command-usage"
    assert evening.refused(BO, "/join") == "already-seated"


def test_who_is_called_like_a_number_is_meant_before_the_seat(evening: Evening) -> None:
    evening.say(Guest("gtwo", "2"), "/join 1")
    evening.say(CY, "/join 2")
    evening.say(ADA, "/remove 2")
    assert evening.names() == ["Ada", "", "Cy", ""]
    evening.say(ADA, "/remove 2")
    assert evening.names() == ["Ada", "", "", ""]


def test_two_of_one_name_are_told_apart(evening: Evening) -> None:
    evening.say(Guest("gother", "ada"), "/join")
    assert evening.names()[:2] == ["Ada", "ada 2"]
    evening.say(ADA, "/bot drifter")
    evening.say(ADA, "/bot drifter")
    assert evening.names()[2:] == ["Drifter", "Drifter 2"]


def test_when_the_host_leaves_the_next_person_clockwise_is_host(evening: Evening) -> None:
    evening.say(BO, "/join 3")
    evening.say(CY, "/join 2")
    evening.say(ADA, "/leave")
    assert (evening.moment.room.host, evening.names()) == (CY.id, ["", "", "Cy", "Bo"])
    evening.say(CY, "/leave")
    evening.say(BO, "/leave")
    assert evening.moment.room.host == ""
    evening.say(EVE, "/join 1")
    assert evening.moment.room.host == EVE.id


def test_who_resigns_alone_among_bots_is_still_host_and_can_play_again(evening: Evening) -> None:
    for text in ("/bot", "/bot", "/bot", "/start", "/resign"):
        evening.say(ADA, text)
    assert evening.names() == ["Paddler 4", "Paddler", "Paddler 2", "Paddler 3"]
    assert evening.moment.room.host == ADA.id
    evening.moment = replace_phase(evening.moment, "over")
    assert {"rematch", "remove", "join"} <= evening.may(ADA)
    for text in ("/remove 0", "/join", "/rematch"):
        evening.say(ADA, text)
    assert (evening.moment.room.phase, evening.names()[0]) == ("playing", "Ada")


def test_only_the_host_decides_what_concerns_all(evening: Evening) -> None:
    evening.say(BO, "/join")
    for text in ("/bot", "/remove Ada", "/order 1 0 2 3", "/option joe yes"):
        assert evening.refused(BO, text) == "host-only"
    evening.present = {BO.id: BO}
    evening.say(BO, "/bot")  # the host has gone; the table does not wait for him
    assert evening.refused(EVE, "/bot") == "host-only"


def test_a_host_who_watches_is_still_host_and_lets_bots_play(evening: Evening) -> None:
    evening.say(ADA, "/watch")
    assert evening.told() == "Ada gets up to watch."
    for _ in range(4):
        evening.say(ADA, "/bot drifter")
    evening.say(ADA, "/start")
    assert evening.moment.room.phase == "playing"
    assert evening.moment.served_seat() is not None


def test_the_start_says_who_is_missing(evening: Evening) -> None:
    evening.say(BO, "/join")
    with pytest.raises(Refusal, match="2 seats are still empty"):
        evening.say(BO, "/start")
    evening.say(ADA, "/bot")
    with pytest.raises(Refusal, match="One seat is still empty"):
        evening.say(ADA, "/start")
    evening.say(ADA, "/bot")
    assert evening.refused(EVE, "/start") == "not-seated"
    evening.say(BO, "/start")
    start = evening.moment.entry
    assert isinstance(start, Started)
    assert (start.game, start.names, start.rules.players) == (1, evening.names(), 4)
    assert start.events == [{"event": "round", "round": 1, "ring": start.ring}]


def test_somebody_is_removed_by_name_or_seat(evening: Evening) -> None:
    evening.say(BO, "/join")
    evening.say(ADA, "/bot drifter")
    assert evening.refused(ADA, "/remove Boo") == "no-such-name"
    assert evening.refused(ADA, "/remove 3") == "seat-empty"
    assert evening.refused(ADA, "/remove") == "command-usage"
    evening.say(ADA, "/remove bo")
    evening.say(ADA, "/remove 2")
    assert evening.names() == ["Ada", "", "", ""]


def test_the_order_of_the_seats_is_changed_whole(evening: Evening) -> None:
    evening.say(BO, "/join")
    evening.say(ADA, "/order 2 1 0 3")
    assert evening.names() == ["", "Bo", "Ada", ""]
    for wrong in ("/order 0 1 2", "/order 0 0 1 2", "/order 1 2 3 4", "/order"):
        assert evening.refused(ADA, wrong) == "order-incomplete"


def test_colours_are_swapped_never_shared(evening: Evening) -> None:
    evening.say(BO, "/join")
    evening.say(BO, "/colour 0")
    assert [seat.colour for seat in evening.moment.room.seats] == [1, 0, 2, 3]
    evening.say(BO, "/colour 5")
    assert [seat.colour for seat in evening.moment.room.seats] == [1, 5, 2, 3]
    evening.say(ADA, "/bot")
    evening.say(ADA, "/colour 4 2")
    assert [seat.colour for seat in evening.moment.room.seats] == [1, 5, 4, 3]
    assert evening.refused(ADA, "/colour 4 1") == "colour-of-another"
    assert evening.refused(BO, "/colour 4 2") == "host-only"
    assert evening.refused(BO, "/colour 6") == "no-such-colour"
    assert evening.refused(EVE, "/colour 1") == "not-seated"
    assert evening.refused(BO, "/colour red") == "command-usage"
    assert evening.refused(BO, "/colour") == "command-usage"


@pytest.mark.parametrize(
    ("key", "value", "chosen"),
    [
        ("players", "5", 5),
        ("spirits", "yes", True),
        ("joe", "on", True),
        ("fork", "random", "random"),
        ("elk_on_choice_card", "1", 1),
        ("tie_break", "gem_value", "gem_value"),
        ("round_limit", "30", 30),
    ],
)
def test_every_rule_can_be_chosen(evening: Evening, key: str, value: str, chosen: object) -> None:
    """R1.5, R9."""
    evening.say(ADA, f"/option {key} {value}")
    assert getattr(evening.moment.room.rules, key) == chosen
    assert evening.told() == f"The table is changed: {key} is {value}."
    assert evening.refused(ADA, f"/option {key} maybe") == "option-value"


def test_options_that_fit_no_rule_set_are_refused(evening: Evening) -> None:
    assert evening.refused(ADA, "/option players 6") == "rules-players"
    assert evening.refused(ADA, "/option players 2") == "rules-players"
    assert evening.refused(ADA, "/option round_limit -1") == "option-value"
    assert evening.refused(ADA, "/option spirit yes") == "no-such-option"
    assert evening.refused(ADA, "/option joe") == "command-usage"
    assert evening.refused(ADA, "/option watch perhaps") == "option-value"
    evening.say(ADA, "/option spirits yes")
    evening.say(ADA, "/option players 6")
    assert evening.refused(ADA, "/option spirits no") == "rules-players"


def test_seats_come_and_go_with_the_number_of_players(evening: Evening) -> None:
    evening.say(BO, "/join 3")
    evening.say(ADA, "/option players 3")
    assert evening.names() == ["Ada", "", "Bo"]
    evening.say(CY, "/join")
    evening.say(ADA, "/option players 5")
    assert len({seat.colour for seat in evening.moment.room.seats}) == 5
    evening.say(DI, "/join")
    assert evening.refused(ADA, "/option players 3") == "too-many-seated"


def test_a_table_has_a_name_and_may_be_closed(evening: Evening) -> None:
    evening.say(ADA, "/option name Monday  at Bo's")
    assert evening.moment.room.name == "Monday at Bo's"
    assert evening.refused(ADA, "/option name " + "x" * 41) == "table-name"
    evening.say(ADA, "/option watch no")
    assert evening.refused(ADA, "/watch") == "no-watching"


def test_the_pace_and_the_stand_in_are_options_and_leave_the_finished_game_on_the_table(playing: Evening) -> None:
    over = finished(playing)
    for line in ("/option pace LIVE 5+10", "/option stand_in Drifter"):
        over.say(ADA, line)
    assert (over.moment.room.pace, over.moment.room.stand_in) == (Live(5, 10), "drifter")
    assert over.has_board()
    over.say(ADA, "/option pace slow 36h quiet 22-8 UTC")
    assert over.told() == (
        "The table is changed: slow, 36 hours for each decision. No clock runs from 22:00 to 8:00 (UTC)."
    )
    over.say(ADA, "/option pace none")
    assert (over.moment.room.pace, over.moment.room.stand_in) == (None, "drifter")
    assert over.refused(ADA, "/option pace live") == "option-value"
    assert over.refused(ADA, "/option stand_in swimmer") == "no-such-bot"


def test_who_gives_up_leaves_the_seat_to_a_bot(playing: Evening) -> None:
    playing.say(BO, "/resign")
    seat = playing.moment.room.seats[1]
    assert (seat.kind, seat.guest) == ("bot", None)
    assert playing.told().startswith("Bo gives up the seat; ")
    assert playing.moment.position is not None
    assert playing.refused(BO, "/resign") == "not-seated"


def test_in_a_game_the_host_removes_only_who_has_gone(playing: Evening) -> None:
    assert playing.refused(ADA, "/remove Bo") == "game-running"
    playing.present = {ADA.id: ADA, CY.id: CY}
    assert playing.refused(ADA, "/remove Cy") == "still-here"
    assert playing.refused(ADA, "/remove Drifter") == "still-here"
    playing.say(ADA, "/remove Bo")
    seat = playing.moment.room.seats[1]
    assert (seat.kind, seat.guest, seat.name, seat.stand_in) == ("person", BO.id, "Bo", "paddler")
    assert playing.told() == "Paddler, a bot, plays for Bo, who is away."
    assert playing.refused(ADA, "/remove Bo") == "game-running"


def test_what_belongs_before_the_game_is_refused_during_it(playing: Evening) -> None:
    for text in ("/join", "/leave", "/watch", "/bot", "/order 1 0 2 3", "/colour 4", "/option joe yes"):
        assert playing.refused(ADA, text) == "game-running"
    assert playing.refused(ADA, "/start") == "not-in-the-room"
    assert playing.refused(ADA, "/rematch") == "game-not-over"


def finished(playing: Evening) -> Evening:
    """The same evening at the end of its game."""
    room, position = playing.moment.room, playing.moment.position
    assert position is not None
    position.phase, position.pending = rules.OVER, 0
    playing.moment = Moment(playing.moment.seq + 1, replace(room, phase="over"), position, None)
    return playing


def test_a_rematch_keeps_table_seats_and_options(playing: Evening) -> None:
    over = finished(playing)
    names = over.names()
    assert over.refused(EVE, "/rematch") == "not-seated"
    over.say(CY, "/rematch")
    assert (over.moment.room.phase, over.moment.room.game, over.names()) == ("playing", 2, names)


def test_a_rematch_with_somebody_missing_goes_back_to_the_room(playing: Evening) -> None:
    over = finished(playing)
    over.say(BO, "/leave")
    assert over.has_board()  # the others still look at the end
    over.say(CY, "/rematch")
    assert (over.moment.room.phase, over.has_board()) == ("room", False)
    over.say(DI, "/join")
    over.say(DI, "/start")
    assert over.moment.room.game == 2


def test_new_rules_after_a_game_clear_the_board(playing: Evening) -> None:
    over = finished(playing)
    over.say(ADA, "/option players 5")
    assert (over.moment.room.phase, over.has_board(), len(over.moment.room.seats)) == ("room", False, 5)


def test_who_and_help_answer_the_asker_alone(playing: Evening) -> None:
    who = playing.say(EVE, "/who")
    assert isinstance(who, str)
    assert "Seat 0: Ada, host\nSeat 1: Bo\n" in who
    assert who.endswith("Watching: Di, Eve")
    told = playing.say(EVE, "/help")
    assert isinstance(told, str)
    assert all(f"/{name}" in told for name in COMMANDS)


@pytest.mark.parametrize(
    ("said", "nearest"), [("/strat", "start"), ("/jion 2", "join"), ("/HELLP", "help"), ("/bott 2", "bot")]
)
def test_an_unknown_command_is_answered_with_the_nearest_known_one(evening: Evening, said: str, nearest: str) -> None:
    with pytest.raises(Refusal) as refusal:
        evening.say(ADA, said)
    assert refusal.value.key == "command-unknown"
    assert f"Did you mean /{nearest}?" in refusal.value.text


def test_a_bare_slash_asks_for_help(evening: Evening) -> None:
    assert evening.say(ADA, "/") == evening.say(ADA, "/help")


def test_talk_is_kept_with_who_said_it(evening: Evening) -> None:
    evening.say(ADA, "  Who   brings the gems? ")
    assert evening.moment.entry == Chat(name="Ada", guest=ADA.id, seat=0, text="Who brings the gems?")
    evening.say(Guest("gnameless", ""), "Me")
    assert isinstance(evening.moment.entry, Chat)
    assert evening.moment.entry.name.startswith("Guest ")
    assert evening.moment.entry.seat is None


def test_each_is_offered_what_he_may_do(evening: Evening) -> None:
    assert evening.may(ADA) == set(COMMANDS) - {"resign", "rematch", "vote", "back"}
    assert evening.may(EVE) == {"join", "who", "help"}
    evening.say(BO, "/join")
    assert evening.may(BO) == {"join", "also", "leave", "watch", "colour", "start", "who", "help"}
    evening.say(ADA, "/bot")
    evening.say(ADA, "/bot")
    evening.say(ADA, "/start")
    assert evening.may(BO) == {"resign", "who", "help"}
    assert evening.may(EVE) == {"who", "help"}
    assert evening.may(ADA) == {"resign", "who", "help"}
    evening.present = {ADA.id: ADA}
    assert evening.may(ADA) == {"resign", "remove", "vote", "who", "help"}
    assert finished(evening).may(BO) >= {"rematch", "leave"}


def test_every_command_has_its_words() -> None:
    assert [key for name in COMMANDS for key in (f"usage-{name}", f"help-{name}") if not has(key)] == []


@pytest.mark.parametrize("text", ["👩\u200d🚀 ahoy", "می\u200cخواهم", "🏳️\u200d🌈"])
def test_emoji_and_every_script_can_be_said(evening: Evening, text: str) -> None:
    evening.say(ADA, text)
    assert isinstance(evening.moment.entry, Chat)
    assert evening.moment.entry.text == text


@pytest.mark.parametrize("text", ["\u200d", " \u200c \u200d ", "\u202eback", "a\u2066b"])
def test_what_nobody_can_see_is_not_said(evening: Evening, text: str) -> None:
    assert evening.refused(ADA, text) == "chat-empty"


@pytest.mark.parametrize(
    "text", ["/join {}", "/bot paddler {}", "/remove {}", "/colour 1 {}", "/colour {}", "/order {} 1 2 3"]
)
@pytest.mark.parametrize("number", ["9" * 40, "9" * 400, "٩" * 40])
def test_a_number_of_many_digits_is_refused_like_any_other(evening: Evening, text: str, number: str) -> None:
    assert evening.refused(ADA, text.format(number)) in ("no-such-seat", "no-such-colour", "order-incomplete")


def test_an_option_of_many_digits_is_refused_like_any_other(evening: Evening) -> None:
    assert evening.refused(ADA, f"/option players {'9' * 40}") in ("rules-players", "option-value")
    assert evening.refused(ADA, f"/option round_limit {'9' * 40}") == "option-value"
