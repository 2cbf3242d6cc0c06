"""PostgreSQL: what holds for it alone."""

import logging
import os
import socket
from collections.abc import AsyncIterator

import psycopg
import pytest
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from niagara.server.hosting.away import again_if_cut_off
from niagara.server.hosting.store import Line, Standing, Store, engine_of
from niagara.server.settings import Settings
from tests.ports import free_port
from tests.server.services import Postgres

_ROOM = Standing(1, 0, "room", False, None, "{}", None)


@pytest.fixture
async def store(postgres: Postgres) -> AsyncIterator[Store]:
    database = postgres.database()
    opened = Store(Settings(database_url=database).database)
    await opened.open()
    await opened.make_table("t", _ROOM, Line(None, "note", "{}"), "now")
    yield opened
    await opened.close()
    postgres.give_back(database)


def test_a_database_that_is_not_there_is_asked_once() -> None:
    """A connection that was never made is none that has broken: to ask again takes twice the time, for nothing."""
    engine, asked = engine_of(f"postgresql+psycopg://niagara@127.0.0.1:{free_port()}/none"), list[str]()
    event.listen(engine, "do_connect", lambda dialect, record, args, more: asked.append(more["host"]))

    def ask() -> None:
        with engine.connect():
            pass

    with pytest.raises(DBAPIError):
        again_if_cut_off(ask)
    assert asked == ["127.0.0.1"]


@pytest.mark.parametrize("what", ["read", "move", "work"])
async def test_a_connection_whose_socket_is_gone_is_replaced_without_a_word(
    store: Store, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The database was killed while it was asked. Then psycopg may still take the connection for well."""
    lost: list[psycopg.Connection] = []

    @event.listens_for(store._engine, "checkout")
    def lose(connection: psycopg.Connection, record: ConnectionPoolEntry, proxy: PoolProxiedConnection) -> None:
        if not lost:
            lost.append(connection)
            with socket.socket() as unconnected:
                os.dup2(unconnected.fileno(), connection.pgconn.socket)

    if what == "read":
        assert await store.standing("t") == _ROOM
    elif what == "move":
        await store.append("t", _ROOM._replace(seq=2), Line("c", "chat", "{}"), "now")
    else:
        await store.name_guest("g", "Ada")
    assert lost[0].closed
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
