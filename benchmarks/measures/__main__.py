"""A process that measures: "measure, subject, seconds" as a line of JSON in, what was done as a line of JSON out."""

import json
import sys
from functools import cache

from benchmarks.measures import Measure, engine, peers

MEASURES = engine.MEASURES | peers.MEASURES


@cache
def prepared(measure: str, subject: str) -> Measure:
    return MEASURES[measure](subject)


def main() -> None:
    for line in sys.stdin:
        measure, subject, seconds = json.loads(line)
        try:
            answer = prepared(measure, subject)(seconds)
        except ImportError as missing:
            print(json.dumps({"missing": missing.name}), flush=True)
        else:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
