"""The arena: tournaments between bots, and what their results are worth."""

from niagara.arena.course import Course, Deal
from niagara.arena.entry import Entry, read_entries
from niagara.arena.game import Forfeited, Game, Played, play_game
from niagara.arena.intervals import Rate, rate_of, wilson
from niagara.arena.ledger import Ledger, open_ledger
from niagara.arena.playing import play, play_games
from niagara.arena.rating import Rating, ratings
from niagara.arena.seating import MIXED, ONE_TABLE, PAIRS
from niagara.arena.sprt import Sprt, share_of_elo
from niagara.arena.tally import Forfeits, Row, forfeits, matrix, tally
from niagara.arena.tournament import Key, Meeting, Tournament
from niagara.arena.workers import Workers, cluster, here, processes

__all__ = [
    "MIXED",
    "ONE_TABLE",
    "PAIRS",
    "Course",
    "Deal",
    "Entry",
    "Forfeited",
    "Forfeits",
    "Game",
    "Key",
    "Ledger",
    "Meeting",
    "Played",
    "Rate",
    "Rating",
    "Row",
    "Sprt",
    "Tournament",
    "Workers",
    "cluster",
    "forfeits",
    "here",
    "matrix",
    "open_ledger",
    "play",
    "play_game",
    "play_games",
    "processes",
    "rate_of",
    "ratings",
    "read_entries",
    "share_of_elo",
    "tally",
    "wilson",
]
