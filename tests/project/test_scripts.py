"""The first minutes on a new machine: what is missing is told in a sentence, what is there is not done twice."""

import os
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from scripts import builds, play, ready, size

ROOT = Path(__file__).parents[2]


def program(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose PATH holds nothing yet."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working copy with a client of one file, not built."""
    root = tmp_path / "clone"
    (root / "web" / "src").mkdir(parents=True)
    (root / "web" / "src" / "main.ts").write_text("console.info('canoe');")
    (root / "web" / "package-lock.json").write_text("{}")
    monkeypatch.setattr(ready, "ROOT", root)
    monkeypatch.setattr(ready, "WEB", root / "web")
    monkeypatch.setattr(ready, "WORDS", root / "words")
    monkeypatch.setattr(ready, "STATIC", root / "static")
    monkeypatch.setattr(ready, "VENV", root / ".venv")
    return root


NPM = """
case $1 in
    ci) mkdir -p node_modules ;;
    run) mkdir -p ../static; echo page > ../static/index.html; echo built >> ../builds ;;
esac"""


def with_node(folder: Path, version: str = "v20.20.2") -> None:
    for tool in ("mkdir",):
        (folder / tool).symlink_to(shutil.which(tool, path=os.defpath) or tool)
    program(folder, "node", f"echo {version}")
    program(folder, "npm", NPM)


def test_an_old_python_is_told_in_one_sentence(bare: Path) -> None:
    for tool in ("sh", "dirname"):
        (bare / tool).symlink_to(shutil.which(tool, path=os.defpath) or tool)
    program(bare, "python3", 'case $1 in --version) echo "Python 3.9.2" ;; *) exit 1 ;; esac')
    done = subprocess.run(["sh", ROOT / "scripts" / "run", "play"], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("Niagara needs Python 3.11 or newer; found: Python 3.9.2.")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.usefixtures("bare", "clone")
def test_without_node_and_without_a_built_client_the_sentence_names_node() -> None:
    with pytest.raises(ready.NotReady, match=r"Node\.js with npm is missing"):
        ready.client()


@pytest.mark.usefixtures("bare")
def test_without_node_a_client_built_before_is_used(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (clone / "static").mkdir()
    (clone / "static" / "index.html").write_text("page")
    ready.client()
    assert "The client that was built before is used" in capsys.readouterr().err


@pytest.mark.usefixtures("clone")
@pytest.mark.parametrize("version", ["v18.20.4", "v20.18.1", "v21.7.3", "v22.11.0"])
def test_an_old_node_is_told(bare: Path, version: str) -> None:
    with_node(bare, version)
    with pytest.raises(ready.NotReady, match=f"{version} is too old"):
        ready.client()


def test_the_client_is_built_once_until_its_sources_change(bare: Path, clone: Path) -> None:
    with_node(bare)
    for _ in range(2):
        ready.client()
    assert (clone / "builds").read_text().split() == ["built"]
    (clone / "web" / "src" / "main.ts").write_text("console.info('elk');")
    ready.client()
    assert (clone / "builds").read_text().split() == ["built", "built"]


def test_a_failing_tool_shows_its_end_and_keeps_the_whole(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    talk = "; ".join(f"echo line {number}" for number in range(40))
    with pytest.raises(ready.NotReady, match=r"vite did not finish.*vite\.log"):
        ready.logged(["sh", "-c", f"{talk}; exit 3"], "vite")
    assert capsys.readouterr().err.splitlines() == [f"line {number}" for number in range(25, 40)]
    assert len((clone / "vite.log").read_text().splitlines()) == 40


def test_a_missing_compiler_is_named(clone: Path) -> None:
    clone.joinpath(".venv").mkdir()
    with pytest.raises(ready.NotReady, match="C compiler"):
        ready.logged(["sh", "-c", "echo \"error: command 'gcc' failed: No such file or directory\"; exit 1"], "pip")


def test_a_browser_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    with pytest.raises(ready.NotReady, match="CHROMIUM names /nowhere/chromium"):
        ready.chromium()


def test_without_root_the_missing_browser_is_asked_for(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    program(bare, "apt-get", "exit 1")
    with pytest.raises(ready.NotReady, match="apt install chromium"):
        ready.chromium()


def test_a_taken_port_is_told_before_the_server_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "environment", lambda lock: None)
    monkeypatch.setattr(ready, "client", lambda: None)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("HOST", "127.0.0.1")
        monkeypatch.setenv("PORT", str(taken.getsockname()[1]))
        with pytest.raises(ready.NotReady, match="Another port: make play PORT="):
            play.main()


def test_a_heavy_client_is_refused(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By what every page loads; a page that is fetched when it is opened may weigh what it must."""
    static = clone.joinpath("static")
    static.mkdir()
    static.joinpath("small.js").write_text("canoe" * 100_000)
    static.joinpath("noise.js").write_bytes(os.urandom(size.LIMIT))
    static.joinpath("index.html").write_text('<script src="/static/small.js"></script>')
    assert size.main() == 0
    static.joinpath("index.html").write_text(
        '<link rel="modulepreload" href="/static/noise.js"><script src="/static/small.js"></script>'
    )
    assert size.main() == 1
    assert "noise.js" in capsys.readouterr().out


def test_a_build_that_cannot_replay_the_golden_games_fails_with_its_reason() -> None:
    with pytest.raises(SystemExit) as ended:
        builds._said({**os.environ, "PYTHONPATH": "broken"}, "-c", "raise ValueError('There is no deposit at S1.')")
    assert "There is no deposit at S1." in str(ended.value)
    assert "The rules in broken failed" in str(ended.value)
