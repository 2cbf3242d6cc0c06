"""The HTML shell, the built client's files, and a plain page while there is none."""

import html
import re
from pathlib import Path

from litestar import MediaType, Response, Router, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File

from niagara.server.schema import socket_schema
from niagara.server.settings import Settings
from niagara.words import say

_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_HASHED = re.compile(r".*-[\w-]{8}\.\w+")  # the builder puts a hash of the content into these names


_PAGES = ["/", "/me", "/lobby", "/nudges", "/replay", "/t/{table_id:str}", "/t/{table_id:str}/game/{game:str}"]


@get(_PAGES, media_type=MediaType.HTML, include_in_schema=False)
async def shell(settings: NamedDependency[Settings], table_id: FromPath[str] = "") -> Response[str]:
    """The same for every page; the client reads the address."""
    index = settings.shell / "index.html"
    page = index.read_text() if index.is_file() else _unbuilt()
    return Response(page, headers={"cache-control": _ASK_AGAIN})


def _unbuilt() -> str:
    title, how = html.escape(say("page-unbuilt")), html.escape(say("page-unbuilt-how"))
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Niagara</title><h1>{title}</h1><p>{how}</p></html>'


@get("/static/{path:path}", include_in_schema=False)
async def built(path: FromPath[Path], settings: NamedDependency[Settings]) -> File:
    """A file of the built client. Those with a hash in their names never change."""
    folder = settings.shell.resolve()
    try:
        file = (folder / str(path).lstrip("/")).resolve()
        there = file.is_relative_to(folder) and file.is_file()
    except (OSError, ValueError) as no_name:  # too long for a file's name, or a zero byte within
        raise NotFoundException from no_name
    if not there:
        raise NotFoundException
    caching = _FOREVER if _HASHED.fullmatch(file.name) else _ASK_AGAIN
    return File(file, filename=file.name, content_disposition_type="inline", headers={"cache-control": caching})


@get("/schema/socket.json", include_in_schema=False)
async def schema_of_socket() -> dict[str, object]:
    return socket_schema()


def router() -> Router:
    return Router("/", route_handlers=[shell, built, schema_of_socket])
