"""A test of the test: the checker is content with an honest server, and finds whatever a dishonest one does."""

import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from niagara import notation, rules
from niagara.server.entries import Chat, Entry, Moved, Started, cut
from niagara.server.room import Rules
from tests.crash.checker import Row, Stored, Violation, check
from tests.crash.told import Command, Sight, Told

_RULES = Rules(players=3)
_MOVES = 40
_encode = msgspec.json.encode


def game() -> tuple[Stored, Told]:
    """A game as it is stored, and as the person on seat 0 was told it."""
    choice = random.Random(3)
    position = rules.new_game(_RULES.ruleset(), 0)
    told = Told("Ada", seat=0)
    started = Started(rules=_RULES, names=["Ada", "Bo", "Cy"], ring=0, game=1, events=[])
    rows: list[Row] = []

    def enter(entry: Entry, command: Command | None = None) -> None:
        seq = len(rows) + 1
        rows.append(Row(seq, command.id if command else None, replace(entry, seq=seq, at="now")))
        told.hear(msgspec.to_builtins(cut(rows[-1].entry, 0)))
        told.sights.append(Sight(seq, 0, _encode(notation.write_position(position.view(0)))))
        if command:
            told.sent[command.id] = command
            told.acknowledge(command.id, seq)

    enter(started, Command("begin", "say", "/start"))
    enter(Chat(name="Ada", guest="g", seat=0, text="well"), Command("talk", "say", "well"))
    for number in range(_MOVES):
        seat = rules.actors(position)[0]
        move = choice.choice(rules.legal_moves(position, seat))
        happened: list[rules.Event] = []
        text = notation.write_move(move)
        rules.play(position, seat, move, happened)
        entry = Moved(seat=seat, move=text, events=[notation.write_event(event) for event in happened])
        enter(entry, None if seat else Command(f"move {number}", "move", text, ""))
    return Stored(rows, len(rows), _encode(notation.write_position(position)).decode()), told


def renumbered(rows: list[Row]) -> list[Row]:
    return [Row(seq, row.command, replace(row.entry, seq=seq)) for seq, row in enumerate(rows, 1)]


def stored(rows: list[Row], before: Stored) -> Stored:
    return Stored(rows, len(rows), before.position)


def own_moves(rows: list[Row]) -> list[int]:
    return [index for index, row in enumerate(rows) if isinstance(row.entry, Moved) and row.command]


def test_the_checker_is_content_with_an_honest_server() -> None:
    kept, told = game()
    checked = check(kept, [told])
    assert checked.entries == checked.received == checked.sights == _MOVES + 2
    assert checked.acknowledged == len(own_moves(kept.rows)) + 2 > 10


def lose_the_last(rows: list[Row]) -> list[Row]:
    return rows[:-1]


def lose_one_within(rows: list[Row]) -> list[Row]:
    gone = own_moves(rows)[3]
    return rows[:gone] + rows[gone + 1 :]


def lose_one_and_close_the_gap(rows: list[Row]) -> list[Row]:
    return renumbered(lose_one_within(rows))


def lose_talk(rows: list[Row]) -> list[Row]:
    return renumbered([rows[0], *rows[2:]])


def double(rows: list[Row]) -> list[Row]:
    here = own_moves(rows)[2]
    return renumbered([*rows[: here + 1], rows[here], *rows[here + 1 :]])


def double_under_no_command(rows: list[Row]) -> list[Row]:
    return renumbered([*rows, Row(0, None, rows[1].entry)])


def reorder(rows: list[Row]) -> list[Row]:
    one, other = own_moves(rows)[1:3]
    swapped = list(rows)
    swapped[one], swapped[other] = rows[other], rows[one]
    return renumbered(swapped)


def reorder_talk(rows: list[Row]) -> list[Row]:
    return renumbered([rows[1], rows[0], *rows[2:]])


def change(rows: list[Row]) -> list[Row]:
    here = own_moves(rows)[0]
    assert isinstance(rows[here].entry, Moved)
    return [*rows[:here], rows[here]._replace(entry=replace(rows[here].entry, move="pass")), *rows[here + 1 :]]


def invent(rows: list[Row]) -> list[Row]:
    return renumbered([*rows, Row(0, "nobody's", Chat(name="Ada", guest="g", seat=0, text="never said"))])


@pytest.mark.parametrize(
    "spoil",
    [
        lose_the_last,
        lose_one_within,
        lose_one_and_close_the_gap,
        lose_talk,
        double,
        double_under_no_command,
        reorder,
        reorder_talk,
        change,
        invent,
    ],
)
def test_the_checker_finds_what_is_lost_doubled_reordered_changed_or_invented(
    spoil: Callable[[list[Row]], list[Row]],
) -> None:
    kept, told = game()
    with pytest.raises(Violation):
        check(stored(spoil(kept.rows), kept), [told])


def test_the_checker_finds_a_position_that_is_not_the_replayed_one() -> None:
    kept, told = game()
    first = _encode(notation.write_position(rules.new_game(_RULES.ruleset(), 0))).decode()
    with pytest.raises(Violation, match="replayed"):
        check(kept._replace(position=first), [told])


def acknowledge_what_is_not_there(told: Told) -> None:
    told.sent["lost"] = Command("lost", "move", "pass")
    told.acknowledge("lost", 7)


def acknowledge_elsewhere(told: Told) -> None:
    told.acknowledged["talk"] += 1


def hear_what_is_not_there(told: Told) -> None:
    told.hear({"seq": _MOVES + 3, "kind": "chat"})


def hear_another(told: Told) -> None:
    told.entries[2] = {**told.entries[2], "text": "ill"}


def hear_twice_and_differently(told: Told) -> None:
    told.hear({**told.entries[2], "text": "ill"})


def miss_one(told: Told) -> None:
    del told.entries[9]


def learn_a_card(told: Told) -> None:
    """The other's card, before it is turned over."""
    hidden = next(seq for seq, entry in told.entries.items() if entry.get("move", "") is None)
    told.entries[hidden] = {**told.entries[hidden], "move": "card 1"}


def see_another_board(told: Told) -> None:
    told.sights[9] = told.sights[9]._replace(view=told.sights[30].view)


def answer_twice_and_differently(told: Told) -> None:
    told.acknowledge("talk", 9)


@pytest.mark.parametrize(
    "spoil",
    [
        acknowledge_what_is_not_there,
        acknowledge_elsewhere,
        hear_what_is_not_there,
        hear_another,
        hear_twice_and_differently,
        miss_one,
        learn_a_card,
        see_another_board,
        answer_twice_and_differently,
    ],
)
def test_the_checker_finds_what_a_person_was_told_and_is_not_so(spoil: Callable[[Told], Any]) -> None:
    kept, told = game()
    spoilt = deepcopy(told)
    spoil(spoilt)
    with pytest.raises(Violation):
        check(kept, [spoilt])
