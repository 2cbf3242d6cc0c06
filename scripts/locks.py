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
    for lock, more in (("runtime", []), ("dev", ["--extra", "dev", "--constraint", "requirements/runtime.txt"])):
        command = [uv, *COMPILE.split(), *PLAIN.split(), *newest, *more, "--output-file", f"requirements/{lock}.txt"]
        subprocess.run(command, cwd=ready.ROOT, check=True)
    subprocess.run(["npm", "update" if newest else "install", "--package-lock-only"], cwd=ready.WEB, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(ready.told(main))
