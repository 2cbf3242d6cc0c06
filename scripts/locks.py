"""Writes the locks anew from pyproject.toml and package.json: hashes, and no registry's address."""

import os
import subprocess
import sys

from scripts import ready

COMPILE = "pip compile pyproject.toml --group build --universal --python-version 3.11 --generate-hashes"
PLAIN = "--quiet --no-emit-index-url --no-emit-find-links --no-annotate --no-header"


def main() -> int:
    ready.environment("dev")
    uv = str(ready.VENV / "bin" / "uv")
    newest = ["--upgrade"] if os.environ.get("UPGRADE") else []
    before: list[str] = []
    extras: list[str] = []
    for lock in ready.LOCKS["bench"]:
        extras += [] if lock == "runtime" else ["--extra", lock]
        command = [uv, *COMPILE.split(), *PLAIN.split(), *newest, *extras, *before]
        subprocess.run([*command, "--output-file", f"requirements/{lock}.txt"], cwd=ready.ROOT, check=True)
        before += ["--constraint", f"requirements/{lock}.txt"]
    subprocess.run(["npm", "update" if newest else "install", "--package-lock-only"], cwd=ready.WEB, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(ready.told(main))
