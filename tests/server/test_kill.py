"""kill -9, again and again, in the middle of a game: no acknowledged move is lost, and none is doubled."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import httpx
import msgspec
import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from niagara import notation, rules
from niagara.server.entries import Entry, Moved, Started
from niagara.server.hosting.store import Store
from niagara.server.settings import Settings
from tests.server.players import Live, Player

KILLS = int(os.environ.get("NIAGARA_TEST_KILLS", "50"))
PATIENCE = 60.0  # seconds for a server to begin

_read: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


class Victim:
    """`niagara serve` as a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.process: subprocess.Popen[bytes]

    async def start(self) -> None:
        command = [sys.executable, "-c", "from niagara.cli import main; main()", "serve"]
        flags = ["--port", str(self.port), "--folder", str(self.folder), "--bot-delay", "0"]
        self.process = self._begin([*command, *flags])
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}") as http, asyncio.timeout(PATIENCE):
            while True:
                try:
                    await http.get("/healthz")
                    return
                except httpx.TransportError:
                    assert self.process.poll() is None, (self.folder.parent / "log").read_text()
                    await asyncio.sleep(0.05)

    def _begin(self, command: list[str]) -> "subprocess.Popen[bytes]":
        with (self.folder.parent / "log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)

    def children(self) -> list[int]:
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, check=True)
        return [int(pid) for pid in listed.stdout.split()]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Stubborn:
    """A player who repeats each command, with its id, until it is acknowledged."""

    def __init__(self) -> None:
        self.choice = random.Random(9)
        self.acknowledged: dict[str, tuple[int, str]] = {}  # command: entry and what was sent
        self.pending: tuple[str, str, str] | None = None  # command, decision, move
        self.seq: int | None = None
        self.acked = asyncio.Event()

    async def play(self, live: Live) -> None:
        """Until the connection breaks or the game is over."""
        if self.seq is not None:
            assert live.state["seq"] >= self.seq, "the table went back behind what was told"
        while live.state["table"]["phase"] != "over":
            if self.pending is None:
                await live.until(lambda: live.must_act() or live.state["table"]["phase"] == "over")
                self.seq = live.state["seq"]
                if not live.must_act():
                    return
                self.pending = (str(uuid4()), live.state["decision"], self.choice.choice(live.state["legal"]))
            command, decision, move = self.pending
            answer = await live.move(move, decision, command)
            assert answer["type"] == "ack", answer
            self.acknowledged[command] = (answer["seq"], move)
            self.acked.set()
            self.pending = None
            self.seq = live.state["seq"]


@pytest.fixture
async def victim(tmp_path: Path) -> AsyncIterator[Victim]:
    started = Victim(tmp_path / "home")
    await started.start()
    yield started
    started.kill()


async def test_no_acknowledged_move_is_lost_and_none_is_doubled(victim: Victim, tmp_path: Path) -> None:
    ada = await Player(f"127.0.0.1:{victim.port}").named("Ada")
    wanted = {"players": 4, "spirits": True, "joe": True, "fork": "random"}
    table = (await ada.play_bots(rules=wanted, strength="drifter"))["id"]
    stubborn, choice = Stubborn(), random.Random(10)
    for _ in range(KILLS):
        with suppress(ConnectionClosed, ConnectionError):
            async with ada.at(table, stubborn.seq) as live:
                dying = asyncio.create_task(_kill(victim, stubborn, choice))
                while True:
                    await stubborn.play(live)
                    await live.say("/rematch")
        await dying
        await victim.start()
    async with ada.at(table, stubborn.seq) as live:
        if stubborn.pending is not None:
            command, decision, move = stubborn.pending
            answer = await live.move(move, decision, command)
            stubborn.acknowledged[command] = (answer["seq"], move)
    victim.kill()
    await ada.http.aclose()
    _check(await _truth(victim.folder, table), stubborn.acknowledged)
    assert b"Traceback" not in (tmp_path / "log").read_bytes()


async def _kill(victim: Victim, stubborn: Stubborn, choice: random.Random) -> None:
    """Any time: at once, or somewhere in the game after another move or two."""
    enough = len(stubborn.acknowledged) + choice.choice([0, 1, 1, 2, 3])
    while len(stubborn.acknowledged) < enough:
        await stubborn.acked.wait()
        stubborn.acked.clear()
    await asyncio.sleep(choice.uniform(0, 0.1))
    victim.kill()


async def _truth(folder: Path, table: str) -> list[tuple[Entry, str | None]]:
    store = Store(Settings(folder=str(folder)).database)
    await store.open()
    bodies = [_read.decode(body) for body in await store.last_entries(table, 1_000_000)]
    commands = await store.commands(table)
    await store.close()
    return [(entry, commands.get(entry.seq)) for entry in bodies]


def _check(truth: list[tuple[Entry, str | None]], acknowledged: dict[str, tuple[int, str]]) -> None:
    assert len(acknowledged) >= KILLS / 2, "the player hardly played"
    assert [entry.seq for entry, _ in truth] == list(range(1, len(truth) + 1))
    by_command = {command: entry for entry, command in truth if command}
    for command, (seq, move) in acknowledged.items():
        entry = by_command[command]
        assert isinstance(entry, Moved)
        assert (entry.seq, entry.move, entry.seat) == (seq, move, 0)
    own = [command for entry, command in truth if isinstance(entry, Moved) and entry.seat == 0]
    assert len(own) == len(set(own)), "a move of the player stands twice"
    assert set(own) == set(acknowledged)
    _replay(truth)


def _replay(truth: list[tuple[Entry, str | None]]) -> None:
    """Every stored move was legal where it stands: none is missing, none stands twice."""
    position: rules.Position | None = None
    for entry, _ in truth:
        if isinstance(entry, Started):
            position = rules.new_game(entry.rules.ruleset(), entry.ring)
        if isinstance(entry, Moved):
            assert position is not None
            assert entry.move is not None
            rules.play(position, entry.seat, notation.read_move(position, entry.seat, entry.move))


@pytest.mark.parametrize("to_all", [False, True], ids=["server", "group"])
async def test_a_server_that_is_asked_to_end_ends_without_a_word(tmp_path: Path, to_all: bool) -> None:
    """SIGTERM, to the server or to its bots too, while they think: what it has said stays the last of it."""
    victim = Victim(tmp_path / "home")
    await victim.start()
    ada = await Player(f"127.0.0.1:{victim.port}").named("Ada")
    table = (await ada.play_bots(bots=3, strength="paddler"))["id"]
    async with ada.at(table) as live:
        await live.until(lambda: live.state["actors"] == [0])
        await live.move(live.state["legal"][0])
        if to_all:
            os.killpg(victim.process.pid, signal.SIGTERM)
        else:
            victim.process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(victim.process.wait, PATIENCE)
    await ada.http.aclose()
    await asyncio.sleep(0.5)  # for whatever outlives the server by a moment, and would complain
    said = (tmp_path / "log").read_text().splitlines()
    assert [line.split()[0] for line in said] == ["Niagara", "Games"]


async def test_nothing_of_a_killed_server_stays_behind(victim: Victim) -> None:
    """Its bots' processes end with it."""
    ada = await Player(f"127.0.0.1:{victim.port}").named("Ada")
    table = (await ada.play_bots(bots=3, strength="drifter"))["id"]
    async with ada.at(table) as live:
        await live.until(lambda: live.state["actors"] == [0])  # the bots have thought
        workers = victim.children()
        assert workers
        victim.kill()
    await ada.http.aclose()
    for _ in range(200):
        if not any(_alive(pid) for pid in workers):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("a bots' process has outlived its server")


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_the_check_finds_a_lost_and_a_doubled_move() -> None:
    """A test of the test."""
    lost = {"c1": (2, "card 1"), **{f"c{number}": (number, "card 1") for number in range(100, 100 + KILLS)}}
    with pytest.raises(KeyError, match="c1"):
        _check([(Moved(seq=1, seat=1, move="card 1", events=[]), None)], lost)
    twice = Moved(seq=1, seat=0, move="card 1", events=[])
    kept = {f"c{number}": (number, "card 1") for number in range(1, KILLS + 1)}
    truth: list[tuple[Entry, str | None]] = [(replace(twice, seq=seq), f"c{seq}") for seq in range(1, KILLS + 1)]
    with pytest.raises(AssertionError):
        _check([*truth, (replace(twice, seq=KILLS + 1), "c1")], kept)
