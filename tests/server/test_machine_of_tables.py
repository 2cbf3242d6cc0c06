"""Several people at several tables, in any order: what belongs to one seat, one table, one person stays there."""

import asyncio
import json
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from websockets.exceptions import ConnectionClosed

from niagara.server.entries import Entry
from niagara.server.settings import Settings
from tests.server.conftest import Running
from tests.server.players import Json, Live, Player
from tests.server.test_hidden_cards import Secrets, leaks
from tests.server.test_machine import FAST, ODD_JSON, ODD_TEXTS, PICKS, UUIDS

_read: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)

OPEN, CLOSED = 0, 1
# Who sits where: the closed table is for Bo and Cy alone.
SEATED = [("Ada", OPEN), ("Bo", OPEN), ("Bo", CLOSED), ("Cy", CLOSED)]
STRANGERS = ["Ada", "Eve"]
PLACES = st.sampled_from(SEATED)
PATHS = st.sampled_from(
    [
        "/api/me", "/api/tables", "/api/play", "/api/tables/{}", "/api/tables/{}/record", "/api/tables/{}/record?game=9",
        "/api/tables/{}/games/1/replay", "/api/tables/{}/join", "/api/me/tables", "/api/me/games", "/api/lobby?page=-1",
        "/api/nudges?table={}",
        "/api/tables/{}/live", "/t/{}", "/schema", "/static/{}", "/api/tables/%00", "/api/tables/" + "x" * 3000, "//", "/api/%2e%2e/me",
    ]
)  # fmt: skip
METHODS = st.sampled_from(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"])
SEQS = st.one_of(st.none(), st.integers(-5, 300), st.sampled_from([2**31, 2**63, -(2**70), 10**400]))


class OddCrowd(RuleBasedStateMachine):
    """What each sends is up to chance; at the end everything that ever came is held against the store."""

    @initialize()
    def sit_down(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.folder = TemporaryDirectory()
        self.stack = AsyncExitStack()
        self.everything: list[tuple[int, Live]] = []  # every connection that there was, by table
        self.bodies: list[str] = []  # and every answer over HTTP
        self.acknowledged: dict[tuple[int, str], int] = {}  # table and command: the entry
        self.do(self._begin())

    async def _begin(self) -> None:
        home = str(Path(self.folder.name) / "home")
        fast: dict[str, Any] = {**FAST, "tables_at_once": 10_000, "bot_delay": 0}
        self.server = Running(Settings(folder=home, bot_workers=0, sockets_per_guest=1_000, **fast))
        await self.server.start()
        self.people = {name: await self.server.player(name) for name in ("Ada", "Bo", "Cy", "Eve")}
        self.tables = [await self._game(("Ada", "Bo"), True), await self._game(("Bo", "Cy"), False)]
        self.lives = {place: await self._connect(*place) for place in SEATED}

    async def _game(self, names: tuple[str, str], watch: bool) -> str:
        host, other = (self.people[name] for name in names)
        table: str = (await host.table(rules={"players": 3}, watch=watch))["id"]
        async with other.at(table) as live:
            await live.say("/join")
        async with host.at(table) as live:
            await live.say("/bot drifter")
            assert (await live.say("/start"))["type"] == "ack"
        return table

    async def _connect(self, name: str, table: int, seq: Any = None, greet: bool = True) -> Live:
        live = await self.stack.enter_async_context(self.people[name].connected(self.tables[table]))
        self.everything.append((table, live))
        if greet:
            await live.hello(seq, brief=len(self.everything) % 2 > 0)
        return live

    def do(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def _heed(self, table: int, command: str, answer: Json) -> Json:
        if answer["type"] == "ack":
            assert self.acknowledged.setdefault((table, command), answer["seq"]) == answer["seq"], "answered twice"
        return answer

    @rule(place=PLACES, command=UUIDS, pick=PICKS)
    def plays(self, place: tuple[str, int], command: str, pick: int) -> None:
        state = self.lives[place].state
        if state["decision"]:
            move = state["legal"][pick % len(state["legal"])]
            self._heed(place[1], command, self.do(self.lives[place].move(move, state["decision"], command)))

    @rule(place=PLACES, other=PLACES, command=UUIDS)
    def plays_what_another_might(self, place: tuple[str, int], other: tuple[str, int], command: str) -> None:
        """The decision and the move of another seat, perhaps of another table."""
        state = self.lives[other].state
        if state["decision"]:
            answer = self.do(self.lives[place].move(state["legal"][-1], state["decision"], command))
            self._heed(place[1], command, answer)
            same_seat = self.lives[place].state["you"]["seat"] == state["you"]["seat"]
            assert answer["type"] == "refused" or same_seat, "a move for another's decision was taken"

    @rule(place=PLACES, pick=PICKS, move=ODD_TEXTS)
    def repeats_a_command(self, place: tuple[str, int], pick: int, move: str) -> None:
        """At its own table it is answered as before, whoever sends it; at another it is a new one, and too late."""
        if self.acknowledged:
            table, command = sorted(self.acknowledged)[pick % len(self.acknowledged)]
            answer = self.do(self.lives[place].move(move, "9.cards.0", command))
            if place[1] == table:
                self._heed(table, command, answer)
                assert answer["type"] == "ack"
            elif (place[1], command) not in self.acknowledged:
                assert answer["type"] == "refused"

    @rule(place=PLACES, command=UUIDS, seq=SEQS, value=ODD_JSON)
    def says_everything_at_once(self, place: tuple[str, int], command: str, seq: Any, value: Any) -> None:
        """Greeting, move, the same again, rubbish and a question in one packet."""
        live = self.lives[place]
        state = live.state
        move = {"type": "move", "id": command, "decision": state["decision"] or "1.cards.0", "move": "card 4"}
        pongs = [message["type"] for message in live.came].count("pong")
        live.send_together({"type": "hello", "seq": seq, "brief": pongs % 2 > 0}, move, value, move, {"type": "ping"})
        self.do(live.until(lambda: [message["type"] for message in live.came].count("pong") > pongs))
        self._heed(place[1], command, self.do(live.answer(command)))

    @rule(place=PLACES, command=UUIDS, seq=SEQS.filter(lambda seq: seq is None or abs(seq) < 2**60))
    def breaks_off_and_comes_back(self, place: tuple[str, int], command: str, seq: int | None) -> None:
        """The connection dies with a move on its way; sent again it counts once."""
        live = self.lives[place]
        if not live.state["decision"]:
            return
        decision, move = live.state["decision"], live.state["legal"][0]
        live.send_together({"type": "move", "id": command, "decision": decision, "move": move})
        live.socket.transport.abort()
        self.lives[place] = self.do(self._connect(*place, seq))
        answer = self.do(self.lives[place].move(move, decision, command))
        self._heed(place[1], command, answer)

    @rule(place=PLACES, command=UUIDS, seq=SEQS)
    def moves_before_the_greeting(self, place: tuple[str, int], command: str, seq: Any) -> None:
        live = self.do(self._connect(*place, greet=False))
        assert self.do(live.move("card 4", "1.cards.0", command))["refusal"]["key"] == "hello-first"
        self.do(live.send(type="hello", seq=seq))
        self.do(live.send(type="ping"))
        self.do(live.next("pong"))
        self.do(live.socket.close())

    @rule(name=st.sampled_from(STRANGERS), command=UUIDS, greet=st.booleans())
    def looks_in_where_he_may_not(self, name: str, command: str, greet: bool) -> None:
        live = self.do(self._connect(name, CLOSED, greet=False))
        with suppress(ConnectionClosed):
            if greet:
                self.do(live.send(type="hello", seq=None))
            self.do(live.send(type="say", id=command, text="/join"))
            self.do(live.send(type="hello", seq=1))
        self.do(live.socket.wait_closed())
        assert live.socket.close_code == 4403
        assert {message["type"] for message in live.came} == {"refused"}

    @rule(
        name=st.sampled_from(["Ada", "Bo", "Eve"]), method=METHODS, path=PATHS, table=st.integers(0, 1), body=ODD_JSON
    )
    def calls(self, name: str, method: str, path: str, table: int, body: Any) -> None:
        content = json.dumps(body)
        headers = {"content-type": "application/json"}
        ask = self.people[name].http.request(method, path.format(self.tables[table]), content=content, headers=headers)
        answer = self.do(ask)
        assert answer.status_code < 500
        if ("record" in path or "replay" in path) and table == CLOSED and name != "Bo" and method == "GET":
            assert answer.json()["refusal"]["key"] == "no-watching"
        self.bodies.append(answer.text)

    @rule(table=st.integers(0, 1), forge=st.integers(0, 60))
    def comes_with_a_forged_cookie(self, table: int, forge: int) -> None:
        """Somebody else's but for one letter: a stranger comes in, or nobody."""
        cookie = self.people["Bo"].cookie
        place = forge % (len(cookie) - 1)  # of the last letter not all bits count
        letter = "x" if cookie[place] != "x" else "y"
        forged = Player(self.server.address, f"{cookie[:place]}{letter}{cookie[place + 1 :]}")
        assert self.do(forged.me())["id"] != self.do(self.people["Bo"].me())["id"]
        self.do(forged.http.aclose())

    @invariant()
    def no_connection_was_ended_by_a_fault(self) -> None:
        for _, live in self.everything:
            assert live.socket.close_code not in (1002, 1003, 1007, 1011)
        assert [entry for entry in self.server.log.entries if entry["log_level"] == "error"] == []

    def teardown(self) -> None:
        try:
            self.do(self._hold_against_the_store())
        finally:
            self.do(self.stack.aclose())
            self.do(self.server.stop())
            self.loop.close()
            self.folder.cleanup()

    async def _hold_against_the_store(self) -> None:
        for player in self.people.values():
            assert (await player.http.get("/healthz")).json() == {"ok": True}
        async with self.server.store() as store:
            for number, table in enumerate(self.tables):
                truth = [_read.decode(body) for body in await store.last_entries(table, 1_000_000)]
                commands = await store.commands(table)
                assert [entry.seq for entry in truth] == list(range(1, len(truth) + 1))
                for (where, command), seq in self.acknowledged.items():
                    assert where != number or commands[seq] == command, "acknowledged, and not stored"
                secrets = Secrets(truth)
                came = [message for where, live in self.everything if where == number for message in live.came]
                assert [leak for message in came for leak in leaks(message, secrets)] == []
        said = "\n".join([*self.bodies, *(raw for _, live in self.everything for raw in live.raw)])
        assert "Traceback" not in said
        assert (Path(self.server.settings.home) / "secret").read_text() not in said
        for player in self.people.values():
            assert player.cookie.partition(".")[2] not in said, "somebody was told another's signature"


TestOddCrowd = OddCrowd.TestCase
TestOddCrowd.settings = settings(
    max_examples=6, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True
)
