"""What watches a server: alive, ready, and its figures, which are not for everybody."""

import asyncio
import json
import re
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families as read
from redis import Redis as RedisClient

from niagara.server.hosting.store import Store
from niagara.server.settings import Settings
from tests.server.conftest import Running
from tests.server.services import Postgres, Redis


async def figures(server: Running, **headers: str) -> dict[str, float]:
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
        answer = await http.get("/metrics", headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain")
    return {
        sample.name + "".join(f"[{value}]" for label, value in sample.labels.items()): sample.value
        for family in read(answer.text)
        for sample in family.samples
    }


async def refused(server: Running, **headers: str) -> str:
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
        answer = await http.get("/metrics", headers=headers)
    assert answer.status_code == 403
    return str(answer.json()["refusal"]["key"])


async def test_the_figures_count_what_happens(server: Running) -> None:
    before = await figures(server)
    table, [ada] = await server.game("Ada", players=3)
    async with ada.at(table) as live:
        assert (await live.move("card 4"))["type"] == "ack"
        assert (await live.move("card 99"))["type"] == "refused"
        await live.until(lambda: live.state["view"]["phase"] != "cards")
        after = await figures(server)

    def more(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert more("niagara_moves_total[person]") == 1
    assert more("niagara_moves_total[bot]") >= 2
    assert more("niagara_entries_total[start]") == 1
    refusals = [name for name in after if name.startswith("niagara_refusals_total")]
    assert sum(more(name) for name in refusals) == 1
    assert more("niagara_answer_seconds_count") >= 4
    assert more("niagara_commit_seconds_count") >= 5
    assert more("niagara_bot_seconds_count[drifter]") >= 2
    assert after["niagara_sockets"] == 1
    assert after["niagara_tables_in_memory"] == 1
    assert after["niagara_tables_overdue"] == 0
    assert after["process_resident_memory_bytes"] > 1e6


class TestWhoMayReadTheFigures:
    async def test_this_machine_by_its_own_name(self, server: Running) -> None:
        port = server.address.partition(":")[2]
        for host in (server.address, f"localhost:{port}", "127.0.0.2"):
            assert await figures(server, host=host)

    async def test_nobody_by_way_of_a_proxy(self, server: Running) -> None:
        """Of one that says for whom it asks, and of one that does not."""
        assert await refused(server, host="niagara.example.org") == "metrics-closed"
        assert await refused(server, **{"x-forwarded-for": "203.0.113.7"}) == "metrics-closed"

    @pytest.mark.parametrize("allowed", [("198.51.100.7",), ("198.51.100.0/24",), ("2001:db8::/32", "198.51.100.7")])
    async def test_an_address_that_is_allowed_and_no_other(self, settings: Settings, allowed: tuple[str, ...]) -> None:
        server = Running(Settings(folder=settings.folder, bot_workers=0, metrics_from=allowed))
        await server.start()
        assert await refused(server) == "metrics-closed"
        assert await figures(server, **{"x-forwarded-for": "198.51.100.7"})
        await server.stop()

    async def test_with_a_token_whoever_knows_it(self, settings: Settings) -> None:
        server = Running(Settings(folder=settings.folder, bot_workers=0, metrics_token="open-sesame"))
        await server.start()
        assert await refused(server) == "metrics-closed"
        assert await refused(server, authorization="Bearer open-barley") == "metrics-closed"
        assert await figures(server, authorization="Bearer open-sesame", host="niagara.example.org")
        await server.stop()


async def test_a_server_that_works_is_alive_and_ready(server: Running) -> None:
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
        for path in ("/healthz", "/readyz"):
            assert (await http.get(path)).json() == {"ok": True}


async def test_a_server_whose_store_does_not_answer_is_alive_and_not_ready(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(Store, "read", away)
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
        assert (await http.get("/healthz")).status_code == 200
        answer = await http.get("/readyz")
    assert (answer.status_code, answer.json()["refusal"]["key"]) == (503, "not-ready")
    assert "the disk is gone" not in answer.text
    monkeypatch.undo()
    assert [entry["reason"] for entry in server.log.entries if entry["event"] == "not-ready"] == ["the disk is gone"]


async def test_a_server_without_its_redis_is_not_ready_until_it_is_back(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("niagara.server.health._PATIENCE", 1.0)
    redis = await asyncio.to_thread(Redis)
    settings = Settings(
        folder=str(tmp_path / "home"), database_url=postgres.empty(), redis_url=redis.url(), bot_workers=0
    )
    server = Running(settings)
    await server.start()
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
        assert (await http.get("/readyz")).status_code == 200
        with closing(RedisClient(port=redis.port)) as client:
            before = client.info("stats")["total_connections_received"]
            answers = await asyncio.gather(*(http.get("/readyz") for _ in range(30)))
            assert {answer.status_code for answer in answers} == {200}
            opened = client.info("stats")["total_connections_received"] - before
            assert opened < 5, "not one for everybody who asks"
        await asyncio.to_thread(redis.end, signal.SIGKILL)
        assert (await http.get("/readyz")).status_code == 503
        assert (await http.get("/healthz")).status_code == 200
        await asyncio.to_thread(redis.start)
        assert (await http.get("/readyz")).status_code == 200
    await server.stop()
    await asyncio.to_thread(redis.remove)


LOGGED = """
import logging, structlog
from niagara.cli.serve import log_as
from niagara.server.settings import Settings
log_as(Settings(log_format={form!r}))
log = structlog.get_logger().bind(table="k3f9qz")
log.info("refused", key="chat-empty")
try:
    hidden = "card 4"
    1 / 0
except ZeroDivisionError: log.exception("server-fault")
logging.getLogger("library").warning("odd %s", "thing")
"""


def test_the_log_can_be_lines_of_json() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOGGED.format(form="json")], capture_output=True, text=True, check=True
    )
    told = [json.loads(line) for line in done.stderr.splitlines()]
    assert [(line["event"], line["level"]) for line in told] == [
        ("refused", "info"), ("server-fault", "error"), ("odd thing", "warning"),
    ]  # fmt: skip
    assert told[0]["table"] == "k3f9qz"
    assert told[1]["exception"][0]["exc_type"] == "ZeroDivisionError"
    assert "card 4" not in done.stderr, "the log tells what was in memory"
    assert told[2]["logger"] == "library"
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", line["timestamp"]) for line in told)


def test_the_log_is_lines_for_people_otherwise() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOGGED.format(form="lines")], capture_output=True, text=True, check=True
    )
    first, *_, last = done.stderr.splitlines()
    assert re.fullmatch(r"timestamp=\S+ level=info event=refused table=k3f9qz key=chat-empty", first)
    assert re.fullmatch(r'timestamp=\S+ level=warning event="odd thing" logger=library', last)
