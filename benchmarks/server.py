"""From move to acknowledgement, over real sockets, with one and with fifty tables of bots; beside it a bare ping and a bare commit."""

import asyncio
import os
import random
import re
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import msgspec
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

MOVES = 300  # acknowledged moves a run
LONGEST = 90.0  # seconds a run
RULES = {"players": 4, "spirits": True, "joe": True}

_read = msgspec.json.Decoder()


@asynccontextmanager
async def serving(bot_delay: float) -> AsyncIterator[str]:
    """`niagara serve` on a folder of its own; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        flags = ["--port", "0", "--folder", folder, "--bot-delay", str(bot_delay)]
        command = [sys.executable, "-c", "from niagara.cli import main; main()", "serve", *flags]
        process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
        assert process.stderr is not None
        told = (await process.stderr.readline()).decode()  # from now on it takes connections, and answers when it can
        rest = asyncio.create_task(process.stderr.read())
        try:
            yield re.findall(r"http://(\S+)", told)[0]
        finally:
            process.terminate()
            await process.wait()
            await rest


class Run:
    """What was measured, in seconds, from when everybody sits at the table."""

    def __init__(self, tables: int) -> None:
        self.acks: list[float] = []
        self.pings: list[float] = []
        self.entries = 0
        self.everybody = asyncio.Barrier(tables)
        self.began = self.ended = 0.0

    def enough(self) -> bool:
        self.ended = time.monotonic()
        return len(self.acks) >= MOVES or self.ended > self.began + LONGEST


async def person(address: str, run: Run, choice: random.Random, pause: float) -> None:
    """Plays any legal move against three bots, after a pause of so many seconds on average, until enough has been measured.

    The first move is not counted: everybody makes it at the same moment.
    """
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as http:
        wanted = {"rules": RULES, "strength": "paddler"}
        table = (await http.post("/api/play", json=wanted)).json()["id"]
        cookie = {"Cookie": f"niagara={http.cookies['niagara']}"}
    async with connect(f"ws://{address}/api/tables/{table}/live", additional_headers=cookie, max_size=None) as live:
        await run.everybody.wait()
        run.began = time.monotonic()
        await live.send('{"type":"hello","seq":null}')
        waiting_for, sent, stored = "", 0.0, 0
        state: dict[str, Any] = {}
        while not run.enough():
            try:
                message = _read.decode(await asyncio.wait_for(live.recv(), 1))
            except TimeoutError:  # the bots are thinking: is it enough meanwhile?
                continue
            run.entries += message["type"] == "entry"
            if message["type"] == "ack" and message["id"] == waiting_for:
                if stored:
                    run.acks.append(time.perf_counter() - sent)
                waiting_for, stored = "", message["seq"]
                await _ping(live, run)
            state = message.get("state", message if "legal" in message else state)
            if waiting_for or not state or state["seq"] < stored:
                continue
            if state["table"]["phase"] == "over":
                await live.send(f'{{"type":"say","id":"{uuid4()}","text":"/rematch"}}')
            elif state["you"]["seat"] in state["actors"]:
                await asyncio.sleep(choice.uniform(0, 2 * pause))
                waiting_for = str(uuid4())
                move = {"decision": state["decision"], "move": choice.choice(state["legal"])}
                sent = time.perf_counter()
                await live.send(msgspec.json.encode({"type": "move", "id": waiting_for, **move}).decode())


async def _ping(live: ClientConnection, run: Run) -> None:
    """A round trip that asks for nothing."""
    sent = time.perf_counter()
    await (await live.ping())
    run.pings.append(time.perf_counter() - sent)


async def measure(tables: int, bot_delay: float) -> Run:
    run = Run(tables)
    async with serving(bot_delay) as address:
        await asyncio.gather(*(person(address, run, random.Random(number), bot_delay) for number in range(tables)))
    return run


def bare_commits() -> list[float]:
    """A row of an entry's size, written by the driver alone, as safely: the floor under every acknowledgement."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        file = sqlite3.connect(Path(folder) / "bare.sqlite3", isolation_level=None)
        file.execute("PRAGMA journal_mode=WAL")
        file.execute("PRAGMA synchronous=FULL")
        file.execute("CREATE TABLE entries (seq INTEGER PRIMARY KEY, body TEXT)")
        for _ in range(MOVES):
            began = time.perf_counter()
            file.execute("INSERT INTO entries (body) VALUES (?)", ("x" * 2_000,))
            times.append(time.perf_counter() - began)
        file.close()
    return times


def _row(table: Table, what: str, times: list[float], more: str = "") -> None:
    p95 = statistics.quantiles(times, n=20)[-1]
    table.add_row(what, f"{len(times)}", f"{statistics.median(times) * 1000:.1f}", f"{p95 * 1000:.1f}", more)


def main() -> None:
    table = Table(
        title="Move to acknowledgement, milliseconds", caption=f"load of the machine {os.getloadavg()[0]:.1f}"
    )
    for heading in ("", "moves", "p50", "p95", "entries/s"):
        table.add_column(heading, justify="left" if not heading else "right")
    _row(table, "bare commit", bare_commits())
    for tables, delay in ((1, 0.0), (50, 0.7), (50, 0.0)):
        run = asyncio.run(measure(tables, delay))
        pace = "at people's pace" if delay else "as fast as bots think"
        name = f"{tables} table{'s' * (tables > 1)}, {pace}"
        _row(table, name, run.acks, f"{run.entries / (run.ended - run.began):.0f}")
        _row(table, "  ping there", run.pings)
    Console().print(table)


if __name__ == "__main__":
    main()
