"""How long the network keeps a player waiting, as the server measures it: he cannot claim more than the clocks give back at most."""

from collections import deque

_KEPT = 5  # round trips


class Lag:
    """Of one connection. Times are in seconds, of any clock that only goes on."""

    def __init__(self) -> None:
        self._number = 0
        self._sent: float | None = None  # the number that has not come back yet
        self._trips: deque[float] = deque(maxlen=_KEPT)

    def send(self, now: float) -> int:
        """A new number, to be sent back by the client; one that is still on its way is given up."""
        self._number += 1
        self._sent = now
        return self._number

    def come_back(self, number: int, now: float) -> None:
        if number == self._number and self._sent is not None:
            self._trips.append(now - self._sent)
            self._sent = None

    @property
    def milliseconds(self) -> int:
        """The least of the last round trips: the question's way to the player and his answer's way back."""
        return round(1000 * min(self._trips, default=0))
