"""`python -m tests.crash one --faults 1000 --seed 7`: a longer run, told in figures."""

import argparse
import asyncio
import secrets
import tempfile
from pathlib import Path

from tests.crash.runs import RUNS, run


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    asked.add_argument(
        "which", choices=RUNS, help="one server with SQLite, or several processes with PostgreSQL and Redis"
    )
    asked.add_argument("--faults", type=int, default=200)
    asked.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    asked.add_argument("--only", nargs="+", metavar="KIND", default=[], help="kinds of faults: tests/crash/faults.py")
    given = asked.parse_args()
    print(f"Seed {given.seed}.", flush=True)
    with tempfile.TemporaryDirectory(prefix="niagara-crash-") as home:
        print(asyncio.run(run(given.which, Path(home), given.seed, given.faults, given.only)))


if __name__ == "__main__":
    main()
