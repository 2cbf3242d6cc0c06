"""boardgame.io under the same load: its own server, and people who speak its protocol over socket.io."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec

from benchmarks.serving.servers import HOST, Servers, process
from benchmarks.serving.tables import SEATS, Seat, Table

ROOT = Path(__file__).parents[1] / "boardgame_io"
GAME = "river"

_SPACE = f"/{GAME},".encode()
_EVENT = b"42" + _SPACE  # Engine.IO message, Socket.IO event, of the game's own namespace
_PING, _PONG, _OPEN, _JOINED = b"2", b"3", b"0", b"40" + _SPACE
_STEPS = (-3, -2, -1, 1, 2, 3, 4)


class _Sitting(msgspec.Struct):
    hand: list[int]
    card: int | str | None


class _G(msgspec.Struct):
    seats: list[_Sitting]


class _Context(msgspec.Struct):
    currentPlayer: str  # noqa: N815 - boardgame.io's name
    activePlayers: dict[str, str | None] | None = None  # noqa: N815
    gameover: Any = None


class _State(msgspec.Struct):
    """What a person looks at; the rest is not even decoded."""

    G: _G
    ctx: _Context
    seq: int = msgspec.field(name="_stateID")


class _Sync(msgspec.Struct):
    state: _State


_read_update = msgspec.json.Decoder(tuple[str, str, _State, msgspec.Raw])
_read_sync = msgspec.json.Decoder(tuple[str, str, _Sync])
_encode = msgspec.json.encode


class PeerSeat(Seat):
    table: "PeerTable"
    credentials = ""

    def hear(self, message: bytes, now: float) -> None:
        if message.startswith(_EVENT + b'["update"'):
            _, match, state, _ = _read_update.decode(message[len(_EVENT) :])
            self._look(match, state, now)
        elif message == _PING:
            self.wire.send(_PONG)
        elif message.startswith(_EVENT + b'["sync"'):
            _, match, sync = _read_sync.decode(message[len(_EVENT) :])
            self._look(match, sync.state, now)
        elif message.startswith(_OPEN):
            self.wire.send(_JOINED)
        elif message.startswith(_JOINED):
            self.sync()

    def sync(self) -> None:
        self._emit("sync", self.table.match, str(self.number), self.credentials, SEATS)

    def _look(self, match: str, state: _State, now: float) -> None:
        if match != self.table.match:
            return
        if self.table.mover is self and state.seq > self.seq:
            self.table.acknowledged(now)
        over = state.ctx.gameover is not None
        self.stands(state.seq, () if over else self._choices(state), over, now)

    def _choices(self, state: _State) -> Sequence[object]:
        active = state.ctx.activePlayers
        me = str(self.number)
        if active is None:
            return (
                [("paddle", canoe, steps) for canoe in (0, 1) for steps in _STEPS]
                if state.ctx.currentPlayer == me
                else ()
            )
        return [("choose", card) for card in state.G.seats[self.number].hand] if me in active else ()

    def move(self, choice: Any) -> None:
        kind, *args = choice
        payload = {"type": kind, "args": args, "playerID": str(self.number), "credentials": self.credentials}
        self._emit("update", {"type": "MAKE_MOVE", "payload": payload}, self.seq, self.table.match, str(self.number))

    def _emit(self, *event: object) -> None:
        self.wire.send(_EVENT + _encode(event))


class PeerTable(Table):
    """A match; when it is over its people meet at the next."""

    seats: list[PeerSeat]

    def __init__(self, seed: int, lobby: str, http: httpx.AsyncClient) -> None:
        super().__init__(seed)
        self.match = ""
        self._lobby = f"{lobby}/games/{GAME}"
        self._http = http
        self._making: asyncio.Task[None] | None = None

    def again(self) -> None:
        self._making = asyncio.create_task(self._next_match())

    async def _next_match(self) -> None:
        await self.make()
        for seat in self.seats:
            seat.sync()

    async def make(self) -> None:
        made = await self._http.post(f"{self._lobby}/create", json={"numPlayers": SEATS})
        match = made.json()["matchID"]
        for seat in self.seats:
            wanted = {"playerID": str(seat.number), "playerName": f"Guest {seat.number}"}
            joined = await self._http.post(f"{self._lobby}/{match}/join", json=wanted)
            seat.credentials = joined.json()["playerCredentials"]
        self.match = match


async def open_table(servers: Servers, http: httpx.AsyncClient, seed: int) -> PeerTable:
    """Four people join a match."""
    table = PeerTable(seed, f"http://{HOST}:{servers.ports[0]}", http)
    table.seats = [PeerSeat(table, number) for number in range(SEATS)]
    await table.make()
    for seat in table.seats:
        await seat.wire.open(servers.ports[0], "/socket.io/?EIO=4&transport=websocket")
    await table.ready()
    return table


@asynccontextmanager
async def in_memory(folder: Path) -> AsyncIterator[Servers]:
    """Keeps games in memory: whatever was played is gone when the process ends."""
    async with _serving() as (port, pid):
        yield Servers("boardgame.io, in memory", [port], [pid], [])


@asynccontextmanager
async def flat_file(folder: Path) -> AsyncIterator[Servers]:
    """Keeps games in files, the storage for one process that it brings along."""
    async with _serving(str(folder)) as (port, pid):
        yield Servers("boardgame.io, FlatFile", [port], [pid], [])


@asynccontextmanager
async def _serving(*folder: str) -> AsyncIterator[tuple[int, int]]:
    command = ["node", str(ROOT / "server.js"), *folder]
    async with process(command, r"port (\d+)", NODE_ENV="production") as found:
        yield found
