"""`niagara bots`: which there are, and what they win against each other."""

import json
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from statistics import median
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from niagara import bots as players
from niagara import notation
from niagara.arena import Match, Played, play_match, tally
from niagara.cli.choosing import chosen_rules
from niagara.words import Refusal, say

FIRST = 0  # the entry whose rate is told while they play
LONGEST = "100"  # rounds, where the rules of the match do not say otherwise: nobody has won then


def bots(
    strengths: Annotated[list[str] | None, typer.Argument(metavar="[STRENGTH]...", help="Who plays, 3 to 6.")] = None,
    match: Annotated[bool, typer.Option("--match", help="Let them play against each other.")] = False,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 200,
    rules: Annotated[str, typer.Option(help="Such as 'spirits joe fork=random round_limit=60'.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0: one for each processor.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """List the bots, or let them play a match.

    `niagara bots --match paddler drifter drifter drifter --games 200 --rules "spirits joe"`

    They change seats with every game, so that the luck of a seat cancels. A shared win counts as a win. The interval holds the true
    rate in 95 of 100 such matches (Wilson). A game without a winner after 100 rounds ends as nobody's.
    """
    if not strengths:
        if match:
            raise Refusal("bots-match-whom", strengths=" ".join(players.STRENGTHS))
        _list()
        return
    for strength in strengths:
        players.make(strength, 0)
    ruleset = chosen_rules(rules, len(strengths), round_limit=LONGEST)
    if ruleset.players != len(strengths):
        raise Refusal("bots-match-seats", players=ruleset.players, named=len(strengths))
    played = Match(ruleset, tuple(strengths), games, seed)
    results, stopped = _play(played, jobs or os.cpu_count() or 1)
    if as_json:
        typer.echo(json.dumps(_as_json(played, results), ensure_ascii=False))
    else:
        _print(played, results)
    if stopped:
        raise typer.Exit(128 + signal.SIGINT)


def _list() -> None:
    console = Console()
    for strength in players.STRENGTHS:
        console.print(f"{strength:10}{say(f'bot-is-{strength}')}", highlight=False)
    console.print(say("bots-how"), highlight=False)


def _play(match: Match, jobs: int) -> tuple[list[Played], bool]:
    """The games as far as they were played, and whether Ctrl-C ended the match."""
    talk = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    results: list[Played] = []
    with Progress(*columns, console=talk, transient=True) as progress, _workers(min(jobs, match.games)) as executor:
        bar = progress.add_task(say("bots-playing"), total=match.games)
        try:
            for game in play_match(match, executor):
                results.append(game)
                rate = sum(FIRST in one.winners for one in results) / len(results)
                progress.update(
                    bar, advance=1, description=say("bots-so-far", name=match.strengths[0], rate=f"{rate:.0%}")
                )
        except KeyboardInterrupt:
            if executor is not None:
                executor.shutdown(wait=False, cancel_futures=True)
            talk.print(say("bots-stopped", games=len(results)), highlight=False)
            return results, True
    return results, False


@contextmanager
def _workers(jobs: int) -> Iterator[Executor | None]:
    """Processes that leave Ctrl-C to this one; none for a single job."""
    if jobs == 1:
        yield None
        return
    with ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as executor:
        yield executor


def _print(match: Match, results: list[Played]) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column(say("bots-column-bot"))
    for column in ("wins", "rate", "interval", "shared", "home"):
        table.add_column(say(f"bots-column-{column}"), justify="right")
    for row in tally(match, results):
        interval = f"{row.low:.1%} – {row.high:.1%}"
        table.add_row(row.strength, str(row.wins), f"{row.rate:.1%}", interval, str(row.shared), f"{row.home:.1f}")
    console = Console()
    console.print(table, highlight=False)
    if results:
        rounds = [game.rounds for game in results]
        nobody = sum(not game.winners for game in results)
        told = say("bots-rounds", games=len(results), median=f"{median(rounds):g}", most=max(rounds), nobody=nobody)
        console.print(told, highlight=False)


def _as_json(match: Match, results: list[Played]) -> dict[str, object]:
    rounds = [game.rounds for game in results]
    return {
        "rules": notation.write_rules(match.rules),
        "seed": match.seed,
        "games": len(results),
        "entries": [asdict(row) for row in tally(match, results)],
        "rounds": {"median": median(rounds) if rounds else None, "most": max(rounds, default=None)},
        "nobody": sum(not game.winners for game in results),
    }
