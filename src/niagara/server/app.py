"""Builds the ASGI app from Settings; nothing else happens at import."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.metadata import version
from typing import Any

import structlog
from litestar import Litestar, Request
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from structlog.typing import FilteringBoundLogger

from niagara.server import api, health, pages
from niagara.server.bodies import Exact
from niagara.server.faults import handlers, on_sockets
from niagara.server.hosting.away import log_fault, reason
from niagara.server.hosting.bots import BotsAtWork
from niagara.server.hosting.claiming import claim_on
from niagara.server.hosting.fanout import Fanout
from niagara.server.hosting.joined import joined
from niagara.server.hosting.lock import held
from niagara.server.hosting.store import Store
from niagara.server.live import live
from niagara.server.nudges import api as nudges_api
from niagara.server.nudges.rounds import Rounds
from niagara.server.nudges.senders import Senders
from niagara.server.people import People, own_folder, secret_in
from niagara.server.settings import Settings
from niagara.server.tables import Tables
from niagara.server.visit import dress, refuse_other_sites
from niagara.words import Refusal, has

_A_DAY = 24 * 3600  # seconds


def build(settings: Settings, log: FilteringBoundLogger | None = None) -> Litestar:
    """The whole server. It opens its store when it is started, not before."""
    log = log or structlog.get_logger()
    store = Store(settings.database)
    people = People(store)
    fanout = Fanout()
    tables = Tables(store, fanout, settings)
    served = tables.served = BotsAtWork(settings, log)
    senders = Senders(settings)
    rounds = Rounds(store, tables, people, senders, settings, log)

    @asynccontextmanager
    async def at_home(app: Litestar) -> AsyncIterator[None]:
        own_folder(settings.home)
        with held(settings.home):
            yield

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        secret = secret_in(settings.home / "secret")
        people.open(secret)
        has("")  # reads the sentences now, and not while somebody waits
        async with AsyncExitStack() as stack:
            try:
                await store.open()
                stack.push_async_callback(store.close)
                await stack.enter_async_context(joined(settings, tables, fanout, secret, log))
            except Refusal as refusal:
                app.state.refused = reason(refusal).get("reason", refusal.text)  # for whoever started the server
                raise
            served.open(secret)
            senders.open(secret)
            rounds.open()
            at_work = [asyncio.create_task(each) for each in (claim_on(tables, log), _sweep_daily(tables, log))]
            try:
                yield
            finally:
                for task in at_work:
                    task.cancel()
                await asyncio.wait(at_work)
                await rounds.close()
                senders.close()
                await served.close()

    async def refuse(request: Request[Any, Any, Any]) -> None:
        await refuse_other_sites(request, settings)

    parts = {
        "settings": settings,
        "people": people,
        "fanout": fanout,
        "tables": tables,
        "log": log,
        "store": store,
        "senders": senders,
        "care": nudges_api.Care(),
    }
    return Litestar(
        [api.router(), nudges_api.router(), pages.router(), health.router(), live],
        lifespan=[at_home, running],
        dependencies={name: _given(part) for name, part in parts.items()},
        request_class=Exact,
        before_request=refuse,
        before_send=[dress],
        exception_handlers=handlers(log),
        after_exception=[on_sockets(log)],
        compression_config=CompressionConfig(backend="brotli", brotli_quality=5, brotli_gzip_fallback=True),
        request_max_body_size=settings.body_bytes,
        openapi_config=OpenAPIConfig(
            "Niagara", version("niagara"), path="/schema", render_plugins=[JsonRenderPlugin(path="/")]
        ),
        logging_config=None,
    )


async def _sweep_daily(tables: Tables, log: FilteringBoundLogger) -> None:
    while True:
        try:
            if swept := await tables.sweep():
                log.info("rooms-swept", count=swept)
        except Exception as fault:
            log_fault(log, "sweep-failed", fault)
        await asyncio.sleep(_A_DAY)
        gc.collect()  # what connections did not leave behind: hosting/cycles.py


def _given(part: object) -> Provide:
    def provide() -> Any:
        return part

    return Provide(provide, sync_to_thread=False)
