"""How much one client may do: so much a second, saved up to a burst."""

import time


class Allowance:
    """What is left of one kind of doing; full at first."""

    def __init__(self, a_second: float, at_once: float) -> None:
        self._a_second = a_second
        self._at_once = at_once
        self._left = float(at_once)
        self._when = time.monotonic()

    def spend(self) -> bool:
        """Takes one, if there is one."""
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def full(self) -> bool:
        self._refill()
        return self._left >= self._at_once

    def _refill(self) -> None:
        now = time.monotonic()
        self._left = min(self._at_once, self._left + (now - self._when) * self._a_second)
        self._when = now


class Allowances:
    """One allowance for each guest, over all his connections; one that is full again is forgotten."""

    _MANY = 1_000  # guests remembered before the full ones are looked for

    def __init__(self, a_second: float, at_once: float) -> None:
        self._a_second = a_second
        self._at_once = at_once
        self._of: dict[str, Allowance] = {}
        self._look_at = self._MANY

    def spend(self, guest: str) -> bool:
        if len(self._of) >= self._look_at:
            self._of = {one: allowance for one, allowance in self._of.items() if not allowance.full()}
            self._look_at = 2 * len(self._of) + self._MANY
        return self._of.setdefault(guest, Allowance(self._a_second, self._at_once)).spend()
