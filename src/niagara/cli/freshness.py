"""Whether the compiled rules are as young as their source: what is edited must be what runs."""

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path


def stale_rules() -> list[str]:
    """The modules of the rules that were changed after they were compiled for this Python; nothing of the rules is imported."""
    package = find_spec("niagara")
    assert package is not None
    assert package.origin is not None
    sources = sorted((Path(package.origin).parent / "rules").glob("*.py"))
    pairs = [(source, source.with_suffix(EXTENSION_SUFFIXES[0])) for source in sources]
    return [one.stem for one, made in pairs if made.exists() and made.stat().st_mtime < one.stat().st_mtime]
