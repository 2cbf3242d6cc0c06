"""One process's end of the wire, by itself, with a real Redis that is cut off, deaf or away."""

import asyncio
import os
import socket
from contextlib import suppress
from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import pytest
import structlog
import uvloop
from redis.asyncio.client import PubSub
from structlog.testing import LogCapture

from niagara.server.hosting import wire
from niagara.server.hosting.fanout import Fanout
from niagara.server.hosting.others import Ears
from tests.server.services import Redis

PATIENCE = 60.0  # seconds


async def test_a_server_ends_though_a_driver_swallows_that_it_shall(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As wait_for of Python 3.11 does, where the answer comes in the same moment."""
    monkeypatch.setattr(wire, "_PAUSE", 0.01)

    async def swallow(self: wire.Wire) -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    monkeypatch.setattr(wire.Wire, "_beat_on", swallow)
    end = wire.Wire(redis.url(), Fanout(), cast(Ears, Mock()), structlog.wrap_logger(None, processors=[LogCapture()]))
    await end.open("secret")
    await asyncio.sleep(0.05)
    async with asyncio.timeout(PATIENCE):
        await end.close()


async def test_whenever_redis_does_not_answer_a_server_moves_its_bots_itself(redis: Redis) -> None:
    end = wire.Wire(redis.url(), Fanout(), cast(Ears, None), structlog.wrap_logger(None, processors=[LogCapture()]))
    for _ in range(2):
        end._hear_of_workers(True)
        end._lost(ConnectionError())
        assert not end.bots_wait
    await end.close()


async def test_connections_that_are_cut_while_tables_come_and_go_are_faults_of_redis(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not of ours: the connection that listens is asked to do two things at once by nobody."""
    monkeypatch.setattr(wire, "_PAUSE", 0.0)
    follows, log, fanout = asyncio.Event(), LogCapture(), Fanout()

    def hear(table: str, people: Any) -> None:
        if table == "table":
            follows.set()

    ears = Mock(look_again=AsyncMock(), people_elsewhere=hear)
    end = wire.Wire(redis.url(), fanout, cast(Ears, ears), structlog.wrap_logger(None, processors=[log]))
    await end.open("secret")

    async def come_and_go(number: int) -> None:
        while True:
            with fanout.listening(f"T{number}"):
                await asyncio.sleep(0)
            await asyncio.sleep(0)

    async with wire.connected(redis.url()) as client:
        coming = [asyncio.create_task(come_and_go(number)) for number in range(20)]
        for number in range(300):
            await client.client_kill_filter(_type="pubsub")
            await asyncio.sleep(0.001 * (number % 5))
        for task in coming:
            task.cancel()
    with fanout.listening("table"):
        async with asyncio.timeout(PATIENCE):
            await follows.wait()
    await end.close()
    faults = [entry for entry in log.entries if entry["event"] != "redis-found"]
    assert {entry["event"] for entry in faults} <= {"redis-lost", "message-lost"}
    assert [entry for entry in faults if not entry["reason"].startswith(("ConnectionError", "TimeoutError"))] == []


def test_what_uvloop_says_of_a_closed_connection_is_a_fault_of_redis(redis: Redis) -> None:
    async def ask() -> None:
        async with wire.connected(redis.url()) as client:
            connection = await client.connection_pool.get_connection()  # type: ignore[no-untyped-call] # redis leaves it so
            connection._writer.transport.abort()
            await asyncio.sleep(0.01)
            with pytest.raises(wire.FAULTS, match="handler is closed"):
                await connection.send_command("PING")
            await client.connection_pool.release(connection)
            assert await client.ping()

    uvloop.run(ask())


async def test_a_table_that_is_left_and_looked_at_again_at_once_is_followed(redis: Redis) -> None:
    fanout = Fanout()
    end = wire.Wire(redis.url(), fanout, cast(Ears, Mock()), structlog.wrap_logger(None, processors=[LogCapture()]))
    followed, again = set[str](), fanout.listening("first")

    async def subscribe(channel: str) -> None:
        followed.add(channel.rpartition(":")[2])
        if "second" in channel:
            again.__enter__()  # while this one waits

    async def unsubscribe(channel: str) -> None:
        followed.discard(channel.rpartition(":")[2])

    ear = cast(PubSub, Mock(subscribe=subscribe, unsubscribe=unsubscribe))
    with fanout.listening("first"):
        await end._follow(ear)
    with fanout.listening("second"):
        await end._follow(ear)
        assert end._followed != fanout.tables(), "it would be asked to follow again"
        await end._follow(ear)
        assert followed == {"first", "second"}
    again.__exit__(None, None, None)
    await end.close()


async def test_a_redis_that_has_gone_without_a_word_is_missed(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine whose power is cut closes no connection."""
    monkeypatch.setattr(wire, "_BEAT", 0.1)
    monkeypatch.setattr(wire, "_SIGN", 1)
    monkeypatch.setattr(wire, "_PAUSE", 0.1)
    hear, deafened, heard, ends = PubSub.get_message, asyncio.Event(), asyncio.Event(), socket.socketpair()
    ends[0].setblocking(False)

    async def become_deaf(self: Any, *args: Any, **more: Any) -> Any:
        if not deafened.is_set():
            deafened.set()
            os.dup2(ends[0].fileno(), self.connection._writer.get_extra_info("socket").fileno())
        message = await hear(self, *args, **more)
        if message and deafened.is_set():
            heard.set()
        return message

    monkeypatch.setattr(PubSub, "get_message", become_deaf)
    log = LogCapture()
    end = wire.Wire(redis.url(), Fanout(), cast(Ears, Mock()), structlog.wrap_logger(None, processors=[log]))
    await end.open("secret")
    async with asyncio.timeout(PATIENCE):
        await deafened.wait()
        heard.clear()
        await heard.wait()
    await end.close()
    for each in ends:
        each.close()
    assert [entry["event"] for entry in log.entries][:2] == ["redis-lost", "redis-found"]
