"""A table on paper whose time a test puts forward: people, bots and clocks by the same pure changes as at the server's door."""

import random
from contextlib import suppress

from msgspec.structs import replace

from niagara import notation, rules
from niagara.server import moments, paces, room
from niagara.server.chat import hear
from niagara.server.clocks import left_at
from niagara.server.company import Company
from niagara.server.entries import Note
from niagara.server.moments import Change, Moment, follow
from niagara.server.people import Guest
from niagara.server.room import Rules
from niagara.words import Refusal

GRACE = 1_000
START = 1_795_000_000_000  # ms since 1970, in November 2026


class PaperTable:
    def __init__(self, pace: str, *names: str, **chosen: object) -> None:
        """A game has begun: people, and drifters on the seats that are left."""
        self.people = [Guest(f"g{name}", name) for name in names]
        self.present = {guest.id: guest for guest in self.people}
        self.gone: dict[str, int] = {}
        self.now = START
        at_table = room.new_room("Sunday", self.people[0].id, Rules(**{"round_limit": 3, **chosen}), True)  # type: ignore[arg-type]  # by name
        for guest in self.people:
            at_table, _ = room.sit(at_table, guest.id, guest.name, None)
        while at_table.empty_seats():
            at_table, _ = room.seat_bot(at_table, "drifter", None)
        self.moment = Moment(1, replace(at_table, pace=paces.read(pace)), None, None)
        self.notes: list[Note] = []
        self.happen(moments.start(self.moment))

    # ── the door

    def happen(self, change: Change, credit: int = 0) -> None:
        entry = replace(change.entry, seq=self.moment.seq + 1)
        self.moment = follow(self.moment, change, entry, self.now, credit)
        if isinstance(entry, Note):
            self.notes.append(entry)

    def say(self, guest: Guest, text: str) -> str | None:
        """Says a line; the key of the refusal, if it is refused."""
        company = Company(self.present, self.gone, START, 60_000, self.now)
        try:
            answer = hear(self.moment, guest, company, text)
        except Refusal as refusal:
            return refusal.key
        assert isinstance(answer, Change)
        self.happen(answer)
        return None

    def move(self, seat: int, text: str | None = None, lag: int = 0) -> str | None:
        """The seat's move, the first legal one if none is named; the key of the refusal, if it is refused."""
        decision, position = self.moment.decision(seat), self.moment.position
        if position is None or decision is None:
            return "decision-closed"
        text = text or notation.write_move(rules.legal_moves(position, seat)[0])
        try:
            if moments.is_missed(self.moment, seat):
                self.happen(moments.back(self.moment, seat))
            self.happen(moments.play(self.moment, seat, decision, text), lag)
        except Refusal as refusal:
            return refusal.key
        return None

    # ── people and time

    def go(self, guest: Guest) -> None:
        if self.present.pop(guest.id, None):
            self.gone[guest.id] = self.now

    def come(self, guest: Guest) -> None:
        seat = self.moment.room.seat_of(guest.id)
        self.present[guest.id] = guest
        if seat is not None:
            with suppress(Refusal):
                self.happen(moments.back(self.moment, seat))

    def wait(self, seconds: float) -> None:
        """Time passes, and the server looks at the clocks all the while."""
        until = self.now + round(seconds * 1000)
        while (end := self.moment.first_end(GRACE)) is not None and end <= until:
            self.now = max(self.now, end)
            self.look()
        self.now = until

    def sleep(self, seconds: float) -> None:
        """Time passes, and no server is there before it has passed."""
        self.now += round(seconds * 1000)
        self.look()

    def look(self) -> None:
        while moments.is_overdue(self.moment, self.now, GRACE):
            self.happen(moments.time_out(self.moment, self.now, GRACE))

    def serve(self, choice: random.Random) -> None:
        """Bots and chance move, as long as they are asked."""
        while (seat := self.moment.served_seat()) is not None:
            self.act(seat, choice)

    def act(self, seat: int, choice: random.Random) -> str | None:
        """Whoever moves for the seat does so, by chance."""
        position, decision = self.moment.position, self.moment.decision(seat)
        assert position is not None
        assert decision is not None
        text = notation.write_move(choice.choice(rules.legal_moves(position, seat)))
        if seat != rules.CHANCE and self.moment.room.seats[seat].played_by is None:
            return self.move(seat, text)
        self.happen(moments.play(self.moment, seat, decision, text))
        return None

    # ── what is seen

    def left(self, seat: int) -> float:
        """Seconds."""
        assert self.moment.clocks is not None
        assert self.moment.room.pace is not None
        return left_at(self.moment.clocks[seat], self.moment.room.pace, self.now) / 1000

    def running(self) -> list[int]:
        return [seat for seat, clock in enumerate(self.moment.clocks or ()) if clock.since is not None]

    def stand_ins(self) -> list[str | None]:
        return [seat.stand_in for seat in self.moment.room.seats]

    def told(self) -> list[str]:
        return [note.key for note in self.notes]

    @property
    def is_over(self) -> bool:
        return self.moment.room.phase == "over"
