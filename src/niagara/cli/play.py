"""`niagara play`: a game in the terminal."""

import signal
from collections import Counter
from pathlib import Path
from random import SystemRandom
from typing import Annotated

import typer
from rich.console import Console

from niagara import bots, notation
from niagara.cli.choosing import chosen_rules
from niagara.cli.sitting import Player, Sitting
from niagara.rules import RuleSet
from niagara.words import Refusal, say

BOT = "bot:"
MOST_SEATS = 6
USUAL_SEATS = 4
LONGEST_NAME = 24


def play(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Who plays; bot:STRENGTH for a bot.")
    ] = None,
    rules: Annotated[str, typer.Option(help="Such as 'spirits joe' or 'players=5 fork=random'.")] = "",
    seed: Annotated[int | None, typer.Option(help="The same seed: the same start player and the same bots.")] = None,
    save: Annotated[Path | None, typer.Option(help="Write the game to this file when it ends.")] = None,
) -> None:
    """Play in the terminal: you against bots, or several people at one keyboard.

    `niagara play` you against three bots

    `niagara play Ada Bo bot:paddler bot:drifter` two people, two bots

    `niagara play Ada --rules "spirits joe players=5" --save sunday.niagara`

    Free seats are taken by bots. Moves are written as in docs/notation.md: `a>S4(+w)` takes canoe a to S4 and loads white there.
    `?` lists what you may do and what it costs, `? a>S5` tells why a move is not allowed, `board` shows the table again, `back` at a
    card lets the one before choose anew, `quit` ends the game. Among several people cards are typed unseen.
    """
    console = Console(highlight=False)
    chosen = [name.strip() for name in names or [say("play-you")]]
    ruleset = chosen_rules(rules, min(MOST_SEATS, max(USUAL_SEATS, len(chosen)) if len(chosen) != 3 else 3))
    given = SystemRandom().getrandbits(32) if seed is None else seed
    sitting = Sitting(ruleset, seated(chosen, ruleset, given), given, console)
    console.print(say("play-welcome", players=", ".join(player.name for player in sitting.players)), markup=False)
    code = 0
    try:
        sitting.play()
    except EOFError:
        console.print(f"\n{say('play-ended')}")
    except KeyboardInterrupt:
        console.print(f"\n{say('play-ended')}")
        code = 128 + signal.SIGINT
    if save:
        _save(sitting, save)
        console.print(say("play-saved", file=str(save)), markup=False)
    raise typer.Exit(code)


def seated(names: list[str], ruleset: RuleSet, seed: int) -> list[Player]:
    """The players in the order named, bots on the seats that are left. Refusal if a name does not fit."""
    if len(names) > ruleset.players:
        raise Refusal("play-too-many", "R1.5", named=len(names), players=ruleset.players)
    wanted = [*names, *[BOT + bots.STRENGTHS[-1]] * (ruleset.players - len(names))]
    people = [name for name in wanted if not name.startswith(BOT)]
    for name in people:
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise Refusal("play-name", most=LONGEST_NAME)
        if people.count(name) > 1:
            raise Refusal("play-name-twice", name=name)
    taken = Counter(people)
    players = []
    for seat, name in enumerate(wanted):
        bot = bots.make(name.removeprefix(BOT), seed + seat) if name.startswith(BOT) else None
        if bot is not None:
            taken[bot.name] += 1
            name = bot.name if taken[bot.name] == 1 else f"{bot.name} {taken[bot.name]}"
        players.append(Player(name, bot))
    return players


def _save(sitting: Sitting, file: Path) -> None:
    try:
        file.write_text(notation.write_record(sitting.record), encoding="utf-8")
    except OSError as fault:
        raise Refusal("file-not-written", file=str(file), reason=fault.strerror or str(fault)) from fault
