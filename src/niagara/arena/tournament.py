"""A tournament: who plays whom by which rules how often, and the games that this comes to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from math import comb
from typing import Any

from niagara import notation
from niagara.arena.entry import Entry
from niagara.arena.game import Game
from niagara.arena.seating import PAIRS, Group, Seats, groups, seatings
from niagara.arena.sprt import Sprt
from niagara.bots.external import Limits
from niagara.rules import RuleSet


@dataclass(frozen=True)
class Tournament:
    """All that decides its games; equal tournaments of bots that repeat themselves have equal results."""

    entries: tuple[Entry, ...]
    rules: tuple[RuleSet, ...]
    games: int = 100  # at least, for each meeting
    seed: int = 0
    form: str = PAIRS
    line_up: Group = ()  # who sits at the one table of the form ONE_TABLE
    swiss: int = 0  # rounds; 0 for a round robin
    opening: int = 1
    sprt: Sprt | None = None
    limits: Limits = field(default_factory=Limits)

    def meetings(self) -> list["Meeting"]:
        """Those of a round robin; a Swiss draws its own, round by round."""
        return [
            Meeting(number, group)
            for number, rules in enumerate(self.rules)
            for group in ([self.line_up] if self.line_up else groups(self.form, len(self.entries), rules.players))
        ]

    def seatings(self, meeting: "Meeting") -> tuple[Seats, ...]:
        return seatings(meeting.group, self.rules[meeting.rules].players)

    def deals(self, meeting: "Meeting") -> int:
        """How many deals bring at least the games that were asked for."""
        return -(-self.games // len(self.seatings(meeting)))

    def total(self) -> int:
        """How many games it has at most."""
        total = 0
        for number, rules in enumerate(self.rules):
            together = 2 if self.form == PAIRS else rules.players
            one = Meeting(number, self.line_up or tuple(range(together)))  # all meetings have as many games
            meetings = 1 if self.line_up else comb(len(self.entries), together)
            if self.swiss:
                meetings = self.swiss * (len(self.entries) // 2)
            total += meetings * self.deals(one) * len(self.seatings(one))
        return total

    def deal(self, meeting: "Meeting", number: int) -> Iterator[Game]:
        """The games of one deal, a seating each. What luck a deal has depends on its number and its rules only."""
        rules = self.rules[meeting.rules]
        for seating, seats in enumerate(self.seatings(meeting)):
            yield Game(
                key=Key(meeting, number, seating).text,
                rules=rules,
                seats=tuple(self.entries[entry] for entry in seats),
                luck=f"{self.seed} {notation.write_rules(rules)} {number}",
                opening=self.opening,
                limits=self.limits,
            )

    def description(self) -> dict[str, Any]:
        """What distinguishes it from others, as JSON. More games go on with the same tournament, but not with the same Swiss."""
        return {
            "niagara": version("niagara"),
            "bots": [
                {"name": entry.name, "version": entry.version, "played_by": " ".join(entry.command) or entry.strength}
                for entry in self.entries
            ],
            "rules": [notation.write_rules(rules) for rules in self.rules],
            "form": self.form,
            "line_up": list(self.line_up),
            "swiss": {"rounds": self.swiss, "games": self.games} if self.swiss else None,
            "seed": self.seed,
            "opening": self.opening,
            "seconds": {"decision": self.limits.decision, "start": self.limits.start},
        }


@dataclass(frozen=True, order=True)
class Meeting:
    """A group of entries and the number of the rule set by which they play."""

    rules: int
    group: Group


@dataclass(frozen=True, order=True)
class Key:
    """Which game of a tournament; its text stands with the result."""

    meeting: Meeting
    deal: int
    seating: int

    @property
    def text(self) -> str:
        return f"{self.meeting.rules}/{'-'.join(map(str, self.meeting.group))}/{self.deal}/{self.seating}"

    @staticmethod
    def read(text: str) -> "Key":
        """ValueError if the text is no key."""
        rules, group, deal, seating = text.split("/")
        return Key(Meeting(int(rules), tuple(map(int, group.split("-")))), int(deal), int(seating))


def interleaved(planned: Sequence[tuple[Meeting, range]]) -> Iterator[tuple[Meeting, int]]:
    """The deals of all meetings by turns, so that all of them come on together."""
    for step in range(max((len(deals) for _, deals in planned), default=0)):
        for meeting, deals in planned:
            if step < len(deals):
                yield meeting, deals[step]
