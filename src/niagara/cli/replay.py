"""`niagara replay`: a saved game, turn by turn."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from niagara import notation, rules
from niagara.cli.drawing import draw
from niagara.cli.sitting import bold_text
from niagara.notation import Record
from niagara.rules import Event, Position
from niagara.words import Refusal, say
from niagara.words.log import Log


def replay(
    file: Annotated[Path, typer.Argument(help="A record, as `niagara play --save` and the table's menu write it.")],
    everything: Annotated[bool, typer.Option("--all", help="Without waiting between the turns.")] = False,
) -> None:
    """Step through a saved game: Enter for the next turn, `board` for the table, `quit` to end.

    `niagara replay sunday.niagara`

    `niagara replay sunday.niagara --all | less -R`
    """
    record = _read(file)
    console = Console(highlight=False)
    console.print(say("replay-begins", players=", ".join(record.names)), markup=False)
    try:
        _tell(record, console, wait=not everything)
    except (EOFError, KeyboardInterrupt):
        console.print(f"\n{say('replay-ended')}")


def _read(file: Path) -> Record:
    try:
        text = file.read_bytes().decode("utf-8")
    except OSError as fault:
        raise Refusal("file-not-read", file=str(file), reason=fault.strerror or str(fault)) from fault
    except UnicodeDecodeError as fault:
        raise Refusal("file-not-text", file=str(file)) from fault
    return notation.read_record(text)


def _tell(record: Record, console: Console, wait: bool) -> None:
    """Every line of the log, and the table at the start of each round and at the end."""
    position = rules.new_game(record.rules, record.ring)
    log = Log(lambda seat: (record.names[seat], False))
    log.tell([{"event": "round", "round": 1, "ring": record.ring}])
    told = 0
    for seat, move in record.decisions:
        events: list[Event] = []
        rules.play(position, seat, move, events)
        log.tell(notation.write_event(event) for event in events)
        while told < len(log.lines) - 1:  # the last line may still grow
            line = log.lines[told]
            console.print(bold_text(line.text))
            if line.topic == "round":
                console.print(draw(position, record.names), "")
            told += 1
            if wait:
                _wait(position, record.names, console)
    for line in log.lines[told:]:
        console.print(bold_text(line.text))
    console.print(draw(position, record.names))


def _wait(position: Position, names: list[str], console: Console) -> None:
    """For Enter; EOFError where that is enough."""
    while said := console.input("").strip():
        if said == "quit":
            raise EOFError
        if said == "board":
            console.print(draw(position, names))
        else:
            console.print(say("replay-help"))
