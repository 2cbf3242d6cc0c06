"""A worker: a process that serves no pages, and plays the bots of the servers that leave them to it."""

import asyncio
import signal
from typing import cast

from msgspec.structs import replace
from structlog.typing import FilteringBoundLogger

from niagara.server.hosting.away import log_fault
from niagara.server.hosting.bots import BotsAtWork
from niagara.server.hosting.claiming import claim_on
from niagara.server.hosting.fanout import Fanout
from niagara.server.hosting.joined import joined
from niagara.server.hosting.store import Store
from niagara.server.hosting.wire import FAULTS, Wire
from niagara.server.people import secret_in
from niagara.server.settings import Settings
from niagara.server.tables import Tables

_AT_ONCE = 64  # tables for each process in which bots think: most of the time a bot waits, so that people can follow
_PATIENCE = 1.0  # seconds until an offer


async def work(settings: Settings, log: FilteringBoundLogger) -> None:
    """Until SIGTERM or Ctrl-C; what has been begun is then left to others."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: loop.call_soon_threadsafe(stopped.set))
    settings = replace(settings, bots="here")
    store, fanout = Store(settings.database), Fanout()
    tables = Tables(store, fanout, settings)
    served = tables.served = BotsAtWork(settings, log)
    most = _AT_ONCE * max(1, settings.bot_workers)
    secret = secret_in(settings.home / "secret")
    await store.open()
    served.open(secret)
    async with joined(settings, tables, fanout, secret, log, worker=True) as others:
        taking = _take_on(cast(Wire, others), tables, served, most, log)
        at_work = [asyncio.create_task(each) for each in (claim_on(tables, log, lambda: most - served.busy), taking)]
        await stopped.wait()
        for task in at_work:
            task.cancel()
        await asyncio.wait(at_work)
        await served.close()
    await store.close()


async def _take_on(wire: Wire, tables: Tables, served: BotsAtWork, most: int, log: FilteringBoundLogger) -> None:
    """Takes what the servers offer."""
    while True:
        try:
            if served.busy >= most:
                await asyncio.sleep(0.05)
            elif (offer := await wire.offered(_PATIENCE)) is not None:
                await tables.take(*offer)
        except FAULTS:  # the wire tells it; what is not offered meanwhile is claimed
            await asyncio.sleep(_PATIENCE)
        except Exception as fault:  # the database is away, say; what is not taken is claimed later
            log_fault(log, "offer-failed", fault)
            await asyncio.sleep(_PATIENCE)
