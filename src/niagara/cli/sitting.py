"""A game at one keyboard: people are asked, bots choose, and what happens is told."""

from dataclasses import dataclass
from random import Random

from rich.console import Console
from rich.text import Text

from niagara import notation, rules
from niagara.bots import Bot
from niagara.cli.asking import Back, Keyboard
from niagara.cli.drawing import draw
from niagara.rules import BUY, CARDS, CHANCE, OVER, Event, RuleSet
from niagara.words.log import Log


@dataclass
class Player:
    name: str
    bot: Bot | None = None  # None: somebody at the keyboard


class Sitting:
    """One game from the first card to the last."""

    def __init__(self, ruleset: RuleSet, players: list[Player], seed: int, console: Console) -> None:
        self.players = players
        self.decisions: list[tuple[int, int]] = []
        chance = Random(seed)
        self.ring = chance.randrange(ruleset.players)
        self.position = rules.new_game(ruleset, self.ring)
        self._chance = chance
        self._console = console
        people = [seat for seat, player in enumerate(players) if player.bot is None]
        self._alone = people[0] if len(people) == 1 else None
        self._keyboard = Keyboard(console, [player.name for player in players], self._alone)
        self._log = Log(lambda seat: (players[seat].name, seat == self._alone))
        self._told = 0  # lines of the log
        self._log.tell([{"event": "round", "round": 1, "ring": self.ring}])

    def play(self) -> None:
        """Until somebody wins; EOFError and KeyboardInterrupt where the keyboard ends it."""
        while self.position.phase != OVER:
            if self.position.phase in (BUY, CARDS):
                self._decide_together()
            else:
                seat = rules.next_actor(self.position)
                self._apply(seat, self._turn(seat))
        self._tell(len(self._log.lines))
        self._console.print(draw(self.position, self._names))

    @property
    def record(self) -> notation.Record:
        """The game as far as everybody may know it."""
        decisions = notation.ordered(self.decisions, self.position.rules, self.ring)
        record = notation.Record(self.position.rules, self._names, self.ring, decisions)
        return record if self.position.phase == OVER else record.without_running_round()

    @property
    def _names(self) -> list[str]:
        return [player.name for player in self.players]

    def _decide_together(self) -> None:
        """Buys and cards: bots first, then people seat by seat; who has chosen a card may go back to it until all have (R2.5)."""
        self._tell(len(self._log.lines))
        chosen = {}
        waiting = rules.actors(self.position)
        for seat in waiting:
            if (bot := self.players[seat].bot) is not None:
                chosen[seat] = bot.choose(self.position.view(seat), seat, rules.legal_moves(self.position, seat))
        people = [seat for seat in waiting if seat not in chosen]
        if people:
            self._console.print(draw(self.position, self._names))
        asked = 0
        while asked < len(people):
            try:
                chosen[people[asked]] = self._keyboard.ask(self.position, people[asked])
                asked += 1
            except Back:
                asked = max(0, asked - 1)
        for seat in waiting:
            self._apply(seat, chosen[seat])

    def _turn(self, seat: int) -> int:
        moves = rules.legal_moves(self.position, seat)
        if seat == CHANCE:
            return self._chance.choice(moves)
        bot = self.players[seat].bot
        if bot is not None:
            return bot.choose(self.position.view(seat), seat, moves)
        growing = len(self._log.lines) - 1  # the turn that is being played is told when it is over
        if self._tell(growing):
            self._console.print(draw(self.position, self._names))
        return self._keyboard.ask(self.position, seat)

    def _apply(self, seat: int, move: int) -> None:
        events: list[Event] = []
        rules.play(self.position, seat, move, events)
        self.decisions.append((seat, move))
        self._log.tell(notation.write_event(event) for event in events)

    def _tell(self, lines: int) -> bool:
        """Prints the log up to a line; whether there was anything to tell."""
        new = self._log.lines[self._told : lines]
        for line in new:
            self._console.print(bold_text(line.text))
        self._told = max(self._told, lines)
        return bool(new)


def bold_text(marked: str) -> Text:
    """A sentence whose bold parts stand between two stars."""
    return Text.assemble(*((part, "bold" if index % 2 else "") for index, part in enumerate(marked.split("**"))))
