"""What the deals of a tournament come to: each bot's results, and each against each."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from niagara.arena.course import Course, Deal
from niagara.arena.intervals import Rate, rate_of


@dataclass(frozen=True)
class Row:
    """One entry's results. A chair in a game counts once: an entry may sit on several."""

    entry: int
    games: int
    chairs: int
    wins: int  # chairs that won, alone or with others (R8.2)
    shared: int  # of these, with others
    home: float  # gems brought home, on average of the chairs
    rate: Rate | None  # wins by chair
    share: Rate | None  # of the wins, against all others it met: 1/2 if all are alike


@dataclass
class Forfeits:
    """Decisions that an entry left to the default in all games played, those that do not count included."""

    counts: Counter[str] = field(default_factory=Counter)
    games: int = 0  # in which there were any
    words: str = ""  # its last lines on stderr


def tally(deals: Sequence[Deal], entries: int) -> list[Row]:
    """The results by entry, in the order of the entries."""
    return [_row(deals, entry) for entry in range(entries)]


def matrix(deals: Sequence[Deal], entries: int) -> dict[tuple[int, int], Rate]:
    """The share of the wins per chair of one entry against another, at the same tables: both ways of all that have met."""
    found = {}
    for one in range(entries):
        for other in range(entries):
            if one != other and (rate := _against(deals, one, {other})):
                found[one, other] = rate
    return found


def forfeits(course: Course) -> dict[int, Forfeits]:
    """By entry; only those that have any."""
    found: dict[int, Forfeits] = {}
    for played in course.played.values():
        seats = course.seats(played)
        for seat in played.forfeited:
            entry = found.setdefault(seats[seat.seat], Forfeits())
            entry.counts.update(seat.counts)
            entry.words = seat.words or entry.words
        for number in {seats[seat.seat] for seat in played.forfeited}:
            found[number].games += 1
    return found


def _row(deals: Sequence[Deal], entry: int) -> Row:
    games = wins = shared = home = 0
    by_deal = []
    for deal in deals:
        won = chairs = 0
        for seats, played in deal.games:
            mine = [seat for seat, sitting in enumerate(seats) if sitting == entry]
            winning = sum(seat in played.winners for seat in mine)
            games += bool(mine)
            chairs += len(mine)
            won += winning
            shared += winning if len(played.winners) > 1 else 0
            home += sum(played.home[seat] for seat in mine)
        wins += won
        by_deal.append((float(won), float(chairs)))
    chairs = int(sum(of for _, of in by_deal))
    return Row(
        entry=entry,
        games=games,
        chairs=chairs,
        wins=wins,
        shared=shared,
        home=home / chairs if chairs else 0.0,
        rate=rate_of([pair for pair in by_deal if pair[1]]),
        share=_against(deals, entry, None),
    )


def _against(deals: Sequence[Deal], entry: int, others: set[int] | None) -> Rate | None:
    """Deals of one number share their luck, whoever plays them, and so are one observation."""
    parts: dict[tuple[int, int], list[float]] = {}
    for deal in deals:
        if entry in deal.meeting.group:
            for other in set(deal.meeting.group) - {entry}:
                if others is None or other in others:
                    sums = parts.setdefault((deal.meeting.rules, deal.number), [0.0, 0.0])
                    sums[0] += deal.against(entry, other)
                    sums[1] += 1
    return rate_of([(part, of) for part, of in parts.values()])
