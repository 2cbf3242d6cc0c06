"""Runs every check of the project, or those named; each failure is told, and the rest still runs."""

import os
import subprocess
import sys
import time

from scripts import audit, ready

BIN = ready.VENV / "bin"
CHECKS: dict[str, list[str]] = {
    "ruff": [f"{BIN}/ruff", "check", "."],
    "format": [f"{BIN}/ruff", "format", "--check", "."],
    "mypy": [f"{BIN}/mypy"],
    "floors": [f"{BIN}/lint-imports"],
    "svelte-check": ["npm", "--prefix", "web", "run", "--silent", "check"],
    "vitest": ["npm", "--prefix", "web", "run", "--silent", "test"],
    "client": [f"{BIN}/python", "-m", "scripts.client"],
    "size": [f"{BIN}/python", "-m", "scripts.size"],
    "pytest": [f"{BIN}/pytest", "--numprocesses=2", "--dist=loadfile"],  # most tests wait more than they work
    "audit": [f"{BIN}/python", "-m", "scripts.audit"],
    "builds": [f"{BIN}/python", "-m", "scripts.builds"],
}


def main() -> int:
    names = sys.argv[1:]
    if unknown := [name for name in names if name not in CHECKS]:
        raise ready.NotReady(f"There is no check {', '.join(unknown)}; there are {', '.join(CHECKS)}.")
    names = [name for name in CHECKS if name in names or not names]
    ready.environment("dev")
    if {"svelte-check", "vitest"} & set(names):
        ready.node_modules()
    if {"size", "pytest"} & set(names) and "client" not in names:
        ready.client()
    env = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"}
    if not sys.stdout.isatty():
        env["NO_COLOR"] = "1"
    if "pytest" in names:
        env["CHROMIUM"] = ready.chromium()
        ready.services()

    failed, undone, times = [], [], []
    for name in names:
        print(f"\n── {name}", flush=True)
        began = time.monotonic()
        ended = subprocess.run(CHECKS[name], cwd=ready.ROOT, env=env, stdin=subprocess.DEVNULL).returncode
        if ended == audit.NOT_DONE and os.environ.get("AUDIT") != "required":
            undone.append(name)
        elif ended:
            failed.append(name)
        times.append(f"{name} {time.monotonic() - began:.0f} s")
    print(f"\n{', '.join(times)}.")
    if undone:
        print(f"Could not be done here, and counts for nothing: {', '.join(undone)}; see above.")
    print(
        f"Not in order: {', '.join(failed)}."
        if failed
        else "All that was done is in order."
        if undone
        else "All in order."
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(ready.told(main))
