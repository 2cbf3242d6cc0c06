"""The locks pin everything, prove it by hashes, and name no registry: the same build everywhere."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PYTHON_LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
NODE = [ROOT / "web", ROOT / "benchmarks" / "boardgame_io"]


def pins(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / "requirements" / f"{lock}.txt").read_text(), re.M))


def node_lock(folder: Path) -> Any:
    return json.loads((folder / "package-lock.json").read_text())


def texts(value: object) -> Iterator[str]:
    """Every text in a lock, but for the addresses where a package's author asks for support."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key != "funding":
                yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("lock", PYTHON_LOCKS, ids=lambda path: path.name)
def test_python_lock_holds_no_address_and_no_index(lock: Path) -> None:
    text = lock.read_text()
    assert not re.search(r"://|--(extra-)?index|--find-links|file:", text)


@pytest.mark.parametrize("lock", PYTHON_LOCKS, ids=lambda path: path.name)
def test_every_python_package_is_pinned_with_its_hashes(lock: Path) -> None:
    entries = re.split(r"\n(?=\S)", lock.read_text().strip())
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9-]+==\S+( ; .+)? \\\n", entry), entry.splitlines()[0]
        assert "--hash=sha256:" in entry, entry.splitlines()[0]


def test_tests_run_with_the_versions_that_people_play_with() -> None:
    assert pins("runtime").items() <= pins("dev").items()


def test_every_dependency_of_the_package_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = {
        lock: {re.split(r"[\[<>=,;]", line)[0].replace(".", "-").replace("_", "-").lower() for line in lines}
        for lock, lines in (
            ("runtime", project["dependencies"]),
            *((extra, project["optional-dependencies"][extra]) for extra in ("scale", "rl", "arena", "dev")),
        )
    }
    for lock, packages in named.items():
        assert packages <= pins(lock).keys()
    assert set().union(*named.values()) <= pins("dev").keys()


@pytest.mark.parametrize("folder", NODE, ids=lambda path: path.name)
def test_node_lock_holds_no_address(folder: Path) -> None:
    assert [text for text in texts(node_lock(folder)) if "://" in text] == []


@pytest.mark.parametrize("folder", NODE, ids=lambda path: path.name)
def test_every_node_package_has_its_integrity(folder: Path) -> None:
    packages = {name: package for name, package in node_lock(folder)["packages"].items() if name}
    assert packages
    assert [name for name, package in packages.items() if "integrity" not in package] == []


@pytest.mark.parametrize("folder", NODE, ids=lambda path: path.name)
def test_node_lock_fits_its_package(folder: Path) -> None:
    package = json.loads((folder / "package.json").read_text())
    root = node_lock(folder)["packages"][""]
    for kind in ("dependencies", "devDependencies"):
        assert root.get(kind) == package.get(kind)
