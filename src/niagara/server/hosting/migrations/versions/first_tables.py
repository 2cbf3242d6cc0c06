"""Guests, tables and their entries."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("served", sa.Boolean, nullable=False),
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("position", sa.Text),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("changed", sa.String(32), nullable=False),
    )
    op.create_index(
        "tables_served", "tables", ["served"], sqlite_where=sa.column("served"), postgresql_where=sa.column("served")
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("command", sa.String(36)),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", "command", name="entries_command"),
    )


def downgrade() -> None:
    op.drop_table("entries")
    op.drop_table("tables")
    op.drop_table("guests")
