"""One example of every refusal of positions, records and requests: the key, the text, and who asks in vain."""

import json
from collections.abc import Callable
from typing import Any

from niagara import notation
from niagara.notation import pipe
from tests.rules.scene import Scene, river

Asked = Callable[[], object]

TAGS = '[Niagara "1"]\n[Rules "players=3"]\n[Seats "A" "B" "C"]\n[Ring "0"]\n[Result "*"]\n\n'


def position(scene: Scene | None = None, **changed: Any) -> Asked:
    """A position, by default the set-up, read with some of its fields changed."""
    return lambda: notation.read_position(notation.write_position((scene or river()).position) | changed)


def record(rounds: str = "", old: str = "", new: str = "") -> Asked:
    """A record with these rounds, read; `new` stands for `old` in its tags."""
    return lambda: notation.read_record(TAGS.replace(old, new) + rounds)


def line(text: bytes) -> Asked:
    """A line on the pipe, answered up to the point where its refusal becomes an answer."""
    return lambda: pipe._answer(pipe._read_request(text))


def request(**fields: Any) -> Asked:
    """A request on the pipe."""
    return line(json.dumps(fields).encode())


def rules(**changed: Any) -> dict[str, Any]:
    """A rule set, some of its fields changed."""
    return notation.write_rules(river().position.rules) | changed


PLAIN = notation.write_position(river().position)
VIEW = notation.write_position(river().after("1: card 4").position.view(0))

ASKED: list[tuple[str, str, Asked]] = [
    ("rules-players", "This rule set is for 3 to 5 players. (R1.5)", request(do="new", rules=rules(players=6), ring=0)),
    ("position-shape", "weather must be a whole number from -1 to 2.", position(weather=3)),
    (
        "position-clash",
        "joe must be null where he does not play; the position contradicts itself. (R1.11)",
        position(joe={"at": "S1", "gems": ""}),
    ),
    ("pipe-blank", "The line is blank; send one JSON object a line.", line(b" \r\n")),
    ("pipe-not-json", "The line is not JSON; send one JSON object a line.", line(b"{")),
    ("pipe-not-object", 'The request must be a JSON object with the key "do".', line(b"[]")),
    ("pipe-unknown", '"do" must be one of new, legal, actors, apply, view.', request(do="quit")),
    ("pipe-missing", 'legal also needs "seat".', request(do="legal", position=PLAIN)),
    ("pipe-extra", 'actors does not know "seat".', request(do="actors", position=PLAIN, seat=0)),
    (
        "pipe-seat",
        '"seat" must be a seat of this game, 0 to 2, or -1 for chance.',
        request(do="legal", position=PLAIN, seat=3),
    ),
    ("pipe-seat", '"ring" must be a seat of this game, 0 to 2.', request(do="new", rules=rules(), ring=-1)),
    (
        "pipe-seat-or-spectator",
        '"seat" must be a seat of this game, 0 to 2, or null for a spectator.',
        request(do="view", position=PLAIN, seat=-1),
    ),
    (
        "pipe-view",
        "A view hides cards; apply needs the whole position. (R10.1)",
        request(do="apply", position=VIEW, seat=0, move="card 1"),
    ),
    ("move-not-text", 'A move is a text, such as "a>S3".', request(do="apply", position=PLAIN, seat=0, move=1)),
    ("record-tag", 'Line 4 must be a tag, such as [Ring "2"].', record(old='[Ring "0"]', new="[Ring 0]")),
    ("record-tag-missing", "The record must have the tag Seats exactly once.", record(old='[Seats "A" "B" "C"]\n')),
    ("record-format", 'The record must begin with [Niagara "1"].', record(old='"1"', new='"2"')),
    (
        "record-rules",
        "The tag Rules cannot be “players=9”; it names players, expansions and what differs from the default, such as "
        "players=4 spirits joe fork=random. (R9)",
        record(old="players=3", new="players=9"),
    ),
    (
        "record-seats",
        'The tag Seats must name 3 players, such as "Ada" "Bo" "Cy". (R1.5)',
        record(old=' "C"'),
    ),
    ("record-ring", "The tag Ring must be a seat, 0 to 2. (R1.9)", record(old='Ring "0"', new='Ring "3"')),
    (
        "record-result",
        "The tag Result says 1, but the moves lead to *. (R8.1)",
        record(old='Result "*"', new='Result "1"'),
    ),
    (
        "record-line",
        "Line 7, 1. cards 1 2 7: There is no card 7 in this game. (R1.7)",
        record("1. cards 1 2 7\n"),
    ),
    (
        "record-line",
        "Line 8, 0: a>S3: That takes 3 points; the canoe has 1. (R3.8)",
        record("1. cards 1 2 3\n   0: a>S3\n"),
    ),
]

# What is wrong with a line of a record is told inside `record-line`; here are the sentences themselves.
LINES: list[tuple[str, str, str]] = [
    ("record-round", "Round 1 should begin here, or the one before it end.", "2. cards 1 2 3"),
    ("record-cards", "Cards of 3 seats must stand here, such as 4 C 6 2.", "1. cards 1 2"),
    ("record-cards", "Cards of 3 seats must stand here, such as 4 C 6 2.", "1. 1: card 2"),
    (
        "record-entry",
        "After buys stand seats in order and their moves, such as 1: buy a p; 2: nobuy.",
        "1. buys buy a p",
    ),
    (
        "record-entry",
        "After banks stand seats in order and their moves, such as 1: arm a L.",
        "1. banks",
    ),
    (
        "record-not-understood",
        "A line holds cards, buys, banks, river or the moves of a seat, such as 2: a>S4.",
        "1. Ada takes a gem",
    ),
    ("record-no-seat", "There is no such seat; the last is 2.", "1. 4: a>S3"),
]
