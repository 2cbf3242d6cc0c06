"""A WebSocket of a client that costs next to nothing, so that the load does not measure itself (RFC 6455, RFC 7692)."""

import asyncio
import base64
import os
import struct
import time
import zlib
from collections.abc import Callable
from typing import cast

from benchmarks.serving.servers import HOST

Hear = Callable[[bytes, float], None]  # a message, and when it came (time.perf_counter)

_TEXT, _CLOSE, _PING = 1, 8, 9
_FINAL, _COMPRESSED, _MASKED = 0x80, 0x40, 0x80
_TAIL = b"\x00\x00\xff\xff"  # which RFC 7692 leaves out of every message
_NO_MASK = bytes(4)  # a mask as the protocol demands it, that changes nothing


class WireBroken(Exception):
    """The server refused the connection or ended it."""


class Wire(asyncio.Protocol):
    """Hands over messages as they come. It reads what servers send: whole messages, not masked."""

    def __init__(self, hear: Hear) -> None:
        self._hear = hear
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.broken: str | None = None
        self._buffer = bytearray()
        self._transport: asyncio.Transport
        self._inflate: Callable[[bytes], bytes] | None = None

    async def open(self, port: int, path: str, cookie: str = "") -> None:
        """Offers to be written to in compressed form, as browsers do."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {HOST}:{port}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines.append("Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits")
        if cookie:
            lines.append(f"Cookie: {cookie}")
        await asyncio.get_running_loop().create_connection(lambda: self, HOST, port)
        self._transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        await self._opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, fault: Exception | None) -> None:
        self.broken = self.broken or f"connection lost: {fault}"
        if not self._opened.done():
            self._opened.set_exception(WireBroken(self.broken))

    def send(self, text: str | bytes) -> None:
        body = text.encode() if isinstance(text, str) else text
        size = len(body)
        length = bytes((_MASKED | size,)) if size < 126 else struct.pack("!BH", _MASKED | 126, size)
        self._transport.write(bytes((_FINAL | _TEXT,)) + length + _NO_MASK + body)

    def close(self) -> None:
        self.broken = "closed"
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        buffer = self._buffer
        buffer += data
        if not self._opened.done() and not self._shake_hands():
            return
        at = 0
        while (size := _size(buffer, at)) is not None:
            start, end = at + _head(buffer, at), at + size
            if end > len(buffer):
                break
            self._take(buffer[at], bytes(buffer[start:end]), now)
            at = end
        del buffer[:at]

    def _shake_hands(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self._buffer[:end])
        del self._buffer[: end + 4]
        if not head.startswith(b"HTTP/1.1 101"):
            self._opened.set_exception(WireBroken(head.splitlines()[0].decode()))
            return False
        if b"permessage-deflate" in head:
            self._inflate = zlib.decompressobj(wbits=-15).decompress
        self._opened.set_result(None)
        return True

    def _take(self, first: int, body: bytes, now: float) -> None:
        kind = first & 0x0F
        if kind == _TEXT:
            if first & _COMPRESSED:
                assert self._inflate is not None
                body = self._inflate(body + _TAIL)
            self._hear(body, now)
        elif kind == _PING:
            self._transport.write(bytes((_FINAL | 10, _MASKED | len(body))) + _NO_MASK + body)
        elif kind == _CLOSE:
            self.broken = f"closed by the server: {body[2:].decode(errors='replace')}"
            self._transport.close()


def _head(buffer: bytearray, at: int) -> int:
    """How many bytes before the payload."""
    short = buffer[at + 1] & 0x7F
    return 2 if short < 126 else 4 if short == 126 else 10


def _size(buffer: bytearray, at: int) -> int | None:
    """How long the frame is, if so much of it is there already that it tells."""
    if len(buffer) < at + 2 or len(buffer) < at + (head := _head(buffer, at)):
        return None
    if head == 2:
        return head + (buffer[at + 1] & 0x7F)
    return head + int.from_bytes(buffer[at + 2 : at + head])
