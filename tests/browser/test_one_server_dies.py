"""Two servers behind nginx, on PostgreSQL and Redis; one is killed, then the other, and people play on (issue: nothing is lost)."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from playwright.sync_api import Browser, WebSocket

from niagara import notation
from tests.browser.conftest import FLAGS, chromium_path
from tests.browser.person import Person, is_over, play_on
from tests.ports import free_port
from tests.server.proxy import NAME, Nginx
from tests.server.services import Postgres, Redis

PATIENCE = 60.0  # seconds for a server to begin


class Server:
    """`niagara serve` as a process of its own, always on the same port."""

    def __init__(self, folder: Path, number: int, environment: dict[str, str]) -> None:
        port = free_port()
        self.address = f"127.0.0.1:{port}"
        self._environment = {**os.environ, **environment, "NIAGARA_PORT": str(port)}
        self._log = folder / f"log-{number}"
        self._process: subprocess.Popen[bytes]

    def start(self) -> None:
        command = [sys.executable, "-c", "from niagara.cli import main; main()", "serve"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, env=self._environment, stderr=log, start_new_session=True)
        until = time.monotonic() + PATIENCE
        while True:
            with suppress(httpx.TransportError):
                if httpx.get(f"http://{self.address}/readyz").status_code == 200:
                    return
            assert self._process.poll() is None, self.said()
            assert time.monotonic() < until, "the server does not begin"
            time.sleep(0.1)

    def kill(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def end(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)

    def sockets(self) -> int:
        told = httpx.get(f"http://{self.address}/metrics").text
        return int(float(re.findall(r"^niagara_sockets (\S+)", told, re.M)[0]))

    def said(self) -> str:
        return self._log.read_text()


@pytest.fixture(scope="module")
def services() -> Iterator[tuple[Postgres, Redis]]:
    postgres, redis = Postgres(), Redis()
    yield postgres, redis
    postgres.remove()
    redis.remove()


@pytest.fixture
def database(services: tuple[Postgres, Redis]) -> str:
    return services[0].empty()


@pytest.fixture
def servers(services: tuple[Postgres, Redis], database: str, tmp_path: Path) -> Iterator[list[Server]]:
    environment = {
        "NIAGARA_FOLDER": str(tmp_path / "home"),
        "NIAGARA_DATABASE_URL": database,
        "NIAGARA_REDIS_URL": services[1].url(),
        "NIAGARA_BOT_DELAY": "0",
        "NIAGARA_LEASE": "1",
    }
    both = [Server(tmp_path, number, environment) for number in (1, 2)]
    for server in both:
        server.start()
    yield both
    for server in both:
        server.end()
    assert [server.said() for server in both if "Traceback" in server.said()] == []


@pytest.fixture
def nginx(servers: list[Server]) -> Iterator[Nginx]:
    proxy = Nginx(*(server.address for server in servers))
    yield proxy
    proxy.end()


@pytest.fixture
def people(nginx: Nginx, browser: Browser, request: pytest.FixtureRequest) -> Iterator[list[Person]]:
    """Ada and Bo, who come by name and by TLS; nothing but the name's address and its certificate is made up."""
    flags = [*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    with closing(browser.browser_type.launch(executable_path=chromium_path(), args=flags)) as theirs:
        pictures = Path("test-results") / request.node.name
        both = [
            Person(
                theirs, nginx.address, name, (1280, 800), pictures, ignore_https_errors=True, reduced_motion="reduce"
            )
            for name in ("Ada", "Bo")
        ]
        yield both
        for person in both:
            person.leave()


class Confirmed:
    """Every move of a person's page that was confirmed to it, overheard on its socket."""

    def __init__(self, person: Person) -> None:
        self._moves: dict[str, str] = {}
        self.moves: list[tuple[int, str]] = []
        person.page.on("websocket", self._overhear)

    def _overhear(self, live: WebSocket) -> None:
        live.on("framesent", lambda frame: self._sent(json.loads(frame)))
        live.on("framereceived", lambda frame: self._received(json.loads(frame)))

    def _sent(self, message: dict[str, Any]) -> None:
        if message["type"] == "move":
            self._moves[message["id"]] = message["move"]

    def _received(self, message: dict[str, Any]) -> None:
        answered = message["id"] if message["type"] == "ack" else message.get("answers")
        if answered in self._moves:
            self.moves.append((message["seq"], self._moves.pop(answered)))


def _in_round(number: int) -> Callable[[Person, dict[str, Any]], bool]:
    def there(_: Person, seen: dict[str, Any]) -> bool:
        found = re.search(r"\d+", seen["round"])
        return bool(seen["over"] or (found and int(found[0]) >= number))

    return there


def test_people_play_on_while_first_one_server_is_killed_and_then_the_other(
    people: list[Person], servers: list[Server], nginx: Nginx, database: str
) -> None:
    ada, bo = people
    confirmed = [Confirmed(person) for person in people]
    ada.open_home()
    ada.press("2")
    ada.press("Set up a table for friends")
    ada.page.wait_for_selector(".room")
    table = ada.page.url.rpartition("/")[2]
    bo.open_home()
    bo.page.goto(f"/t/{table}")
    bo.press("Sit here")
    ada.page.get_by_label("Put a bot on seat 3").select_option("drifter")
    ada.page.get_by_label("Round limit").select_option("10")
    ada.press("Start the game")
    for person in people:
        person.page.wait_for_selector(".hand.choosing")
    first, second = sorted(servers, key=Server.sockets, reverse=True)
    assert (first.sockets(), second.sockets()) == (2, 0), "all who are at a table are with one server"

    play_on(people, _in_round(3))
    first.kill()
    play_on(people, _in_round(5))
    assert second.sockets() == 2
    first.start()
    _come_again(ada, first)
    assert second.sockets() == 1, "they play on, each with another server"
    play_on(people, _in_round(7))
    second.kill()
    play_on(people, is_over)
    ada.picture("over")
    assert first.sockets() == 2
    second.start()

    ends = {person.page.locator("section.over ol").inner_text() for person in people}
    assert len(ends) == 1, "both see the same end"
    stored = _stored(database, table)
    assert [seq for seq, _ in stored] == list(range(1, len(stored) + 1))
    kept = dict(stored)
    for overheard in confirmed:
        assert len(overheard.moves) >= 15, "he hardly played"
        assert [(seq, kept[seq].get("move")) for seq, _ in overheard.moves] == overheard.moves
    cookie = {"niagara": "nobody"}
    record = httpx.get(f"http://{servers[0].address}/api/tables/{table}/record", cookies=cookie).text
    assert notation.read_record(record).end().round >= 5  # it was read move by move: each was legal where it stands
    assert [fault for person in people for fault in person.faults if not _of_the_kill(fault)] == []


def _come_again(person: Person, server: Server) -> None:
    """Opens the page again until the table's own server has it; nginx passes over one that was away for some seconds."""
    until = time.monotonic() + PATIENCE
    while server.sockets() == 0:
        assert time.monotonic() < until, "nobody comes to the server that began again"
        person.page.reload()
        person.page.wait_for_selector(".hand, .over")
        time.sleep(1)


def _stored(database: str, table: str) -> list[tuple[int, dict[str, Any]]]:
    with closing(psycopg.connect(database)) as connection:
        rows = connection.execute("SELECT seq, body FROM entries WHERE table_id = %s ORDER BY seq", (table,)).fetchall()
    return [(seq, json.loads(body)) for seq, body in rows]


def _of_the_kill(fault: str) -> bool:
    """What a browser says of a connection that died, and of one that could not be made at once."""
    return "WebSocket connection to" in fault
