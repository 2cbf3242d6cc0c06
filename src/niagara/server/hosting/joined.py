"""How a process joins the others that serve the same tables, or makes sure that there are none."""

import asyncio
import importlib.util
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, closing

from sqlalchemy import func, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from structlog.typing import FilteringBoundLogger

from niagara.server.hosting import lock
from niagara.server.hosting.away import spoken
from niagara.server.hosting.fanout import Fanout
from niagara.server.hosting.others import Others
from niagara.server.hosting.store import engine_of
from niagara.server.settings import Settings
from niagara.server.tables import Tables
from niagara.words import Refusal

_LOCK = 0x6E696167_02  # of PostgreSQL: together by processes that hear of each other, alone by one that does not
_TRIES, _PAUSE = 25, 0.2  # seconds; PostgreSQL notices a moment later that a process was killed


def check(settings: Settings) -> None:
    """Raises Refusal where database or Redis cannot be used; nothing secret is told."""
    if settings.redis_url and not settings.database_url:
        raise Refusal("redis-without-postgresql")
    if settings.bots == "elsewhere" and not settings.redis_url:
        raise Refusal("bots-elsewhere-alone")
    wanted = {"psycopg": settings.database_url, "redis": settings.redis_url}
    if missing := [name for name, url in wanted.items() if url and importlib.util.find_spec(name) is None]:
        raise Refusal("scale-missing", packages=", ".join(missing))
    if settings.database_url:
        _check_database(settings.database)
    if settings.redis_url:
        _check_redis(settings.redis_url)


def _check_database(database: str) -> None:
    try:
        url = make_url(database)
    except (ArgumentError, ValueError) as wrong:
        raise Refusal("url-wrong", setting="NIAGARA_DATABASE_URL") from wrong
    engine = engine_of(database)
    try:
        with engine.connect():
            pass
    except DBAPIError as fault:
        reason = _without(" ".join(str(fault.orig).split()), url.password)
        raise Refusal("database-away", place=f"{url.host}/{url.database}", reason=reason) from fault
    finally:
        engine.dispose()


def _check_redis(url: str) -> None:
    import redis

    try:
        client = redis.Redis.from_url(url, socket_connect_timeout=5)
    except ValueError as wrong:
        raise Refusal("url-wrong", setting="NIAGARA_REDIS_URL") from wrong
    with closing(client):
        known = client.connection_pool.connection_kwargs
        try:
            client.ping()
        except (redis.RedisError, OSError) as fault:
            place = f"{known.get('host', known.get('path'))}/{known.get('db', 0)}"
            reason = _without(str(fault), known.get("password"))
            raise Refusal("redis-away", place=place, reason=reason) from fault


def _without(reason: str, password: object) -> str:
    return reason.replace(str(password), "…") if password else reason


@asynccontextmanager
async def joined(
    settings: Settings, tables: Tables, fanout: Fanout, secret: str, log: FilteringBoundLogger, worker: bool = False
) -> AsyncIterator[Others]:
    """Tables hear of the other processes while this lasts. The store must be open. Raises Refusal."""
    if settings.redis_url:
        await asyncio.to_thread(_check_redis, settings.redis_url)
    try:
        place = await asyncio.to_thread(_place, settings)
    except DBAPIError as fault:
        raise spoken(fault) from fault
    try:
        if not settings.redis_url:
            yield tables.others
            return
        from niagara.server.hosting.wire import Wire  # with a package that one process does not need

        wire = Wire(settings.redis_url, fanout, tables, log, worker)
        tables.others = wire
        try:
            await wire.open(secret)
            if wire.joins_others:  # clocks went on before this process began
                tables.served_since = 0
            yield wire
        finally:
            await wire.close()
    finally:
        await asyncio.to_thread(place.close)


def check_place(settings: Settings) -> None:
    """Raises Refusal where another process serves the same tables, and they would not hear of each other."""
    _place(settings).close()


def _place(settings: Settings) -> ExitStack:
    """Holds, until it is closed, what says that this process serves the tables."""
    place = ExitStack()
    if not settings.database_url:
        place.enter_context(lock.held(settings.home, "serving", alone=True, refusal="serves-already"))
        return place
    engine = engine_of(settings.database)
    place.callback(engine.dispose)
    connection = place.enter_context(engine.connect().execution_options(isolation_level="AUTOCOMMIT"))
    hold = select(func.pg_try_advisory_lock_shared(_LOCK) if settings.redis_url else func.pg_try_advisory_lock(_LOCK))
    for _ in range(_TRIES):
        if connection.scalar(hold):
            return place
        time.sleep(_PAUSE)
    place.close()
    raise Refusal("serves-already-elsewhere")
