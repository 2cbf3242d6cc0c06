"""The tables of the database, as the newest migration leaves them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(24), nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("seq", Integer, nullable=False),  # of the last entry; guards every change
    Column("game", Integer, nullable=False),
    Column("phase", String(8), nullable=False),  # of the room
    Column("public", Boolean, nullable=False),  # shown in the lobby
    Column("due", BigInteger),  # when the server must act here at the latest, in milliseconds since 1970; null: never
    Column("room", Text, nullable=False),  # JSON
    Column("position", Text),  # JSON of the notation; null before the first game
    Column("clocks", Text),  # JSON; null where nobody counts the time
    Column("turn", Integer, nullable=False, server_default="0"),  # the seats that must act, a bit each
    Column("made", String(32), nullable=False),
    Column("changed", String(32), nullable=False),
)
Index("tables_due", tables.c.due)
Index("tables_lobby", tables.c.public, tables.c.phase, tables.c.changed)

# Who sits where now, so that a person's tables are found. The room says the same.
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(32), nullable=False),
)
Index("seats_guest", seats.c.guest)

# Append-only: nothing here is ever changed, and nothing deleted but the talk of tables at which nobody ever played.
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("command", String(36)),  # the id of the command that it answers; null for bots and chance
    Column("game", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("body", Text, nullable=False),  # JSON, the whole truth: cut for a seat when it is sent
    UniqueConstraint("table_id", "command", name="entries_command"),
)

# The games of every table, so that nobody has to look through the entries for them.
games = Table(
    "games",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), nullable=False),  # of the table
    Column("rules", Text, nullable=False),  # JSON
    Column("names", Text, nullable=False),  # JSON: of the seats, when it began
    Column("began", String(32), nullable=False),
    Column("ended", String(32)),  # null while it is played; so are the two below
    Column("winners", Text),  # JSON: seats
    Column("rounds", Integer),
)

# Who sat where when a game began. A person's finished games are found by `ended`, which repeats that of the game.
players = Table(
    "players",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(32), nullable=False),
    Column("ended", String(32)),
    ForeignKeyConstraint(["table_id", "game"], ["games.table_id", "games.game"]),
)
Index("players_guest", players.c.guest, players.c.ended)

# How a guest can be reached when a table waits for him. `target` is his secret: shown to nobody, also not to him.
nudge_ways = Table(
    "nudge_ways",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("guest", String(32), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("target", Text, nullable=False),  # JSON
    Column("digest", String(64), nullable=False),  # of the target, to know it again
    Column("confirmed", Boolean, nullable=False),
    Column("faults", Integer, nullable=False),  # in a row
    Column("stopped", String(40)),  # the key of the reason why it is used no more
    Column("made", BigInteger, nullable=False),
)
Index("nudge_ways_guest", nudge_ways.c.guest)
Index("nudge_ways_digest", nudge_ways.c.digest)
Index("nudge_ways_made", nudge_ways.c.made)

# Where a guest wants to be nudged, other than by default; the empty id stands for all tables without a slow pace.
nudge_wishes = Table(
    "nudge_wishes",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("table_id", String(16), primary_key=True),
    Column("wanted", Boolean, nullable=False),
)

# What is to be told, claimed like a table that is due. Noted in the transaction of the change that brought it.
nudges_due = Table(
    "nudges_due",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("guest", String(32), nullable=False),
    Column("table_id", String(16), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("occasion", String(48), nullable=False),
    Column("way", String(24), nullable=False),  # empty: it is not decided yet whether and how
    Column("due", BigInteger, nullable=False),  # milliseconds since 1970
    Column("tries", Integer, nullable=False),
    UniqueConstraint("table_id", "guest", "occasion", "way", name="nudges_due_occasion"),
)
Index("nudges_due_due", nudges_due.c.due)
Index("nudges_due_guest", nudges_due.c.guest)
Index("nudges_due_way", nudges_due.c.way)
