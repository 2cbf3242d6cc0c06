"""A table in memory, and the one door through which every change of it goes: a person's move, a bot's, chance's, a command."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol
from uuid import UUID

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection

from niagara import rules
from niagara.server import chat, metrics, moments, room, stored
from niagara.server.between import between
from niagara.server.company import Company
from niagara.server.due import due
from niagara.server.entries import Entry
from niagara.server.hosting.store import Overtaken, Repeated
from niagara.server.moments import Change, Moment
from niagara.server.now import milliseconds, timestamp
from niagara.server.nudges import book
from niagara.server.nudges.occasions import news
from niagara.server.people import Guest
from niagara.words import Refusal

if TYPE_CHECKING:
    from niagara.server.tables import Tables

_CAUGHT_UP = 16  # entries that are told one by one to who is behind; with more he gets the table as it stands
_SIGHTS_KEPT = 3  # moments whose worked-out sights are kept for sockets on their way
_read_entry: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


class Answer(NamedTuple):
    """What became of a command: the entry that it left, or else a text for who asked."""

    seq: int | None
    text: str | None = None


class Served(Protocol):
    """Whoever moves for bots and chance."""

    def attend(self, table: "Table") -> None: ...


class Table:
    """A table in memory, as long as somebody holds it."""

    def __init__(self, table: str, now: Moment, entries: list[Entry], tables: "Tables") -> None:
        self.id = table
        self.now = now
        self.moments = deque([now], tables.settings.moments_kept)  # the last of them is now
        self.entries = deque(entries, tables.settings.talk_entries)
        self.present: dict[str, Guest] = {}  # through whichever process
        self._here: dict[str, Guest] = {}
        self._elsewhere: dict[str, Guest] = {}
        self._gone: dict[str, int] = {}  # who was here, and when he went, in ms since 1970
        self._known_since = milliseconds()
        self._due: int | None = None  # as this process last knew it
        self._mine = tables.others.alone  # whether it is this process that must act until then
        self._sockets: Counter[str] = Counter()
        self._tables = tables
        self._door = asyncio.Lock()

    @property
    def company(self) -> Company:
        empty_after = self._tables.settings.empty_seconds * 1000
        return Company(self.present, self._gone, self._known_since, empty_after, milliseconds())

    def let_speak(self, guest: Guest) -> None:
        """Raises Refusal where the guest has said too much of late, here or at other tables."""
        self._tables.let_speak(guest)

    async def say(self, guest: Guest, command: UUID, text: str) -> Answer:
        """Chat or a slash command. Raises Refusal."""
        return await self._change(str(command), lambda now: chat.hear(now, guest, self.company, text))

    async def move(
        self, guest: Guest, command: UUID, decision: str, text: str, game: int | None = None, lag: int = 0
    ) -> Answer:
        """A person's move, in the game that he means; `lag` is what the network takes, in ms. Raises Refusal."""

        def change(now: Moment) -> Change:
            seat = now.seat_meant(guest.id, decision)
            if game not in (None, now.room.game):  # every game has a decision 1.cards.0
                raise Refusal("decision-closed", decision=decision)
            moments.let_decide(now, seat)
            return moments.play(now, seat, decision, text)

        await self.come_back(guest)
        return await self._change(str(command), change, min(lag, self._tables.grace))

    async def come_back(self, guest: Guest) -> None:
        """Whoever is here again plays for himself, once a bot has made the decision for which his time was out."""
        for seat in self.now.room.seats_of(guest.id):
            if moments.is_missed(self.now, seat):
                try:
                    await self._change(None, partial(moments.back, seat=seat))
                except Refusal as refusal:
                    if refusal.key not in ("bot-decides", "not-away"):
                        raise

    async def _look_at_clocks(self) -> None:
        """Bots play on for all whose time is up."""
        while moments.is_overdue(self.now, milliseconds(), self._tables.grace):
            try:
                await self._change(None, lambda now: moments.time_out(now, milliseconds(), self._tables.grace))
            except Refusal as refusal:
                if refusal.key != "time-left":  # a move came first
                    raise

    async def serve(self, seat: int, decision: str, text: str) -> None:
        """A move of a bot, or of chance. Raises Refusal."""

        def change(now: Moment) -> Change:
            served = seat == rules.CHANCE or now.room.seats[seat].played_by is not None
            if not served or seat not in now.actors():  # it may have been moved for by another process (R2.5)
                raise Refusal("decision-closed", decision=decision)
            return moments.play(now, seat, decision, text)

        await self._change(None, change)

    async def know(self, guest: Guest) -> None:
        """Whoever comes to his seat with another name than he left it with took it while this table was not in memory."""
        seat = self.now.room.own_seat(guest.id)
        if seat is not None and guest.name and not self.now.room.seats[seat].bears(guest.name):
            await self.rename(guest)

    async def rename(self, guest: Guest) -> None:
        """The guest bears another name from now on."""
        if guest.id in self._here:
            self._here[guest.id] = guest
            self._are_here()
        self._tables.fanout.ring(self.id)

        def change(now: Moment) -> Change | str:
            seat = now.room.own_seat(guest.id)
            if seat is None or now.room.seats[seat].name == guest.name:
                return ""  # nothing to tell
            old = now.room.seats[seat].name
            renamed = room.rename(now.room, seat, guest.name)
            if renamed.seats[seat].name == old:  # another process was first
                return ""
            return moments.note(now, renamed, "note-renamed", old=old, name=renamed.seats[seat].name)

        await self._change(None, change)

    def since(self, seq: int) -> list[Moment] | None:
        """The moments after entry `seq`; None if they are no longer at hand, or the entry is none of this table's."""
        if not self.moments[0].seq <= seq <= self.now.seq:
            return None
        return [self.moments[place] for place in range(seq - self.now.seq, 0)]  # from the end, where they lie at hand

    def leave(self, moment: Moment) -> None:
        """A client is told of a later moment now; what was worked out for an old one is not kept."""
        if moment.seq <= self.now.seq - _SIGHTS_KEPT:
            moment.forget_sights()

    @contextmanager
    def attended(self, guest: Guest) -> Iterator[None]:
        """A socket of the guest is connected while this lasts."""
        self._sockets[guest.id] += 1
        self._here[guest.id] = guest
        self._are_here()
        try:
            yield
        finally:
            self._sockets[guest.id] -= 1
            if not self._sockets[guest.id]:
                del self._sockets[guest.id], self._here[guest.id]
                self._are_here()

    def _are_here(self) -> None:
        """Somebody has come, gone, or taken another name."""
        self._tables.others.here(self.id, {guest.id: guest.name for guest in self._here.values()})
        self._are_present()

    def are_elsewhere(self, people: Mapping[str, str]) -> None:
        """Who is here through other processes."""
        self._elsewhere = {guest: Guest(guest, name) for guest, name in people.items()}
        self._are_present()

    def _are_present(self) -> None:
        before, self.present = self.present, {**self._elsewhere, **self._here}
        for guest in before.keys() - self.present.keys():
            if self.now.room.seat_of(guest) is not None:
                self._gone[guest] = milliseconds()
        self._tables.fanout.ring(self.id)

    def sockets(self, guest: Guest) -> int:
        """How many connections the guest has to this table."""
        return self._sockets[guest.id]

    def is_here(self, guest: str) -> bool:
        """Through this process; who is elsewhere is not told of a table to which nobody listens here."""
        return guest in self._here

    def has_company(self) -> bool:
        """Bots alone at a table that nobody looks at rest."""
        return bool(self.present) or self.now.room.has_people()

    async def is_attended(self) -> bool:
        """Whether the table has company; where that is not known by heart, the other processes are asked."""
        if not (self._here or self.now.room.has_people()):
            self.are_elsewhere(await self._tables.others.people(self.id))
        return self.has_company()

    def may_serve(self) -> bool:
        """Whether no other process has a lease on what must be done here."""
        return self._mine or self._due is None or self._due <= milliseconds()

    async def take_up(self) -> None:
        """Somebody has come: bots that rested play on."""
        if self.now.served_seat() is None or not self.may_serve():
            return
        if not self._tables.others.alone:
            self._due, self._mine = milliseconds() + self._tables.lease, True
            await self._tables.store.put_off(self.id, self.now.seq, self._due)
        self._tables.served.attend(self)

    def is_offered(self) -> bool:
        """Leaves it to a worker to act here, if any waits for that."""
        if not self._tables.others.bots_wait:
            return False
        if self._mine and self._due is not None and self.now.served_seat() is not None:
            self._mine = False
            self._tables.others.offer(self.id, self._due)
        return True

    async def act(self, seq: int, until: int) -> None:
        """Whatever the server must do here by now; this process has claimed the table when it stood at entry `seq`."""
        await self.know_of(seq)
        self._due, self._mine = until, True
        await self._look_at_clocks()
        if not await self.is_attended():
            await self.rest()
        elif self.now.served_seat() is None:  # claimed for nothing: a move has just come, or a clock was put forward
            await self._tables.store.put_off(self.id, self.now.seq, self.now.first_end(self._tables.grace))
        else:
            self._tables.served.attend(self)

    async def rest(self) -> None:
        """Nobody has to act here until somebody comes."""
        await self._tables.store.put_off(self.id, self.now.seq, None)

    async def let_go(self) -> None:
        """Whoever claims tables may have this one at once."""
        due = milliseconds() if self.has_company() else None
        await self._tables.store.put_off(self.id, self.now.seq, due)

    async def know_of(self, seq: int) -> None:
        """The table has come to entry `seq`, if not further."""
        async with self._door:
            if self.now.seq < seq:
                await self._catch_up()

    async def _change(self, command: str | None, make: Callable[[Moment], Change | str], credit: int = 0) -> Answer:
        """Through the door. A change that has begun is brought to its end even where the connection that asked for it dies
        meanwhile: or else it would be on disk, and the table in memory would not know.
        """
        outcome = await asyncio.shield(self._outcome(command, make, credit))
        if isinstance(outcome, Refusal):
            raise outcome
        return outcome

    async def _outcome(
        self, command: str | None, make: Callable[[Moment], Change | str], credit: int
    ) -> Answer | Refusal:
        """A refusal is no fault of the server, also where who asked has gone meanwhile and nobody hears it."""
        try:
            return await self._make_change(command, make, credit)
        except Refusal as refusal:
            return refusal

    async def _make_change(self, command: str | None, make: Callable[[Moment], Change | str], credit: int) -> Answer:
        """One change at a time, on disk before anybody hears of it."""
        async with self._door:
            while True:
                try:
                    change = make(self.now)
                    if isinstance(change, str):
                        return Answer(None, change)
                    after = await self._store(command, change, credit)
                except Refusal:
                    if command and (seq := await self._tables.store.answered(self.id, command)) is not None:
                        return await self._answer_again(seq)
                    raise
                except Repeated as repeated:
                    return await self._answer_again(repeated.seq)
                except Overtaken:  # another process was first: look again
                    await self._catch_up()
                else:
                    self._advance(after)
                    self._tables.others.moved(self.id, after.seq)
                    if self.may_serve():
                        self._tables.served.attend(self)
                    return Answer(after.seq)

    async def _answer_again(self, seq: int) -> Answer:
        """What was stored under this command, perhaps in a commit that failed for all we knew."""
        if self.now.seq < seq:
            await self._read_again()
            if self.may_serve():
                self._tables.served.attend(self)
        return Answer(seq)

    async def _store(self, command: str | None, change: Change, credit: int) -> Moment:
        clock = milliseconds()
        now = timestamp(clock)
        entry = replace(change.entry, seq=self.now.seq + 1, at=now)
        after = moments.follow(self.now, change, entry, clock, credit, command)
        sitting = stored.sitting(change.room)
        moved = None if sitting == stored.sitting(self.now.room) else sitting
        lease = self._tables.lease
        if theirs := not self.may_serve() and self.now.served_seat() is not None:
            lease = (self._due or clock) - clock  # another process is at it, and has as long as it had
        acts = due(after, clock, lease, self.has_company(), self._tables.grace)
        noted = await self._nudges(after)
        with metrics.COMMITS.time():
            await self._tables.store.append(
                self.id, stored.standing(after, acts), stored.line(command, entry), now, moved, noted
            )
        self._due, self._mine = acts, not theirs
        return after

    async def _nudges(self, after: Moment) -> Callable[[Connection], None] | None:
        """What is to be stored with a change, so that people who are away hear of it."""
        reachable = await self._tables.reach.everybody()
        if not reachable or reachable.isdisjoint((*self.now.room.guests(), *after.room.guests())):
            return None
        found = [one for one in news(self.now, after) if one.guest in reachable]
        when = milliseconds() + round(self._tables.settings.nudge_delay * 1000)
        return partial(book.note, table=self.id, found=found, when=when) if found else None

    def _advance(self, after: Moment) -> None:
        self.now = after
        self.moments.append(after)
        if after.entry is not None:
            self.entries.append(after.entry)
            metrics.count(after.entry, after.room)
        if len(self.moments) > _SIGHTS_KEPT:
            self.moments[-1 - _SIGHTS_KEPT].forget_sights()
        self._tables.fanout.ring(self.id)

    async def _catch_up(self) -> None:
        """With what other processes have stored: one moment after the other, where there are not too many."""
        found = await self._tables.store.since(self.id, self.now.seq, _CAUGHT_UP)
        missed = None
        if found is not None:
            standing, bodies = found
            missed = between(
                self.now,
                [_read_entry.decode(body) for body in bodies],
                stored.moment(standing, self._tables.served_since),
            )
        if found is None or missed is None:
            await self._read_again()
            return
        self._is_due(found[0].due)
        for moment in missed:
            self._advance(moment)

    async def _read_again(self) -> None:
        fresh = await self._tables.read(self.id)
        self._is_due(fresh._due)
        self.moments.clear()
        self.moments.append(fresh.now)
        self.now = fresh.now
        self.entries = fresh.entries
        self._tables.fanout.ring(self.id)

    def _is_due(self, due: int | None) -> None:
        """So it stands in the store; who has changed it has the lease."""
        self._mine = self._tables.others.alone or (self._mine and due == self._due)
        self._due = due
