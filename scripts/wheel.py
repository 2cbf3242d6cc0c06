"""Packs the wheel, the built client inside it, so that who installs it needs no Node."""

import shutil
import sys

from scripts import ready


def main() -> int:
    ready.environment("dev")
    ready.client()
    for left in (ready.ROOT / "build", ready.ROOT / "dist"):
        shutil.rmtree(left, ignore_errors=True)
    ready.logged([str(ready.PYTHON), "-m", "build", "--wheel", "--no-isolation"], "build")
    print(*(wheel.relative_to(ready.ROOT) for wheel in (ready.ROOT / "dist").glob("*.whl")))
    return 0


if __name__ == "__main__":
    sys.exit(ready.told(main))
