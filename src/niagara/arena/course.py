"""The course of a tournament: what has been played, what is to be played next, and which deals count."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from niagara.arena.game import Game, Played, dice
from niagara.arena.seating import Seats
from niagara.arena.swiss import Couple, pair
from niagara.arena.tournament import Key, Meeting, Tournament, interleaved


@dataclass(frozen=True)
class Deal:
    """A deal that has been played in all its seatings."""

    meeting: Meeting
    number: int
    games: tuple[tuple[Seats, Played], ...]

    def shares(self, entry: int) -> tuple[float, int]:
        """How much of the wins an entry had, and on how many chairs it sat.

        A win is 1, shared alike by all who share it (R8.2); where nobody won (R8.4) all at the table share it.
        """
        won, chairs = 0.0, 0
        for seats, played in self.games:
            winners = played.winners or range(len(seats))
            won += sum(seats[seat] == entry for seat in winners) / len(winners)
            chairs += seats.count(entry)
        return won, chairs

    def against(self, one: int, other: int) -> float:
        """The share of `one` in the wins per chair of both: 1/2 where they are alike."""
        (mine, my_chairs), (theirs, their_chairs) = self.shares(one), self.shares(other)
        both = mine / my_chairs + theirs / their_chairs
        return mine / my_chairs / both if both else 0.5


class Course:
    """Results by key: whoever brings one twice is not counted twice."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.played: dict[str, Played] = {}
        self._whole: dict[Meeting, list[Deal]] = {}
        self._shares: dict[Meeting, list[float]] = {}  # of the first bot, by deal, for the sequential test
        self._verdicts: dict[Meeting, float] = {}

    def add(self, played: Played) -> bool:
        """Takes a result in; whether it is new."""
        if played.key in self.played:
            return False
        self.played[played.key] = played
        self._count(Key.read(played.key).meeting)
        return True

    def deals(self) -> list[Deal]:
        """The deals that count, in the order in which they are planned: all before the first that is not whole, or to the verdict.

        Those that were begun ahead of a verdict do not count, so that the result does not depend on how many play at a time.
        """
        whole = [deal for deals in self._whole.values() for deal in deals]
        return sorted(whole, key=lambda deal: (deal.number, deal.meeting))

    def seats(self, played: Played) -> Seats:
        """Who sat where in a game."""
        key = Key.read(played.key)
        return self.tournament.seatings(key.meeting)[key.seating]

    def verdict(self, meeting: Meeting) -> float | None:
        """What the sequential test says of a meeting, once it says something."""
        return self._verdicts.get(meeting)

    def stages(self) -> Iterator[Iterator[Game]]:
        """The games to play, stage by stage; a stage is asked for when all of the one before are in."""
        if not self.tournament.swiss:
            yield self._missing(
                [(meeting, range(self.tournament.deals(meeting))) for meeting in self.tournament.meetings()]
            )
            return
        met: dict[Couple, int] = {}
        rested = [0] * len(self.tournament.entries)
        for _ in range(self.tournament.swiss):
            couples, resting = pair(self._order(met), met, rested)
            planned = []
            for couple in couples:
                times = met.get(couple, 0)
                met[couple] = times + 1
                for rules in range(len(self.tournament.rules)):
                    meeting = Meeting(rules, couple)
                    deals = self.tournament.deals(meeting)
                    planned.append((meeting, range(times * deals, (times + 1) * deals)))
            if resting is not None:
                rested[resting] += 1
            yield self._missing(planned)

    def _order(self, met: Mapping[Couple, int]) -> list[int]:
        """Entries by their mean share of the wins; at first, and among equals, as the seed draws them.

        Only the rounds count in which they have `met`: a tournament that goes on knows later ones too, and must draw as it drew before.
        """
        lots = dice(str(self.tournament.seed), "lots")
        drawn = list(range(len(self.tournament.entries)))
        lots.shuffle(drawn)
        sums = [[0.0, 0] for _ in drawn]
        for deal in self.deals():
            low, high = deal.meeting.group
            if deal.number < met.get((low, high), 0) * self.tournament.deals(deal.meeting):
                for entry, other in ((low, high), (high, low)):
                    sums[entry][0] += deal.against(entry, other)
                    sums[entry][1] += 1
        return sorted(drawn, key=lambda entry: -sums[entry][0] / max(sums[entry][1], 1))

    def _missing(self, planned: list[tuple[Meeting, range]]) -> Iterator[Game]:
        for meeting, number in interleaved(planned):
            for game in self.tournament.deal(meeting, number):
                if meeting in self._verdicts:
                    break
                if game.key not in self.played:
                    yield game

    def _count(self, meeting: Meeting) -> None:
        """Counts the next deals of a meeting, as far as they are whole."""
        deals = self._whole.setdefault(meeting, [])
        seatings = self.tournament.seatings(meeting)
        while meeting not in self._verdicts:
            keys = [Key(meeting, len(deals), seating).text for seating in range(len(seatings))]
            if not all(key in self.played for key in keys):
                return
            games = tuple(zip(seatings, (self.played[key] for key in keys), strict=True))
            deals.append(Deal(meeting, len(deals), games))
            self._test(meeting, deals)

    def _test(self, meeting: Meeting, deals: list[Deal]) -> None:
        sprt = self.tournament.sprt
        if sprt is not None:
            one, other = meeting.group
            shares = self._shares.setdefault(meeting, [])
            shares.append(deals[-1].against(one, other))
            verdict = sprt.verdict(shares, len(deals[0].games))
            if verdict is not None:
                self._verdicts[meeting] = verdict
