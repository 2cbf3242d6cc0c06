"""The one writer and the one reader of positions, views, moves, events and records."""

from niagara.notation.describe import decision, describe_move, describe_speed
from niagara.notation.events import write_event
from niagara.notation.moves import explain, legal_texts, parse_move, read_move, write_move
from niagara.notation.positions import lies_face_down, spectators_view, write_position, write_rules
from niagara.notation.reading import read_position, read_rules
from niagara.notation.record import Record, ordered, read_record, write_record, write_rules_tag

__all__ = [
    "Record",
    "decision",
    "describe_move",
    "describe_speed",
    "explain",
    "legal_texts",
    "lies_face_down",
    "ordered",
    "parse_move",
    "read_move",
    "read_position",
    "read_record",
    "read_rules",
    "spectators_view",
    "write_event",
    "write_move",
    "write_position",
    "write_record",
    "write_rules",
    "write_rules_tag",
]
