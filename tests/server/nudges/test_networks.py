"""The server calls nobody in its own network, however the address is written, and wherever it leads."""

import asyncio
import socket
import threading
from collections.abc import Callable
from ipaddress import ip_address

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from niagara.server.nudges import caller as caller_module
from niagara.server.nudges.caller import Caller, NoAnswer, OwnNetwork
from niagara.server.nudges.networks import networks, on_open_net
from niagara.words import Refusal
from tests.server.conftest import Running
from tests.server.nudges.person import call
from tests.server.nudges.receivers import Receiver

HOME = networks(["127.0.0.0/8", "::1/128"])

INSIDE = [
    "127.0.0.1", "127.8.9.1", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "100.127.255.255", "192.0.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "239.1.1.1", "240.0.0.1",
    "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "::ffff:169.254.169.254", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::1", "2001:0:7f00:1::1",
    "2001:db8::1", "fec0::1",
]  # fmt: skip
NUMBERS = ["2130706433", "0x7f000001", "017700000001", "0177.0.0.1", "0x7f.0.0.1", "127.1", "127.0.1", "0", "1.2.3.0x4"]


class Names(AbstractResolver):
    """Tells a name's addresses; those of a list one after the other, each time that it is asked."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.asked = 0

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        self.asked += 1
        told = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        kind = socket.AF_INET6 if ":" in told else socket.AF_INET
        result: ResolveResult = {
            "hostname": host, "host": told, "port": port, "family": kind, "proto": 0, "flags": socket.AI_NUMERICHOST
        }  # fmt: skip
        return [result]

    async def close(self) -> None:
        pass


def in_url(address: str) -> str:
    return f"[{address}]" if ":" in address else address


@pytest.mark.parametrize("address", INSIDE)
async def test_no_address_of_an_own_network_is_taken_or_called(address: str) -> None:
    assert not on_open_net(ip_address(address))
    for scheme in ("https", "http"):
        with pytest.raises(Refusal) as refused:
            await Caller(()).check(f"{scheme}://{in_url(address)}/x")
        assert refused.value.key == "nudge-address-closed"
        with pytest.raises(OwnNetwork):
            await Caller(()).post(f"{scheme}://{in_url(address)}/x", b"", {})
        with pytest.raises(Refusal):
            await Caller((), Names(address)).check(f"{scheme}://friendly.example.org/x")
        with pytest.raises(OwnNetwork):
            await Caller((), Names(address)).post(f"{scheme}://friendly.example.org/x", b"", {})


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "::ffff:1.1.1.1"])
async def test_an_address_on_the_open_net_is_taken_with_tls_alone(address: str) -> None:
    assert on_open_net(ip_address(address))
    assert await Caller((), Names(address)).check("https://example.org/x") == "https://example.org/x"
    for url in ("http://example.org/x", f"http://{in_url(address)}/x"):
        with pytest.raises(Refusal) as refused:
            await Caller((), Names(address)).check(url)
        assert refused.value.key == "nudge-address-closed"
        with pytest.raises(OwnNetwork):
            await Caller((), Names(address)).post(url, b"", {})


@pytest.mark.parametrize("number", NUMBERS)
async def test_an_address_in_another_guise_is_no_address_and_leads_nowhere(number: str) -> None:
    """The system's own resolver knows these: it must be asked only by who looks at its answer."""
    with pytest.raises(Refusal) as refused:
        await Caller(()).check(f"https://{number}/x")
    assert refused.value.key == "nudge-address-wrong"
    with pytest.raises((OwnNetwork, NoAnswer)):
        await Caller(()).post(f"https://{number}/x", b"", {})


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "ftp://example.org/", "file:///etc/passwd", "https://", "https:///x", "javascript:alert(1)", "//example.org/",
        "https://user:pass@example.org/", "https://user@example.org/", "https://example.org:99999/", "https://example.org:0/",
        "https://[fe80::1%25eth0]/", "https://exa\nmple.org/", "https://example.org/\x00", "https://" + "a" * 2000,
        "https://[::1/", "https://127.0.0.1.:99999999/",
    ],
)  # fmt: skip
async def test_what_is_no_address_is_refused_in_words(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        await Caller(HOME, Names("1.1.1.1")).check(text)
    assert refused.value.key == "nudge-address-wrong"


async def test_a_name_that_nobody_knows_is_refused() -> None:
    for name in ("nobody.invalid", "a" * 64 + ".example.org", "a..b", "xn--.invalid"):
        with pytest.raises(Refusal) as refused:
            await Caller(()).check(f"https://{name}/x")
        assert refused.value.key in ("nudge-address-closed", "nudge-address-wrong")


async def test_names_that_are_never_found_keep_nobody_else_waiting(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many as there are threads, and more: the store has its own, and whoever has asked is told."""
    look_up, answer = socket.getaddrinfo, threading.Event()

    def slow(host: str, *how: object, **else_: object) -> object:
        if host.endswith("slow.example.org"):
            answer.wait()
        return look_up(host, *how, **else_)  # type: ignore[arg-type] # as it was called

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    monkeypatch.setattr(caller_module, "_TIME_TO_FIND", 2.0)
    people = [await server.player() for _ in range(10)]
    urls = [f"https://{turn}.slow.example.org/" for turn in range(5)]
    asking = [
        asyncio.create_task(call(player, "POST", "/ways", 400, {"kind": "hook", "url": url}))
        for player in people
        for url in urls
    ]
    try:
        await asyncio.sleep(0)
        table, [ada] = await server.game("Ada")
        async with ada.at(table) as live:
            await live.move("card 3")
        assert {(await task)["refusal"]["key"] for task in asking} == {"nudge-address-closed"}
    finally:
        answer.set()


async def test_a_name_that_leads_elsewhere_after_it_was_looked_at_is_not_called(receiver: Receiver) -> None:
    """Rebinding: a good answer at entry, loopback when it counts. And what is looked at is what is called: one look a call."""
    names = Names("1.1.1.1", "127.0.0.1")
    caller = Caller((), names)
    port = receiver.url.rpartition(":")[2]
    url = await caller.check(f"https://rebinding.example.org:{port}/x")
    with pytest.raises(OwnNetwork):
        await caller.post(url, b"{}", {})
    assert names.asked == 2
    assert receiver.posted == []


async def test_no_redirect_is_followed(receiver: Receiver) -> None:
    receiver.answers = [302, 307, 308, 301]
    receiver.location = f"{receiver.url}/secret"
    caller = Caller(HOME)
    for status in (302, 307, 308, 301):
        assert await caller.post(f"{receiver.url}/hook", b"{}", {}) == status
    assert {posted.path for posted in receiver.posted} == {"/hook"}


async def test_a_network_that_the_host_allows_may_be_called_without_tls(receiver: Receiver) -> None:
    caller = Caller(HOME)
    assert await caller.check(f"{receiver.url}/x") == f"{receiver.url}/x"
    assert await caller.post(f"{receiver.url}/x", b"hello", {}) == 204
    assert receiver.posted[0].body == b"hello"
    named = Caller(HOME, Names("::ffff:127.0.0.1"))
    assert await named.check("http://here.example.org/x") == "http://here.example.org/x"


async def test_nobody_there_is_told_from_nobody_to_be_called() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        with pytest.raises(NoAnswer):
            await Caller(HOME).post(f"http://127.0.0.1:{closed.getsockname()[1]}/", b"", {})


async def test_the_servers_own_proxies_and_cookies_are_not_used(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", receiver.url)
    monkeypatch.setenv("all_proxy", receiver.url)
    with pytest.raises(NoAnswer):
        await Caller(networks(["0.0.0.0/0"]), Names("127.0.0.1")).post("http://example.org:1/", b"", {})
    assert receiver.posted == []


Body = Callable[[str], dict[str, object]]
KEYS = {
    "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    "auth": "tBHItJI5svbpez7KI4CCXg",
}


@pytest.mark.parametrize(
    "body",
    [lambda url: {"kind": "hook", "url": url}, lambda url: {"kind": "push", "endpoint": url, "keys": KEYS}],
    ids=["hook", "push"],
)
async def test_neither_webhook_nor_push_is_taken_for_the_servers_own_network(server: Running, body: Body) -> None:
    ada = await server.player("Ada")
    for url in ("https://10.0.0.1/x", "https://[fd00::1]/x", "http://192.168.0.1/x"):
        told = await call(ada, "POST", "/ways", 400, body(url))
        assert told["refusal"]["key"] == "nudge-address-closed"
    for url in ("https://2130706433/x", "https://0x7f.1/"):
        told = await call(ada, "POST", "/ways", 400, body(url))
        assert told["refusal"]["key"] == "nudge-address-wrong"
