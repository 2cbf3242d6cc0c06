"""Every rule of docs/rules.md has at least one test under tests/rules that cites its id."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[2]


def rule_ids() -> list[str]:
    """The ids that begin a paragraph: R1.1 … R10.2."""
    return re.findall(r"^(R\d+\.\d+) ", (ROOT / "docs" / "rules.md").read_text(), re.M)


def cited(test: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The ids in a test's docstring (R3.8) and name (…_r3_8_…)."""
    yield from re.findall(r"\bR\d+\.\d+\b", ast.get_docstring(test) or "")
    for rule, paragraph in re.findall(r"_r(\d+)_(\d+)(?=_|$)", test.name):
        yield f"R{rule}.{paragraph}"


def citations() -> dict[str, set[str]]:
    """For each id the tests that cite it."""
    found: dict[str, set[str]] = {}
    for file in (ROOT / "tests" / "rules").rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for rule in cited(node):
                    found.setdefault(rule, set()).add(f"{file.name}::{node.name}")
    return found


def test_rules_are_numbered_without_a_gap() -> None:
    ids = [tuple(map(int, rule[1:].split("."))) for rule in rule_ids()]
    assert len(ids) > 60
    assert len(set(ids)) == len(ids)
    for (chapter, paragraph), (next_chapter, next_paragraph) in pairwise(ids):
        assert (next_chapter, next_paragraph) == (chapter, paragraph + 1) or next_chapter > chapter


def test_every_rule_has_a_test() -> None:
    missing = [rule for rule in rule_ids() if rule not in citations()]
    assert missing == [], f"no test under tests/rules cites {', '.join(missing)}"


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    known = set(rule_ids())
    assert {rule: tests for rule, tests in citations().items() if rule not in known} == {}
