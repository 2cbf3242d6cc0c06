"""Names of people and tables: in one form, and so that everybody sees them."""

import unicodedata
from itertools import groupby

_INK = {"L", "N", "P", "S"}  # letters, digits, punctuation, symbols
# Letters and symbols to Unicode, nothing to the eye: Hangul fillers, the blank of Braille, the null notehead.
_BLANK = {"\u115f", "\u1160", "\u2800", "\U0001d159"}
_MOST_MARKS = 3  # in a row over one letter; pointed Hebrew has so many


def kept(text: str, longest: int) -> str | None:
    """The name as it is kept; None if it is none. Letters that only look wide or joined become the plain ones (NFKC)."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not 1 <= len(name) <= longest or not name.isprintable() or not _BLANK.isdisjoint(name):
        return None
    kinds = [unicodedata.category(letter)[0] for letter in name]
    piled = any(kind == "M" and len(list(marks)) > _MOST_MARKS for kind, marks in groupby(kinds))
    return None if piled or _INK.isdisjoint(kinds) else name
