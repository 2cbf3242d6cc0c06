"""Whoever takes nudges: a web server that keeps what is posted, and a mail server that keeps what is sent."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, NamedTuple, cast

import msgspec
from aiohttp import web
from aiosmtpd.smtp import SMTP, AuthResult, Envelope

PATIENCE = 60.0  # seconds


class Posted(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes

    def json(self) -> dict[str, Any]:
        return cast(dict[str, Any], msgspec.json.decode(self.body))


class Receiver:
    """`answers` are the statuses given, one after the other; then the last for ever."""

    def __init__(self) -> None:
        self.url = ""
        self.posted: list[Posted] = []
        self.answers = [204]
        self.location = ""
        self.busy = asyncio.Event()
        self.busy.set()

    async def take(self, request: web.Request) -> web.Response:
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.posted.append(Posted(request.path, headers, await request.read()))
        await self.busy.wait()
        status = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return web.Response(status=status, headers={"location": self.location} if self.location else {})

    async def has(self, count: int) -> list[Posted]:
        await wait_for(lambda: len(self.posted) >= count)
        return self.posted


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    app = web.Application()
    runner = web.AppRunner(app, shutdown_timeout=1)
    receiver = Receiver()
    app.router.add_route("*", "/{path:.*}", receiver.take)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    receiver.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield receiver
    finally:
        receiver.busy.set()
        await runner.cleanup()


class Mailbox:
    """What a mail server was given; `refuse` is what it answers in place of taking it."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.refuse = ""

    async def handle_RCPT(  # noqa: N802  # named by the library
        self, server: object, session: object, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.refuse:
            return self.refuse
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: object, session: object, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        self.raw.append(envelope.content)
        self.letters.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"

    async def has(self, count: int) -> list[EmailMessage]:
        await wait_for(lambda: len(self.letters) >= count)
        return self.letters


@asynccontextmanager
async def mailing(**how: Any) -> AsyncIterator[tuple[Mailbox, int]]:
    """A mail server and its port; `how` as aiosmtpd's SMTP takes it."""
    box = Mailbox()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(box, loop=loop, **how), "127.0.0.1", 0)
    try:
        yield box, server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await server.wait_closed()


def lets_in(user: str, password: str) -> Callable[..., AuthResult]:
    def check(server: object, session: object, envelope: object, mechanism: str, given: Any) -> AuthResult:
        return AuthResult(success=(given.login, given.password) == (user.encode(), password.encode()))

    return check


async def wait_for(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it has not come"
        await asyncio.sleep(0.02)


async def wait_until(true: Callable[[], Awaitable[bool]]) -> None:
    end = time.monotonic() + PATIENCE
    while not await true():
        assert time.monotonic() < end, "it has not come"
        await asyncio.sleep(0.02)
