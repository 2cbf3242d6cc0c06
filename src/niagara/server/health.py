"""What watches the server asks: is it alive, can it work, how is it doing."""

import asyncio
import hmac
import time
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from litestar import Request, Response, Router, get
from litestar.di import NamedDependency
from litestar.params import SkipValidation
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import func, select
from structlog.typing import FilteringBoundLogger

from niagara.server import metrics
from niagara.server.faults import OF_LOOKING, OF_READINESS
from niagara.server.hosting import schema
from niagara.server.settings import Settings
from niagara.server.tables import Tables
from niagara.words import Refusal

_PATIENCE = 5.0  # seconds for store and Redis to answer


@get("/healthz", tags=["server"], responses=OF_LOOKING)
async def healthz() -> dict[str, bool]:
    """The process is alive."""
    return {"ok": True}


@get("/readyz", tags=["server"], responses=OF_READINESS)
async def readyz(
    tables: NamedDependency[Tables],
    log: NamedDependency[SkipValidation[FilteringBoundLogger]],
) -> dict[str, bool]:
    """What it needs to work answers too."""
    try:
        async with asyncio.timeout(_PATIENCE):
            await _overdue(tables)
            await tables.others.ask()
    except Exception as fault:  # whatever the driver raises: the answer is the same
        log.warning("not-ready", reason=str(fault)[:200])
        raise Refusal("not-ready") from fault
    return {"ok": True}


@get("/metrics", tags=["server"], responses=OF_LOOKING, media_type="text/plain")
async def figures(
    request: Request[Any, Any, Any], tables: NamedDependency[Tables], settings: NamedDependency[Settings]
) -> Response[bytes]:
    """For Prometheus."""
    if not may_read(request, settings):
        raise Refusal("metrics-closed")
    metrics.TABLES.set(tables.in_memory())
    metrics.OVERDUE.set(await _overdue(tables))
    return Response(metrics.text(), media_type=CONTENT_TYPE_LATEST)


def may_read(request: Request[Any, Any, Any], settings: Settings) -> bool:
    """Whoever knows the token; without one, whoever asks from an address that is allowed.

    A proxy on this machine that does not tell for whom it asks comes from the loopback address too, but names another host.
    """
    if settings.metrics_token:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), settings.metrics_token.encode())
    client = _address(request.client.host if request.client else "")
    if client is None or not any(client in ip_network(allowed, strict=False) for allowed in settings.metrics_from):
        return False
    host = (request.url.hostname or "").strip("[]")
    named = _address(host)
    return not client.is_loopback or host == "localhost" or (named is not None and named.is_loopback)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None


async def _overdue(tables: Tables) -> int:
    """How many tables some process should have seen to by now."""
    now = time.time_ns() // 1_000_000
    query = select(func.count()).where(schema.tables.c.due <= now)
    return await tables.store.read(lambda connection: connection.execute(query).scalar_one())


def router() -> Router:
    return Router("/", route_handlers=[healthz, readyz, figures])
