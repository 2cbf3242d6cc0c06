"""All tables: made, found, read from the store, told of what other processes have done there."""

import secrets
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace

from niagara import rules
from niagara.server import room, stored
from niagara.server.allowance import Allowances
from niagara.server.entries import Entry, Imported, Note
from niagara.server.hosting.fanout import Fanout
from niagara.server.hosting.others import Alone, Others
from niagara.server.hosting.store import Claimed, Store, Taken
from niagara.server.moments import Change, Moment
from niagara.server.now import DAY, milliseconds, timestamp
from niagara.server.nudges.reach import Reach
from niagara.server.people import Guest
from niagara.server.room import Rules
from niagara.server.settings import Settings
from niagara.server.table import Served, Table
from niagara.words import Refusal, say

_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another
_ID_LENGTH = 6
_read_entry: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


class Tables:
    """All tables. Those that somebody holds, and the latest, are in memory, once each; others are read when asked for."""

    def __init__(self, store: Store, fanout: Fanout, settings: Settings) -> None:
        self.store = store
        self.fanout = fanout
        self.settings = settings
        self.grace = round(settings.lag_seconds * 1000)  # ms
        self.served_since = (
            0 if settings.redis_url else milliseconds()
        )  # with others about, this one's start says nothing
        self.served: Served
        self.others: Others = Alone()
        self.reach = Reach(store)
        self._here: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._lately: deque[Table] = deque(maxlen=settings.tables_kept)
        self._lines = Allowances(settings.lines_per_second, settings.lines_at_once)
        self._openings = Allowances(settings.tables_per_minute / 60, settings.tables_at_once)

    def let_speak(self, guest: Guest) -> None:
        """Raises Refusal where the guest has said too much of late."""
        if not self._lines.spend(guest.id):
            raise Refusal("too-many-lines")

    def let_open(self, guest: Guest) -> None:
        """Raises Refusal where the guest has opened too many tables of late."""
        if not self._openings.spend(guest.id):
            raise Refusal("too-many-tables")

    async def make(self, host: Guest, chosen: Rules, name: str, watch: bool) -> Table:
        """A new table, its maker on seat 0. Raises Refusal."""
        made = room.new_room(name or say("table-of", name=host.spoken), host.id, chosen, watch)
        seated, _ = room.sit(made, host.id, host.spoken, 0)
        args: Mapping[str, str | int] = {"name": host.spoken, "seat": 0}
        note = Note(key="note-joined", args=dict(args), text=say("note-joined", **args))
        return await self._open(Change(note, seated, None))

    async def resume(self, host: Guest, imported: Imported, position: rules.Position, name: str) -> Table:
        """A new table with empty seats, whose first game goes on from a position. Raises Refusal."""
        called = name or say("table-from-record", round=position.round)
        return await self._open(Change(imported, room.new_room(called, host.id, imported.rules, True), position))

    async def _open(self, change: Change) -> Table:
        now = timestamp()
        entry = replace(change.entry, seq=1, at=now)
        standing = stored.standing(Moment(1, change.room, change.position, entry), None)
        while True:
            table = "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))
            try:
                await self.store.make_table(table, standing, stored.line(None, entry), now, stored.sitting(change.room))
            except Taken:
                continue
            return await self.find(table)

    async def find(self, table: str) -> Table:
        """The table of an id. Raises Refusal."""
        here = self._here.get(table)
        if here is None:
            read = await self.read(table)
            here = self._here.setdefault(table, read)  # somebody else may have read it meanwhile: there is one of each
        elif not self.others.alone:
            await self.look_again([table])
        self._lately.append(here)
        return here

    async def read(self, table: str) -> Table:
        standing = await self.store.standing(table)
        if standing is None:
            raise Refusal("no-such-table", table=table[:24])
        bodies = await self.store.last_entries(table, self.settings.talk_entries)
        entries = [_read_entry.decode(body) for body in bodies]
        moment = stored.moment(standing, self.served_since)
        # An entry stored between the two readings belongs to a later moment.
        read = Table(table, moment, [entry for entry in entries if entry.seq <= standing.seq], self)
        read._due = standing.due
        return read

    # ── what other processes tell

    async def moved_on(self, table: str, seq: int) -> None:
        here = self._here.get(table)
        if here is not None and here.now.seq < seq:
            await here.know_of(seq)

    async def look_again(self, tables: Collection[str]) -> None:
        """Whatever was missed at these tables."""
        for table, seq in (await self.store.seqs(tables)).items():
            await self.moved_on(table, seq)

    def people_elsewhere(self, table: str, people: Mapping[str, str]) -> None:
        if (here := self._here.get(table)) is not None:
            here.are_elsewhere(people)

    async def named(self, guest: str, name: str) -> None:
        await self._rename_here(Guest(guest, name))

    # ──

    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._here)

    async def rename(self, guest: Guest) -> None:
        """At every table that is in memory, here or in another process."""
        self.others.renamed(guest.id, guest.name)
        await self._rename_here(guest)

    async def _rename_here(self, guest: Guest) -> None:
        for table in list(self._here.values()):
            if guest.id in table.present or table.now.room.seat_of(guest.id) is not None:
                await table.rename(guest)

    async def sweep(self) -> int:
        """Takes away tables at which nobody ever played and nothing has happened for long; tells how many."""
        before = timestamp(milliseconds() - self.settings.rooms_days * DAY)
        return await self.store.sweep(before, list(self._here))

    @property
    def lease(self) -> int:
        """Milliseconds that whoever must act at a table has for it, until somebody else does it."""
        return round(1000 * (self.settings.lease + self.settings.bot_delay))

    async def claim(self, most: int) -> Sequence[Claimed]:
        """Some of the tables where the server should have acted by now; for a lease they are this process's."""
        now = milliseconds()
        return await self.store.claim(now, now + self.lease, most)

    async def act(self, claimed: Claimed) -> None:
        try:
            table = await self.find(claimed.table)
        except Refusal:  # swept away since
            return
        await table.act(claimed.seq, claimed.until)

    async def take(self, table: str, due: int) -> None:
        """Serves a table that another process has offered, if it is still to be had."""
        until = milliseconds() + self.lease
        seq = await self.store.take(table, due, until)
        if seq is not None:
            await (await self.find(table)).act(seq, until)
