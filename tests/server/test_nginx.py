"""Behind nginx with deploy/nginx.conf, as a browser would come: pages, Secure cookies, sockets, and nobody else's pages."""

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from tests.server.conftest import Running
from tests.server.proxy import NAME, Nginx


@pytest.fixture
async def nginx(server: Running) -> AsyncIterator[Nginx]:
    proxy = await asyncio.to_thread(Nginx, server.address)
    yield proxy
    await asyncio.to_thread(proxy.end)


@pytest.fixture
async def browser(nginx: Nginx) -> AsyncIterator[httpx.AsyncClient]:
    """Comes by name, though the name leads nowhere else than here."""
    headers = {"host": nginx.authority, "origin": nginx.address}
    address = f"https://127.0.0.1:{nginx.port}"
    transport = Named(verify=nginx.trust())
    async with httpx.AsyncClient(base_url=address, headers=headers, transport=transport) as client:
        yield client


class Named(httpx.AsyncHTTPTransport):
    """Asks for the certificate of our name."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        request.extensions["sni_hostname"] = NAME
        return await super().handle_async_request(request)


def socket(nginx: Nginx, table: str, cookie: str, origin: str) -> connect:
    headers = {"Cookie": f"niagara={cookie}", "Origin": origin}
    address = f"wss://{nginx.authority}/api/tables/{table}/live"
    return connect(address, host="127.0.0.1", port=nginx.port, ssl=nginx.trust(), additional_headers=headers)


async def heard(live: ClientConnection, kind: str) -> dict[str, object]:
    async with asyncio.timeout(30):
        while True:
            message: dict[str, object] = json.loads(await live.recv())
            if message["type"] == kind:
                return message


async def test_pages_come_by_tls_alone(nginx: Nginx, browser: httpx.AsyncClient) -> None:
    page = await browser.get("/")
    assert page.status_code == 200
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert page.headers["strict-transport-security"] == "max-age=31536000"
    async with httpx.AsyncClient() as plain:
        moved = await plain.get(f"{nginx.plain}/t/k3f9qz", headers={"host": NAME})
    assert (moved.status_code, moved.headers["location"]) == (301, f"https://{NAME}/t/k3f9qz")


async def test_the_cookie_goes_over_tls_alone(browser: httpx.AsyncClient, server: Running) -> None:
    cookie = (await browser.get("/api/me")).headers["set-cookie"].lower()
    assert "secure" in cookie
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as plain:
        assert "secure" not in (await plain.get("/api/me")).headers["set-cookie"].lower()


async def test_a_game_is_played_through_the_proxy(nginx: Nginx, browser: httpx.AsyncClient) -> None:
    me = await browser.put("/api/me", json={"name": "Ada"})
    assert me.json()["name"] == "Ada"
    cookie = me.headers["set-cookie"].partition(";")[0].removeprefix("niagara=")
    headers = {"cookie": f"niagara={cookie}"}
    table = (await browser.post("/api/play", json={"bots": 3, "strength": "drifter"}, headers=headers)).json()["id"]
    async with socket(nginx, table, cookie, nginx.address) as live:
        assert live.response is not None
        assert "secure" in live.response.headers["set-cookie"].lower()
        await live.send('{"type":"hello","seq":null}')
        state = await heard(live, "snapshot")
        move = {
            "type": "move",
            "id": "12345678-1234-4234-8234-123456789abc",
            "decision": state["decision"],
            "move": "card 4",
        }
        await live.send(json.dumps(move))
        assert await heard(live, "ack")


async def test_another_sites_page_is_refused_through_the_proxy(nginx: Nginx, browser: httpx.AsyncClient) -> None:
    for origin in ("https://evil.example", f"http://{nginx.authority}x", "null"):
        answer = await browser.put("/api/me", json={"name": "Eve"}, headers={"origin": origin})
        assert (answer.status_code, answer.json()["refusal"]["key"]) == (403, "foreign-origin")
        with pytest.raises(InvalidStatus) as refused:
            async with socket(nginx, "nowhere", "", origin):
                pass
        assert refused.value.response.status_code == 403


async def test_the_figures_are_not_for_visitors(nginx: Nginx, browser: httpx.AsyncClient, server: Running) -> None:
    assert (await browser.get("/metrics")).status_code == 404
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as own:
        assert (await own.get("/metrics")).status_code == 200


async def test_one_address_opens_only_so_many_tables(browser: httpx.AsyncClient) -> None:
    """Each by somebody new: the server's own limits are for each guest."""
    answers = []
    for _ in range(70):
        browser.cookies.clear()
        answers.append((await browser.post("/api/tables", json={})).status_code)
    assert answers[:60] == [201] * 60
    assert 429 in answers


async def test_a_server_that_has_gone_is_passed_over(server: Running) -> None:
    """Nobody notices but nginx."""
    with_gone = await asyncio.to_thread(Nginx, "127.0.0.1:1", server.address)
    headers = {"host": with_gone.authority}
    address = f"https://127.0.0.1:{with_gone.port}"
    async with httpx.AsyncClient(
        base_url=address, headers=headers, transport=Named(verify=with_gone.trust())
    ) as browser:
        assert [(await browser.get("/healthz")).status_code for _ in range(6)] == [200] * 6
    await asyncio.to_thread(with_gone.end)
