"""`niagara`: everything that is done from the terminal."""

import gc
from importlib import import_module
from types import ModuleType
from typing import Any

import typer
from rich.console import Console
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from niagara.words import Refusal

# Each command is the function of its name in the module of its name, imported when it is asked for:
# `niagara engine` must start in an instant, and without the server.
COMMANDS = ("play", "serve", "replay", "bots", "arena", "engine", "doctor", "backup", "restore")
NOT_DONE = 2  # the exit code where something asked for cannot be done


class Commands(TyperGroup):
    """The commands, each imported when it is needed; a Refusal is told in its sentence, never as a trace."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = {name: TyperCommand(name) for name in COMMANDS}

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        one = typer.Typer(add_completion=False, rich_markup_mode="markdown")
        one.command(cmd_name)(getattr(_imported(f"niagara.cli.{cmd_name}"), cmd_name))
        return get_command(one)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            Console(stderr=True).print(refusal.text, style="red", markup=False, highlight=False, soft_wrap=True)
            raise typer.Exit(NOT_DONE) from refusal


def _imported(module: str) -> ModuleType:
    """A module, without Python's searches for lost objects meanwhile: what is imported stays, and they take a sixth of the time."""
    gc.disable()
    try:
        return import_module(module)
    finally:
        gc.freeze()
        gc.enable()


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)


@app.callback()
def niagara() -> None:
    """Niagara: paddle down the river, load gems, and be home before the current takes you over the falls.

    **A game now, against three bots:** `niagara play`

    **Friends at one keyboard, a bot on the fourth seat:** `niagara play Ada Bo Cy bot:paddler`

    **All expansions:** `niagara play Ada --rules "spirits joe"`

    **In the browser:** `niagara serve`

    **A saved game, turn by turn:** `niagara replay game.niagara`

    **Everything in one file, while the server runs:** `niagara backup niagara.backup`

    **Which bot is better?** `niagara arena paddler drifter`

    At every prompt of a game `?` tells what you may do and what it costs. Each command explains itself: `niagara play --help`.
    """


def main() -> None:
    """The console script."""
    app(prog_name="niagara")
