"""Any client, however odd: hypothesis sends what it likes, in any order, and the table keeps its rules."""

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from niagara.server.settings import Settings
from tests.server.conftest import Running
from tests.server.players import Json, Live, Player

SEATS = st.integers(0, 2)
UUIDS = st.uuids().map(str)
PICKS = st.integers(0, 999)  # which of many: their number is the server's chance, and not to steer what is drawn
ODD_TEXTS = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        ["card 1", "card 9", "a>S3", "a>S1(+w)", "end", "lasso ab", "weather +", "river RL", "buy a", "x" * 119]
    ),
)
FAST: dict[str, Any] = {f"{what}_{how}": 10_000 for what in ("frames", "lines") for how in ("per_second", "at_once")}
ODD_LINES = st.one_of(
    st.text(max_size=60),
    st.builds(
        "/{} {}".format,
        st.sampled_from(["join", "bot", "order", "colour", "option", "remove", "zzz"]),
        st.text(max_size=20),
    ),
    st.sampled_from(["/who", "/help", "/", "/start", "/rematch", "/leave", "/join 1", "/option players 3"]),
)
ODD_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


class OddClients(RuleBasedStateMachine):
    """Three people at one table; what each sends is up to chance, what each gets is checked."""

    @initialize()
    def sit_down(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.folder = TemporaryDirectory()
        self.stack = AsyncExitStack()
        self.sent: dict[str, tuple[int, str, Json]] = {}  # acknowledged moves: by whom, the move, the answer
        self.loop.run_until_complete(self._begin())

    async def _begin(self) -> None:
        home = str(Path(self.folder.name) / "home")
        self.server = Running(Settings(folder=home, bot_workers=0, sockets_per_guest=1_000, **FAST))
        await self.server.start()
        self.table, self.people = await self.server.game("Ada", "Bo", "Cy", players=3, spirits=True, joe=True)
        self.lives: list[Live] = [await self._connect(player) for player in self.people]

    async def _connect(self, player: Player, seq: int | None = None) -> Live:
        return await self.stack.enter_async_context(player.at(self.table, seq))

    def do(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    async def _settled(self) -> None:
        """Everybody has everything that the table has."""
        newest = max(live.state["seq"] for live in self.lives)
        for live in self.lives:
            await live.caught_up(newest)

    def _move(self, who: int, command: str, decision: str, move: str) -> Json:
        answer: Json = self.do(self.lives[who].move(move, decision, command))
        if answer["type"] == "ack" and command not in self.sent:
            self.sent[command] = (who, move, answer)
        self.do(self._settled())
        return answer

    @rule(who=SEATS, command=UUIDS, pick=PICKS)
    def plays_a_legal_move(self, who: int, command: str, pick: int) -> None:
        state = self.lives[who].state
        if state["decision"]:
            legal = state["legal"]
            assert legal, "somebody may decide and has no legal move"
            assert self._move(who, command, state["decision"], legal[pick % len(legal)])["type"] == "ack"

    @rule(who=SEATS, command=UUIDS, move=ODD_TEXTS)
    def plays_something_odd(self, who: int, command: str, move: str) -> None:
        state = self.lives[who].state
        answer = self._move(who, command, state["decision"] or "1.cards.0", move)
        if answer["type"] == "ack":
            assert move in state["legal"]
        else:
            assert move not in state["legal"] or not state["decision"]

    @rule(who=SEATS, other=SEATS, command=UUIDS)
    def plays_for_another(self, who: int, other: int, command: str) -> None:
        """With the decision and the moves of somebody else's seat."""
        state = self.lives[other].state
        if who != other and state["decision"]:
            assert self._move(who, command, state["decision"], state["legal"][0])["type"] == "refused"

    @rule(who=SEATS, pick=PICKS)
    def repeats_a_command(self, who: int, pick: int) -> None:
        if self.sent:
            command = sorted(self.sent)[pick % len(self.sent)]
            _, move, first = self.sent[command]
            before = self.lives[0].state["seq"]
            assert self.do(self.lives[who].move(move, "9.cards.0", command)) == first
            assert self.lives[0].state["seq"] == before

    @rule(who=SEATS, command=UUIDS, line=ODD_LINES)
    def says_something(self, who: int, command: str, line: str) -> None:
        """Nothing that is said in a game changes the game; a resignation is another test's matter."""
        before = self.lives[who].state["view"]
        answer = self.do(self.lives[who].say(line, command))
        assert answer["type"] in ("ack", "refused")
        self.do(self._settled())
        assert self.lives[who].state["view"] == before

    @rule(who=SEATS, value=ODD_JSON, raw=st.one_of(st.none(), st.text(max_size=50), st.binary(max_size=50)))
    def sends_rubbish(self, who: int, value: Any, raw: str | bytes | None) -> None:
        live = self.lives[who]
        known = len([message for message in live.came if message["type"] == "refused"])
        self.do(live.socket.send(json.dumps(value) if raw is None else raw))
        self.do(
            live.until(lambda: len([message for message in live.came if message["type"] == "refused"]) == known + 1)
        )

    @rule(who=SEATS, size=st.integers(16_385, 300_000))
    def sends_something_huge(self, who: int, size: int) -> None:
        self.sends_rubbish(who, None, "x" * size)

    @rule(who=SEATS, number=st.one_of(st.none(), st.integers(-5, 200)))
    def connects_again(self, who: int, number: int | None) -> None:
        self.lives[who] = self.do(self._connect(self.people[who], number))
        self.do(self._settled())

    @invariant()
    def everybody_sees_one_table(self) -> None:
        for live in self.lives:
            mine = self.lives[0].state["view"]
            theirs = live.state["view"]
            for part in ("round", "phase", "ring", "turn", "weather", "flag", "deposits", "whirlpool", "winners"):
                assert theirs[part] == mine[part]

    @invariant()
    def nobody_sees_a_card_of_others_face_down(self) -> None:
        for who, live in enumerate(self.lives):
            for seat, other in enumerate(live.state["view"]["seats"]):
                if seat != who and not other["open"]:
                    assert other["card"] in (None, "?")

    @invariant()
    def the_log_has_no_fault(self) -> None:
        assert [entry for entry in self.server.log.entries if entry["log_level"] == "error"] == []

    def teardown(self) -> None:
        self.do(self.stack.aclose())
        self.do(self.server.stop())
        self.loop.close()
        self.folder.cleanup()


TestOddClients = OddClients.TestCase
TestOddClients.settings = settings(
    max_examples=6, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True
)
