"""What a process has missed is worked out from the entries, moment by moment; what cannot be known is not guessed."""

import random

import msgspec
from msgspec.structs import replace

from niagara import notation, rules
from niagara.server import stored
from niagara.server.between import between
from niagara.server.entries import Entry, Moved, Started
from niagara.server.hosting.roll import Roll
from niagara.server.moments import Moment
from tests.server.conftest import Running

_read: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


async def played(server: Running) -> tuple[Moment, list[Entry], Moment]:
    """The moment when a game began, the entries of talk and moves since, and its end."""
    table, [ada] = await server.game("Ada", players=3, round_limit=2)
    async with ada.at(table) as live:
        await live.say("Ahoy")
        await live.play_on(random.Random(3))
        await live.over()
    async with server.store() as store:
        standing = await store.standing(table)
        entries = [_read.decode(body) for body in await store.last_entries(table, 1_000)]
    assert standing is not None
    last = stored.moment(standing, 0)
    begun = next(entry for entry in entries if isinstance(entry, Started))
    position = rules.new_game(begun.rules.ruleset(), begun.ring)
    known = Moment(begun.seq, replace(last.room, phase="playing"), position, None)
    return known, [entry for entry in entries if entry.seq > begun.seq], last


async def test_every_moment_that_was_missed_is_told_and_leads_to_the_last(server: Running) -> None:
    known, entries, last = await played(server)
    missed = between(replace(known, command="of the one before"), entries, last)
    assert missed is not None
    assert {moment.command for moment in missed} == {None}
    assert [moment.entry for moment in missed] == entries
    assert [moment.seq for moment in missed] == [entry.seq for entry in entries]
    assert {moment.room.phase for moment in missed[:-1]} == {"playing"}
    assert missed[-1].position is last.position
    assert missed[-2].position is not None
    assert last.position is not None
    assert notation.write_position(missed[-2].position) != notation.write_position(last.position)
    halfway = between(missed[9], entries[10:], last)
    assert halfway is not None
    assert [moment.seq for moment in halfway] == [moment.seq for moment in missed[10:]]


async def test_what_cannot_be_known_is_not_guessed(server: Running) -> None:
    known, entries, last = await played(server)
    assert between(known, entries[1:], last) is None  # one is missing
    assert between(known, entries[:-1], last) is None  # more than were read
    assert between(known, [], last) is None
    number, move = next((number, entry) for number, entry in enumerate(entries) if isinstance(entry, Moved))
    hidden = replace(move, move=None)
    assert between(known, [*entries[:number], hidden, *entries[number + 1 :]], last) is None


def test_a_process_is_dead_that_gives_no_sign_four_times() -> None:
    roll = Roll()
    roll.enter("t", {"one": {"g1": "Ada"}, "two": {"g2": "Bo"}})
    for _ in range(3):
        assert roll.signed({"one"}) == []
    assert roll.signed({"one", "two"}) == []  # late, but there
    for _ in range(3):
        assert roll.signed({"one"}) == []
    assert roll.people("t") == {"g1": "Ada", "g2": "Bo"}
    assert roll.signed({"one"}) == [("t", "two")]
    assert roll.people("t") == {"g1": "Ada"}
    assert roll.processes() == ["one"]
    roll.forget("t")
    assert roll.people("t") == {}
