"""Niagara under load: its servers as processes, and people at its tables who speak the protocol."""

import asyncio
import itertools
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from msgspec import UNSET, UnsetType

from benchmarks.serving.servers import HOST, Servers, process
from benchmarks.serving.tables import SEATS, Seat, Table
from tests.server.services import Postgres, Redis

COOKIE = "niagara"
RULES = {"players": SEATS, "spirits": True, "joe": True}
KNOBS = {"NIAGARA_LINES_PER_SECOND": "1000", "NIAGARA_FRAMES_PER_SECOND": "1000", "NIAGARA_BOT_WORKERS": "0"}

_commands = itertools.count()


class _State(msgspec.Struct):
    """What a person looks at; the rest is not even decoded. Of a change only what is new is there."""

    you: dict[str, Any] | UnsetType = UNSET
    actors: list[int] | UnsetType = UNSET
    decision: str | UnsetType | None = UNSET
    legal: list[str] | UnsetType = UNSET
    standings: list[int] | UnsetType | None = UNSET


class _Heard(_State):
    type: str = ""
    seq: int = 0
    id: str | None = None
    answers: str | None = None
    state: _State | None = None
    change: _State | None = None
    refusal: Any = None


_read = msgspec.json.Decoder(_Heard)
_encode = msgspec.json.encode


class NiagaraSeat(Seat):
    def __init__(self, table: Table, number: int) -> None:
        super().__init__(table, number)
        self._state: Any = _State()  # as the server has told it, bit by bit

    _moved = ""  # the id of the last move, for other commands are acknowledged too
    _answer: asyncio.Future[None] | None = None  # to a line, if one is waited for

    def hear(self, message: bytes, now: float) -> None:
        heard = _read.decode(message)
        match heard.type:
            case "entry":
                after = heard.state or heard.change
                assert after is not None
                self._look(heard.seq, after, now)
                if heard.answers is not None:
                    self._acknowledged(heard.answers, now)
            case "ack":
                self._acknowledged(heard.id, now)
            case "snapshot" | "resumed":
                self._look(heard.seq, heard, now)
            case "refused":
                self._refused(str(heard.refusal["text"]))

    def _acknowledged(self, command: str | None, now: float) -> None:
        if self._answer is not None:
            self._answer.set_result(None)
        elif command == self._moved:
            self.table.acknowledged(now)

    def _refused(self, why: str) -> None:
        if self._answer is None:
            self.table.refuse(why)
        else:
            self._answer.set_exception(RuntimeError(why))

    def _look(self, seq: int, after: _State, now: float) -> None:
        for field in _State.__struct_fields__:
            if (value := getattr(after, field)) is not UNSET:
                setattr(self._state, field, value)
        state = self._state
        mine = state.you["seat"] in state.actors
        self.stands(seq, state.legal if mine else (), state.standings is not None, now)

    def move(self, choice: object) -> None:
        self._moved = _id()
        self.wire.send(_encode({"type": "move", "id": self._moved, "decision": self._state.decision, "move": choice}))

    async def ask(self, text: str) -> None:
        """Says a line and waits for its answer."""
        self._answer = asyncio.get_running_loop().create_future()
        self.say(text)
        await self._answer
        self._answer = None

    def say(self, text: str) -> None:
        self.wire.send(_encode({"type": "say", "id": _id(), "text": text}))


def _id() -> str:
    """A command's; counted, for a UUID by chance costs more than to send it."""
    return f"00000000-0000-0000-0000-{next(_commands):012x}"


class NiagaraTable(Table):
    seats: list[NiagaraSeat]

    def again(self) -> None:
        self.seats[0].say("/rematch")


async def open_table(
    servers: Servers, http: httpx.AsyncClient, seed: int, rules: Mapping[str, object] = RULES, *, spread: bool = False
) -> NiagaraTable:
    """Four guests sit down and the game begins; all are with one of the servers, or spread over them."""
    table = NiagaraTable(seed)
    table.seats = []
    http.cookies.clear()  # another guest each time
    made = await http.post(f"http://{HOST}:{servers.ports[0]}/api/tables", json={"rules": rules})
    made.raise_for_status()
    path, cookie = f"/api/tables/{made.json()['id']}/live", f"{COOKIE}={made.cookies[COOKIE]}"
    for number in range(SEATS):
        seat = NiagaraSeat(table, number)
        port = servers.ports[(seed + (number if spread else 0)) % len(servers.ports)]
        await seat.wire.open(port, path, cookie if number == 0 else "")
        seat.wire.send('{"type":"hello","seq":null,"brief":true}')
        if number:
            await seat.ask("/join")
        table.seats.append(seat)
    await table.together()  # another server than the host's may have sat the others down
    await table.seats[0].ask("/start")
    await table.ready()
    return table


@asynccontextmanager
async def sqlite(folder: Path) -> AsyncIterator[Servers]:
    """One process, as a host has it without asking for more."""
    async with serving(folder / "niagara") as (port, pid):
        yield Servers("Niagara, one server, SQLite", [port], [pid], [])


@asynccontextmanager
async def postgresql(folder: Path, name: str = "Niagara, two servers, PostgreSQL and Redis") -> AsyncIterator[Servers]:
    """Two processes that serve the same tables."""
    with ExitStack() as services:
        postgres, redis = Postgres(), Redis()
        services.callback(postgres.remove)
        services.callback(redis.remove)
        shared = {"NIAGARA_DATABASE_URL": postgres.empty(), "NIAGARA_REDIS_URL": redis.url()}
        async with serving(folder, **shared) as (port, pid):
            await answers(port)  # the database is made
            async with serving(folder, **shared) as (other_port, other_pid):
                ports, pids = [port, other_port], [pid, other_pid]
                yield Servers(name, ports, pids, [postgres.pid, redis.pid])


@asynccontextmanager
async def serving(folder: Path, **environment: str) -> AsyncIterator[tuple[int, int]]:
    """`niagara serve` on a folder of its own: its port and its process."""
    flags = ["--port", "0", "--folder", str(folder)]
    command = [sys.executable, "-c", "from niagara.cli import main; main()", "serve", *flags]
    async with process(command, r"http://\S+:(\d+)", **KNOBS, **environment) as found:
        yield found


async def answers(port: int) -> None:
    """Returns when the server answers; it takes connections before."""
    async with httpx.AsyncClient(timeout=60) as http:
        (await http.get(f"http://{HOST}:{port}/healthz")).raise_for_status()
