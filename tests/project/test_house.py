"""The house stays as it was planned: small files, pure rules, public names that exist, no trace of a machine."""

import ast
import importlib
import pkgutil
import re
import subprocess
from pathlib import Path

import pytest

import niagara

ROOT = Path(__file__).parents[2]
LONGEST = 400  # lines; about 300 fit in the head
PURE = {"collections", "copy", "dataclasses", "enum", "itertools", "typing", "mypy_extensions"}


def ours(*folders: str) -> list[Path]:
    """Our own files of source, without what is built or installed."""
    kinds = {".py", ".ts", ".svelte"}
    apart = {"static", "node_modules", "__pycache__"}
    files = [file for folder in folders for file in (ROOT / folder).rglob("*")]
    return [file for file in files if file.suffix in kinds and not apart & set(file.parts)]


def test_a_file_fits_in_the_head() -> None:
    lines = {file.relative_to(ROOT).as_posix(): len(file.read_text().splitlines()) for file in ours("src", "web/src")}
    assert {name: count for name, count in lines.items() if count > LONGEST} == {}


def test_rules_import_nothing_but_themselves_and_plain_values() -> None:
    """No I/O, no clock, no randomness, no asyncio, nothing of others: architecture's first floor."""
    for file in ours("src/niagara/rules"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [f"niagara.rules.{node.module or ''}" if node.level else node.module or ""]
            for name in names:
                fits = name.split(".")[0] in PURE or name.startswith("niagara.rules") or name == "niagara"
                assert fits, f"{file.name} imports {name}"


@pytest.mark.parametrize(
    "name", [module.name for module in pkgutil.walk_packages(niagara.__path__, "niagara.") if module.ispkg]
)
def test_public_names_exist_and_are_named_once(name: str) -> None:
    module = importlib.import_module(name)
    public = list(getattr(module, "__all__", []))
    assert len(set(public)) == len(public)
    assert [entry for entry in public if not hasattr(module, entry)] == []
    assert [entry for entry in public if entry.startswith("_")] == []


def test_no_tracked_file_names_a_path_of_somebodys_machine() -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    home = re.compile(rb"/(home|Users|work|root)/[a-z]")
    found = [name for name in tracked if name and (ROOT / name).is_file() and home.search((ROOT / name).read_bytes())]
    assert found == []
