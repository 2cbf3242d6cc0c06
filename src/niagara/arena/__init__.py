"""The arena: matches between bots, and what their results are worth."""

from niagara.arena.match import Match, Played, play_game, play_match
from niagara.arena.tally import Row, tally, wilson

__all__ = ["Match", "Played", "Row", "play_game", "play_match", "tally", "wilson"]
