"""A real server as its own process, and people in headless Chromium who have nothing but its pages."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.person import Person

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium_path() -> str:
    """Where the browser is: CHROMIUM, or the one that the system knows."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "These tests need Chromium: install Debian's package chromium, or set CHROMIUM to its path."
    return found


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def _served(folder: Path, bot_delay: float) -> Iterator[str]:
    """The address of `niagara serve`, as it prints it."""
    log = folder / "log"
    niagara = str(Path(sys.executable).with_name("niagara"))
    command = [niagara, "serve", "--port", "0", "--folder", str(folder), "--bot-delay", str(bot_delay)]
    environment = {**os.environ, "NIAGARA_EMPTY_SECONDS": "1"}
    with log.open("w") as told, subprocess.Popen(command, stderr=told, env=environment) as server:
        while not (found := re.search(r"http://\S+", log.read_text())):
            assert server.poll() is None, log.read_text()
            time.sleep(0.1)
        yield found[0]
        server.terminate()
    assert "Traceback" not in log.read_text(), log.read_text()
    assert "level=error" not in log.read_text(), log.read_text()


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of a server whose bots move at once."""
    with _served(tmp_path_factory.mktemp("games"), bot_delay=0) as served:
        yield served


@pytest.fixture
def unhurried(tmp_path: Path) -> Iterator[str]:
    """The address of a server whose bots take their time: among themselves they do not end a game before somebody has looked."""
    with _served(tmp_path, bot_delay=1) as served:
        yield served


Invite = Callable[..., Person]


@pytest.fixture
def invite(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Invite]:
    """Invites a person: their own browser context, with the size and taste given. Any error in the console fails the test."""
    people: list[Person] = []
    pictures = Path("test-results") / re.sub(r"\W+", "-", request.node.name)

    def invite(name: str, width: int = 1280, height: int = 800, to: str = address, **taste: object) -> Person:
        person = Person(browser, to, name, (width, height), pictures, **taste)
        people.append(person)
        return person

    yield invite
    for person in people:
        person.leave()
    for person in people:
        assert person.faults == [], f"{person.name}'s browser complains"
