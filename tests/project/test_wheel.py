"""One file to install: the wheel brings the built client, the words and the database's migrations along."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ports import free_port

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the wheel of this working copy lays down where it is installed."""
    copy, made, place = (tmp_path_factory.mktemp(name) for name in ("copy", "made", "place"))
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "src", "*.md", "LICENSE"]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    static = ROOT / "src" / "niagara" / "server" / "static"
    files = [ROOT / name for name in [*names, "pyproject.toml", "setup.py"] if name] + [*static.rglob("*")]
    for file in files:
        if file.is_file():
            target = copy / file.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(made)]
    env = {**os.environ, "NIAGARA_PURE": "0"}
    subprocess.run(build, cwd=copy, env=env, check=True, capture_output=True)
    (wheel,) = made.glob("niagara-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(place)
    return place


@pytest.fixture
def address(installed: Path, tmp_path: Path) -> Iterator[str]:
    """A server of the installed wheel, on a machine whose PATH knows no Node."""
    port = free_port()
    env = {**os.environ, "PATH": str(tmp_path), "PYTHONPATH": str(installed), "NIAGARA_FOLDER": str(tmp_path)}
    start = "import sys, niagara.cli; sys.argv[0] = 'niagara'; niagara.cli.main()"
    command = [sys.executable, "-c", start, "serve", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, cwd=tmp_path, env=env, stdin=subprocess.DEVNULL) as server:
        try:
            wait_until_listening(server, port)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def wait_until_listening(server: "subprocess.Popen[bytes]", port: int) -> None:
    for _ in range(600):
        assert server.poll() is None, "the server ended before it answered"
        with socket.socket() as knock:
            if knock.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    pytest.fail("the server did not listen within a minute")


def get(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return bytes(answer.read())


def test_wheel_lays_down_every_file_of_the_package(installed: Path) -> None:
    source = ROOT / "src" / "niagara"
    wanted = {
        file.relative_to(source)
        for file in source.rglob("*")
        if file.is_file()
        and "__pycache__" not in file.parts
        and file.suffix != ".so"
        and file.name not in ("pure.txt", "compiled.txt")
    }
    there = {file.relative_to(installed / "niagara") for file in (installed / "niagara").rglob("*") if file.is_file()}
    assert wanted - there == set()


def test_wheel_serves_the_page_without_node(address: str) -> None:
    assert json.loads(get(f"{address}/healthz")) == {"ok": True}
    page = get(f"{address}/").decode()
    assert '<div id="app">' in page
    (script,) = re.findall(r'<script[^>]* src="(/static/[^"]+[.]js)"', page)
    assert len(get(address + script)) > 10_000


def test_wheel_brings_compiled_rules_where_there_is_a_compiler(installed: Path, tmp_path: Path) -> None:
    """Without one it is as good, and says why; .ci/run sees to it that there is one."""
    env = {**os.environ, "PYTHONPATH": str(installed), "NIAGARA_FOLDER": str(tmp_path)}
    command = [sys.executable, "-c", "from niagara.cli import main; main()", "doctor"]
    said = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True).stdout
    assert ("compiled by mypyc" in " ".join(said.split())) == bool(shutil.which("cc"))


def test_install_without_a_compiler_is_plain_python_and_says_so(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    package = tmp_path / "src" / "niagara" / "rules"
    shutil.copytree(ROOT / "src" / "niagara" / "rules", package, ignore=shutil.ignore_patterns("*.so", "*.txt"))
    (package.parent / "__init__.py").touch()
    env = {**os.environ, "PATH": str(tmp_path), "NIAGARA_PURE": "0"}
    build = [sys.executable, "setup.py", "--quiet", "build"]
    done = subprocess.run(build, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 0
    assert "The rules stay plain Python, because no C compiler" in done.stderr
    laid = tmp_path / "build" / "lib" / "niagara" / "rules"
    assert (laid / "pure.txt").read_text() == "no-compiler\n"
    assert (laid / "legal.py").exists()
    assert not list(laid.glob("*.so"))
