"""Texts that go straight to the line: in order, whole, compressed where they are long, and told when nobody is there any more."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame

from niagara.server.connections import SHORT, Connection, Send, straight
from tests.server.conftest import Running

Asgi = Callable[[dict[str, Any]], Awaitable[None]]
Talk = Callable[[Send, Asgi], Awaitable[None]]


@asynccontextmanager
async def _met(talk: Talk, compression: str | None = "deflate") -> AsyncIterator[ClientConnection]:
    """A client of a server that does nothing but talk."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        await talk(straight(scope), send)

    server = uvicorn.Server(uvicorn.Config(app, port=0, ws=Connection, lifespan="off", log_level="warning"))
    running = asyncio.create_task(server.serve())
    while not server.started:
        assert not running.done(), "the server has not started"
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        async with connect(f"ws://127.0.0.1:{port}", compression=compression, max_size=None) as client:
            yield client
    finally:
        server.should_exit = True
        await running


@pytest.mark.parametrize("compression", ["deflate", None])
async def test_texts_of_every_size_come_in_order_whichever_way_they_go(
    compression: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    choice = random.Random(2)
    sizes = [0, 1, 125, 126, SHORT - 1, SHORT, SHORT + 1, 65_535, 65_536, 200_000]
    texts = ["".join(choice.choices("canoe ñ~", k=choice.choice(sizes))) for _ in range(100)]
    came: list[Frame] = []
    decode = PerMessageDeflate.decode

    def overhear(self: PerMessageDeflate, frame: Frame, *, max_size: int | None = None) -> Frame:
        came.append(frame)
        return decode(self, frame, max_size=max_size)

    monkeypatch.setattr(PerMessageDeflate, "decode", overhear)

    async def talk(straight: Send, send: Asgi) -> None:
        for number, text in enumerate(texts):
            if number % 3:
                await straight(text.encode())
            else:
                await send({"type": "websocket.send", "text": text})
        await send({"type": "websocket.close"})

    async with _met(talk, compression) as client:
        assert [text async for text in client] == texts
    if compression:
        straight_ones = [
            (frame, text) for number, (frame, text) in enumerate(zip(came, texts, strict=False)) if number % 3
        ]
        assert {frame.rsv1 == (len(text.encode()) >= SHORT) for frame, text in straight_ones} == {True}
        assert all(len(frame.data) < len(text) for frame, text in straight_ones if frame.rsv1)


@pytest.mark.parametrize("end", ["server", "client"])
async def test_who_has_gone_is_told_nothing_more(end: str) -> None:
    heard = asyncio.get_running_loop().create_future()

    async def talk(straight: Send, send: Asgi) -> None:
        if end == "server":
            await send({"type": "websocket.close"})
        try:
            async with asyncio.timeout(10):
                while True:
                    await straight(b"canoe")
                    await asyncio.sleep(0.01)
        except OSError as fault:
            heard.set_result(type(fault))

    async with _met(talk) as client:
        if end == "client":
            await client.recv()
            client.transport.abort()
        assert issubclass(await heard, OSError)


async def test_the_server_still_agrees_with_browsers_to_compress(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    async with ada.at(table) as live:
        assert [extension.name for extension in live.socket.protocol.extensions] == [
            ClientPerMessageDeflateFactory.name
        ]
        await live.say("x" * 400)
        assert live.state["seq"] == live.entries()[-1]["seq"]
