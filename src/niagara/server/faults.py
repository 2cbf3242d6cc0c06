"""What goes wrong on the way of an HTTP call becomes a refusal in words, and one line in the log."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import ExceptionHandlersMap, Scope
from structlog.typing import FilteringBoundLogger

from niagara.server import metrics
from niagara.server.frames import RefusalFrame, written
from niagara.server.hosting.away import CANNOT_WRITE, reason
from niagara.words import Refusal

Asked = Request[Any, Any, Any]
Answer = Response[dict[str, Any]]

# Every other refusal is 400.
_STATUS = {
    "foreign-origin": 403,
    "no-watching": 403,
    "host-only": 403,
    "metrics-closed": 403,
    "no-such-table": 404,
    "no-such-game": 404,
    "no-such-step": 404,
    "no-such-page": 404,
    "no-such-way": 404,
    "no-such-method": 405,
    "table-full": 409,
    "game-running": 409,
    "body-too-long": 413,
    "too-many-tables": 429,
    "too-many-lines": 429,
    "nudge-too-often": 429,
    "nudge-mail-often": 429,
    "server-fault": 500,
    "not-ready": 503,
    CANNOT_WRITE: 503,
}
_MEANING = {
    400: "Not as it should be; the text says what is wrong.",
    403: "Not for this caller, or asked by another site's page.",
    404: "There is no such thing.",
    405: "The path has no such method.",
    409: "The table is past it.",
    413: "The body is too long.",
    429: "Too much of late.",
    500: "The server's own mistake; its log has the details.",
    503: "Store or Redis do not answer.",
}
_OF_HTTP = {404: "no-such-page", 405: "no-such-method", 413: "body-too-long"}


class NotDone(msgspec.Struct, frozen=True):
    """The body of every call that was refused."""

    refusal: RefusalFrame


def _refusals(*statuses: int) -> dict[int, ResponseSpec]:
    return {status: ResponseSpec(NotDone, False, _MEANING[status]) for status in statuses}


# What the description of the API says of a call that looks, and of one that changes something.
OF_LOOKING = _refusals(400, 403, 404, 405, 500)
OF_READINESS = OF_LOOKING | _refusals(503)
OF_CHANGING = _refusals(400, 403, 404, 405, 409, 413, 429, 500)


def handlers(log: FilteringBoundLogger) -> ExceptionHandlersMap:
    def tell(request: Asked, refusal: Refusal) -> Answer:
        why = reason(refusal)
        note = log.warning if why else log.info
        note("refused", key=refusal.key, method=request.method, path=request.url.path[:100], **why)
        metrics.REFUSALS.labels(refusal.key).inc()
        return _answer(refusal)

    def tell_http(request: Asked, fault: HTTPException) -> Answer:
        key = _OF_HTTP.get(fault.status_code)
        answer = tell(request, Refusal(key) if key else Refusal("body-wrong", detail=_detail(fault)))
        answer.headers.update(fault.headers or {})  # of 405: Allow
        return answer

    def tell_fault(request: Asked, fault: Exception) -> Answer:
        log.error("server-fault", method=request.method, path=request.url.path[:100], exc_info=fault)
        return _answer(Refusal("server-fault"))

    return {Refusal: tell, HTTPException: tell_http, Exception: tell_fault}


def on_sockets(log: FilteringBoundLogger) -> Callable[[Exception, Scope], Awaitable[None]]:
    """A socket has no answer for the server's own mistakes but to close; the log tells of them."""

    async def tell(fault: Exception, scope: Scope) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            log.error("server-fault", path=scope["path"][:100], exc_info=fault)

    return tell


def _answer(refusal: Refusal) -> Answer:
    content = {"refusal": written(refusal)}
    return Response(content, status_code=_STATUS.get(refusal.key, 400), media_type=MediaType.JSON)


def _detail(fault: HTTPException) -> str:
    """What is wrong with a body, as precisely as it is known."""
    extra = fault.extra if isinstance(fault, ValidationException) and isinstance(fault.extra, list) else []
    told = [
        f"{part.get('key', '')}: {part.get('message', '')}".removeprefix(": ")
        for part in extra
        if isinstance(part, dict)
    ]
    return ("; ".join(told) or fault.detail)[:200]
