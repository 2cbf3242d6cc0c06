"""What to say when an extra is not installed."""

from niagara.words import Refusal


def missing(error: ModuleNotFoundError) -> Refusal:
    """The refusal for a package that is not there: it names the extra that brings it."""
    return Refusal("arena-extra-missing", package=error.name or "?")
