"""What a person does about nudges, over the API."""

from typing import Any

from tests.server.players import Json, Player


async def call(person: Player, method: str, path: str, status: int, body: Any = None) -> Json:
    answer = await person.http.request(method, f"/api/nudges{path}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else {}


async def nudges(person: Player, path: str = "") -> Json:
    return await call(person, "GET", path, 200)


async def by_hook(person: Player, url: str) -> str:
    """The way's id."""
    made = await call(person, "POST", "/ways", 201, {"kind": "hook", "url": url})
    return str(made["id"])


async def wish(person: Player, wanted: bool | None = True, table: str = "") -> None:
    await call(person, "PUT", "/wishes", 204, {"wanted": wanted, "table": table})


async def hooked(person: Player, url: str) -> str:
    """Nudged by a webhook wherever he plays; the way's id."""
    await wish(person)
    return await by_hook(person, url)
