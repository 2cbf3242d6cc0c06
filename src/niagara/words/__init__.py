"""The words of the game: sentences by key, from one Fluent file a language."""

from niagara.words.refusal import Refusal
from niagara.words.sentences import has, say

__all__ = ["Refusal", "has", "say"]
