"""Seatings are complete and even: nobody owes his result to his chair or his luck."""

from collections import Counter
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from niagara.arena.entry import Entry
from niagara.arena.seating import MIXED, ONE_TABLE, PAIRS, groups, seatings
from niagara.arena.tournament import Meeting, Tournament
from niagara.rules import RuleSet

line_ups = st.lists(st.integers(0, 5), min_size=3, max_size=6).map(lambda seats: tuple(sorted(seats)))


@settings(deadline=None, max_examples=60)
@given(st.tuples(st.integers(0, 20), st.integers(0, 20)).filter(lambda pair: pair[0] != pair[1]), st.integers(3, 6))
def test_two_share_the_chairs_in_every_way_in_which_both_sit(pair: tuple[int, int], players: int) -> None:
    found = seatings(pair, players)
    assert set(found) == set(product(pair, repeat=players)) - {(entry,) * players for entry in pair}
    assert len(found) == len(set(found)) == 2**players - 2
    swap = dict(zip(pair, pair[::-1], strict=True))
    assert {tuple(swap[entry] for entry in seats) for seats in found} == set(found), "each way has its mirror image"


@settings(deadline=None, max_examples=60)
@given(line_ups)
def test_a_full_table_sits_in_every_order(line_up: tuple[int, ...]) -> None:
    found = seatings(line_up, len(line_up))
    assert len(found) == len(set(found))
    assert all(Counter(seats) == Counter(line_up) for seats in found)
    for seats in found:
        for one, other in product(range(len(seats)), repeat=2):
            moved = list(seats)
            moved[one], moved[other] = moved[other], moved[one]
            assert tuple(moved) in found


@settings(deadline=None, max_examples=60)
@given(line_ups)
def test_each_has_each_chair_equally_often(line_up: tuple[int, ...]) -> None:
    players = len(line_up)
    for found in (seatings(line_up, players), seatings((0, 1), players)):
        for entry in set(found[0]):
            assert len({sum(seats[chair] == entry for seats in found) for chair in range(players)}) == 1


def test_all_meet_all() -> None:
    assert groups(PAIRS, 4, 5) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert groups(MIXED, 4, 3) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 90), st.integers(0, 9), st.sampled_from([PAIRS, MIXED]))
def test_the_seatings_of_a_deal_have_the_same_luck_and_other_deals_another(games: int, seed: int, form: str) -> None:
    entries = tuple(Entry(name, strength="drifter") for name in "abcd")
    tournament = Tournament(entries, (RuleSet(3), RuleSet(4, joe=True)), games, seed, form)
    lucks: dict[tuple[int, int], str] = {}
    for meeting in tournament.meetings():
        deals = tournament.deals(meeting)
        assert (deals - 1) * len(tournament.seatings(meeting)) < games <= deals * len(tournament.seatings(meeting))
        for number in range(deals):
            played = list(tournament.deal(meeting, number))
            assert [tuple(entries.index(entry) for entry in game.seats) for game in played] == list(
                tournament.seatings(meeting)
            )
            (luck,) = {game.luck for game in played}
            assert lucks.setdefault((meeting.rules, number), luck) == luck, "also where others meet"
    assert len(set(lucks.values())) == len(lucks)


def test_a_line_up_plays_at_its_own_table_only() -> None:
    entries = (Entry("a", strength="drifter"), Entry("b", strength="paddler"))
    tournament = Tournament(entries, (RuleSet(4),), form=ONE_TABLE, line_up=(0, 1, 1, 1))
    assert tournament.meetings() == [Meeting(0, (0, 1, 1, 1))]
    assert len(tournament.seatings(Meeting(0, (0, 1, 1, 1)))) == 4
