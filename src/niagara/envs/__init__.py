"""Niagara for learning and search: PettingZoo, Gymnasium, OpenSpiel, and thousands of games at once; one module each.

Nothing heavy is imported before a module of these is.
"""

from niagara.envs.actions import ACTIONS, NAMES, SECTIONS
from niagara.envs.session import Session, rule_set, win_shares

__all__ = ["ACTIONS", "NAMES", "SECTIONS", "Session", "rule_set", "win_shares"]
