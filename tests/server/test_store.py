"""The store: what is confirmed is there, what fails undoes nothing else, and nobody overtakes unseen."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import pytest
from sqlalchemy import Connection, insert, select, text

from niagara.server.hosting import changes
from niagara.server.hosting.changes import Change
from niagara.server.hosting.schema import entries, guests, tables
from niagara.server.hosting.store import Line, Overtaken, Repeated, Standing, Store, Taken
from niagara.server.settings import Settings


@pytest.fixture
async def store(settings: Settings) -> AsyncIterator[Store]:
    settings.home.mkdir()
    opened = Store(settings.database)
    await opened.open()
    await opened.make_table("t", Standing(1, 0, "room", False, None, "{}", None), Line(None, "note", "{}"), "now")
    yield opened
    await opened.close()


def standing(seq: int) -> Standing:
    return Standing(seq, 1, "playing", False, 7, f'{{"room":{seq}}}', f'{{"position":{seq}}}')


async def test_what_is_confirmed_is_on_disk(store: Store, settings: Settings) -> None:
    await store.append("t", standing(2), Line("c2", "move", "{}"), "now")
    other = Store(settings.database)
    await other.open()
    assert await other.standing("t") == standing(2)
    assert await other.answered("t", "c2") == 2
    await other.close()


async def test_who_was_overtaken_changes_nothing(store: Store) -> None:
    await store.append("t", standing(2), Line("mine", "move", "{}"), "now")
    with pytest.raises(Overtaken):
        await store.append("t", standing(2), Line("late", "move", "{}"), "now")
    assert await store.standing("t") == standing(2)
    assert await store.answered("t", "late") is None


async def test_a_repeated_command_names_its_entry_and_changes_nothing(store: Store) -> None:
    await store.append("t", standing(2), Line("c", "move", "first"), "now")
    with pytest.raises(Repeated) as repeated:
        await store.append("t", standing(3), Line("c", "move", "second"), "now")
    assert repeated.value.seq == 2
    assert await store.last_entries("t", 5) == ["{}", "first"]


async def test_commands_of_other_tables_are_others(store: Store) -> None:
    await store.make_table("u", Standing(1, 0, "room", False, None, "{}", None), Line("c", "note", "{}"), "now")
    assert await store.answered("t", "c") is None


async def test_a_table_is_made_once(store: Store) -> None:
    """Whoever asks again, since the answer was lost on its way, has it; another is told that the name is taken."""
    room = Standing(1, 0, "room", False, None, "{}", None)
    for _ in range(2):
        await store.make_table("u", room, Line(None, "note", "Ada sits down."), "now")
    with pytest.raises(Taken):
        await store.make_table("u", room, Line(None, "note", "Bo sits down."), "now")
    assert await store.last_entries("u", 5) == ["Ada sits down."]


async def test_a_table_is_claimed_when_it_is_due_by_one_alone(store: Store) -> None:
    await store.append("t", standing(2), Line(None, "move", "{}"), "now")  # due at 7
    await store.make_table("u", Standing(1, 0, "room", False, 5, "{}", None), Line(None, "note", "{}"), "now")
    await store.make_table("v", Standing(1, 0, "room", False, 9, "{}", None), Line(None, "note", "{}"), "now")
    assert await store.claim(4, 14, 10) == []
    assert await store.claim(8, 18, 1) == [("u", 1, 18)]  # the longest overdue first
    assert await store.claim(8, 18, 10) == [("t", 2, 18)]
    assert await store.claim(17, 27, 10) == [("v", 1, 27)]
    assert sorted(await store.claim(18, 28, 10)) == [("t", 2, 28), ("u", 1, 28)]  # nobody has acted in time


async def test_tables_are_looked_up_together(store: Store) -> None:
    await store.append("t", standing(2), Line(None, "move", "{}"), "now")
    await store.make_table("u", Standing(1, 0, "room", False, 5, "{}", None), Line(None, "note", "{}"), "now")
    assert await store.seqs({"t", "u", "nowhere"}) == {"t": 2, "u": 1}
    assert await store.since("t", 1, 5) == (standing(2), ["{}"])
    assert await store.since("t", 0, 1) == (standing(2), ["{}"])
    assert await store.since("t", 2, 5) is None


async def test_a_table_that_is_offered_is_taken_by_one(store: Store) -> None:
    await store.append("t", standing(2), Line(None, "move", "{}"), "now")  # due at 7
    assert await store.take("t", 8, 20) is None
    assert await store.take("t", 7, 20) == 2
    assert await store.take("t", 7, 20) is None


async def test_a_table_is_put_off_by_who_knows_it_as_it_is(store: Store) -> None:
    await store.append("t", standing(2), Line(None, "move", "{}"), "now")
    await store.put_off("t", 1, None)
    assert await store.standing("t") == standing(2)
    await store.put_off("t", 2, None)
    assert await store.standing("t") == standing(2)._replace(due=None)
    assert await store.claim(2**62, 2**62, 10) == []


async def test_of_moves_that_wait_together_those_that_come_too_late_fail_alone(store: Store) -> None:
    names = [f"t{number}" for number in range(30)]
    for name in names:
        await store.make_table(name, standing(1), Line(None, "note", "{}"), "now")
    await store.append("t7", standing(2), Line("first", "move", "{}"), "now")
    await store.append("t8", standing(2), Line("c8", "move", "{}"), "now")
    moves = [store.append(name, standing(2), Line(f"c{name[1:]}", "move", name), "now") for name in names]
    answers = await asyncio.gather(*moves, return_exceptions=True)
    failed = {name: answer for name, answer in zip(names, answers, strict=True) if answer is not None}
    assert {name: type(answer) for name, answer in failed.items()} == {"t7": Overtaken, "t8": Repeated}
    for name in names:
        assert await store.standing(name) == standing(2)
        assert await store.last_entries(name, 5) == ["{}", "{}" if name in failed else name]


async def test_jobs_that_wait_are_committed_together_and_one_that_fails_fails_alone(store: Store) -> None:
    def names(connection: Connection) -> int:
        return len(connection.execute(select(guests)).all())

    def breaks(connection: Connection) -> None:
        connection.execute(insert(guests).values(id="half", name="done"))
        connection.execute(text("select nonsense"))

    jobs = [store.name_guest(f"g{number}", f"{number}") for number in range(100)]
    results = await asyncio.gather(*jobs, store._writer.run(breaks), return_exceptions=True)
    assert [result for result in results if result is not None] == [results[-1]]
    assert isinstance(results[-1], Exception)
    assert await store.read(names) == 100
    assert await store.guest_name("half") is None


async def test_a_commit_that_fails_confirms_nobody(store: Store) -> None:
    """A foreign key that is looked at only when all is committed."""

    def breaks_later(connection: Connection) -> None:
        connection.execute(text("PRAGMA defer_foreign_keys = ON"))
        row = "insert into entries (table_id, seq, game, kind, body) values ('nowhere', 1, 0, 'note', '{}')"
        connection.execute(text(row))

    results = await asyncio.gather(
        store._writer.run(breaks_later), store.name_guest("g", "Ada"), return_exceptions=True
    )
    assert isinstance(results[0], Exception)
    named = await store.guest_name("g")
    assert (named is None) == isinstance(results[1], Exception)
    await store.name_guest("h", "Bo")  # the writer lives on
    assert await store.guest_name("h") == "Bo"


async def test_moves_that_wait_together_are_stored_as_if_each_came_alone(store: Store) -> None:
    """By other statements, that must know every column."""
    alone, together = ["a", "b", "c"], ["x", "y", "z"]
    for name in alone + together:
        await store.make_table(name, standing(1), Line(None, "note", "{}"), "now")

    def next_move(names: list[str], number: int) -> Change:
        due = None if number == 2 else number
        after = Standing(2, 3, "over", True, due, f'{{"room":"{number}"}}', None, f"[{number}]", number)
        return Change(names[number], after, Line(f"command {number}", "move", '{"it": "is"}'), "later")

    for number in range(3):
        await store._writer.run(partial(changes.append, change=next_move(alone, number)))
    await asyncio.gather(*(store._writer.append(next_move(together, number)) for number in range(3)))

    def parts(connection: Connection) -> list[list[tuple[object, ...]]]:
        return [
            [
                (*row[1:],)
                for name in names
                for key in (tables.c.id, entries.c.table_id)
                for row in connection.execute(select(key.table).where(key == name))
            ]
            for names in (alone, together)
        ]

    one_by_one, in_one_go = await store.read(parts)
    assert len(one_by_one) == 9
    assert in_one_go == one_by_one
