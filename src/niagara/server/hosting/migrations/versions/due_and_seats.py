"""What a table's room says of it, in columns to look it up by: phase, who sits, when the server must act."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    # Column by column: to make the table anew, as SQLite's batches do, would break what refers to it.
    op.add_column("tables", sa.Column("phase", sa.String(8), nullable=False, server_default="room"))
    op.add_column("tables", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("due", sa.BigInteger))
    op.add_column("tables", sa.Column("clocks", sa.Text))
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(32), nullable=False),
    )
    _fill()
    op.drop_index("tables_served", "tables")
    op.drop_column("tables", "served")
    op.create_index("tables_due", "tables", ["due"])
    op.create_index("tables_lobby", "tables", ["public", "phase", "changed"])
    op.create_index("seats_guest", "seats", ["guest"])


def _fill() -> None:
    """From the rooms that are there."""
    connection = op.get_bind()
    tables = sa.table(
        "tables", sa.column("id"), sa.column("room"), sa.column("phase"), sa.column("served"), sa.column("due")
    )
    seats = sa.table("seats", sa.column("table_id"), sa.column("seat"), sa.column("guest"))
    for row in connection.execute(sa.select(tables.c.id, tables.c.room)).all():
        room = json.loads(row.room)
        connection.execute(sa.update(tables).where(tables.c.id == row.id).values(phase=room["phase"]))
        sitting = [
            {"table_id": row.id, "seat": number, "guest": seat["guest"]}
            for number, seat in enumerate(room["seats"])
            if seat.get("guest")
        ]
        if sitting:
            connection.execute(sa.insert(seats), sitting)
    connection.execute(sa.update(tables).where(tables.c.served).values(due=0))
