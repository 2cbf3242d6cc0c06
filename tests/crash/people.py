"""Scripted people: they choose among their legal moves, come back whenever they are cut off, and repeat what was not answered."""

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple
from uuid import UUID

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.protocol import State

from tests.crash.told import Command, Json, Sight, Told
from tests.server.players import followed

_GONE = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError, EOFError)
_TALKS = 0.06  # of the times that he could move he says something first
_READ = msgspec.json.Decoder(dict[str, msgspec.Raw])
_JSON = msgspec.json.Decoder()
_NOT_OF_AN_ENTRY = ("type", "state", "change", "answers")  # of its message


class Guest(NamedTuple):
    name: str
    cookie: str
    seat: int  # on which he wants to sit
    seed: str  # of what he chooses


class Person:
    """A guest at one table, by whichever server answers."""

    def __init__(
        self, guest: Guest, table: str, company: int, addresses: Sequence[str], moved: Callable[[], None]
    ) -> None:
        self.told = Told(guest.name)
        self.table = table
        self.seq: int | None = None  # the last entry that he has
        self.state: dict[str, msgspec.Raw] = {}
        self.refused: dict[str, int] = {}  # how often, by key
        self._guest = guest
        self._company = company
        self._addresses = addresses
        self._choice = random.Random(guest.seed)
        self._moved = moved
        self._pending: Command | None = None
        self._said = 0
        self._socket: ClientConnection | None = None
        self._ending = False
        self.connections = 0

    @property
    def idle(self) -> bool:
        """Nothing that he has sent waits for an answer."""
        return self._pending is None

    def quit(self) -> None:
        """He sends nothing new; what he has sent he brings to its end."""
        self._ending = True

    def is_connected(self) -> bool:
        return self._socket is not None and self._socket.state is State.OPEN

    def cut(self, in_a_frame: bool) -> None:
        """His connection breaks, perhaps in the middle of what he sends."""
        assert self._socket is not None
        if in_a_frame:
            message = {"type": "say", "id": str(self._new_id()), "text": "x" * 400}
            self._socket.protocol.send_text(msgspec.json.encode(message))
            frame = b"".join(self._socket.protocol.data_to_send())
            self._socket.transport.write(frame[: self._choice.randint(1, len(frame) - 1)])
        self._socket.transport.abort()

    async def stall(self, seconds: float) -> None:
        """He reads nothing for a while."""
        assert self._socket is not None
        transport = self._socket.transport
        transport.pause_reading()
        await asyncio.sleep(seconds)
        if not transport.is_closing():
            transport.resume_reading()

    async def play(self) -> None:
        """Until he is cancelled."""
        while True:
            with suppress(*_GONE):
                await self._visit()
            self._socket = None
            await asyncio.sleep(self._choice.uniform(0.02, 0.2))

    async def _visit(self) -> None:
        address = f"ws://{self._choice.choice(self._addresses)}/api/tables/{self.table}/live"
        headers = {"Cookie": f"niagara={self._guest.cookie}"}
        async with connect(
            address, additional_headers=headers, max_size=None, compression=None, open_timeout=5
        ) as socket:
            self._socket = socket
            self.connections += 1
            self.state = {}
            await self._send({"type": "hello", "seq": self.seq, "brief": self._choice.random() < 0.5})
            greeted = False
            async for raw in socket:
                message = _READ.decode(raw)
                kind = _JSON.decode(message["type"])
                if kind in ("snapshot", "resumed", "entry"):
                    greeted = self._learn(kind, message) or greeted
                    if "answers" in message:
                        self._settle(_JSON.decode(message["answers"]), _JSON.decode(message["seq"]))
                    if kind != "entry" and self._pending is not None:
                        await self._send_pending()
                elif kind == "ack":
                    self._settle(_JSON.decode(message["id"]), _JSON.decode(message["seq"]))
                elif kind == "refused":
                    await self._take_refusal(_JSON.decode(message["id"]), _JSON.decode(message["refusal"]))
                if greeted and self._pending is None:
                    await self._act()

    def _learn(self, kind: str, message: dict[str, msgspec.Raw]) -> bool:
        """What came has the next number, and is never behind what came before. Tells whether it was a greeting."""
        state = self._after(message) if kind == "entry" else message
        seq: int = _JSON.decode(message["seq"])
        before = self.seq or 0
        if kind == "entry":
            if self.seq is not None and seq != before + 1:
                self.told.faults.append(f"{self.told.name}: entry {seq} came after {before}")
            entry: Json = {key: _JSON.decode(value) for key, value in message.items() if key not in _NOT_OF_AN_ENTRY}
            self.told.hear(entry)
        elif kind == "snapshot":
            entries: list[Json] = _JSON.decode(message["entries"])
            if [entry["seq"] for entry in entries] != list(range(seq - len(entries) + 1, seq + 1)):
                self.told.faults.append(f"{self.told.name}: the entries of a snapshot are not the last up to {seq}")
            for entry in entries:
                self.told.hear(entry)
        if seq < before or (kind == "resumed" and seq != before):
            self.told.faults.append(f"{self.told.name}: {kind} {seq} came after {before}")
        if _JSON.decode(state["seq"]) != seq:
            self.told.faults.append(f"{self.told.name}: the state of another entry came with {seq}")
        self.seq, self.state = seq, state
        self.told.seat = _JSON.decode(state["you"])["seat"]
        self.told.sights.append(Sight(seq, self.told.seat, bytes(state["view"])))
        return kind != "entry"

    def _after(self, entry: dict[str, msgspec.Raw]) -> dict[str, msgspec.Raw]:
        """The state to which an entry leads, of which it tells all, or what is new."""
        if "state" in entry:
            return _READ.decode(entry["state"])
        state = {**self.state, **_READ.decode(entry["change"]), "seq": entry["seq"]}
        if state["view"] is not self.state["view"]:
            view = followed(_JSON.decode(self.state["view"]), _JSON.decode(state["view"]))
            state["view"] = msgspec.Raw(msgspec.json.encode(view))
        return state

    async def _act(self) -> None:
        """The next command, if there is one to give."""
        table = _JSON.decode(self.state["table"])
        if self._ending:
            return
        if table["phase"] == "playing":
            if self.told.seat in _JSON.decode(self.state["actors"]):
                self._pending = self._move()
        elif text := self._arrange(table):
            self._pending = self._command("say", text)
        if self._pending is not None:
            await self._send_pending()

    def _move(self) -> Command:
        if self._choice.random() < _TALKS:
            self._said += 1
            return self._command("say", f"{self.told.name} says {self._said}")
        return self._command(
            "move", self._choice.choice(_JSON.decode(self.state["legal"])), _JSON.decode(self.state["decision"])
        )

    def _arrange(self, table: Json) -> str | None:
        """He sits down; who sits on seat 0 lets bots in and begins, once everybody is there."""
        if self.told.seat is None:
            return f"/join {self._guest.seat}"
        if self.told.seat:
            return None
        if table["phase"] == "over":
            return "/rematch"
        kinds = [seat["kind"] for seat in table["seats"]]
        if kinds.count("person") < self._company:
            return None
        return "/bot drifter" if "empty" in kinds else "/start"

    def _command(self, kind: str, text: str, decision: str = "") -> Command:
        command = Command(str(self._new_id()), kind, text, decision)
        self.told.sent[command.id] = command
        return command

    def _new_id(self) -> UUID:
        return UUID(int=self._choice.getrandbits(128), version=4)

    async def _send_pending(self) -> None:
        command = self._pending
        assert command is not None
        message = {"type": command.kind, "id": command.id}
        if command.kind == "move":
            message |= {"decision": command.decision, "move": command.text}
        else:
            message |= {"text": command.text}
        await self._send(message)

    async def _send(self, message: Json) -> None:
        assert self._socket is not None
        await self._socket.send(msgspec.json.encode(message).decode())

    def _settle(self, command: str, seq: int | None) -> None:
        if seq is None:
            self.told.faults.append(f"{self.told.name}: {self.told.sent[command]} was acknowledged without an entry")
            return
        self.told.acknowledge(command, seq)
        if self._pending is not None and self._pending.id == command:
            self._pending = None
            self._moved()

    async def _take_refusal(self, command: str | None, refusal: Json) -> None:
        key = refusal["key"]
        self.refused[key] = self.refused.get(key, 0) + 1
        if key != CANNOT_WRITE:
            self.told.faults.append(f"{self.told.name}: {self._pending} was refused: {refusal}")
            self._pending = None
        elif self._pending is not None and command == self._pending.id:
            await asyncio.sleep(self._choice.uniform(0.05, 0.15))
            await self._send_pending()


CANNOT_WRITE = "cannot-write"
