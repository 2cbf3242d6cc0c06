"""What SQLite and PostgreSQL both know, and SQLAlchemy has for each apart; a server with SQLite leaves the other's alone."""

from typing import TYPE_CHECKING

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import sqlite

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql


def insert(connection: Connection, into: Table) -> "sqlite.Insert | postgresql.Insert":
    """An insertion that can say what happens where the row is there already."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(into)
    from sqlalchemy.dialects import postgresql

    return postgresql.insert(into)
