"""Both builds of the rules, each in a folder of its own; run as a program, it tests the one that the other tests did not use."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from scripts import ready

TESTS = ["tests/rules", "tests/notation", "tests/bots", "tests/records"]
ASK = "from niagara import rules; print('compiled' if rules.is_compiled() else 'plain')"


def main() -> int:
    used = _said(os.environ.copy(), "-c", ASK)
    other = "plain" if used == "compiled" else "compiled"
    try:
        env = using(other)
    except ready.NotReady as missing:
        if os.environ.get("CI"):
            raise
        print(missing, "The tests ran on plain Python only.")
        return 0
    print(f"The tests before ran on the {used} rules; these run on the {other} ones.", flush=True)
    failed = subprocess.run([ready.PYTHON, "-m", "pytest", "-q", *TESTS], cwd=ready.ROOT, env=env).returncode
    if _said(env, "-m", "tests.records.marks") != _said(using(used), "-m", "tests.records.marks"):
        print("The two builds do not play the golden games alike: python -m tests.records.marks tells where.")
        return 1
    print("Both builds play the golden games alike, legal list by legal list.")
    return failed


def using(build: str) -> dict[str, str]:
    """The environment in which Python finds the `compiled` or the `plain` rules, whatever the working copy has."""
    env = {**os.environ, "PYTHONPATH": str(_made(build) / "src")}
    found = _said(env, "-c", ASK)
    if found != build:
        raise ready.NotReady(f"The {build} rules cannot be made here; {ready.COMPILER_WANTED}")
    return env


def _made(build: str) -> Path:
    """A copy of the package in .venv/builds; compiled anew only if the rules have changed."""
    place = ready.VENV / "builds" / build
    wanted = ready.digest(ready.rule_sources())
    fresh = (place / "made-from.txt").is_file() and (place / "made-from.txt").read_text() == wanted
    if not fresh:
        shutil.rmtree(place, ignore_errors=True)
    apart = shutil.ignore_patterns("*.so", "*.pyd", "pure.txt", "compiled.txt", "static", "__pycache__", "*.egg-info")
    shutil.copytree(ready.ROOT / "src", place / "src", ignore=apart, dirs_exist_ok=True)
    if fresh:
        return place
    if build == "compiled":
        print("Compiling the rules …", file=sys.stderr, flush=True)
        for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ready.ROOT / name, place)
        env = {**os.environ, "NIAGARA_PURE": "0"}
        ready.logged([str(ready.PYTHON), "setup.py", "--quiet", "build_ext", "--inplace"], "mypyc", place, env)
    (place / "made-from.txt").write_text(wanted)
    return place


def _said(env: dict[str, str], *command: str) -> str:
    done = subprocess.run([ready.PYTHON, *command], cwd=ready.ROOT, env=env, capture_output=True, text=True)
    if done.returncode:  # one build cannot even do what is asked, such as replay a golden game
        sys.exit(f"{done.stderr.strip()[-1500:]}\nThe rules in {env.get('PYTHONPATH', 'use')} failed; above is why.")
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(ready.told(main))
