"""Plays the golden games that are not there yet; those that are stay as they are: python -m tests.records."""

import json

from niagara import notation
from tests.records.play import TABLES, played
from tests.records.replay import HERE, INDEX, kept


def main() -> None:
    index = json.loads(INDEX.read_text(encoding="utf-8")) if INDEX.exists() else {}
    for table in TABLES:
        file = HERE / f"{table.name}.niagara"
        if file.exists():
            continue
        record = played(table)
        file.write_text(notation.write_record(record), encoding="utf-8")
        index[table.name] = kept(record)
    lines = (f"{json.dumps(name)}: {json.dumps(index[name])}" for name in sorted(index))
    INDEX.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
