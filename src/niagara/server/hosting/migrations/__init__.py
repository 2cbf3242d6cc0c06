"""The steps from an older database to the newest, which are taken whenever the server starts."""

from sqlalchemy import Connection, Engine, String, column, inspect, select, table

NEWEST = "0004"  # the last step's; tests/server/test_migrations.py holds it against them
NONE = "base"  # the name for a database in which no step was ever taken
VERSIONS = "alembic_version"  # Alembic's own table
_AT = select(column("version_num", String)).select_from(table(VERSIONS))


def upgrade(engine: Engine, to: str = NEWEST) -> None:
    """Brings the database to a revision, by default the newest; a new file begins with the first step."""
    with engine.connect() as connection:
        if revision(connection) == to:
            return
    from niagara.server.hosting.migrations.steps import upgrade_on  # Alembic, which most starts need not wait for

    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        upgrade_on(connection, to)


def revision(connection: Connection) -> str:
    """That of the last step that was taken."""
    at = connection.scalar(_AT) if inspect(connection).has_table(VERSIONS) else None
    return NONE if at is None else at
