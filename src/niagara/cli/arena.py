"""`niagara arena`: tournaments between bots, ours and others', with ratings and intervals."""

import json
import re
import signal
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from niagara.arena import MIXED, PAIRS, Course, Rating, Sprt, Tournament, matrix, ratings, read_entries, share_of_elo
from niagara.arena.plot import check_plot, plot
from niagara.arena.report import report
from niagara.bots.external import Limits
from niagara.cli.arena_tables import print_ladder
from niagara.cli.choosing import chosen_rules
from niagara.cli.tournaments import run
from niagara.words import Refusal

PLAYERS = 4  # at a table, where the rules do not say
LONGEST = "100"  # rounds, where the rules do not say: nobody has won then
MOST_BOTS = 50
MOST_JOBS = 1000


class Tables(StrEnum):
    """Who meets at a table."""

    PAIRS = PAIRS
    MIXED = MIXED


def arena(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT...", help="A strength, or the command of a program.", show_default=False)
    ],
    rules: Annotated[
        list[str] | None,
        typer.Option(help="Such as 'base' or 'spirits joe players=5'; once for each rule set.", show_default="base"),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="At least so many for each meeting and rule set.")] = 100,
    swiss: Annotated[int, typer.Option(min=0, help="So many rounds of a Swiss, instead of all against all.")] = 0,
    tables: Annotated[
        Tables, typer.Option(help="Two bots share a table, or one bot sits on each chair.")
    ] = Tables.PAIRS,
    sprt: Annotated[str, typer.Option(metavar="P0:P1", help="Stop early: 0.5:0.55, or 0:35elo.")] = "",
    alpha: Annotated[float, typer.Option(min=0.0001, max=0.5, help="Chance to say P1 where P0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option(min=0.0001, max=0.5, help="Chance to say P0 where P1 is true.")] = 0.05,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    opening: Annotated[int, typer.Option(min=0, max=5, help="Rounds in which cards are dealt, not chosen.")] = 1,
    seconds: Annotated[float, typer.Option(min=0.01, max=3600, help="For a decision of a program.")] = 2.0,
    start_seconds: Annotated[float, typer.Option(min=0.1, max=3600, help="For a program to start.")] = 10.0,
    jobs: Annotated[int, typer.Option(min=0, max=MOST_JOBS, help="Processes; 0: one for each processor.")] = 0,
    dask: Annotated[str, typer.Option(metavar="ADDRESS", help="Play on a Dask cluster: tcp://host:8786.")] = "",
    out: Annotated[Path | None, typer.Option(help="Keep results here; the same command goes on.")] = None,
    plot_file: Annotated[Path | None, typer.Option("--plot", help="Draw a picture: .png, .svg or .pdf.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Let bots play a tournament: who is better, by how much, and how sure is that?

    **Two bots:** `niagara arena paddler drifter`

    **A bot of your own, in any language:** `niagara arena paddler "node examples/ferryman.mjs"`

    **A ladder that goes on where it stopped:** `niagara arena paddler drifter ./mine --rules base --rules "spirits joe" --out ladder.jsonl`

    **Is mine better than the old one?** `niagara arena ./new ./old --games 5000 --sprt 0.5:0.55`

    All play against all, two at a time: they share a table's chairs in every way in which both sit, and each way is played with the same
    luck, so that luck and chairs cancel. A share of 50 % means alike. docs/bots.md tells how to write a bot, and how to read the results.
    """
    limits = Limits(seconds, start_seconds)
    rule_sets = [chosen_rules(words, PLAYERS, round_limit=LONGEST) for words in dict.fromkeys(rules or ["base"])]
    if not 2 <= len(bots) <= MOST_BOTS:
        raise Refusal("arena-how-many", most=MOST_BOTS)
    most = max(rule_set.players for rule_set in rule_sets)
    if tables == Tables.MIXED and len(bots) < most:
        raise Refusal("arena-mixed-few", players=most, named=len(bots))
    if tables == Tables.MIXED and (swiss or sprt):
        raise Refusal("arena-mixed-pairs")
    test = read_sprt(sprt, alpha, beta) if sprt else None
    if plot_file:
        check_plot(plot_file, out)
        ratings([], 0)
    entries = read_entries(bots, limits)
    tournament = Tournament(
        entries, tuple(dict.fromkeys(rule_sets)), games, seed, tables.value, (), swiss, opening, test, limits
    )
    course, stopped = run(tournament, jobs, dask, out)
    rated = _rated(course)
    if as_json:
        typer.echo(json.dumps(report(course, rated), ensure_ascii=False))
    else:
        print_ladder(course, rated)
    if plot_file and rated:
        plot(plot_file, [entry.name for entry in entries], rated, matrix(course.deals(), len(entries)))
    if stopped:
        raise typer.Exit(128 + signal.SIGINT)


def read_sprt(words: str, alpha: float, beta: float) -> Sprt:
    """The test of two shares of the wins, or of two differences in Elo points."""
    found = re.fullmatch(r"(-?\d+(?:\.\d+)?):(-?\d+(?:\.\d+)?)(elo)?", words)
    if found:
        low, high = (float(found[number]) for number in (1, 2))
        if found[3]:
            low, high = share_of_elo(max(low, -1000)), share_of_elo(min(high, 1000))
        if 0 < low < high < 1:
            return Sprt(low, high, alpha, beta)
    raise Refusal("arena-sprt", given=words)


def _rated(course: Course) -> list[Rating] | None:
    """The ratings; None, and a sentence about it, where what reckons them is not installed."""
    try:
        return ratings(course.deals(), len(course.tournament.entries))
    except Refusal as refusal:
        Console(stderr=True).print(refusal.text, highlight=False, markup=False, soft_wrap=True)
        return None
