"""Weighs the client as it goes over the wire: what every script and style sheet is when packed with gzip.

The limit is for what every page loads, the game included; pages that are fetched when somebody opens them are told apart.
"""

import gzip
import re
import sys

from scripts import ready

LIMIT = 100_000  # bytes of script


def main() -> int:
    weights = {
        file.relative_to(ready.STATIC).as_posix(): len(gzip.compress(file.read_bytes(), 9))
        for file in sorted(ready.STATIC.rglob("*"))
        if file.suffix in {".js", ".css"}
    }
    for name, weight in weights.items():
        print(f"{weight:>8}  {name}")
    page = (ready.STATIC / "index.html").read_text() if weights else ""
    first = set(re.findall(r'/static/([^"]+[.]js)"', page))
    script = sum(weights[name] for name in first)
    later = sum(weight for name, weight in weights.items() if name.endswith(".js") and name not in first)
    print(f"{script:>8}  bytes of script that every page loads, packed; at most {LIMIT}")
    print(f"{later:>8}  bytes that are fetched when they are needed")
    if not script:
        raise ready.NotReady("There is no script among the built files: the client is not built.")
    return 1 if script > LIMIT else 0


if __name__ == "__main__":
    sys.exit(ready.told(main))
