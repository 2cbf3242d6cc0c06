"""A match: the same bots play many games, changing seats so that the luck of a seat cancels."""

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from random import Random

from niagara import bots, rules
from niagara.rules import CHANCE, Position, RuleSet
from niagara.rules.board import size

GAMES_AT_A_TIME = 4  # sent to a process of the executor


@dataclass(frozen=True)
class Match:
    """Who plays what, how often; equal matches have equal games."""

    rules: RuleSet
    strengths: tuple[str, ...]  # an entry each; entry i begins on seat i
    games: int
    seed: int = 0


@dataclass(frozen=True)
class Played:
    """How a game went. Entries are numbered as in the match, wherever they sat."""

    game: int
    winners: tuple[int, ...]  # entries; empty at a round limit
    home: tuple[int, ...]  # gems brought home, by entry
    rounds: int
    decisions: int


def play_match(match: Match, executor: Executor | None = None) -> Iterator[Played]:
    """The games of a match in order, each as soon as it is played; with an executor several at a time."""
    one = partial(play_game, match)
    numbers = range(match.games)
    return map(one, numbers) if executor is None else executor.map(one, numbers, chunksize=GAMES_AT_A_TIME)


def play_game(match: Match, game: int) -> Played:
    """One game of a match. With each game all entries move one seat on; with each turn of the table so does the ring."""
    players = match.rules.players
    entry_on = [(seat - game) % players for seat in range(players)]
    players_on = [bots.make(match.strengths[entry], _seed(match, game, entry)) for entry in entry_on]
    chance = Random(_seed(match, game, CHANCE))
    position = rules.new_game(match.rules, game // players % players)
    decisions = 0
    while position.phase != rules.OVER:
        seat = rules.next_actor(position)
        moves = rules.legal_moves(position, seat)
        if seat == CHANCE:
            move = chance.choice(moves)
        else:
            move = players_on[seat].choose(position.view(seat), seat, moves)
            decisions += 1
        rules.play(position, seat, move)
    return _played(game, position, entry_on, decisions)


def _seed(match: Match, game: int, entry: int) -> int:
    return Random(f"{match.seed} {game} {entry}").getrandbits(64)


def _played(game: int, position: Position, entry_on: list[int], decisions: int) -> Played:
    home = {entry: size(position.home[seat]) for seat, entry in enumerate(entry_on)}
    return Played(
        game=game,
        winners=tuple(sorted(entry for seat, entry in enumerate(entry_on) if position.winners >> seat & 1)),
        home=tuple(home[entry] for entry in sorted(home)),
        rounds=position.round,
        decisions=decisions,
    )
