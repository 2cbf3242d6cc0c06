"""The results of a tournament as JSON."""

from dataclasses import asdict
from statistics import median
from typing import Any

from niagara import notation
from niagara.arena.course import Course, Deal
from niagara.arena.rating import Rating
from niagara.arena.tally import Row, forfeits, matrix, tally
from niagara.rules import RuleSet


def report(course: Course, rated: list[Rating] | None) -> dict[str, Any]:
    """Everything that is known of a tournament; `rated` is None where OpenSkill is not installed."""
    tournament, deals = course.tournament, course.deals()
    games = [played for deal in deals for _, played in deal.games]
    rounds = [played.rounds for played in games]
    return {
        "tournament": tournament.description(),
        "games": len(games),
        "not_counted": len(course.played) - len(games),
        "deals": len(deals),
        "nobody": sum(not played.winners for played in games),
        "rounds": {"median": median(rounds) if rounds else None, "most": max(rounds, default=None)},
        "standings": [
            {
                "bot": tournament.entries[row.entry].name,
                **asdict(row),
                "rating": asdict(rated[row.entry]) if rated else None,
            }
            for row in standings(deals, len(tournament.entries), rated)
        ],
        "matrix": _matrix(course, deals),
        "by_rules": [
            {"rules": rules_name(rules), "matrix": _matrix(course, of_rules(deals, number))}
            for number, rules in enumerate(tournament.rules)
        ],
        "sprt": verdicts(course),
        "forfeits": [
            {
                "bot": tournament.entries[entry].name,
                "counts": dict(lost.counts),
                "games": lost.games,
                "words": lost.words,
            }
            for entry, lost in sorted(forfeits(course).items())
        ],
    }


def standings(deals: list[Deal], entries: int, rated: list[Rating] | None) -> list[Row]:
    """Best first: by rating, or by share where there is none."""

    def strength(row: Row) -> float:
        return rated[row.entry].mu if rated else row.share.rate if row.share else 0.0

    return sorted(tally(deals, entries), key=lambda row: -strength(row))


def rules_name(rules: RuleSet) -> str:
    return notation.write_rules_tag(rules)


def of_rules(deals: list[Deal], number: int) -> list[Deal]:
    return [deal for deal in deals if deal.meeting.rules == number]


def verdicts(course: Course) -> list[dict[str, Any]]:
    """Of the sequential test, for each meeting: what it says (p0, p1 or nothing yet), and after how many deals."""
    sprt = course.tournament.sprt
    if sprt is None:
        return []
    names = [entry.name for entry in course.tournament.entries]
    deals = course.deals()
    found = []
    for meeting in sorted({deal.meeting for deal in deals}):
        one, other = meeting.group
        mine = [deal for deal in deals if deal.meeting == meeting]
        shares = [deal.against(one, other) for deal in mine]
        low, high = sprt.bounds
        found.append(
            {
                "bot": names[one],
                "against": names[other],
                "rules": rules_name(course.tournament.rules[meeting.rules]),
                "p0": sprt.p0,
                "p1": sprt.p1,
                "accepted": course.verdict(meeting),
                "ratio": sprt.ratio(shares, len(mine[0].games)),
                "bounds": [low, high],
                "deals": len(mine),
                "games": sum(len(deal.games) for deal in mine),
            }
        )
    return found


def _matrix(course: Course, deals: list[Deal]) -> list[dict[str, Any]]:
    names = [entry.name for entry in course.tournament.entries]
    return [
        {"bot": names[one], "against": names[other], **asdict(rate)}
        for (one, other), rate in matrix(deals, len(names)).items()
    ]
