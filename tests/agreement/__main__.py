"""Long comparisons from the command line: python -m tests.agreement --positions 20000 --seed 1."""

import sys
from random import Random
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress

from tests.agreement.pipe import ENGINE, Pipe
from tests.agreement.positions import RULE_SETS
from tests.agreement.walk import differences

SHOWN = 10  # differences of each rule set that are printed; the rest are counted


def main(
    positions: Annotated[int, typer.Option(help="Positions of each rule set.")] = 20_000,
    thorough: Annotated[int, typer.Option(help="At every so-manyth position, ask all that can be asked.")] = 20,
    seed: Annotated[int, typer.Option(help="Another seed gives other positions.")] = 1,
    rule_set: Annotated[str, typer.Option(help=f"One of {', '.join(RULE_SETS)}; left out: each in turn.")] = "",
    engine: Annotated[
        str, typer.Option(help="The command that answers on the pipe.", show_default="niagara engine")
    ] = ENGINE,
) -> None:
    """Compare the engine on its pipe with the second reading; the exit code is 1 if they differ."""
    console = Console(soft_wrap=True)
    apart = 0
    with (
        Pipe(engine) as pipe,
        Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=console) as progress,
    ):
        for name in [rule_set] if rule_set else RULE_SETS:
            task = progress.add_task(name, total=positions)
            found = 0
            for done, here in enumerate(differences(pipe, Random(f"{seed} {name}"), name, positions, thorough), 1):
                for difference in here:
                    found += 1
                    if found <= SHOWN:
                        console.print(str(difference), markup=False, highlight=False)
                progress.advance(task)
                if done % 1000 == 0 and not console.is_terminal:
                    console.print(f"{name}: {done} of {positions}, {found} differences", highlight=False)
            console.print(f"{name}: {positions} positions, {found} differences", highlight=False)
            apart += found
    sys.exit(1 if apart else 0)


if __name__ == "__main__":
    typer.run(main)
