"""The documents tell the truth: settings as the server has them, links that lead somewhere, commands that exist."""

import re
from pathlib import Path

import pytest

from niagara.server.settings import Settings

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def test_hosts_find_every_setting_with_its_default() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text()
    told = dict(re.findall(r"^\| `NIAGARA_(\w+)` \| (.+?) \|", text, re.M))
    assert set(told) == {name.upper() for name in Settings.__struct_fields__}
    for name, default in zip(Settings.__struct_fields__, Settings.__struct_defaults__, strict=True):
        cell: object = told[name.upper()].strip("`")
        if isinstance(default, str | tuple):
            assert cell == (default if isinstance(default, str) else " ".join(default)) or not default, name
        else:
            assert float(str(cell)) == default, name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_and_picture_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text())
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_make_target_that_is_named_exists(page: Path) -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.M))
    named = re.findall(r"(?:^|`)make (\w+)", page.read_text(), re.M)
    assert set(named) <= targets
