"""One game between bots: a task that is played alike wherever it runs."""

from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random

from niagara import rules
from niagara.arena.entry import Entry, seated
from niagara.bots import Bot
from niagara.bots.external import External, Limits
from niagara.rules import CARDS, CHANCE, OVER, Position, RuleSet
from niagara.rules.board import size


@dataclass(frozen=True)
class Game:
    """What is to be played. Luck belongs to the chairs, so that another seating of the same deal meets the same."""

    key: str  # what distinguishes it from all games of its tournament
    rules: RuleSet
    seats: tuple[Entry, ...]
    luck: str  # what the start seat, the dice of each chair and the river come from
    opening: int = 0  # rounds in which the cards are drawn, not chosen
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Forfeited:
    """What a seat did not decide itself."""

    seat: int
    counts: dict[str, int]  # by kind (bots.external.KINDS)
    words: str  # its last lines on stderr


@dataclass(frozen=True)
class Played:
    """How a game went."""

    key: str
    winners: tuple[int, ...]  # seats; none at a round limit (R8.4)
    home: tuple[int, ...]  # gems brought home, by seat
    rounds: int
    decisions: int
    forfeited: tuple[Forfeited, ...] = ()


def play_game(game: Game) -> Played:
    """Plays it to its end."""
    with ExitStack() as chairs:
        players = [
            chairs.enter_context(seated(entry, dice(game.luck, seat).getrandbits(64), game.limits))
            for seat, entry in enumerate(game.seats)
        ]
        position, decisions = _play(game, players)
        outside = [(seat, player) for seat, player in enumerate(players) if isinstance(player, External)]
        for _, player in outside:
            player.tell_end(position)
    return Played(
        key=game.key,
        winners=tuple(seat for seat in range(game.rules.players) if position.winners >> seat & 1),
        home=tuple(map(size, position.home)),
        rounds=position.round,
        decisions=decisions,
        forfeited=tuple(
            Forfeited(seat, player.forfeits.counts, player.forfeits.words)
            for seat, player in outside
            if player.forfeits.counts
        ),
    )


def dice(luck: str, whose: object) -> Random:
    return Random(f"{luck} {whose}")


def _play(game: Game, players: list[Bot]) -> tuple[Position, int]:
    """The last position, and how many decisions the players were asked for."""
    chance, dealer = dice(game.luck, "river"), dice(game.luck, "cards")
    position = rules.new_game(game.rules, dice(game.luck, "ring").randrange(game.rules.players))
    decisions = 0
    while position.phase != OVER:
        seat = rules.next_actor(position)
        moves = rules.legal_moves(position, seat)
        if seat == CHANCE:
            move = chance.choice(moves)
        elif position.phase == CARDS and position.round <= game.opening:
            move = dealer.choice(moves)
        else:
            move = players[seat].choose(position.view(seat), seat, moves)
            decisions += 1
        rules.play(position, seat, move)
    return position, decisions
