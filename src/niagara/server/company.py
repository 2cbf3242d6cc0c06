"""Who is connected to a table, and what the others may decide for somebody who is not."""

from collections.abc import Mapping
from typing import NamedTuple

from niagara.server.paces import Slow
from niagara.server.people import Guest
from niagara.server.room import Room


class Company(NamedTuple):
    present: Mapping[str, Guest]
    gone: Mapping[str, int]  # those who were here, and when they went, in ms since 1970
    known_since: int  # who has not been seen since then went then
    empty_after: int  # ms for which a seat is left alone
    now: int


class Ballot(NamedTuple):
    """Whether a bot shall play for somebody who is away."""

    opens: int  # ms since 1970
    votes: int
    needed: int


def is_empty(room: Room, number: int, company: Company) -> bool:
    """Whether nobody plays here, though it is a person's seat."""
    seat = room.seats[number]
    return seat.guest is not None and seat.stand_in is None and seat.guest not in company.present


def ballot(room: Room, number: int, company: Company) -> Ballot | None:
    """The vote on an empty seat; None where there is none. By a slow pace the clock alone decides."""
    guest = room.seats[number].guest
    if room.phase != "playing" or isinstance(room.pace, Slow) or guest is None or not is_empty(room, number, company):
        return None
    others = voters(room, company)
    opens = company.gone.get(guest, company.known_since) + company.empty_after
    return Ballot(opens, len(others.intersection(room.seats[number].votes)), len(others) // 2 + 1)


def voters(room: Room, company: Company) -> set[str]:
    """People with a seat who are here and play for themselves."""
    return {seat.guest for seat in room.seats if seat.guest and not seat.stand_in and seat.guest in company.present}
