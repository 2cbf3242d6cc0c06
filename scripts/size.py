"""Weighs the client as it goes over the wire: what every script and style sheet is when packed with gzip."""

import gzip
import sys

from scripts import ready

LIMIT = 100_000  # bytes of script, all chunks together


def main() -> int:
    weights = {
        file.relative_to(ready.STATIC).as_posix(): len(gzip.compress(file.read_bytes(), 9))
        for file in sorted(ready.STATIC.rglob("*"))
        if file.suffix in {".js", ".css"}
    }
    for name, weight in weights.items():
        print(f"{weight:>8}  {name}")
    script = sum(weight for name, weight in weights.items() if name.endswith(".js"))
    print(f"{script:>8}  bytes of script, packed; at most {LIMIT}")
    if not script:
        raise ready.NotReady("There is no script among the built files: the client is not built.")
    return 1 if script > LIMIT else 0


if __name__ == "__main__":
    sys.exit(ready.told(main))
