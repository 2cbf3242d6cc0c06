"""`niagara bots`: which there are, and what they win at one table."""

import json
import signal
from typing import Annotated

import typer
from rich.console import Console

from niagara import bots as players
from niagara.arena import ONE_TABLE, Tournament, read_entries
from niagara.arena.report import report
from niagara.bots.external import Limits
from niagara.cli.arena_tables import print_table
from niagara.cli.choosing import chosen_rules
from niagara.cli.tournaments import run
from niagara.words import Refusal, say

LONGEST = "100"  # rounds, where the rules of the match do not say otherwise: nobody has won then


def bots(
    strengths: Annotated[list[str] | None, typer.Argument(metavar="[STRENGTH]...", help="Who plays, 3 to 6.")] = None,
    match: Annotated[bool, typer.Option("--match", help="Let them play at one table.")] = False,
    games: Annotated[int, typer.Option(min=1, help="At least so many games.")] = 200,
    rules: Annotated[str, typer.Option(help="Such as 'spirits joe fork=random round_limit=60'.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0: one for each processor.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
    worker: Annotated[bool, typer.Option("--worker", help="Play the bots of servers elsewhere, until Ctrl-C.")] = False,
) -> None:
    """List the bots, or let them play at one table, or be at the servers' service.

    `niagara bots --match paddler drifter drifter drifter --games 200 --rules "spirits joe"`

    They sit in every order, each order with the same luck, so that luck and chairs cancel. The rate is by chair; a shared win counts as
    a win. A game without a winner after 100 rounds ends as nobody's. `niagara arena` plays whole tournaments.

    `niagara bots --worker` plays for servers that run with NIAGARA_BOTS=elsewhere, on this machine or another: docs/hosting.md.
    """
    if worker:
        from niagara.cli.worker import serve_bots  # with the server, which a match does not need

        serve_bots()
        return
    if not strengths:
        if match:
            raise Refusal("bots-match-whom", strengths=" ".join(players.STRENGTHS))
        _list()
        return
    distinct = tuple(dict.fromkeys(strengths))
    entries = read_entries(distinct, Limits())
    ruleset = chosen_rules(rules, len(strengths), round_limit=LONGEST)
    if ruleset.players != len(strengths):
        raise Refusal("bots-match-seats", players=ruleset.players, named=len(strengths))
    line_up = tuple(distinct.index(strength) for strength in strengths)
    course, stopped = run(Tournament(entries, (ruleset,), games, seed, ONE_TABLE, line_up), jobs)
    if as_json:
        typer.echo(json.dumps(report(course, None), ensure_ascii=False))
    else:
        print_table(course)
    if stopped:
        raise typer.Exit(128 + signal.SIGINT)


def _list() -> None:
    console = Console()
    for strength in players.STRENGTHS:
        console.print(f"{strength:10}{say(f'bot-is-{strength}')}", highlight=False)
    console.print(say("bots-how"), highlight=False)
