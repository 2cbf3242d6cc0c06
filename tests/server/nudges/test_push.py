"""Web Push, as a browser and its maker's push service see it: signed by the server, readable in the browser alone."""

import base64
import time
from typing import Any, NamedTuple

import http_ece
import msgspec
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from tests.server.conftest import Running
from tests.server.nudges.person import call, nudges, wish
from tests.server.nudges.receivers import Posted, Receiver
from tests.server.players import Player


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read(data: str) -> bytes:
    return base64.urlsafe_b64decode(data + "=" * (-len(data) % 4))


class Browser(NamedTuple):
    key: ec.EllipticCurvePrivateKey
    auth: bytes

    def subscription(self, endpoint: str) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return {"kind": "push", "endpoint": endpoint, "keys": {"p256dh": text(point), "auth": text(self.auth)}}

    def opened(self, posted: Posted) -> dict[str, Any]:
        assert posted.headers["content-encoding"] == "aes128gcm"
        data = http_ece.decrypt(posted.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        found: dict[str, Any] = msgspec.json.decode(data)
        return found


@pytest.fixture
def browser() -> Browser:
    return Browser(ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef")


async def subscribed(person: Player, browser: Browser, receiver: Receiver) -> dict[str, Any]:
    return await call(person, "POST", "/ways", 201, browser.subscription(f"{receiver.url}/push/secret-of-ada"))


async def test_a_nudge_is_signed_and_its_words_are_for_the_browser_alone(
    server: Running, receiver: Receiver, browser: Browser
) -> None:
    receiver.answers = [201]
    ada, bob = await server.player("Ada"), await server.player("Bob")
    offered = (await nudges(bob))["offers"]["push"]
    await subscribed(bob, browser, receiver)
    await wish(bob)
    table = (await ada.table(rules={"players": 3}, name="Friday"))["id"]
    async with bob.at(table) as live:
        await live.say("/join")
    async with ada.at(table) as live:
        await live.say("/bot drifter")
        await live.say("/start")
        [posted] = await receiver.has(1)
    assert posted.path == "/push/secret-of-ada"
    assert browser.opened(posted) == {
        "table": "Friday",
        "text": "The game at “Friday” has begun, and it is your turn.",
        "link": f"/t/{table}",
    }
    assert b"Friday" not in posted.body
    assert "Friday" not in str(posted.headers)
    assert 0 < int(posted.headers["ttl"]) <= 86_400
    signed = posted.headers["authorization"]
    assert Vapid02.verify(signed)
    token, key = (part.partition("=")[2] for part in signed.removeprefix("vapid ").split(","))
    assert key == offered
    claims = msgspec.json.decode(read(token.split(".")[1]))
    assert claims["aud"] == receiver.url
    assert time.time() < claims["exp"] < time.time() + 24 * 3600
    assert claims["sub"] == "https://niagara.example.org"


async def test_the_servers_key_stays_the_same(server: Running) -> None:
    ada = await server.player("Ada")
    before = (await nudges(ada))["offers"]["push"]
    assert len(read(before)) == 65
    cookie = ada.cookie
    await server.stop()
    await server.start()
    again = Player(server.address, cookie)
    assert (await nudges(again))["offers"]["push"] == before
    await again.http.aclose()


@pytest.mark.parametrize("status", [404, 410])
async def test_a_subscription_that_is_gone_is_forgotten(
    server: Running, receiver: Receiver, browser: Browser, status: int
) -> None:
    receiver.answers = [status]
    ada = await server.player("Ada")
    way = (await subscribed(ada, browser, receiver))["id"]
    told = await call(ada, "POST", f"/ways/{way}/test", 200)
    assert (told["done"], told["saying"]["key"]) == (False, "nudge-push-gone")
    assert (await nudges(ada))["ways"] == []


async def test_a_push_service_that_is_busy_forgets_nobody(
    server: Running, receiver: Receiver, browser: Browser
) -> None:
    receiver.answers = [429, 201]
    ada = await server.player("Ada")
    way = (await subscribed(ada, browser, receiver))["id"]
    assert not (await call(ada, "POST", f"/ways/{way}/test", 200))["done"]
    assert (await call(ada, "POST", f"/ways/{way}/test", 200))["done"]
    assert browser.opened(receiver.posted[1])["text"] == "This is how a nudge looks."


async def test_a_browser_serves_whoever_has_subscribed_it_last_and_once(
    server: Running, receiver: Receiver, browser: Browser
) -> None:
    ada, bob = await server.player("Ada"), await server.player("Bob")
    first = await subscribed(ada, browser, receiver)
    assert await subscribed(ada, browser, receiver) == first
    await subscribed(bob, browser, receiver)
    assert (await nudges(ada))["ways"] == []
    assert len((await nudges(bob))["ways"]) == 1


@pytest.mark.parametrize(
    "keys",
    [
        {"p256dh": "", "auth": ""},
        {
            "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
            "auth": "x",
        },
        {"p256dh": "B" * 87, "auth": "tBHItJI5svbpez7KI4CCXg"},
        {"p256dh": "öäü", "auth": "tBHItJI5svbpez7KI4CCXg"},
    ],
)
async def test_a_subscription_without_good_keys_is_refused(
    server: Running, receiver: Receiver, keys: dict[str, str]
) -> None:
    ada = await server.player("Ada")
    told = await call(ada, "POST", "/ways", 400, {"kind": "push", "endpoint": receiver.url, "keys": keys})
    assert told["refusal"]["key"] == "nudge-push-wrong"
