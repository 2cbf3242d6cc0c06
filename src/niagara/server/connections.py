"""A WebSocket as uvicorn serves it, and besides a straight way for texts to the line: on the way through an application every ASGI
event costs as much as what it carries.
"""

from collections.abc import Awaitable, Callable, Mapping
from struct import pack
from typing import Any, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

SHORT = 4_096  # bytes, which three packets of the network carry
_FINAL_TEXT, _LONG = 0x81, 126
_STRAIGHT = "niagara.straight"  # the extension, as ASGI calls what a server offers besides

Send = Callable[[bytes], Awaitable[None]]


def straight(scope: Mapping[str, Any]) -> Send:
    """What sends a text on an accepted WebSocket. Raises OSError where the client has gone, as ASGI's `send` does."""
    return cast(Send, scope["extensions"][_STRAIGHT]["send"])


class Connection(WebSocketsSansIOProtocol):
    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:  # or else no application hears of it
            self.scope["extensions"][_STRAIGHT] = {"send": self._send_straight}

    async def _send_straight(self, text: bytes) -> None:
        """What is short goes uncompressed (RFC 7692 leaves it free): to compress it costs more than it spares the line."""
        await self.writable.wait()
        if self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        if len(text) < SHORT:
            self.transport.write(_frame(text))
        else:
            self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))


def _frame(text: bytes) -> bytes:
    """A short text as a server sends it (RFC 6455, 5.2): final, unmasked, its length in seven bits or in sixteen more."""
    size = len(text)
    return (pack("!BB", _FINAL_TEXT, size) if size < _LONG else pack("!BBH", _FINAL_TEXT, _LONG, size)) + text
