"""Nudges: how people can be reached, where they want to be, and what is due to be told."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "nudge_ways",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("faults", sa.Integer, nullable=False),
        sa.Column("stopped", sa.String(40)),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("nudge_ways_guest", "nudge_ways", ["guest"])
    op.create_index("nudge_ways_digest", "nudge_ways", ["digest"])
    op.create_index("nudge_ways_made", "nudge_ways", ["made"])
    op.create_table(
        "nudge_wishes",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("wanted", sa.Boolean, nullable=False),
    )
    op.create_table(
        "nudges_due",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("occasion", sa.String(48), nullable=False),
        sa.Column("way", sa.String(24), nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.UniqueConstraint("table_id", "guest", "occasion", "way", name="nudges_due_occasion"),
    )
    op.create_index("nudges_due_due", "nudges_due", ["due"])
    op.create_index("nudges_due_guest", "nudges_due", ["guest"])
    op.create_index("nudges_due_way", "nudges_due", ["way"])
