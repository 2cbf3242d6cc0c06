"""Bots: players that see what a seat may see, and choose one of its legal moves."""

from niagara.bots.strengths import STRENGTHS, Bot, make

__all__ = ["STRENGTHS", "Bot", "make"]
