"""A WebSocket as uvicorn serves it, but for two things. What is short goes uncompressed, for to compress it costs the server more
than it spares the line (RFC 7692 leaves it free for every message). And a text can be sent straight to the line: on its way through
an application every ASGI event costs as much as what it carries.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.extensions import Extension, ServerExtensionFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.typing import ExtensionParameter

SHORT = 4_096  # bytes, which three packets of the network carry
_STRAIGHT = "niagara.straight"  # the extension, as ASGI calls what a server offers besides

Send = Callable[[bytes], Awaitable[None]]


def straight(scope: Mapping[str, Any]) -> Send:
    """What sends a text on an accepted WebSocket. Raises OSError where the client has gone, as ASGI's `send` does."""
    return cast(Send, scope["extensions"][_STRAIGHT]["send"])


class Connection(WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.available_extensions = [_Factory(each) for each in self.conn.available_extensions or ()]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:  # or else no application hears of it
            self.scope["extensions"][_STRAIGHT] = {"send": self._send_straight}

    async def _send_straight(self, text: bytes) -> None:
        await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        try:
            self.conn.send_text(text)
        except InvalidState as gone:
            raise ClientDisconnected from gone
        self.transport.write(b"".join(self.conn.data_to_send()))


class _Factory(ServerExtensionFactory):
    def __init__(self, of: ServerExtensionFactory) -> None:
        self._of = of
        self.name = of.name

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], Extension]:
        agreed, extension = self._of.process_request_params(params, accepted_extensions)
        return agreed, Sparing(extension)


class Sparing(Extension):
    """An extension that short messages leave as they are."""

    def __init__(self, of: Extension) -> None:
        self._of = of
        self.name = of.name

    def encode(self, frame: Frame) -> Frame:
        whole = frame.fin and frame.opcode is not Opcode.CONT  # the parts of one message are compressed all or none
        return frame if whole and len(frame.data) < SHORT else self._of.encode(frame)

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        return self._of.decode(frame, max_size=max_size)
