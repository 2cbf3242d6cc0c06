"""The games of an older database are found in the list of games, as if they had been entered when they were played."""

import random
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Engine, create_engine, text

from niagara import notation, rules
from niagara.server import moments, room, stored
from niagara.server.hosting.lists import games_of, tables_of
from niagara.server.hosting.migrations import upgrade
from niagara.server.hosting.store import Store
from niagara.server.moments import Moment
from niagara.server.room import Rules


def written_before(engine: Engine, table: str, games: int, most: int = 10_000) -> Moment:
    """Games at a table of the first release: Ada, a bot, and Bo, who sat down for the last game under this name."""
    made = room.new_room("Old", "g1", Rules(players=3, round_limit=2), True)
    seated, _ = room.sit(made, "g1", "Ada", 0)
    seated, _ = room.seat_bot(seated, "drifter", 1)
    seated, _ = room.sit(seated, "g2", "Bob", 2)
    now, choice = Moment(1, seated, None, None), random.Random(3)
    lines: list[dict[str, Any]] = []

    def step(change: moments.Change) -> Moment:
        entry = msgspec.structs.replace(change.entry, seq=now.seq + 1, at=f"2026-11-01T{len(lines):06}")
        line = stored.line(None, entry)
        lines.append({"id": table, "seq": entry.seq, "game": change.room.game, "kind": line.kind, "body": line.body})
        return Moment(entry.seq, change.room, change.position, entry)

    for number in range(games):
        if number == games - 1:
            now = Moment(now.seq, room.rename(now.room, 2, "Bo"), now.position, None)
        now = step(moments.start(now))
        while now.room.phase == "playing" and len(lines) < most:
            assert now.position is not None
            seat = rules.actors(now.position)[0]
            decision, legal = now.decision(seat), rules.legal_moves(now.position, seat)
            assert decision is not None
            now = step(moments.play(now, seat, decision, notation.write_move(choice.choice(legal))))
    standing = stored.standing(now, None)
    row: dict[str, Any] = {"id": table, "seq": now.seq, "game": now.room.game, "room": standing.room}
    with engine.begin() as connection:
        connection.execute(
            text("insert into tables values (:id, :seq, :game, 0, :room, :position, '2026-11-01', '2026-11-02')"),
            {**row, "position": standing.position},
        )
        connection.execute(text("insert into entries values (:id, :seq, null, :game, :kind, :body)"), lines)
    return now


async def test_old_games_are_listed_for_those_of_whom_it_is_known_that_they_played(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    engine = create_engine(database)
    upgrade(engine, "0001")
    written_before(engine, "oldone", games=2)
    running = written_before(engine, "runs", games=1, most=12)
    engine.dispose()
    store = Store(database)
    await store.open()
    ada, bo = await games_of(store, "g1", 0), await games_of(store, "g2", 0)
    assert [(played.row.table_id, played.row.game, played.seats) for played in ada] == [
        ("oldone", 2, [0]),
        ("oldone", 1, [0]),
    ]
    assert [(played.row.game, played.seats) for played in bo] == [(2, [2])], (
        "in the first game somebody else may have sat there"
    )
    first = ada[1].row
    assert (first.name, msgspec.json.decode(first.names), first.rounds) == ("Old", ["Ada", "Drifter", "Bob"], 2)
    assert (msgspec.json.decode(first.rules)["round_limit"], first.winners) == (2, "[]")
    assert first.ended is not None
    assert first.began <= first.ended

    listed = {one.row.id: one.row for one in await tables_of(store, "g1", 0)}
    assert [seat for seat in range(3) if listed["runs"].turn >> seat & 1] == running.actors()
    assert listed["oldone"].turn == 0
    await store.close()
