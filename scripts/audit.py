"""Asks the advisory services about every package of the locks. What could not be asked is told, and is not taken for sound.

Exit codes: 0 nothing known against any of them; 1 something is; NOT_DONE where a service did not answer: then nobody knows.
"""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from scripts import ready

NOT_DONE = 77  # as other programs say of a test that could not be run
SERVICES = ("pypi", "osv")  # for Python; one of them is enough
FOLDERS = ("web", "benchmarks/boardgame_io")  # for npm
ACCEPTED = ready.ROOT / "requirements" / "advisories.toml"
_COUNTS_FOR = timedelta(days=182)


class Unanswered(Exception):
    """The advisory service does not answer; the text says how."""


class Advisory(NamedTuple):
    package: str
    ids: tuple[str, ...]
    about: str


def main() -> int:
    accepted = accepted_ids(ACCEPTED.read_text(), datetime.now(UTC).date())
    found, unanswered = [], []
    for what in ("Python", *FOLDERS):
        try:
            known = of_python() if what == "Python" else of_npm(run_npm(what))
            advisories = [advisory for advisory in known if not accepted & set(advisory.ids)]
        except Unanswered as silence:
            unanswered.append(what)
            print(f"{what}: NOT AUDITED, the advisory service does not answer ({silence}).")
            continue
        found += advisories
        print(f"{what}: {len(advisories)} known against it." if advisories else f"{what}: nothing known against it.")
        for advisory in advisories:
            print(f"  {advisory.package}: {', '.join(advisory.ids)}: {advisory.about}")
    if found:
        print(f"Update the package, or say in {ACCEPTED.relative_to(ready.ROOT)} why it does not concern us.")
        return 1
    return NOT_DONE if unanswered else 0


def accepted_ids(text: str, today: date) -> set[str]:
    """Those that somebody has looked at, within the last half year. Raises NotReady where an entry does not say why."""
    ids = set()
    for entry in tomllib.loads(text).get("accepted", ()):
        if set(entry) != {"id", "package", "reason", "date"} or not entry["reason"]:
            raise ready.NotReady(f"{ACCEPTED.name}: every entry says id, package, reason and date; one says {entry}.")
        if today - entry["date"] <= _COUNTS_FOR:
            ids.add(entry["id"])
    return ids


def of_python() -> Iterator[Advisory]:
    """By the first service that answers. The last lock holds the packages of all."""
    lock = f"requirements/{list(ready.LOCKS)[-1]}.txt"
    silences = []
    for service in SERVICES:
        command = [str(ready.VENV / "bin" / "pip-audit"), "--vulnerability-service", service, "--requirement", lock]
        command += ["--disable-pip", "--require-hashes", "--format", "json", "--progress-spinner", "off"]
        done = subprocess.run(command, cwd=ready.ROOT, capture_output=True, text=True)
        try:
            yield from of_pip_audit(done.stdout, done.stderr)
            return
        except Unanswered as silence:
            silences.append(f"{service}: {silence}")
    raise Unanswered("; ".join(silences))


def of_pip_audit(output: str, complaints: str) -> list[Advisory]:
    """Raises Unanswered where a single package could not be asked about."""
    try:
        packages: list[dict[str, Any]] = json.loads(output)["dependencies"]
    except (ValueError, KeyError):
        last = (complaints.strip().splitlines() or ["it says nothing"])[-1]
        raise Unanswered(last[-200:]) from None
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    if skipped:
        raise Unanswered(f"it does not know {len(skipped)} of {len(packages)} packages, {skipped[0]} for one")
    return [
        Advisory(
            f"{package['name']} {package['version']}", (known["id"], *known["aliases"]), known["description"][:100]
        )
        for package in packages
        for known in package["vulns"]
    ]


def run_npm(folder: str) -> str:
    command = ["npm", "--prefix", folder, "audit", "--json", "--package-lock-only"]
    return subprocess.run(command, cwd=ready.ROOT, capture_output=True, text=True).stdout


def of_npm(output: str) -> Iterator[Advisory]:
    """Raises Unanswered."""
    try:
        told: dict[str, Any] = json.loads(output)
    except ValueError:
        raise Unanswered("it says nothing") from None
    if "vulnerabilities" not in told:
        raise Unanswered(str(told.get("message", "an answer of another form")).partition(" - ")[0])
    for name, package in told["vulnerabilities"].items():
        for via in package["via"]:
            if isinstance(via, dict):  # else the name of a package that is told of itself
                yield Advisory(f"{name} {via['range']}", (via["url"].rpartition("/")[2],), via["title"])


if __name__ == "__main__":
    sys.exit(ready.told(main))
