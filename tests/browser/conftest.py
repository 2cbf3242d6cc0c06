"""A real server as its own process, and people in headless Chromium who have nothing but its pages."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
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


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `niagara serve`, as it prints it."""
    folder = tmp_path_factory.mktemp("games")
    command = [
        Path(sys.executable).with_name("niagara"),
        "serve",
        "--port",
        "0",
        "--folder",
        folder,
        "--bot-delay",
        "0",
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        first = server.stderr.readline()
        found = re.search(r"http://\S+", first)
        assert found, (
            f"the server did not say where it is: {first}{'' if server.poll() is None else server.stderr.read()}"
        )
        yield found[0]
        server.terminate()
        rest = server.stderr.read()
    assert "Traceback" not in rest, rest
    assert "level=error" not in rest, rest


Invite = Callable[..., Person]


@pytest.fixture
def invite(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Invite]:
    """Invites a person: their own browser context, with the size and taste given. Any error in the console fails the test."""
    people: list[Person] = []
    pictures = Path("test-results") / re.sub(r"\W+", "-", request.node.name)

    def invite(name: str, width: int = 1280, height: int = 800, **taste: object) -> Person:
        person = Person(browser, address, name, (width, height), pictures, **taste)
        people.append(person)
        return person

    yield invite
    for person in people:
        person.leave()
    for person in people:
        assert person.faults == [], f"{person.name}'s browser complains"
