"""The claiming loop: every process looks once a second for tables where the server should have acted by now.

So the end of a player's time is found without timers, and what a process that died has left undone is done by another. Should two
act at once, the guard of the store lets one of them through.
"""

import asyncio
from collections.abc import Callable

from structlog.typing import FilteringBoundLogger

from niagara.server.hosting.away import log_fault
from niagara.server.hosting.store import Claimed
from niagara.server.tables import Tables

MOST = 256  # tables claimed at once
_PAUSE = 1.0  # seconds
_PAUSE_AFTER_FAULT = 5.0


async def claim_on(tables: Tables, log: FilteringBoundLogger, room: Callable[[], int] = lambda: MOST) -> None:
    """Until it is cancelled. `room` tells at how many tables more this process can act."""
    while True:
        pause = _PAUSE
        try:
            while (most := min(room(), MOST)) > 0 and (claimed := await tables.claim(most)):
                await asyncio.gather(*(_act(tables, each, log) for each in claimed))
        except Exception as fault:  # the store is away, say
            log_fault(log, "claim-failed", fault, seconds=_PAUSE_AFTER_FAULT)
            pause = _PAUSE_AFTER_FAULT
        await asyncio.sleep(pause)


async def _act(tables: Tables, claimed: Claimed, log: FilteringBoundLogger) -> None:
    try:
        await tables.act(claimed)
    except Exception as fault:  # one table holds up no other; when the lease is over it is tried again
        log_fault(log, "table-fault", fault, table=claimed.table)
