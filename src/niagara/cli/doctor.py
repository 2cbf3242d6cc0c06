"""`niagara doctor`: what this installation is like, and what is not in order."""

import os
import platform
import sqlite3
import sys
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from niagara import rules
from niagara.cli import examination
from niagara.cli.examination import Finding
from niagara.cli.freshness import stale_rules
from niagara.cli.installation import reason_not_writable, settings_now
from niagara.server.settings import Settings
from niagara.words import has, say

RULES = Path(rules.__file__).parent
PACKAGES = ("litestar", "uvicorn", "websockets", "msgspec", "sqlalchemy", "typer", "rich")
LONG_ENOUGH = 0.3  # seconds of random play on the processor, to tell the speed


def doctor() -> None:
    """Tell how this installation is, and what to mend: rules and client, settings, folder and secret, database, disk, clock, backup.

    The exit code is 1 if something is not in order.
    """
    settings = settings_now()
    findings = list(look(settings))
    table = Table(show_header=False, box=None, pad_edge=False)
    for finding in findings:
        style = "" if finding.well else "red"
        table.add_row(Text(say(finding.what), style="bold"), Text(finding.found, overflow="fold", style=style))
    talk = Console()
    talk.print(table)
    if not all(finding.well for finding in findings):
        talk.print(say("doctor-ill"), style="red")
        raise typer.Exit(1)
    talk.print(say("doctor-well"), style="green")


def look(settings: Settings) -> Iterator[Finding]:
    """Everything, in the order in which it is told."""
    yield Finding("doctor-niagara", f"{version('niagara')}, {RULES.parent}")
    yield Finding("doctor-python", f"{platform.python_version()} {platform.machine()}, {sys.executable}")
    stale = stale_rules()
    how = say("doctor-stale", modules=", ".join(stale)) if stale else how_the_rules_run()
    yield Finding("doctor-rules", how, not stale)
    built = has_client(settings.shell)
    client = say("doctor-client-built" if built else "doctor-client-missing", folder=str(settings.shell))
    yield Finding("doctor-client", client, built)
    yield examination.settings_that_do_not_exist(os.environ)
    reason = reason_not_writable(settings.home)
    yield Finding("doctor-games", where_games_are(settings.home), not reason)
    if not reason:
        yield examination.folder(settings)
        yield from examination.database(settings)
        yield from examination.redis(settings)
        yield examination.disk(settings)
        yield examination.last_backup(settings)
    yield examination.port(settings)
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    yield Finding("doctor-packages", f"{packages}, SQLite {sqlite3.sqlite_version}")


def how_the_rules_run() -> str:
    """Compiled or plain, how fast, and why plain."""
    speed = f"{decisions_a_second():,.0f}"
    if rules.is_compiled():
        return say("doctor-compiled", speed=speed)
    note = RULES / "pure.txt"  # the build's, see setup.py
    reason = f"doctor-plain-{note.read_text().strip()}" if note.is_file() else ""
    return say("doctor-plain", speed=speed, reason=say(reason if has(reason) else "doctor-plain-unknown"))


def decisions_a_second() -> float:
    """Of uniform random play in the base game with four players, on one core."""
    ruleset = rules.RuleSet(players=4, round_limit=100)
    dice = rules.Dice(0)
    decisions = 0
    began = time.process_time()
    while time.process_time() < began + LONG_ENOUGH:
        decisions += rules.playout(rules.new_game(ruleset), dice)
    return decisions / (time.process_time() - began)


def has_client(shell: Path) -> bool:
    return (shell / "index.html").is_file()


def where_games_are(folder: Path) -> str:
    reason = reason_not_writable(folder)
    if reason:
        return say("doctor-games-not-writable", folder=str(folder), reason=reason)
    return say("doctor-games-writable", folder=str(folder))
