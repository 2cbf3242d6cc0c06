"""Alembic, with which the steps are taken."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select

from niagara.server.hosting.migrations import NEWEST

_LOCK = 0x6E696167_01  # of PostgreSQL, while the steps are taken; the letters of the river


def upgrade_on(connection: Connection, to: str = NEWEST) -> None:
    """Within a transaction of the caller's."""
    if connection.dialect.name == "postgresql":  # several processes may start at once
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def known() -> list[str]:
    """All revisions that this version knows, the newest first."""
    return [step.revision for step in ScriptDirectory.from_config(_config()).walk_revisions()]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config
