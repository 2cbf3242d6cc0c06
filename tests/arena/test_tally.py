"""What a tournament comes to: shares that add up, ratings in the right order, deals that are whole."""

import pytest

from niagara.arena import MIXED, ONE_TABLE, PAIRS, Course, Played, Sprt, Tournament, matrix, ratings, tally, wilson
from niagara.arena.report import report, standings
from niagara.rules import RuleSet
from tests.arena.played import games_of, key_of, made_up, named, played_out

FOUR = Tournament(named("middling", "strong", "weak", "twin"), (RuleSet(4), RuleSet(3, joe=True)), games=200, seed=2)


@pytest.fixture(scope="module")
def course() -> Course:
    return played_out(FOUR)


def test_the_stronger_stand_higher(course: Course) -> None:
    rated = ratings(course.deals(), 4)
    told = [row.entry for row in standings(course.deals(), 4, rated)]
    assert told[0] == 1
    assert told[-1] == 2
    assert told == [row.entry for row in standings(course.deals(), 4, None)] or {*told[1:3]} == {0, 3}
    strong, weak = rated[1], rated[2]
    assert strong.mu - strong.reach > weak.mu + weak.reach
    assert abs(rated[0].mu - rated[3].mu) < rated[0].reach + rated[3].reach


def test_shares_of_two_add_up_and_hold_the_truth(course: Course) -> None:
    rates = matrix(course.deals(), 4)
    assert len(rates) == 12
    for (one, other), rate in rates.items():
        assert rate.rate + rates[other, one].rate == pytest.approx(1)
        assert rate.low + rates[other, one].high == pytest.approx(1)
    assert rates[0, 3].low < 0.5 < rates[0, 3].high
    assert rates[1, 0].low > 0.5


def test_a_mirrored_deal_leaves_equals_with_half() -> None:
    """Whoever sits on the lucky chair wins: over the seatings each has exactly the same."""
    course = Course(Tournament(named("a", "b", "c"), (RuleSet(5),), games=60))
    for game in games_of(course.tournament):
        chair = key_of(game).deal % 5
        course.add(Played(game.key, (chair,), (1,) * 5, rounds=9, decisions=50))
    assert {rate.rate for rate in matrix(course.deals(), 3).values()} == {0.5}


def test_a_shared_win_is_shared_and_nobodys_game_is_everybodys() -> None:
    """R8.2, R8.4."""
    course = Course(Tournament(named("a", "b"), (RuleSet(3),), games=6))
    for number, game in enumerate(games_of(course.tournament)):
        winners = ((), (0,), (0, 1), (0, 1, 2), (2,), ())[number]
        course.add(Played(game.key, winners, (2, 1, 0), rounds=9, decisions=50))
    (deal,) = course.deals()
    seats = [seats for seats, _ in deal.games]
    assert seats == [(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0)]
    assert deal.shares(0)[0] == pytest.approx(2 / 3 + 1 + 1 / 2 + 2 / 3 + 0 + 1 / 3)
    assert deal.shares(0)[1] == 9
    assert deal.shares(0)[0] + deal.shares(1)[0] == pytest.approx(6)
    row = tally([deal], 2)[0]
    assert (row.games, row.chairs, row.wins, row.shared) == (6, 9, 4, 3)
    assert row.home == pytest.approx(
        sum(home for s in seats for seat, home in enumerate((2, 1, 0)) if s[seat] == 0) / 9
    )


def test_only_whole_deals_count_and_each_game_once() -> None:
    tournament = Tournament(named("weak", "strong"), (RuleSet(3),), games=18)
    course = Course(tournament)
    games = games_of(tournament)
    for game in games[6:]:
        assert course.add(made_up(game))
    assert course.deals() == [], "the first deal is missing"
    for game in games[:5]:
        course.add(made_up(game))
    assert course.deals() == []
    assert course.add(made_up(games[5]))
    assert not course.add(made_up(games[5]))
    assert [deal.number for deal in course.deals()] == [0, 1, 2]
    assert report(course, None)["games"] == 18


def test_the_order_in_which_results_come_changes_nothing() -> None:
    tournament = Tournament(named("weak", "strong", "middling"), (RuleSet(3),), games=30, sprt=Sprt(0.5, 0.8))
    forth, back = Course(tournament), Course(tournament)
    games = games_of(tournament)
    for game in games:
        forth.add(made_up(game))
    for game in reversed(games):
        back.add(made_up(game))
    assert forth.deals() == back.deals()
    assert report(forth, ratings(forth.deals(), 3)) == report(back, ratings(back.deals(), 3))


def test_the_test_stops_a_meeting_and_leaves_the_others() -> None:
    tournament = Tournament(named("weak", "strong", "middling", "twin"), (RuleSet(3),), games=6000, sprt=Sprt(0.5, 0.7))
    course = played_out(tournament)
    told = {(test["bot"], test["against"]): test for test in report(course, None)["sprt"]}
    assert told["weak", "strong"]["accepted"] == 0.5
    assert told["strong", "middling"]["accepted"] == 0.7
    assert told["middling", "twin"]["accepted"] == 0.5
    assert len(course.played) < 1000
    assert len(course.played) == sum(test["games"] for test in told.values()), "nothing is played ahead by one player"


def test_a_swiss_brings_the_strongest_to_the_top_with_fewer_games() -> None:
    tournament = Tournament(named("weak", "strong", "a", "b", "middling", "c", "d"), (RuleSet(3),), games=60, swiss=4)
    course = played_out(tournament)
    assert len(course.played) == tournament.total() == 4 * 3 * 60
    row, *_ = standings(course.deals(), 7, ratings(course.deals(), 7))
    assert row.entry == 1
    assert played_out(tournament).deals() == course.deals()


@pytest.mark.parametrize("entries", [4, 7, 8])
def test_a_swiss_that_goes_on_draws_as_it_drew_before(entries: int) -> None:
    """Wherever it was stopped: later results must not change who met in earlier rounds."""
    names = named(*["weak", "strong", "a", "b", "middling", "c", "d", "twin"][:entries])
    tournament = Tournament(names, (RuleSet(3), RuleSet(4)), games=12, swiss=3, seed=1)
    whole = played_out(tournament)
    assert len(whole.played) == tournament.total()
    for stopped in range(1, len(whole.played), 29):
        course = Course(tournament)
        for played in list(whole.played.values())[:stopped]:
            course.add(played)
        for games in course.stages():
            for game in games:
                course.add(made_up(game))
        assert course.played == whole.played


@pytest.mark.parametrize("form", [PAIRS, MIXED])
@pytest.mark.parametrize("entries", [3, 5, 6])
def test_the_total_is_what_is_played(entries: int, form: str) -> None:
    tournament = Tournament(named(*"abcdef"[:entries]), (RuleSet(3), RuleSet(4)), games=25, form=form)
    assert tournament.total() == len(games_of(tournament))
    table = Tournament(named("a", "b"), (RuleSet(4),), games=25, form=ONE_TABLE, line_up=(0, 1, 1, 1))
    assert table.total() == len(games_of(table)) == 28


def test_mixed_tables_compare_all_who_sit_there() -> None:
    tournament = Tournament(named("weak", "strong", "middling", "twin"), (RuleSet(3),), games=120, form=MIXED)
    course = played_out(tournament)
    assert len(course.played) == 4 * 120
    rates = matrix(course.deals(), 4)
    assert rates[1, 0].low > 0.5
    assert rates[2, 3].low < 0.5 < rates[2, 3].high


def test_bots_at_one_table_have_rates_by_chair() -> None:
    tournament = Tournament(named("strong", "weak"), (RuleSet(4),), games=400, form=ONE_TABLE, line_up=(0, 1, 1, 1))
    course = played_out(tournament)
    strong, weak = tally(course.deals(), 2)
    assert (strong.chairs, weak.chairs) == (400, 1200)
    assert strong.rate is not None
    assert strong.rate.low < 9 / 12 < strong.rate.high
    low, high = wilson(strong.wins, 400)
    assert strong.rate.high - strong.rate.low == pytest.approx(high - low, rel=0.4)
