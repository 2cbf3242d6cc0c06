"""The steps from an older database to the newest; taken by Alembic whenever the server starts."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Brings the database to a revision, by default the newest; a new file begins with the first step."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
