"""`niagara`: everything that is done from the terminal."""

import sys

import typer

from niagara.cli.serve import serve

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
app.command()(serve)


@app.command()
def engine() -> None:
    """Answer JSON requests, one a line, on a pipe (docs/notation.md)."""
    from niagara.notation.pipe import serve as answer

    answer(sys.stdin.buffer, sys.stdout.buffer)


def main() -> None:
    """The console script."""
    app()
