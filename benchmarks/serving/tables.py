"""Tables of scripted people, whatever the server: who may move does, any legal move, and the clock is read when all have heard."""

import asyncio
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple

from benchmarks.serving.wire import Wire

SEATS = 4


class Moved(NamedTuple):
    """One move, in seconds from when it was sent."""

    number: int  # of the moves of its game
    acknowledged: float
    heard: list[float]  # by each of the others


def _nobody(*told: object) -> None:
    """Nobody wants to know."""


class Seat(ABC):
    """One person: a socket of his own, and what it has told last."""

    def __init__(self, table: "Table", number: int) -> None:
        self.table = table
        self.number = number
        self.wire = Wire(self.hear)
        self.seq = -1  # of the newest state known
        self.choices: Sequence[object] = ()  # what this seat may do in it; empty if others must act
        self.over = False

    @abstractmethod
    def hear(self, message: bytes, now: float) -> None: ...

    @abstractmethod
    def move(self, choice: object) -> None: ...

    def stands(self, seq: int, choices: Sequence[object], over: bool, now: float) -> None:
        """The seat has heard of state `seq`."""
        self.seq, self.choices, self.over = seq, choices, over
        self.table.heard(self, now)


class Table(ABC):
    """Four people; one move is on its way at a time, so that both servers have the same to do."""

    def __init__(self, seed: int) -> None:
        self.seats: Sequence[Seat] = []
        self.choice = random.Random(seed)
        self.moves = 0  # of this game
        self.refused: list[str] = []
        self.ended: Callable[[], None] = self.next_game
        self.told: Callable[[Moved], None] = _nobody  # when all have heard of a move
        self.rests: Callable[[], None] = _nobody  # whenever the next move may be made
        self.agrees: Callable[[], None] = _nobody  # whenever all have heard of the same
        self._sent: float | None = None  # when the move on its way left
        self.mover: Seat | None = None
        self._acknowledged: float | None = None
        self._heard: dict[int, float] = {}

    def next_game(self) -> None:
        self.moves = 0
        self.again()

    @abstractmethod
    def again(self) -> None:
        """Begins the next game, when this one is over."""

    @property
    def resting(self) -> bool:
        """Nothing is on its way, and somebody may move."""
        return self._sent is None and self._agreed() and any(seat.choices for seat in self.seats)

    def _agreed(self) -> bool:
        return len(self.seats) == SEATS and len({seat.seq for seat in self.seats}) == 1

    def go(self) -> None:
        """A move of anybody who may: any of those that are legal."""
        mover = self.choice.choice([seat for seat in self.seats if seat.choices])
        move = self.choice.choice(mover.choices)
        self.mover, self._acknowledged = mover, None
        self._heard.clear()
        self.moves += 1
        self._sent = time.perf_counter()
        mover.move(move)

    def acknowledged(self, now: float) -> None:
        self._acknowledged = now
        self._look()

    def heard(self, seat: Seat, now: float) -> None:
        if self._sent is not None and seat is not self.mover:
            self._heard[seat.number] = now
        self._look()

    def refuse(self, why: str) -> None:
        """The server would not have it. The run tells; nobody waits for it."""
        self.refused.append(why)
        self._sent = None
        self._look()

    async def together(self) -> None:
        """Returns when all have heard of the same."""
        together = asyncio.Event()
        self.agrees = together.set
        self._look()
        await together.wait()
        self.agrees = _nobody

    async def ready(self) -> None:
        """Returns when somebody may move."""
        ready = asyncio.Event()
        self.rests = ready.set
        self._look()
        await ready.wait()
        self.rests = _nobody

    def _look(self) -> None:
        if not self._agreed():
            return
        self.agrees()
        if self._sent is not None and self._acknowledged is not None and len(self._heard) == SEATS - 1:
            sent, self._sent = self._sent, None
            heard = [when - sent for when in self._heard.values()]
            self.told(Moved(self.moves, self._acknowledged - sent, heard))
        if self._sent is None and all(seat.over for seat in self.seats):
            for seat in self.seats:
                seat.over = False
            self.ended()
        elif self.resting:
            self.rests()

    def close(self) -> None:
        for seat in self.seats:
            seat.wire.close()

    def broken(self) -> str | None:
        return next((seat.wire.broken for seat in self.seats if seat.wire.broken), None)
