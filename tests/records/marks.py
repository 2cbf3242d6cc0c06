"""Replays the golden games and prints a mark of every legal list, event and position, a line a game: the builds must agree."""

import hashlib
import json
import sys

from niagara import notation, rules
from tests.records.replay import HERE


def mark_of_game(text: str) -> str:
    record = notation.read_record(text)
    position = rules.new_game(record.rules, record.ring)
    total = hashlib.sha256()
    for seat, move in record.decisions:
        lists = [notation.legal_texts(position, actor) for actor in rules.actors(position)]
        events: list[rules.Event] = []
        rules.play(position, seat, move, events)
        told = [lists, [notation.write_event(event) for event in events], notation.write_position(position)]
        total.update(json.dumps(told).encode())
    return total.hexdigest()[:16]


def main() -> None:
    for file in sorted(HERE.glob("*.niagara")):
        sys.stdout.write(f"{file.stem} {mark_of_game(file.read_text(encoding='utf-8'))}\n")


if __name__ == "__main__":
    main()
