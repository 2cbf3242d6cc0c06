"""The wire between processes, by Redis: who has moved on, who is where, which bots must move. It carries no move and no card.

Nothing depends on it but speed: a message that is lost, or a Redis that is away, is made good by looking at the store.
"""

import asyncio
import hmac
import secrets
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any

import msgspec
import redis.asyncio
from redis.asyncio.client import PubSub
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from structlog.typing import FilteringBoundLogger

from niagara.server.hosting.fanout import Fanout
from niagara.server.hosting.others import Ears
from niagara.server.hosting.roll import Roll
from niagara.words import Refusal

_BEAT = 2.0  # seconds between two signs of life, and between two looks at the store for what was missed
_BEATS_TO_REPEAT = 500  # after so many, a process says again who is here
_SIGN = 5  # seconds that a sign of life lasts
_OFFER = 60  # seconds after which nobody takes up offers any more
_PRESENCE = 24 * 3600  # seconds
_SECRET = 30
_ANSWER = 5  # seconds; a machine that has gone without a word answers never
_PAUSE = 1.0  # seconds before the next try, while Redis is away
FAULTS = (RedisError, OSError)

_encode = msgspec.json.encode
_read_people = msgspec.json.Decoder(dict[str, str])


def connected(url: str) -> "redis.asyncio.Redis":
    client = redis.asyncio.Redis.from_url(
        url, decode_responses=True, socket_connect_timeout=_ANSWER, socket_timeout=_ANSWER, retry=Retry(NoBackoff(), 0)
    )
    pool = client.connection_pool
    pool.connection_class = type("Connection", (_Connection, pool.connection_class), {})
    return client


class _Connection(AbstractConnection):
    """Where it was closed under the driver uvloop says so in a RuntimeError, of which the driver knows nothing."""

    async def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        try:
            await super().send_packed_command(command, check_health)
        except RuntimeError as closed:
            raise RedisConnectionError(str(closed)) from closed


class Wire:
    """One process's end of it."""

    alone = False

    def __init__(self, url: str, fanout: Fanout, ears: Ears, log: FilteringBoundLogger, worker: bool = False) -> None:
        self._redis = connected(url)
        number = self._redis.connection_pool.connection_kwargs.get("db", 0)
        self._root = f"niagara:{number}:"  # messages know no databases
        self._fanout = fanout
        self._ears = ears
        self._log = log
        self._worker = worker
        self._me = secrets.token_hex(6)
        self._roll = Roll()
        self._cut = False
        self.bots_wait = False
        self.joins_others = False  # whether other processes served the tables when this one began
        self._here: dict[str, Mapping[str, str]] = {}
        # What waits to be said.
        self._told = asyncio.Event()
        self._moves: dict[str, int] = {}
        self._changed_here: set[str] = set()
        self._names: list[tuple[str, str]] = []
        self._offers: list[tuple[str, int]] = []
        # What is listened to.
        self._listens = False
        self._followed: set[str] = set()
        self._looking = asyncio.Lock()
        self._asking = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, secret: str) -> None:
        """Raises Refusal where the other processes have another secret, or Redis is away."""
        self._print = hmac.digest(secret.encode(), b"of one installation", "sha256").hex()
        try:
            await self._redis.set(self._key("secret"), self._print, nx=True, ex=_SECRET)
            theirs = await self._redis.get(self._key("secret"))
        except FAULTS as fault:
            raise Refusal("redis-away", place=self._root.strip(":"), reason=_reason(fault)) from fault
        if theirs != self._print:
            raise Refusal("secret-differs")
        self.joins_others = bool(await self._redis.exists(self._key("servers"), self._key("workers")))
        self._fanout.on_change = self._told.set
        for each in (self._say_on, self._listen_on, self._beat_on, self._look_on):
            self._run(self._go_on(each))

    async def close(self) -> None:
        while self._tasks:  # a driver that waits with a timeout may swallow that it has been cancelled
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks, timeout=_PAUSE)
        try:
            async with self._redis.pipeline(transaction=False) as pipe:
                for table in self._here:
                    pipe.hdel(self._key("here", table), self._me)
                    pipe.publish(self._key("table", table), "people")
                pipe.delete(self._key("alive", self._me))
                await pipe.execute()
        except FAULTS as fault:  # then the others miss our signs of life
            self._lost(fault)
        await self._redis.aclose()

    async def _go_on(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Whatever goes wrong: nobody would notice a process that has ceased to tell or to listen."""
        while True:
            try:
                await work()
            except FAULTS as fault:
                self._lost(fault)
            except ValueError as garbled:  # no process of ours has said that
                self._log.warning("message-garbled", reason=_reason(garbled))
            except Exception as fault:
                self._log.error("wire-fault", exc_info=fault)
            await asyncio.sleep(_PAUSE)
            self._told.set()  # what could not be said

    # ── what this process says

    def moved(self, table: str, seq: int) -> None:
        self._moves[table] = seq
        self._told.set()

    def here(self, table: str, people: Mapping[str, str]) -> None:
        self._here[table] = dict(people)
        if not people:
            del self._here[table]
        self._changed_here.add(table)
        self._told.set()

    def renamed(self, guest: str, name: str) -> None:
        self._names.append((guest, name))
        self._told.set()

    def offer(self, table: str, due: int) -> None:
        self._offers.append((table, due))
        self._told.set()

    async def _say_on(self) -> None:
        while True:
            await self._told.wait()
            self._told.clear()
            changed, self._changed_here = self._changed_here, set()
            try:
                await self._say(changed)
            except (
                FAULTS
            ):  # whoever should have heard of a move will look, but nobody else knows who has gone from here
                self._changed_here |= changed
                raise

    async def _say(self, changed: Iterable[str]) -> None:
        """All that waits; of the tables where somebody has come or gone, who is here."""
        moves, self._moves = self._moves, {}
        names, self._names = self._names, []
        offers, self._offers = self._offers, []
        async with self._redis.pipeline(transaction=False) as pipe:
            for table in changed:
                key = self._key("here", table)
                if people := self._here.get(table):
                    pipe.hset(key, self._me, _encode(people).decode())
                    pipe.expire(key, _PRESENCE)
                else:
                    pipe.hdel(key, self._me)
                pipe.publish(self._key("table", table), "people")
            for table, seq in moves.items():
                pipe.publish(self._key("table", table), seq)
            for guest, name in names:
                pipe.publish(self._key("names"), _encode({guest: name}).decode())
            for table, due in offers:
                pipe.rpush(self._key("offers"), f"{table} {due}")
                pipe.expire(self._key("offers"), _OFFER)
            if self._fanout.tables() != self._followed:
                pipe.publish(self._key("follow", self._me), "")
            await pipe.execute()

    # ── what it hears

    async def _listen_on(self) -> None:
        """Nobody else touches the connection: its driver allows for one task, and whoever has to follow others is told so by it."""
        async with self._redis.pubsub() as ear:
            await ear.subscribe(self._key("names"), follow := self._key("follow", self._me))
            for table in self._followed - self._fanout.tables():
                self._roll.forget(table)
            self._followed, self._listens = set(), True
            self._repeat()  # a Redis that was started anew knows nothing
            self._found()
            try:
                while True:
                    message = await ear.get_message(timeout=_SIGN)
                    if message is None:  # not even what this process says to itself with every beat
                        raise TimeoutError("nothing was heard")
                    if message["channel"] == follow:
                        await self._follow(ear)
                    else:
                        self._hear(message)
            finally:
                self._listens = False

    async def _follow(self, ear: PubSub) -> None:
        """Listens to the tables that somebody looks at, and to no others."""
        before, wanted = self._followed, self._fanout.tables()
        self._followed = wanted  # before it waits: whoever comes or goes meanwhile sees that there is more to do
        if come := wanted - before:
            await ear.subscribe(*(self._key("table", table) for table in come))
        if gone := before - wanted:
            for table in gone:
                self._roll.forget(table)
            await ear.unsubscribe(*(self._key("table", table) for table in gone))

    def _hear(self, message: dict[str, Any]) -> None:
        kind, _, table = message["channel"].removeprefix(self._root).partition(":")
        if message["type"] == "subscribe":
            if kind == "table":  # what happened before this was not heard
                self._run(self._ears.look_again([table]))
                self._run(self._look_for(table))
        elif message["type"] != "message":
            return
        elif kind == "names":
            for guest, name in _read_people.decode(message["data"]).items():
                self._run(self._ears.named(guest, name))
        elif message["data"] == "people":
            self._run(self._look_for(table))
        else:
            self._run(self._ears.moved_on(table, int(message["data"])))

    async def _look_for(self, table: str) -> None:
        async with self._looking:  # what was asked for last is entered last
            there = await self._others_at(table)
            if table in self._followed:
                self._roll.enter(table, there)
                self._ears.people_elsewhere(table, self._roll.people(table))

    async def _others_at(self, table: str) -> dict[str, dict[str, str]]:
        """By process."""
        found = await self._redis.hgetall(self._key("here", table))
        return {str(process): _people(str(people)) for process, people in found.items() if process != self._me}

    async def people(self, table: str) -> Mapping[str, str]:
        try:
            found = await self._others_at(table)
            alive = [process for process in found if await self._redis.exists(self._key("alive", process))]
        except FAULTS as fault:
            self._lost(fault)
            return {}
        return {guest: name for process in alive for guest, name in found[process].items()}

    async def ask(self) -> None:
        async with self._asking:  # one connection is enough, however many want to know
            await self._redis.ping()

    async def offered(self, patience: float) -> tuple[str, int] | None:
        """The next table where a bot must move, and when the store says that it is due."""
        found = await self._redis.blpop([self._key("offers")], timeout=patience)
        if found is None:
            return None
        table, _, due = str(found[1]).partition(" ")
        if not due.isdecimal():
            self._log.warning("message-garbled", reason=repr(found[1])[:200])
            return None
        return table, int(due)

    # ── signs of life, and looking

    async def _beat_on(self) -> None:
        beats = 0
        while True:
            await self._beat()
            if self._listens:
                self._found()
            beats += 1
            if beats % _BEATS_TO_REPEAT == 0:
                self._repeat()
            await asyncio.sleep(_BEAT)

    async def _beat(self) -> None:
        others = self._roll.processes()
        async with self._redis.pipeline(transaction=False) as pipe:
            pipe.set(self._key("alive", self._me), 1, ex=_SIGN, get=True)
            pipe.set(self._key("secret"), self._print, ex=_SECRET)
            pipe.set(self._key("workers" if self._worker else "servers"), 1, ex=_SIGN)
            pipe.publish(self._key("follow", self._me), "")
            pipe.exists(self._key("workers"))
            for process in others:
                pipe.exists(self._key("alive", process))
            was_alive, *_, workers = (answers := await pipe.execute())[: -len(others) or None]
            if was_alive is None:  # the others may have taken us for dead
                self._repeat()
            self._hear_of_workers(bool(workers))
            signed = zip(others, answers[len(answers) - len(others) :], strict=True)
            gone = self._roll.signed({process for process, there in signed if there})
            for table, process in gone:
                pipe.hdel(self._key("here", table), process)
                self._ears.people_elsewhere(table, self._roll.people(table))
            if gone:
                await pipe.execute()

    def _repeat(self) -> None:
        """Says again who is here."""
        self._changed_here |= self._here.keys()
        self._told.set()

    def _hear_of_workers(self, wait: bool) -> None:
        if wait != self.bots_wait:
            self.bots_wait = wait
            self._log.info("bots-workers-wait" if wait else "bots-workers-gone")

    async def _look_on(self) -> None:
        """Whatever the messages have failed to tell stands in the store."""
        while True:
            await asyncio.sleep(_BEAT)
            if tables := self._fanout.tables():
                try:
                    await self._ears.look_again(tables)
                except Exception as fault:  # the store is away
                    self._log.warning("look-failed", reason=_reason(fault))

    # ──

    def _key(self, *parts: str) -> str:
        return self._root + ":".join(parts)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:  # the next look makes it good
            self._log.warning("message-lost", reason=_reason(fault))

    def _lost(self, fault: Exception) -> None:
        self.bots_wait = False
        if not self._cut:
            self._cut = True
            self._log.error("redis-lost", reason=_reason(fault))

    def _found(self) -> None:
        if self._cut:
            self._cut = False
            self._log.info("redis-found")


def _people(told: str) -> dict[str, str]:
    """Nobody, where it is no process of ours that says so."""
    try:
        return _read_people.decode(told)
    except msgspec.DecodeError:
        return {}


def _reason(fault: BaseException) -> str:
    return f"{type(fault).__name__}: {fault}"[:200]
