"""Asking a person for a move: what he may do, what it costs, why something is not allowed, and his answer."""

import sys

from rich.console import Console
from rich.table import Table
from rich.text import Text

from niagara import notation, rules
from niagara.cli.drawing import SEAT_STYLES, cards_in, draw
from niagara.notation.names import card_letter
from niagara.rules import BANKS, BUY, CARDS, Position, moves
from niagara.words import Refusal, say
from niagara.words.log import Line, Log

_KEYS = {CARDS: "ask-card", BUY: "ask-buy", BANKS: "ask-arm"}


class Back(Exception):
    """Somebody wants to choose the card before once more."""


class Keyboard:
    """Asks the people at one keyboard; `alone` is the seat of the only person, None if there are several."""

    def __init__(self, console: Console, names: list[str], alone: int | None) -> None:
        self._console = console
        self._names = names
        self._alone = alone

    def ask(self, position: Position, seat: int) -> int:
        """A legal move of the seat. Raises Back, EOFError where the input ends, KeyboardInterrupt."""
        while True:
            said = self._read(self._prompt(position, seat), secret=position.phase == CARDS and self._alone is None)
            word, _, rest = said.partition(" ")
            if said in ("", "board"):
                self._console.print(draw(position, self._names))
            elif word == "?":
                self._explain(position, seat, rest.strip())
            elif said == "quit":
                raise EOFError
            elif said == "back" and position.phase == CARDS:
                raise Back
            else:
                try:
                    return understood(position, seat, said)
                except Refusal as refusal:
                    self._console.print(refusal.text, style="red", markup=False, highlight=False)

    def _prompt(self, position: Position, seat: int) -> Text:
        name = Text(self._names[seat], style=SEAT_STYLES[seat])
        card = card_letter(position.cards[seat])
        key = _KEYS.get(position.phase, "ask-move")
        asked = say(key, cards=cards_in(position.hands[seat]), card=say(f"card-{card}") if card else "")
        return Text.assemble("\n", name, f", {asked} ")

    def _read(self, prompt: Text, secret: bool) -> str:
        """A line; not shown as it is typed if secret and there is a terminal that could show it."""
        return self._console.input(prompt, password=secret and sys.stdin.isatty()).strip()

    def _explain(self, position: Position, seat: int, asked: str) -> None:
        if asked:
            refusal = notation.explain(position, seat, asked)
            told = refusal.text if refusal else say("ask-legal", move=asked)
            self._console.print(told, markup=False, highlight=False)
            return
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", row_styles=["", "dim"])
        for column in ("number", "move", "does", "costs"):
            table.add_column(say(f"ask-column-{column}"))
        for number, (text, move) in enumerate(listed(position, seat), 1):
            choose_by_number = "" if position.phase == CARDS else str(number)
            table.add_row(choose_by_number, text, self._deeds(position, seat, move), costs(position, seat, move))
        self._console.print(table, highlight=False)
        self._console.print(say("ask-help-card" if position.phase == CARDS else "ask-help"), highlight=False)

    def _deeds(self, position: Position, seat: int, move: int) -> str:
        """What a move does, in the words that the log will tell it in."""
        if position.phase == CARDS:
            return say(f"card-{card_letter(moves.place(move))}")
        after = position.copy()
        events: list[rules.Event] = []
        rules.play(after, seat, move, events)
        log = Log(lambda other: (self._names[other], other in (seat, self._alone)))
        log.lines.append(Line(seat, "turn", ""))
        log.tell(notation.write_event(event) for event in events)
        if position.phase == BUY:
            return log.lines[1].text.replace("**", "")
        return ", ".join([*log.lines[0].deeds, *log.lines[0].after])


def listed(position: Position, seat: int) -> list[tuple[str, int]]:
    """The legal moves with their text, sorted by it."""
    return sorted((notation.write_move(move), move) for move in rules.legal_moves(position, seat))


def understood(position: Position, seat: int, said: str) -> int:
    """The legal move that somebody means: as the notation writes it, but careless of capitals and blanks; a card by its letter
    alone, any other move also by its number in the list. Refusal if it is none.
    """
    legal = listed(position, seat)
    plain = _plain(said)
    for number, (text, move) in enumerate(legal, 1):
        if plain == _plain(text) or plain == (
            _plain(text.removeprefix("card ")) if position.phase == CARDS else str(number)
        ):
            return move
    return notation.read_move(position, seat, f"card {said.upper()}" if position.phase == CARDS else said)


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()


def costs(position: Position, seat: int, move: int) -> str:
    """What a canoe move costs in points; nothing for other moves."""
    if moves.kind(move) != moves.CANOE:
        return ""
    cost = notation.describe_move(position, seat, move)
    parts = [say("cost-steps", steps=cost["steps"])] if cost["steps"] else []
    if cost["load"]:
        parts.append(say("cost-load", load=cost["load"]))
    return ", ".join(parts)
