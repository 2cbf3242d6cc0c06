"""`niagara doctor`: what this installation is like, and what is not in order."""

import os
import platform
import sqlite3
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from niagara import rules
from niagara.cli.freshness import stale_rules
from niagara.server.settings import Settings
from niagara.words import Refusal, has, say

RULES = Path(rules.__file__).parent
PACKAGES = ("litestar", "uvicorn", "websockets", "msgspec", "sqlalchemy", "typer", "rich")
LONG_ENOUGH = 0.3  # seconds of random play on the processor, to tell the speed


def doctor() -> None:
    """Tell how this installation is: Python, the rules and their speed, the client, where games are kept, versions.

    The exit code is 1 if something is not in order.
    """
    try:
        settings = Settings.read(os.environ)
    except msgspec.ValidationError as wrong:
        raise Refusal("serve-setting", detail=str(wrong)) from wrong
    stale, client_is_there, games_can_be_kept = (
        stale_rules(),
        has_client(settings.shell),
        reason_not_writable(settings.home) == "",
    )
    rows = {
        "doctor-niagara": f"{version('niagara')}, {RULES.parent}",
        "doctor-python": f"{platform.python_version()} {platform.machine()}, {sys.executable}",
        "doctor-rules": say("doctor-stale", modules=", ".join(stale)) if stale else how_the_rules_run(),
        "doctor-client": say(
            "doctor-client-built" if client_is_there else "doctor-client-missing", folder=str(settings.shell)
        ),
        "doctor-games": where_games_are(settings.home),
        "doctor-packages": ", ".join(f"{name} {version(name)}" for name in PACKAGES)
        + f", SQLite {sqlite3.sqlite_version}",
    }
    table = Table(show_header=False, box=None, pad_edge=False)
    for key, found in rows.items():
        table.add_row(Text(say(key), style="bold"), Text(found, overflow="fold"))
    talk = Console()
    talk.print(table)
    if stale or not client_is_there or not games_can_be_kept:
        talk.print(say("doctor-ill"), style="red")
        raise typer.Exit(1)
    talk.print(say("doctor-well"), style="green")


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


def reason_not_writable(folder: Path) -> str:
    """Why no file can be made in a folder, or the folder itself be made; empty if it can. Nothing is left behind."""
    there = folder
    while not there.exists():
        there = there.parent
    try:
        with tempfile.TemporaryFile(dir=there):
            return ""
    except OSError as fault:
        return fault.strerror or str(fault)
