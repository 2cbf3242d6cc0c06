"""A WebSocket as uvicorn serves it, but for one thing: what is short goes uncompressed, for to compress it costs the server more
than it spares the line (RFC 7692 leaves it free for every message).
"""

from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension, ServerExtensionFactory
from websockets.frames import Frame, Opcode
from websockets.typing import ExtensionParameter

SHORT = 4_096  # bytes, which three packets of the network carry


class Connection(WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.available_extensions = [_Factory(each) for each in self.conn.available_extensions or ()]


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
