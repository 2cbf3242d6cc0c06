"""The socket: commands in, numbered events out, resumed where it broke off."""

import asyncio
import time
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any, cast
from uuid import UUID

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, SkipValidation
from litestar.types.asgi_types import WebSocketResponseBodyEvent, WebSocketResponseStartEvent
from structlog.typing import FilteringBoundLogger

from niagara.server import frames, metrics, moments, seen
from niagara.server.allowance import Allowance
from niagara.server.connections import straight
from niagara.server.entries import cut
from niagara.server.hosting.away import CANNOT_WRITE, reason
from niagara.server.hosting.cycles import CONNECTIONS
from niagara.server.hosting.fanout import Bell, Fanout
from niagara.server.lag import Lag
from niagara.server.now import milliseconds
from niagara.server.paces import Live
from niagara.server.people import COOKIE, Guest, People
from niagara.server.settings import Settings
from niagara.server.table import Answer, Table
from niagara.server.tables import Tables
from niagara.server.visit import cookie_header, of_another_site
from niagara.words import Refusal

CLOSED_TO_YOU, NO_TABLE, TOO_MUCH, TRY_AGAIN = 4403, 4404, 1008, 1013  # why the server ends a connection

_LOGGED_AT_ONCE = 30  # refusals of one connection, before there is one line a second

_read = msgspec.json.Decoder(frames.FromClient)
_encode = msgspec.json.encode
Socket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{table_id:str}/live")
async def live(
    socket: Socket,
    table_id: FromPath[str],
    tables: NamedDependency[Tables],
    people: NamedDependency[People],
    fanout: NamedDependency[Fanout],
    settings: NamedDependency[Settings],
    log: NamedDependency[SkipValidation[FilteringBoundLogger]],
) -> None:
    if of_another_site(socket, settings):
        await _turn_away(socket, Refusal("foreign-origin"), log)
        return
    log = log.bind(table=table_id)
    try:
        guest = await people.guest(socket.cookies.get(COOKIE))
    except Refusal as refusal:
        await socket.accept()
        await _end(socket, refusal, TRY_AGAIN, log)
        return
    await socket.accept(headers={"set-cookie": cookie_header(socket, people.cookie(guest))})
    log = log.bind(guest=guest.id)
    try:
        table = await tables.find(table_id)
    except Refusal as refusal:
        await _end(socket, refusal, TRY_AGAIN if refusal.key == CANNOT_WRITE else NO_TABLE, log)
        return
    if table.sockets(guest) >= settings.sockets_per_guest:
        await _end(socket, Refusal("too-many-sockets", most=settings.sockets_per_guest), TOO_MUCH, log)
        return
    counted, listening = metrics.SOCKETS.track_inprogress(), fanout.listening(table_id)
    with suppress(WebSocketDisconnect), CONNECTIONS.one(), counted, listening as bell, table.attended(guest):
        try:
            await table.know(guest)
            await table.come_back(guest)
            await table.take_up()
            await Client(socket, table, guest, bell, settings, log).serve()
        except Refusal as refusal:  # of the disk or the database: the client comes again
            await _end(socket, refusal, TRY_AGAIN, log)


async def _turn_away(socket: Socket, refusal: Refusal, log: FilteringBoundLogger) -> None:
    """Refuses the upgrade itself, in words."""
    metrics.REFUSALS.labels(refusal.key).inc()
    log.info("refused", key=refusal.key, origin=socket.headers.get("origin", "")[:100])
    body = _encode({"refusal": frames.written(refusal)})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await socket.receive()
    start: WebSocketResponseStartEvent = {"type": "websocket.http.response.start", "status": 403, "headers": headers}
    await socket.send(start)
    end: WebSocketResponseBodyEvent = {"type": "websocket.http.response.body", "body": body, "more_body": False}
    await socket.send(end)


async def _end(socket: Socket, refusal: Refusal, code: int, log: FilteringBoundLogger) -> None:
    metrics.REFUSALS.labels(refusal.key).inc()
    why = reason(refusal)
    (log.warning if why else log.info)("refused", key=refusal.key, **why)
    with suppress(WebSocketDisconnect, OSError):
        await socket.send_text(_encode(frames.Refused(None, frames.written(refusal))).decode())
        await socket.close(code, refusal.key)


class Client:
    """One connection of a guest to a table."""

    def __init__(
        self, socket: Socket, table: Table, guest: Guest, bell: Bell, settings: Settings, log: FilteringBoundLogger
    ) -> None:
        self._socket = socket
        self._straight = straight(socket.scope)
        self._table = table
        self._guest = guest
        self._bell = bell
        self._settings = settings
        self._log = log
        self._hello: frames.Hello | None = None  # not yet answered
        self._greeted = False
        self._ended = False  # by the server: nothing more is sent
        self._seq = 0  # the last entry that the client has
        self._told: seen.Told | None = None  # with it; None: in an earlier connection
        self._brief = False
        self._asked: set[str] = set()  # commands that are not answered yet
        self._around: seen.Around | None = None
        self._room: object = None  # in which that was seen
        self._people: object = None  # who were there
        self._allowance = Allowance(settings.frames_per_second, settings.frames_at_once)
        self._patience = Allowance(1, settings.frames_at_once)  # with frames that are refused
        self._log_lines = Allowance(1, _LOGGED_AT_ONCE)
        self._unlogged = 0  # refusals, since the last line
        self._lag = Lag()

    async def serve(self) -> None:
        """Until either side ends it."""
        telling = asyncio.create_task(self._tell())
        hearing = asyncio.create_task(self._hear())
        try:
            await asyncio.wait([telling, hearing], return_when=asyncio.FIRST_COMPLETED)
        finally:
            telling.cancel()
            hearing.cancel()
            if self._told is not None:
                self._table.leave(self._told.moment)
        for ended in await asyncio.gather(telling, hearing, return_exceptions=True):
            if isinstance(ended, Exception) and not isinstance(ended, WebSocketDisconnect):
                raise ended

    # ── out

    async def _tell(self) -> None:
        """What the table comes to, one entry after the other."""
        while True:
            await self._bell.heard()
            if self._hello is None and not self._greeted:
                continue
            if not self._may_look():
                self._ended = True
                await _end(self._socket, Refusal("no-watching"), CLOSED_TO_YOU, self._log)
                return
            if self._hello is not None:
                await self._greet(self._hello)
            await self._catch_up()
            await self._tell_of_the_table()

    def _may_look(self) -> bool:
        return seen.may_look(self._table.now.room, self._guest)

    async def _tell_of_the_table(self) -> None:
        """Who came or went, where no entry has told."""
        assert self._told is not None
        told, table = self._told.around, self._look_around(self._table.now).table
        if table is not told.table and table != told.table:
            self._told = self._told._replace(around=told._replace(table=table))
            await self._send(_encode(frames.TableNews(table, milliseconds())))

    async def _greet(self, hello: frames.Hello) -> None:
        self._hello = None
        self._brief = hello.brief
        if hello.seq is None or self._table.since(hello.seq) is None:
            await self._send_snapshot()
        else:
            self._seq, self._told = hello.seq, None
            await self._catch_up()
            if self._may_look():
                await self._send(_encode(frames.Resumed(**self._now_fields())))
        self._greeted = True
        await self._measure()

    async def _measure(self) -> None:
        """Asks how long the network takes, where that counts."""
        if isinstance(self._table.now.room.pace, Live):
            await self._send(_encode(frames.Lag(self._lag.send(time.monotonic()))))

    async def _catch_up(self) -> None:
        """Sends what the client has not got, until there is nothing more, or the table has been closed to him meanwhile."""
        while self._seq != self._table.now.seq and self._may_look():
            missed = self._table.since(self._seq)
            if missed is None or not all(
                seen.may_look(moment.room, self._guest) for moment in missed
            ):  # too far behind
                await self._send_snapshot()
                continue
            for moment in missed:
                last = self._told
                before = last if self._brief else None
                answers = None
                if self._brief and moment.command in self._asked:
                    answers = moment.command
                    self._asked.discard(answers)
                after = self._tell_now(moment)
                try:
                    await self._send(seen.entry_frame(before, after, milliseconds(), answers))
                finally:
                    if last is not None:
                        self._table.leave(last.moment)

    async def _send_snapshot(self) -> None:
        fields = self._now_fields()
        assert self._told is not None
        entries = [cut(entry, self._told.seat) for entry in self._table.entries]
        await self._send(_encode(frames.Snapshot(**fields, entries=entries)))

    def _now_fields(self) -> dict[str, Any]:
        """The state as it stands, which the client is about to be told."""
        state = seen.state(self._tell_now(self._table.now), milliseconds())
        return {field: getattr(state, field) for field in state.__struct_fields__}

    def _tell_now(self, moment: moments.Moment) -> seen.Told:
        """What the client is about to be told of a moment."""
        self._seq, self._told = moment.seq, (told := seen.told(moment, self._look_around(moment)))
        return told

    def _look_around(self, moment: moments.Moment) -> seen.Around:
        """Worked out anew where the room is another than the last time, or who is here; the time alone changes nothing."""
        room, people = moment.room, self._table.present
        changed = people is not self._people or (room is not self._room and room != self._room)
        if self._around is None or changed:
            company = self._table.company
            self._room, self._people = room, people
            self._around = seen.around(self._table.id, moment, company.present[self._guest.id], company)
        return self._around

    async def _send(self, message: bytes) -> None:
        if self._ended:
            raise WebSocketDisconnect(detail="sent away")
        try:
            await self._straight(message)
        except OSError as gone:  # so ASGI tells that the client is no longer there
            raise WebSocketDisconnect(detail="gone") from gone

    # ── in

    async def _hear(self) -> None:
        while True:
            message = cast(dict[str, Any], await self._socket.receive())  # a goodbye too, whatever its type says
            if message["type"] == "websocket.disconnect":
                return
            frame: str | None = message.get("text")
            try:
                if not self._allowance.spend():
                    raise Refusal("too-many-frames")
                await self._obey(self._understood(frame))
            except Refusal as refusal:
                if refusal.key != CANNOT_WRITE and not self._patience.spend():
                    self._log_refusal(refusal, at_once=True)
                    await _end(self._socket, Refusal("too-many-frames"), TOO_MUCH, self._log)
                    return
                self._log_refusal(refusal)
                await self._send(_encode(frames.Refused(_id_in(frame), frames.written(refusal))))

    def _log_refusal(self, refusal: Refusal, at_once: bool = False) -> None:
        """A line for each, but no more than one a second from who goes on and on; the next line tells how many had none."""
        metrics.REFUSALS.labels(refusal.key).inc()
        if not (self._log_lines.spend() or at_once):
            self._unlogged += 1
            return
        more: dict[str, object] = {"unlogged": self._unlogged} if self._unlogged else {}
        why = reason(refusal)
        note = self._log.warning if why else self._log.info
        note("refused", key=refusal.key, rule=refusal.rule, **more, **why)
        self._unlogged = 0

    def _understood(self, frame: str | None) -> frames.FromClient:
        if frame is None:
            raise Refusal("frame-not-text")
        most = self._settings.frame_bytes
        if len(frame) > most or len(frame.encode()) > most:
            raise Refusal("frame-too-long", most=most)
        try:
            return _read.decode(frame)
        except msgspec.ValidationError as wrong:
            raise Refusal("frame-wrong-shape", detail=str(wrong)[:200]) from wrong
        except (msgspec.DecodeError, UnicodeError, RecursionError) as wrong:
            raise Refusal("frame-not-json", detail=str(wrong)[:200]) from wrong

    async def _obey(self, frame: frames.FromClient) -> None:
        match frame:
            case frames.Ping():
                await self._send(_encode(frames.Pong()))
                await self._measure()
            case frames.LagAnswer(number=number):
                self._lag.come_back(number, time.monotonic())
            case frames.Hello():
                self._hello = frame
                self._bell.ring()
            case _ if not (self._greeted or self._hello):
                raise Refusal("hello-first")
            case _ if not self._may_look():  # who is about to be sent away
                raise Refusal("no-watching")
            case frames.Move(id=command, decision=decision, move=move, game=game):
                lag = self._lag.milliseconds
                await self._answer(command, self._table.move(self._guest, command, decision, move, game, lag))
            case frames.Say(id=command, text=text):
                self._table.let_speak(self._guest)
                await self._answer(command, self._table.say(self._table.present[self._guest.id], command, text))
            case frames.Why(id=command, move=move):
                now = self._table.now
                refusal = moments.why(now, now.seat_for(self._guest.id), move)
                told = frames.written(refusal) if refusal else None
                await self._send(_encode(frames.WhyAnswer(str(command), told)))

    async def _answer(self, command: UUID, change: Awaitable[Answer]) -> None:
        """With an acknowledgement, unless the entry itself has been the answer. Raises Refusal."""
        name = str(command)
        self._asked.add(name)
        try:
            with metrics.ANSWERS.time():
                answer = await change
                if name in self._asked:
                    self._asked.discard(name)  # first: on a slow line the entry would be an answer too
                    await self._send(_encode(frames.Ack(name, *answer)))
        finally:
            self._asked.discard(name)


def _id_in(frame: str | None) -> str | None:
    """The id of a frame that could not be obeyed, so that the client knows which it was."""
    try:
        found = msgspec.json.decode(frame or "")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    named = found.get("id") if isinstance(found, dict) else None
    return named if isinstance(named, str) and len(named) <= 64 else None
