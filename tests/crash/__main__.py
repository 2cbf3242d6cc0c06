"""`python -m tests.crash --faults 1000 --seed 7`: a longer run, told in figures."""

import argparse
import asyncio
import secrets
import tempfile
from pathlib import Path

from tests.crash.faults import ONE_PROCESS, plan
from tests.crash.world import World


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    asked.add_argument("--faults", type=int, default=200)
    asked.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    asked.add_argument("--only", nargs="+", metavar="KIND", choices=ONE_PROCESS, default=list(ONE_PROCESS))
    given = asked.parse_args()
    print(f"Seed {given.seed}.", flush=True)
    kinds = {kind: often for kind, often in ONE_PROCESS.items() if kind in given.only}
    with tempfile.TemporaryDirectory(prefix="niagara-crash-") as home:
        print(asyncio.run(World(Path(home), given.seed).run(plan(given.seed, given.faults, kinds))))


if __name__ == "__main__":
    main()
