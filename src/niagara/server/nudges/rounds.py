"""The rounds of whoever nudges: what is due is claimed, judged anew, and sent by each of the person's ways."""

import asyncio
import time

from sqlalchemy import Connection
from structlog.typing import FilteringBoundLogger

from niagara.server import metrics
from niagara.server.hosting.away import log_fault
from niagara.server.hosting.store import Store
from niagara.server.moments import Moment
from niagara.server.nudges import book, occasions
from niagara.server.nudges.book import Due, Way
from niagara.server.nudges.message import Message, Outcome
from niagara.server.nudges.senders import Senders
from niagara.server.paces import Slow
from niagara.server.people import People
from niagara.server.settings import Settings
from niagara.server.tables import Tables
from niagara.words import Refusal

_EVERY = 1.0  # seconds between looks
_LEASE = 300_000  # ms: longer than the slowest receiver may take
_AN_HOUR = 3_600_000  # ms
_AT_ONCE = 32  # on their way, in this process
_AGAIN = (30_000, 120_000, 600_000, 3_600_000)  # ms to the next try; after the last it is given up
_TRIES = 8  # more than a receiver that fails gets: the fault is here
_FAULTS = 12  # in a row, and a way is switched off
_LEAVING = 3.0  # seconds for those on their way, when the server stops


class Rounds:
    """Any number of processes go round; each nudge is claimed by one. One that dies between claiming and sending has its
    nudge sent by another when the claim has run out: at worst the person gets it twice.
    """

    def __init__(
        self,
        store: Store,
        tables: Tables,
        people: People,
        senders: Senders,
        settings: Settings,
        log: FilteringBoundLogger,
    ) -> None:
        self._store = store
        self._tables = tables
        self._people = people
        self._senders = senders
        self._delay = max(1_000, round(settings.nudge_delay * 1000))  # ms
        self._log = log
        self._on_their_way: set[asyncio.Task[None]] = set()
        self._going: asyncio.Task[None]

    def open(self) -> None:
        self._going = asyncio.create_task(self._go_round(), name="nudges")

    async def close(self) -> None:
        self._going.cancel()
        await asyncio.wait([self._going])
        if self._on_their_way:
            await asyncio.wait(self._on_their_way, timeout=_LEAVING)
        for task in list(self._on_their_way):
            task.cancel()
        await asyncio.gather(*self._on_their_way, return_exceptions=True)

    async def _go_round(self) -> None:
        while True:
            try:
                found = await self._claim()
                for one in found:
                    task = asyncio.create_task(self._attend(one))
                    self._on_their_way.add(task)
                    task.add_done_callback(self._on_their_way.discard)
            except Exception as fault:  # the disk is full, say: it will be looked at again
                log_fault(self._log, "nudges-pause", fault)
            await asyncio.sleep(_EVERY)

    async def _claim(self) -> list[Due]:
        free, now = _AT_ONCE - len(self._on_their_way), _now()
        if free <= 0:
            return []
        first = await self._store.read(book.next_due)  # most looks find nothing, and need not write
        if first is None or first > now:
            return []
        return await self._store.write(lambda connection: book.claim(connection, now, now + _LEASE, free))

    async def _attend(self, one: Due) -> None:
        try:
            if one.tries > _TRIES:
                self._log.error("nudge-given-up", nudge=one.id, kind=one.kind, way=one.way)
                await self._settle(one)
            else:
                await (self._send(one) if one.way else self._judge(one))
        except Exception as fault:  # the claim runs out, and it is tried again
            log_fault(self._log, "nudge-fault", fault, nudge=one.id, kind=one.kind, way=one.way)

    async def _judge(self, one: Due) -> None:
        """Whether the person is told at all, and by which ways."""
        now = await self._standing(one)
        if now is None or not await self._wanted(one, now):
            await self._settle(one)
        elif (loud := occasions.quiet_until(now, at := _now())) > at:
            await self._put_off(one, loud - at, afresh=True)
        elif await self._is_there(one):
            waits = one.kind in ("turn", "begun", "soon")  # he may still go away without having decided
            await (self._put_off(one, self._delay, afresh=True) if waits else self._settle(one))
        else:
            ways = await self._store.read(lambda connection: book.usable_ways(connection, one.guest))
            by = [way.id for way in ways]
            await self._store.write(lambda connection: book.send_by(connection, one, by, _now()))

    async def _send(self, one: Due) -> None:
        way = await self._store.read(lambda connection: book.way(connection, one.way))
        now = await self._standing(one)
        if way is None or way.stopped or now is None or await self._is_there(one):
            await self._settle(one)
            return
        outcome = await self._senders.send(way, await self._message(one, now))
        self._log.info("nudge", nudge=one.id, kind=one.kind, by=way.kind, way=way.id, result=outcome.key)
        await self._store.write(lambda connection: self._note(connection, one, way, outcome))

    def _note(self, connection: Connection, one: Due, way: Way, outcome: Outcome) -> None:
        if outcome.result == "failed" and one.tries <= len(_AGAIN):
            book.put_off(connection, one, _now() + _AGAIN[one.tries - 1])
        else:
            book.settle(connection, one)
        note_outcome(connection, way, outcome)

    async def _standing(self, one: Due) -> Moment | None:
        """The table as it is now, if what is to be told still holds there."""
        try:
            now = (await self._tables.read(one.table_id)).now
        except Refusal as refusal:
            if refusal.key != "no-such-table":  # it is the database that is away
                raise
            return None
        return now if occasions.holds(now, one.guest, one.kind, one.occasion) else None

    async def _is_there(self, one: Due) -> bool:
        """Through whichever process."""
        here = await self._tables.find(one.table_id)
        return here.is_here(one.guest) or one.guest in await self._tables.others.people(one.table_id)

    async def _wanted(self, one: Due, now: Moment) -> bool:
        here, anywhere = await self._store.read(
            lambda connection: [book.wish(connection, one.guest, table) for table in (one.table_id, book.UNPACED)]
        )
        return isinstance(now.room.pace, Slow) or bool(anywhere) if here is None else here

    async def _message(self, one: Due, now: Moment) -> Message:
        seat = now.room.seat_of(one.guest)
        who = (await self._people.named(one.guest)).spoken if seat is None else now.room.seats[seat].name
        hours = round(occasions.time_left(now, one.occasion, _now()) / _AN_HOUR) if one.kind == "soon" else 0
        return Message(f"nudge-{one.kind}", one.table_id, now.room.name, who, hours)

    async def _settle(self, one: Due) -> None:
        await self._store.write(lambda connection: book.settle(connection, one))

    async def _put_off(self, one: Due, wait: int, afresh: bool = False) -> None:
        await self._store.write(lambda connection: book.put_off(connection, one, _now() + wait, afresh))


def note_outcome(connection: Connection, way: Way, outcome: Outcome) -> None:
    """What became of a try, for the way: a browser that is gone is forgotten, whatever fails for long is switched off."""
    metrics.NUDGES.labels(way.kind, outcome.result).inc()
    if outcome.result == "sent":
        book.works(connection, way.id, _now())
    elif outcome.result == "failed":
        book.fails(connection, way.id, _FAULTS, "nudge-stopped")
    elif way.kind == "push":
        book.remove_way(connection, way.id)
    else:
        book.fails(connection, way.id, 1, outcome.key)


def _now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
