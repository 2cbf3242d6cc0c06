"""What to say when an extra is not installed."""

from niagara.words import say


def missing(error: ModuleNotFoundError) -> ImportError:
    """The error to raise for a package that is not there: it names the extra that brings it."""
    return ImportError(say("envs-extra-missing", package=error.name or "?"), name=error.name)
