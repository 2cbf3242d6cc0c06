"""How golden games came about: bots and random players at one table, by seed."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from niagara import bots, notation, rules
from niagara.notation.record import read_rules_tag
from niagara.rules.position import CHANCE, Position
from tests.rules.games import TELLING

MOST_DECISIONS = 5000


class Table(NamedTuple):
    """A game to be played: its name, the rules, who sits (P paddler, D drifter, R random), and who starts."""

    name: str
    ruleset: str
    seats: str
    ring: int


TABLES = (
    Table("base-3-paddlers", "players=3", "PPP", 0),
    Table("base-4-paddler-and-drifters", "players=4", "PDDD", 2),
    Table("base-5-drifters", "players=5", "DDDDD", 4),
    Table("base-3-gem-value", "players=3 tie_break=gem_value", "DPD", 1),
    Table("base-4-random-fork", "players=4 fork=random", "PDPD", 3),
    Table("base-5-random-fork-gem-value", "players=5 fork=random tie_break=gem_value", "PPDDR", 0),
    Table("base-3-random", "players=3 round_limit=30", "RRR", 2),
    Table("base-4-random", "players=4 round_limit=25", "RRRR", 0),
    Table("base-5-random-random-fork", "players=5 fork=random round_limit=20", "RRRRR", 1),
    Table("base-4-short", "players=4 round_limit=3", "PDRR", 1),
    Table("joe-3-paddlers", "players=3 joe", "PPP", 1),
    Table("joe-4-paddlers-and-drifters", "players=4 joe", "PDPD", 0),
    Table("joe-5-drifters", "players=5 joe", "DDDDD", 3),
    Table("joe-4-gem-value", "players=4 joe tie_break=gem_value", "PPDD", 2),
    Table("joe-3-random-fork", "players=3 joe fork=random", "DPD", 0),
    Table("joe-5-mixed", "players=5 joe", "PDRDR", 4),
    Table("joe-3-random", "players=3 joe round_limit=30", "RRR", 0),
    Table("joe-4-random", "players=4 joe round_limit=25", "RRRR", 3),
    Table("joe-5-random-random-fork", "players=5 joe fork=random round_limit=20", "RRRRR", 2),
    Table("joe-4-random-gem-value", "players=4 joe tie_break=gem_value round_limit=15", "RPRD", 1),
    Table("spirits-3-paddlers", "players=3 spirits", "PPP", 2),
    Table("spirits-4-paddler-and-drifters", "players=4 spirits", "PDDD", 1),
    Table("spirits-5-drifters", "players=5 spirits", "DDDDD", 0),
    Table("spirits-6-mixed", "players=6 spirits", "PDPDPD", 5),
    Table("spirits-3-elk-by-one", "players=3 spirits elk_on_choice_card=1", "DPP", 0),
    Table("spirits-4-random-fork", "players=4 spirits fork=random", "PDPD", 3),
    Table("spirits-6-gem-value", "players=6 spirits tie_break=gem_value", "DDPPDD", 1),
    Table("spirits-3-random", "players=3 spirits round_limit=30", "RRR", 1),
    Table("spirits-5-random-elk-by-one", "players=5 spirits elk_on_choice_card=1 round_limit=20", "RRRRR", 4),
    Table("spirits-6-random-random-fork", "players=6 spirits fork=random round_limit=15", "RRRRRR", 2),
    Table("spirits-joe-3-paddlers", "players=3 spirits joe", "PPP", 0),
    Table("spirits-joe-4-paddlers-and-drifters", "players=4 spirits joe", "PDPD", 1),
    Table("spirits-joe-5-drifters", "players=5 spirits joe", "DDDDD", 2),
    Table("spirits-joe-6-paddlers", "players=6 spirits joe", "PPPPPP", 3),
    Table("spirits-joe-4-elk-by-one", "players=4 spirits joe elk_on_choice_card=1", "PPDD", 0),
    Table(
        "spirits-joe-5-every-other-reading",
        "players=5 spirits joe fork=random elk_on_choice_card=1 tie_break=gem_value round_limit=40",
        "PDPDR",
        4,
    ),
    Table("spirits-joe-3-random", "players=3 spirits joe round_limit=30", "RRR", 2),
    Table("spirits-joe-4-random-fork", "players=4 spirits joe fork=random round_limit=25", "RRRR", 1),
    Table("spirits-joe-6-random", "players=6 spirits joe round_limit=20", "RRRRRR", 5),
    Table("spirits-joe-4-short", "players=4 spirits joe round_limit=4", "RDPR", 0),
)

Choose = Callable[[Position, int, list[int]], int]


def played(table: Table) -> notation.Record:
    """The record of a game at a table, to its end."""
    random = Random(table.name)
    ruleset = read_rules_tag(table.ruleset)
    players = [player(kind, random) for kind in table.seats]
    names = [
        {"P": "Paddler", "D": "Drifter", "R": "Random"}[kind] + f" {seat}" for seat, kind in enumerate(table.seats)
    ]
    position = rules.new_game(ruleset, table.ring)
    decisions: list[tuple[int, int]] = []
    while rules.actors(position) and len(decisions) < MOST_DECISIONS:
        seat = rules.next_actor(position)
        moves = rules.legal_moves(position, seat)
        move = random.choice(moves) if seat == CHANCE else players[seat](position, seat, moves)
        rules.play(position, seat, move)
        decisions.append((seat, move))
    return notation.Record(ruleset, names, table.ring, decisions)


def player(kind: str, random: Random) -> Choose:
    """A bot, or one who plays at random and likes to do more than paddle."""
    if kind == "R":
        return lambda position, seat, moves: at_random(random, moves)
    bot = bots.make({"P": "paddler", "D": "drifter"}[kind], random.randrange(10**9))
    return lambda position, seat, moves: bot.choose(position.view(seat), seat, moves)


def at_random(random: Random, moves: list[int]) -> int:
    handful = [random.choice(moves) for _ in range(3)]
    telling = [move for move in handful if any(sign in notation.write_move(move) for sign in TELLING)]
    return (telling or handful)[0]
