"""Runs the measurements in benchmarks/, or those named."""

import subprocess
import sys

from scripts import ready


def main() -> int:
    ready.environment("bench")
    ready.client()
    there = sorted(file.stem for file in (ready.ROOT / "benchmarks").glob("[a-z]*.py"))
    names = sys.argv[1:] or there
    if unknown := [name for name in names if name not in there]:
        raise ready.NotReady(f"There is no benchmark {', '.join(unknown)}; there are {', '.join(there) or 'none'}.")
    codes = [subprocess.run([ready.PYTHON, "-m", f"benchmarks.{name}"], cwd=ready.ROOT).returncode for name in names]
    return max(codes, default=0)


if __name__ == "__main__":
    sys.exit(ready.told(main))
