"""What the index keeps of a golden game: a mark of every round, and the whole position at the end."""

import hashlib
import json
from pathlib import Path
from typing import Any

from niagara import notation, rules
from niagara.notation import Record
from niagara.rules.position import Position

HERE = Path(__file__).parent
INDEX = HERE / "index.json"


def mark(position: Position) -> str:
    """Eight letters that tell one position from another."""
    return hashlib.sha256(json.dumps(notation.write_position(position)).encode()).hexdigest()[:8]


def kept(record: Record) -> dict[str, Any]:
    """The entry of a record: the mark of the position with which each round begins, and the end."""
    marks: list[str] = []
    position = rules.new_game(record.rules, record.ring)
    for seat, move in record.decisions:
        if position.round > len(marks):
            marks.append(mark(position))
        rules.play(position, seat, move)
    return {"rounds": " ".join(marks), "end": notation.write_position(position)}
