"""`niagara doctor` tells how an installation is, and what would keep it from working."""

import hashlib
import re
import shutil
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from niagara import rules
from niagara.cli import app
from niagara.cli.freshness import stale_rules
from niagara.server.hosting.lock import held
from niagara.server.settings import Settings
from tests.ports import free_port
from tests.server.conftest import Running


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


class TestAnInstallationThatServes:
    """What the doctor sees in a folder where a server has played."""

    @pytest.fixture
    async def home(self, tmp_path: Path) -> Path:
        running = Running(Settings(folder=str(tmp_path / "home"), bot_workers=0))
        await running.start()
        await running.player("Ada")
        await running.stop()
        return tmp_path / "home"

    def told(self, home: Path, client: Path, patch: pytest.MonkeyPatch, **more: str) -> tuple[int, str]:
        wanted = {"NIAGARA_FOLDER": str(home), "NIAGARA_STATIC": str(client), "NIAGARA_PORT": str(free_port()), **more}
        return told(patch, **wanted)

    def test_it_is_well(self, home: Path, client: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        code, said = self.told(home, client, monkeypatch)
        assert "sqlite, 0 tables, revision" in said
        assert "for nobody else to read" in said
        assert "none known: niagara backup" in said
        assert "3 are set in the environment" in said
        assert (code, "All is well." in said) == (0, True)

    @pytest.mark.parametrize(
        ("spoil", "sentence"),
        [
            (lambda home: (home / "secret").chmod(0o644), "chmod 600"),
            (lambda home: home.chmod(0o755), "chmod 700"),
            (lambda home: (home / "secret").write_text("x"), "fewer than 32 letters"),
            (lambda home: execute(home, "UPDATE alembic_version SET version_num = '9999'"), "9999 is newer than this Niagara"),
            (lambda home: (home / "niagara.sqlite3").write_bytes(b"no database" * 1000), "does not answer"),
            (
                lambda home: execute(
                    home, "INSERT INTO tables (id, seq, game, phase, public, room, made, changed)"
                    " VALUES ('t', 1, 0, 'room', 0, '{}', '', '2999-01-01T00:00:00Z')"
                ),
                "Set the clock",
            ),
        ],
    )  # fmt: skip
    def test_what_is_ill_is_told_with_what_to_do(
        self,
        home: Path,
        client: Path,
        monkeypatch: pytest.MonkeyPatch,
        spoil: Callable[[Path], object],
        sentence: str,
    ) -> None:
        spoil(home)
        code, said = self.told(home, client, monkeypatch)
        assert (code, sentence in said) == (1, True), said

    def test_a_setting_that_does_not_exist_is_named_with_the_nearest(
        self, home: Path, client: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code, said = self.told(home, client, monkeypatch, NIAGARA_FOLDR="x", NIAGARA_PURE="1")
        assert "NIAGARA_FOLDR is no setting; the nearest is NIAGARA_FOLDER." in said
        assert "NIAGARA_PURE is no setting" not in said
        assert code == 1

    def test_a_port_that_somebody_else_has_is_told(
        self, home: Path, client: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            code, said = self.told(home, client, monkeypatch, NIAGARA_PORT=str(taken.getsockname()[1]))
            assert (code, "cannot be had" in said) == (1, True)
            with held(home):
                code, said = self.told(home, client, monkeypatch, NIAGARA_PORT=str(taken.getsockname()[1]))
        assert (code, "a server runs there" in said) == (0, True)

    def test_a_full_disk_is_told(self, home: Path, client: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda _: Space(free=3_000_000))
        code, said = self.told(home, client, monkeypatch)
        assert (code, "Only 0.0 GB are free" in said) == (1, True)

    def test_the_last_backup_is_known(
        self, home: Path, client: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert CliRunner().invoke(app, ["backup", str(tmp_path / "b"), "--folder", str(home)]).exit_code == 0
        assert re.search(r"Backup of \d{4}-", self.told(home, client, monkeypatch)[1])
        (home / "last-backup").write_text("2026-01-01T00:00:00Z")
        assert "days ago: niagara backup FILE makes another" in self.told(home, client, monkeypatch)[1]


class Space(NamedTuple):
    free: int


def execute(home: Path, statement: str) -> None:
    with closing(sqlite3.connect(home / "niagara.sqlite3")) as database, database:
        database.execute(statement)
