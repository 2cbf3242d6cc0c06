"""Who sits where: a deal is one draw of luck, played once in every seating of a group."""

from functools import cache
from itertools import combinations, permutations, product

Seats = tuple[int, ...]  # the number of an entry for each seat
Group = tuple[
    int, ...
]  # entries that meet at a table: two that share its chairs, or one for each chair, the same again or not

PAIRS, MIXED, ONE_TABLE = "pairs", "mixed", "one-table"
FORMS = (PAIRS, MIXED, ONE_TABLE)


def groups(form: str, entries: int, players: int) -> list[Group]:
    """Which entries meet in a round robin: every two of them, or every so many as there are chairs."""
    return list(combinations(range(entries), 2 if form == PAIRS else players))


@cache
def seatings(group: Group, players: int) -> tuple[Seats, ...]:
    """Every seating of a group, in order.

    Two fill the chairs in every way in which both sit: 2**players - 2. A group that fills the table sits in every order; the same
    entry twice changes no seating by changing places with itself.
    """
    if len(group) == players:
        return tuple(sorted(set(permutations(group))))
    return tuple(seats for seats in product(sorted(group), repeat=players) if set(seats) == set(group))
