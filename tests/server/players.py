"""People at the table, played by a program that knows no more than the protocol."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, Self
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Json = dict[str, Any]
PATIENCE = 60.0  # seconds
WHOLE = b',"whole":'  # after a brief entry, where the server is one of conftest.py


class Player:
    """A guest: calls over HTTP, and as many sockets as he likes."""

    def __init__(self, address: str, cookie: str | None = None) -> None:
        self.address = address
        self.http = httpx.AsyncClient(base_url=f"http://{address}", timeout=PATIENCE)
        if cookie:
            self.http.cookies.set("niagara", cookie)

    @property
    def cookie(self) -> str:
        return self.http.cookies["niagara"]

    async def me(self) -> Json:
        return _told(await self.http.get("/api/me"), 200)

    async def named(self, name: str) -> Self:
        _told(await self.http.put("/api/me", json={"name": name}), 200)
        return self

    async def table(self, **wanted: Any) -> Json:
        return _told(await self.http.post("/api/tables", json=wanted), 201)

    async def play_bots(self, **wanted: Any) -> Json:
        return _told(await self.http.post("/api/play", json=wanted), 201)

    @asynccontextmanager
    async def at(self, table: str, seq: int | None = None, brief: bool = True) -> AsyncIterator["Live"]:
        """Connected and greeted."""
        async with self.connected(table) as live:
            await live.hello(seq, brief)
            yield live

    @asynccontextmanager
    async def connected(self, table: str) -> AsyncIterator["Live"]:
        headers = {"Cookie": f"niagara={self.cookie}"}
        address = f"ws://{self.address}/api/tables/{table}/live"
        async with connect(address, additional_headers=headers, max_size=None) as socket:
            live = Live(socket)
            reading = asyncio.create_task(live.read())
            try:
                yield live
            finally:
                reading.cancel()
                assert live.fault is None, live.fault


def _told(answer: httpx.Response, status: int) -> Json:
    assert answer.status_code == status, answer.text
    told: Json = answer.json()
    return told


def followed(view: Json, change: Mapping[str, Any]) -> Json:
    """A view with what is new in it."""
    seats = [change.get("seats", {}).get(str(number), seat) for number, seat in enumerate(view["seats"])]
    return {**view, **change, "seats": seats}


def state_after(before: Json, entry: Json) -> Json:
    """The state to which an entry leads, of which it tells all, or what is new."""
    if "state" in entry:
        told: Json = entry["state"]
        return told
    view = entry["change"].get("view")
    changed = {} if view is None else {"view": followed(before["view"], view)}
    return {**before, **entry["change"], **changed, "seq": entry["seq"]}


class Live:
    """One connection: everything that came is kept, as it was sent and as JSON, there with the whole state."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.raw: list[str] = []
        self.came: list[Json] = []
        self.state: Json = {}
        self._asked_for: set[int] = set()
        self._gone = False
        self.fault: str | None = None  # what is new has not led to the whole state
        self._news = asyncio.Condition()

    @property
    def greeting(self) -> Json:
        """The answer to the first hello."""
        return next(message for message in self.came if message["type"] in ("snapshot", "resumed"))

    async def read(self) -> None:
        with suppress(ConnectionClosed):
            await self._read_on()
        async with self._news:
            self._gone = True
            self._news.notify_all()

    async def _read_on(self) -> None:
        async for raw in self.socket:
            assert isinstance(raw, str)
            raw, _, whole = raw.partition(WHOLE.decode())
            message = json.loads(f"{raw}}}" if whole else raw)
            async with self._news:
                self.raw.append(f"{raw}}}" if whole else raw)
                self.came.append(message)
                if message["type"] in ("snapshot", "resumed"):
                    self.state = {key: value for key, value in message.items() if key not in ("type", "entries")}
                elif message["type"] == "entry":
                    self.state = message["state"] = state_after(self.state, message)
                    if whole and self.state != json.loads(whole[:-1]):
                        self.fault = f"{raw}\n{self.state}\n{whole}"
                elif message["type"] == "table":
                    self.state = {**self.state, "table": message["table"]}
                self._news.notify_all()

    async def until(self, true: Callable[[], bool]) -> None:
        """Raises ConnectionError if the connection ends before."""
        async with asyncio.timeout(PATIENCE), self._news:
            while not true():
                if self._gone:
                    raise ConnectionError("the server has gone")
                await self._news.wait()

    async def next(self, kind: str, **fields: Any) -> Json:
        """The first message of a kind, among those that have not been asked for yet."""
        found: list[Json] = []

        def look() -> bool:
            for message in self.came:
                wanted = message["type"] == kind and all(message.get(key) == value for key, value in fields.items())
                if wanted and id(message) not in self._asked_for:
                    self._asked_for.add(id(message))
                    found.append(message)
                    return True
            return False

        await self.until(look)
        return found[0]

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    def send_together(self, *messages: Json) -> None:
        """In one packet: the server has them all at hand before it has answered the first."""
        for message in messages:
            self.socket.protocol.send_text(json.dumps(message).encode())
        self.socket.transport.write(b"".join(self.socket.protocol.data_to_send()))

    async def hello(self, seq: int | None = None, brief: bool = True) -> Json:
        await self.send(type="hello", seq=seq, brief=brief)
        await self.until(lambda: any(message["type"] in ("snapshot", "resumed") for message in self.came))
        return self.state

    async def answer(self, command: str) -> Json:
        """The ack or refusal of a command."""
        got: list[Json] = []

        def look() -> bool:
            got[:] = [m for m in self.came if m.get("id") == command and m["type"] in ("ack", "refused", "why")]
            got.extend(
                {"type": "ack", "id": command, "seq": m["seq"], "text": None}
                for m in self.came
                if m.get("answers") == command
            )
            return bool(got)

        await self.until(look)
        return got[-1]

    async def say(self, text: str, command: str | None = None) -> Json:
        command = command or str(uuid4())
        await self.send(type="say", id=command, text=text)
        return await self._settled(command)

    async def move(self, move: str, decision: str | None = None, command: str | None = None) -> Json:
        command = command or str(uuid4())
        await self.send(type="move", id=command, decision=decision or self.state["decision"], move=move)
        return await self._settled(command)

    async def _settled(self, command: str) -> Json:
        """The answer, once what it led to has come too."""
        answer = await self.answer(command)
        if answer.get("seq") is not None:
            await self.caught_up(answer["seq"])
        return answer

    async def caught_up(self, seq: int) -> Json:
        await self.until(lambda: self.state.get("seq", 0) >= seq)
        return self.state

    async def over(self) -> None:
        await self.until(lambda: self.state["table"]["phase"] == "over")

    def must_act(self) -> bool:
        return self.state["you"]["seat"] in self.state["actors"]

    async def play_on(self, choice: random.Random, while_: Callable[[], bool] = lambda: True) -> None:
        """Plays whatever is legal, by chance, until the game is over."""
        while while_():
            await self.until(lambda: self.must_act() or self.state["table"]["phase"] == "over" or not while_())
            if not self.must_act() or not while_():
                return
            answer = await self.move(choice.choice(self.state["legal"]))
            assert answer["type"] == "ack", answer

    def entries(self) -> list[Json]:
        """All entries that came, each once, in order."""
        first = [entry for m in self.came if m["type"] == "snapshot" for entry in m["entries"]]
        rest = [m for m in self.came if m["type"] == "entry"]
        return sorted({e["seq"]: e for e in [*first, *rest]}.values(), key=lambda e: e["seq"])
