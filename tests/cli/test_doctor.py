"""`niagara doctor` tells how an installation is, and what would keep it from working."""

import hashlib
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from niagara import rules
from niagara.cli import app
from niagara.cli.freshness import stale_rules


def told(monkeypatch: pytest.MonkeyPatch, **environment: str) -> tuple[int, str]:
    """The exit code, and what it says in one line."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    done = CliRunner().invoke(app, ["doctor"])
    return done.exit_code, re.sub(r"\s+", " ", done.output)


@pytest.fixture
def client(tmp_path: Path) -> Path:
    shell = tmp_path / "client"
    shell.mkdir()
    (shell / "index.html").write_text("<div id='app'></div>")
    return shell


def test_sound_installation_is_well(tmp_path: Path, client: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, said = told(monkeypatch, NIAGARA_FOLDER=str(tmp_path / "games"), NIAGARA_STATIC=str(client))
    assert "All is well." in said
    assert code == 0
    assert ("compiled by mypyc" in said) == rules.is_compiled()
    assert ("plain Python" in said) != rules.is_compiled()
    assert re.search(r" [\d,]{4,} decisions/s", said)
    assert not (tmp_path / "games").exists(), "the doctor only looks"


def test_missing_client_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, said = told(monkeypatch, NIAGARA_FOLDER=str(tmp_path), NIAGARA_STATIC=str(tmp_path / "nothing"))
    assert "not built" in said
    assert code == 1


def test_folder_that_cannot_be_written_is_told(tmp_path: Path, client: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("a file where a folder should be")
    code, said = told(monkeypatch, NIAGARA_FOLDER=str(file / "games"), NIAGARA_STATIC=str(client))
    assert "cannot be written" in said
    assert code == 1


def test_setting_that_does_not_fit_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    code, said = told(monkeypatch, NIAGARA_PORT="harbour")
    assert "A setting does not fit" in said
    assert code == 2


def test_rules_are_stale_when_their_source_is_not_what_was_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is edited must be what runs."""
    folder = tmp_path / "niagara" / "rules"
    folder.mkdir(parents=True)
    source = folder / "legal.py"
    source.write_text("as it was compiled")
    (folder / "legal.so").touch()
    (folder / "moves.py").write_text("never compiled")
    (folder / "compiled.txt").write_text(f"legal.py {hashlib.sha256(source.read_bytes()).hexdigest()}\n")
    monkeypatch.setattr("niagara.cli.freshness.EXTENSION_SUFFIXES", [".so"])
    monkeypatch.setattr("niagara.cli.freshness.find_spec", lambda _: Spec(tmp_path / "niagara" / "__init__.py"))
    assert stale_rules() == []
    source.write_text("as it is now")
    assert stale_rules() == ["legal"]


class Spec:
    """Where a package is, as importlib tells it."""

    def __init__(self, origin: Path) -> None:
        self.origin = str(origin)
