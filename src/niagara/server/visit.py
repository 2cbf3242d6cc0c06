"""What every request brings along: a cookie that says who, and an origin that says from which page."""

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.di import NamedDependency
from litestar.types import Message, Scope

from niagara.server.people import COOKIE, Guest, People
from niagara.server.settings import Settings
from niagara.words import Refusal

Connection = ASGIConnection[Any, Any, Any, Any]

_SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
_A_YEAR = 365 * 24 * 3600  # seconds; browsers keep a cookie little longer
_NEW_COOKIE = "niagara_cookie"  # in the state of a request: to be set with its answer

# The built page holds no inline script and no inline style; what Svelte sets on elements, it sets by script.
_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}


def of_another_site(connection: Connection, settings: Settings) -> bool:
    """Whether a page of somebody else asks. Programs that are no browser send no origin, and carry no cookie of ours."""
    origin = connection.headers.get("origin")
    if origin is None or origin in settings.origins:
        return False
    authority = origin.partition("://")[2]  # of "null", and of whatever else is no origin: nothing
    return not authority or authority.casefold() != connection.headers.get("host", "").casefold()


async def refuse_other_sites(request: Request[Any, Any, Any], settings: Settings) -> None:
    """Nothing is changed on behalf of another site's page."""
    if request.method not in _SAFE_METHODS and of_another_site(request, settings):
        raise Refusal("foreign-origin")


async def caller(request: Request[Any, Any, Any], people: NamedDependency[People]) -> Guest:
    """Who asks; the answer sets, or renews, his cookie."""
    guest = await people.guest(request.cookies.get(COOKIE))
    request.state[_NEW_COOKIE] = cookie_header(request, people.cookie(guest))
    return guest


def cookie_header(connection: Connection, value: str) -> str:
    secure = connection.url.scheme in ("https", "wss")
    cookie = Cookie(COOKIE, value=value, max_age=_A_YEAR, secure=secure, httponly=True, samesite="lax")
    return cookie.to_header(header="")


async def dress(message: Message, scope: Scope) -> None:
    """Every HTTP answer leaves with the same safe headers, and with the cookie if one is due."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in _HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("cache-control", "no-store")
    if cookie := scope["state"].get(_NEW_COOKIE):
        headers.add("set-cookie", cookie)
