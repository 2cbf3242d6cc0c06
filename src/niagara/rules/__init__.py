"""The game of Niagara: rules, and nothing else."""

from niagara.rules import board
from niagara.rules.board import HIDDEN
from niagara.rules.events import Event
from niagara.rules.finish import standings, ways_met, worth
from niagara.rules.legal import NOBODY, actors, legal_moves, next_actor, river_speed
from niagara.rules.play import play
from niagara.rules.playout import Dice, playout
from niagara.rules.position import BANKS, BUY, CARDS, CHANCE, OVER, RIVER_DRAW, TURNS, Position, View, new_game
from niagara.rules.ruleset import ALTERNATING, GEM_VALUE, RANDOM, SHARED, RuleSet
from niagara.rules.why import Reason, why

__all__ = [
    "ALTERNATING",
    "BANKS",
    "BUY",
    "CARDS",
    "CHANCE",
    "GEM_VALUE",
    "HIDDEN",
    "NOBODY",
    "OVER",
    "RANDOM",
    "RIVER_DRAW",
    "SHARED",
    "TURNS",
    "Dice",
    "Event",
    "Position",
    "Reason",
    "RuleSet",
    "View",
    "actors",
    "is_compiled",
    "legal_moves",
    "new_game",
    "next_actor",
    "play",
    "playout",
    "river_speed",
    "standings",
    "ways_met",
    "why",
    "worth",
]


def is_compiled() -> bool:
    """Whether these rules are machine code, made by mypyc, or plain Python; they play alike."""
    return not board.__file__.endswith(".py")
