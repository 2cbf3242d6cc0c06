"""A second reading of the rules: slow, literal, written without sight of the engine, so that they can be compared."""

from tests.second_reading.game import actors, apply, legal, new, view
from tests.second_reading.shape import check
from tests.second_reading.words import Position, RefusedError

__all__ = ["Position", "RefusedError", "actors", "apply", "check", "legal", "new", "view"]
