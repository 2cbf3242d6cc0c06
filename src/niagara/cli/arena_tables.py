"""The results of a tournament as they are shown in a terminal."""

from statistics import median

from rich.console import Console
from rich.table import Table

from niagara.arena import Course, Deal, Rate, Rating, forfeits, matrix, tally
from niagara.arena.report import of_rules, rules_name, standings, verdicts
from niagara.words import say

_GAP = 3  # signs between columns
_WIDEST_NAME = 24  # beside a matrix; a longer one is broken
_WIDEST_CELL = 10


def print_ladder(course: Course, rated: list[Rating] | None) -> None:
    """Standings, each against each, by rule set if there are several, the sequential test, and what was forfeited."""
    console = Console(markup=False, emoji=False, highlight=False)  # names are not ours
    deals = course.deals()
    console.print(_standings(course, deals, rated))
    _print_rounds(console, deals)
    if len(course.tournament.entries) > 2:
        _print_matrix(console, course, deals, say("arena-against"))
    if len(course.tournament.rules) > 1:
        for number, rules in enumerate(course.tournament.rules):
            _print_matrix(console, course, of_rules(deals, number), rules_name(rules))
    for verdict in verdicts(course):
        console.print(_verdict(verdict))
    _print_rest(console, course, deals)


def print_table(course: Course) -> None:
    """The results of bots at one table, by chair."""
    console = Console(markup=False, emoji=False, highlight=False)  # names are not ours
    deals = course.deals()
    table = _table("bot", "chairs", "wins", "rate", "interval", "shared", "home")
    for row in tally(deals, len(course.tournament.entries)):
        name = course.tournament.entries[row.entry].name
        chairs = course.tournament.line_up.count(row.entry)
        wins, shared = str(row.wins), str(row.shared)
        table.add_row(name, str(chairs), wins, *_rate(row.rate), shared, f"{row.home:.1f}")
    console.print(table)
    _print_rounds(console, deals)
    _print_rest(console, course, deals)


def _standings(course: Course, deals: list[Deal], rated: list[Rating] | None) -> Table:
    table = _table("bot", "rating", "share", "interval", "games", "home")
    for row in standings(deals, len(course.tournament.entries), rated):
        entry = course.tournament.entries[row.entry]
        rating = f"{rated[row.entry].mu:.1f} ± {rated[row.entry].reach:.1f}" if rated else "–"
        table.add_row(entry.name, rating, *_rate(row.share), str(row.games), f"{row.home:.1f}")
    return table


def _print_matrix(console: Console, course: Course, deals: list[Deal], title: str) -> None:
    """Each against each; where the terminal is too narrow for all, some of the columns after the others."""
    names = [entry.name for entry in course.tournament.entries]
    rates = matrix(deals, len(names))
    order = [row.entry for row in standings(deals, len(names), None)]
    first = min(max(map(len, names)), _WIDEST_NAME)
    fitting = max((console.width - first - _GAP) // (_WIDEST_CELL + _GAP), 1)
    console.print(title, style="italic")
    for others in (order[start : start + fitting] for start in range(0, len(order), fitting)):
        table = _table("bot")
        table.columns[0].max_width = _WIDEST_NAME
        for other in others:
            table.add_column(names[other], justify="right", max_width=_WIDEST_CELL, overflow="fold")
        for one in order:
            table.add_row(names[one], *(_cell(rates.get((one, other))) for other in others))
        console.print(table)


def _table(first: str, *columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0))
    table.add_column(say(f"arena-column-{first}"), overflow="fold")
    for column in columns:
        table.add_column(say(f"arena-column-{column}"), justify="right", no_wrap=True)
    return table


def _rate(rate: Rate | None) -> tuple[str, str]:
    return (f"{rate.rate:.1%}", f"{rate.low:.1%} – {rate.high:.1%}") if rate else ("–", "–")


def _cell(rate: Rate | None) -> str:
    return f"{rate.rate:.1%}\n{rate.low * 100:.1f}–{rate.high * 100:.1f}" if rate else ""


def _verdict(verdict: dict[str, object]) -> str:
    accepted = verdict["accepted"]
    said = "open" if accepted is None else "better" if accepted == verdict["p1"] else "not-better"
    return say(
        f"arena-sprt-{said}",
        bot=verdict["bot"],
        other=verdict["against"],
        rules=verdict["rules"],
        p0=f"{verdict['p0']:.1%}",
        p1=f"{verdict['p1']:.1%}",
        games=verdict["games"],
    )


def _print_rounds(console: Console, deals: list[Deal]) -> None:
    games = [played for deal in deals for _, played in deal.games]
    if games:
        rounds = [played.rounds for played in games]
        nobody = sum(not played.winners for played in games)
        told = say("arena-rounds", games=len(games), median=f"{median(rounds):g}", most=max(rounds), nobody=nobody)
        console.print(told)


def _print_rest(console: Console, course: Course, deals: list[Deal]) -> None:
    """What a reader must know before he believes the figures."""
    rest = len(course.played) - sum(len(deal.games) for deal in deals)
    if rest:
        console.print(say("arena-not-counted", games=rest))
    for entry, lost in sorted(forfeits(course).items()):
        counts = ", ".join(say(f"arena-forfeit-{kind}", count=count) for kind, count in sorted(lost.counts.items()))
        name = course.tournament.entries[entry].name
        console.print(say("arena-forfeits", name=name, games=lost.games, counts=counts), style="red")
        if lost.words:
            console.print(say("arena-words", name=name))
            console.print(lost.words, style="dim")
