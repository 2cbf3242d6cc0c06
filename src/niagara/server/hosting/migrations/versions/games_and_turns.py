"""The list of games with who played them, and in each table's row the seats that must act."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("turn", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "games",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("game", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("began", sa.String(32), nullable=False),
        sa.Column("ended", sa.String(32)),
        sa.Column("winners", sa.Text),
        sa.Column("rounds", sa.Integer),
    )
    op.create_table(
        "players",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("game", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("ended", sa.String(32)),
        sa.ForeignKeyConstraint(["table_id", "game"], ["games.table_id", "games.game"]),
    )
    _fill(op.get_bind())
    op.create_index("players_guest", "players", ["guest", "ended"])


_TABLES = sa.table("tables", *map(sa.column, ("id", "game", "turn", "room", "position")))
_ENTRIES = sa.table("entries", *map(sa.column, ("table_id", "seq", "game", "kind", "body")))
_GAMES = sa.table(
    "games",
    *map(sa.column, ("table_id", "game", "name", "rules", "names", "began", "ended", "winners", "rounds")),
)
_PLAYERS = sa.table("players", *map(sa.column, ("table_id", "game", "seat", "guest", "ended")))


def _fill(connection: sa.Connection) -> None:
    """From the tables and entries that are there, one table at a time."""
    for table in connection.scalars(sa.select(_TABLES.c.id)).all():
        row = connection.execute(sa.select(_TABLES).where(_TABLES.c.id == table)).one()
        room = json.loads(row.room)
        if room["phase"] == "playing" and row.position:
            turn = _turn(json.loads(row.position))
            connection.execute(sa.update(_TABLES).where(_TABLES.c.id == table).values(turn=turn))
        starts = sa.select(_ENTRIES.c.game, _ENTRIES.c.body).where(
            _ENTRIES.c.table_id == table, _ENTRIES.c.kind == "start"
        )
        for game, body in connection.execute(starts.order_by(_ENTRIES.c.seq)).all():
            _fill_game(connection, table, game, room, json.loads(body))


def _turn(position: dict[str, Any]) -> int:
    """The seats that must act, a bit each."""
    phase, seats = position.get("phase"), position.get("seats", [])
    if phase in ("turns", "banks"):
        return 1 << int(position["turn"])
    key = {"cards": "card", "buy": "bought"}.get(str(phase))
    return sum(1 << number for number, seat in enumerate(seats) if key and seat[key] is None)


def _fill_game(connection: sa.Connection, table: str, game: int, room: dict[str, Any], start: dict[str, Any]) -> None:
    end = _end(connection, table, game)
    names = start.get("names", [seat["name"] for seat in room["seats"]])
    row = {"table_id": table, "game": game, "name": room.get("name", ""), "names": json.dumps(names)}
    row |= {"rules": json.dumps(start.get("rules", {})), "began": start.get("at", ""), "ended": None}
    connection.execute(sa.insert(_GAMES).values(**{**row, **end}))
    # Who sat where is known of those who still sit there under the same name.
    for number, (seat, name) in enumerate(zip(room["seats"], names, strict=False)):
        if seat.get("guest") and seat["name"] == name:
            player = {"table_id": table, "game": game, "seat": number, "guest": seat["guest"]}
            connection.execute(sa.insert(_PLAYERS).values(**player, ended=end.get("ended")))


def _end(connection: sa.Connection, table: str, game: int) -> dict[str, Any]:
    """How the game ended; nothing if it is still played."""
    moves = (
        sa.select(_ENTRIES.c.body)
        .where(_ENTRIES.c.table_id == table, _ENTRIES.c.game == game, _ENTRIES.c.kind == "move")
        .order_by(_ENTRIES.c.seq.desc())
    )
    last = connection.scalar(moves.limit(1))
    move = json.loads(last) if last else {}
    over = [event for event in move.get("events", []) if event["event"] == "over"]
    if not over:
        return {}
    begun = connection.scalar(moves.where(_ENTRIES.c.body.contains('"event":"round"')).limit(1))
    told = json.loads(begun)["events"] if begun else []
    rounds = [event["round"] for event in told if event["event"] == "round"]
    return {"ended": move["at"], "winners": json.dumps(over[0]["winners"]), "rounds": rounds[-1] if rounds else 1}
