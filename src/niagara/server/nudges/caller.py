"""Calls to addresses that people give us: never into the server's own network, whatever the name or number says."""

import asyncio
import re
import socket
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv6Address, ip_address

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from niagara.server.nudges.networks import LONGEST_URL, Address, Network, on_open_net
from niagara.words import Refusal

_TIME = aiohttp.ClientTimeout(total=10, sock_connect=5)  # seconds
_TIME_TO_FIND = 5.0  # seconds
_FOUND_AT_ONCE = 4  # names
_NUMBER = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)\.?", re.I)


class OwnNetwork(OSError):
    """The address is not on the open net, and the host does not allow it."""


class NoAnswer(Exception):
    """Nobody could be reached, or not in time; why is for nobody to know but the server."""


class Names(AbstractResolver):
    """In threads of its own: a name whose server never answers must not keep the store waiting."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_FOUND_AT_ONCE, "niagara-names")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(_TIME_TO_FIND):
            found = await loop.run_in_executor(self._threads, _look_up, host, port, family)
        return [
            ResolveResult(
                hostname=host, host=str(place[0]), port=port, family=kind, proto=protocol, flags=socket.AI_NUMERICHOST
            )
            for kind, _, protocol, _, place in found
        ]

    async def close(self) -> None:
        """The threads are for the next call too."""


def _look_up(host: str, port: int, family: int) -> Sequence[aiohttp.AddrInfoType]:
    return socket.getaddrinfo(host, port, family, socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG)


class Caller:
    """Posts to the open net, and to the networks that the host allows; these may be called without TLS too."""

    def __init__(self, allowed: Sequence[Network], resolver: AbstractResolver | None = None) -> None:
        self._allowed = allowed
        self._resolver = resolver or Names()

    async def check(self, text: str) -> str:
        """The address in the form in which it is called. Raises Refusal: it is no address, or none that we would call."""
        url = _read(text)
        try:
            found = await self._found(url)
        except (OSError, UnicodeError) as unknown:
            raise Refusal("nudge-address-closed") from unknown
        if not found or not all(self._may_call(address, url.scheme) for address in found):
            raise Refusal("nudge-address-closed")
        return str(url)

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """The status that is answered; nothing else of the answer is read. Raises NoAnswer, OwnNetwork."""
        target = URL(url)
        refused = False

        def guarded(info: aiohttp.AddrInfoType) -> socket.socket:
            """The last moment before the connection: what is looked at here is what is called."""
            nonlocal refused
            family, kind, protocol, _, place = info
            if not self._may_call(ip_address(str(place[0]).partition("%")[0]), target.scheme):
                refused = True
                raise OwnNetwork
            return socket.socket(family, kind, protocol)

        connector = aiohttp.TCPConnector(
            resolver=self._resolver,
            use_dns_cache=False,
            force_close=True,
            socket_factory=guarded,
        )
        try:
            async with (
                aiohttp.ClientSession(
                    connector=connector, timeout=_TIME, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False
                ) as session,
                session.post(target, data=body, headers=dict(headers), allow_redirects=False) as answer,
            ):
                return answer.status
        except (aiohttp.ClientError, TimeoutError, OSError) as fault:
            raise (OwnNetwork if refused else NoAnswer) from fault

    def _may_call(self, address: Address, scheme: str) -> bool:
        plain = address.ipv4_mapped or address if isinstance(address, IPv6Address) else address
        if any(plain in network for network in self._allowed if network.version == plain.version):
            return True
        return scheme == "https" and on_open_net(address)

    async def _found(self, url: URL) -> list[Address]:
        host = url.raw_host or ""
        if _is_address(host):
            return [ip_address(host)]
        found = await self._resolver.resolve(host, url.port or 0, socket.AF_UNSPEC)
        return [ip_address(entry["host"].partition("%")[0]) for entry in found]


def _read(text: str) -> URL:
    """Raises Refusal."""
    try:
        url = URL(text.strip())
        host, port = url.host, url.port
    except ValueError as wrong:
        raise Refusal("nudge-address-wrong") from wrong
    if len(text) > LONGEST_URL or url.scheme not in ("https", "http") or not host or not port or not text.isprintable():
        raise Refusal("nudge-address-wrong")
    if url.user is not None or url.password is not None or "%" in host:
        raise Refusal("nudge-address-wrong")
    if _NUMBER.fullmatch(host.rstrip(".").rpartition(".")[2]) and not _is_address(host):
        raise Refusal("nudge-address-wrong")  # a number in disguise: octal, hexadecimal, or all in one
    return url


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
