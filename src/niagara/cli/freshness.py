"""Whether the compiled rules were made from the source that lies beside them: what is edited must be what runs."""

import hashlib
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

COMPILED_FROM = "compiled.txt"  # written by setup.py: a module and its fingerprint a line


def stale_rules() -> list[str]:
    """The modules of the rules that were changed after they were compiled for this Python; nothing of the rules is imported."""
    package = find_spec("niagara")
    assert package is not None
    assert package.origin is not None
    folder = Path(package.origin).parent / "rules"
    note = folder / COMPILED_FROM
    if not note.is_file():
        return []
    compiled_from = dict(line.split() for line in note.read_text().splitlines())
    return [
        source.stem
        for source in sorted(folder.glob("*.py"))
        if source.with_suffix(EXTENSION_SUFFIXES[0]).exists()
        and hashlib.sha256(source.read_bytes()).hexdigest() != compiled_from.get(source.name)
    ]
