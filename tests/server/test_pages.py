"""What a browser gets: the shell, files that may be kept, safe headers, and the schemas."""

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import msgspec
import pytest

from niagara import bots, notation, rules
from niagara.server import frames
from niagara.server.schema import socket_schema
from niagara.server.settings import Settings
from niagara.server.view import View
from tests.server.conftest import Running

SCRIPT = "console.log('the river runs');" * 100


class TestWithAClient:
    @pytest.fixture
    def settings(self, settings: Settings, tmp_path: Path) -> Settings:
        static = tmp_path / "static"
        (static / "assets").mkdir(parents=True)
        (static / "index.html").write_text(
            "<!doctype html><title>Niagara</title><script src='/static/assets/x'></script>"
        )
        (static / "assets" / "index-Bx3_k9Zq.js").write_text(SCRIPT)
        (static / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
        (tmp_path / "secret.txt").write_text("not for you")
        (static / "way-out").symlink_to(tmp_path / "secret.txt")
        return Settings(folder=settings.folder, static=str(static), bot_workers=0)

    async def test_home_and_every_table_are_served_by_one_shell(self, server: Running) -> None:
        async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
            pages = [
                await http.get(path) for path in ("/", "/me", "/lobby", "/replay", "/t/k3f9qz", "/t/k3f9qz/game/2")
            ]
        assert [page.status_code for page in pages] == [200] * 6
        assert len({page.text for page in pages}) == 1
        assert pages[0].headers["content-type"] == "text/html; charset=utf-8"
        assert pages[0].headers["cache-control"] == "no-cache"

    async def test_files_with_a_hash_are_kept_for_ever_and_others_asked_for_again(self, server: Running) -> None:
        async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
            script = await http.get("/static/assets/index-Bx3_k9Zq.js")
            icon = await http.get("/static/icon.svg")
        assert (script.text, script.headers["cache-control"]) == (SCRIPT, "public, max-age=31536000, immutable")
        assert script.headers["content-type"].startswith(("text/javascript", "application/javascript"))
        assert (icon.headers["cache-control"], icon.headers["content-type"]) == ("no-cache", "image/svg+xml")

    @pytest.mark.parametrize(("accepted", "used"), [("br, gzip", "br"), ("gzip", "gzip"), ("identity", None)])
    async def test_files_travel_compressed(self, server: Running, accepted: str, used: str | None) -> None:
        async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
            script = await http.get("/static/assets/index-Bx3_k9Zq.js", headers={"accept-encoding": accepted})
        assert script.headers.get("content-encoding") == used
        if used is None:
            assert script.text == SCRIPT
        else:
            assert int(script.num_bytes_downloaded) < len(SCRIPT) / 5

    async def test_nothing_outside_the_client_is_served(self, server: Running) -> None:
        async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
            for path in (
                "/static/way-out",
                "/static/..%2fsecret.txt",
                "/static//etc/passwd",
                "/static/assets",
                "/static/no",
            ):
                answer = await http.get(path)
                assert (path, answer.status_code) == (path, 404)

    async def test_every_answer_has_the_safe_headers(self, server: Running) -> None:
        async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
            for path in ("/", "/static/icon.svg", "/api/me", "/nothing", "/schema", "/healthz"):
                headers = (await http.get(path)).headers
                policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
                assert policy["default-src"] == "'none'"
                assert policy["script-src"] == "'self'"
                assert policy["style-src"] == "'self'"
                assert policy["frame-ancestors"] == "'none'"
                assert "unsafe" not in headers["content-security-policy"]
                assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
                assert headers["x-content-type-options"] == "nosniff"


class TestWithoutAClient:
    @pytest.fixture
    def settings(self, settings: Settings, tmp_path: Path) -> Settings:
        return Settings(folder=settings.folder, static=str(tmp_path / "unbuilt"), bot_workers=0)

    async def test_a_plain_page_says_how_to_build_it(self, server: Running) -> None:
        async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
            page = await http.get("/")
        assert page.status_code == 200
        assert "make play" in page.text


async def test_options_tell_what_can_be_chosen(server: Running) -> None:
    """R1.5, R9: each list begins with the default."""
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
        options = (await http.get("/api/options")).json()
    assert options["players"] == {"base": [3, 4, 5], "spirits": [3, 4, 5, 6]}
    assert options["strengths"] == list(bots.STRENGTHS)
    assert {key: values[0] for key, values in options["readings"].items()}.items() <= options["rules"].items()
    assert options["rules"]["players"] == 4


async def test_the_http_schema_names_every_call_of_the_protocol(server: Running) -> None:
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
        schema = (await http.get("/schema")).json()
    protocol = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    named = re.findall(r"`(?:GET|POST|PUT|DELETE) (/(?:api|healthz|readyz|metrics)[^` ?]*)", protocol)
    calls = {re.sub(r"\{\w+\}", "{}", path) for path in named} - {"/api/tables/{}/live"}
    assert {re.sub(r"\{\w+\}", "{}", path) for path in schema["paths"]} == calls
    table = schema["paths"]["/api/tables/{table_id}"]["get"]["responses"]["200"]["content"]["application/json"][
        "schema"
    ]
    assert table == {"$ref": "#/components/schemas/TableFrame"}


async def test_the_socket_schema_is_served_and_printed(server: Running) -> None:
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as http:
        served = (await http.get("/schema/socket.json")).json()
    command = [sys.executable, "-m", "niagara.server.schema"]
    printed = subprocess.run(command, capture_output=True, check=True).stdout  # noqa: ASYNC221  (nothing else to do)
    assert served == json.loads(printed) == json.loads(msgspec.json.encode(socket_schema()))


def test_the_socket_schema_describes_every_message() -> None:
    schema = socket_schema()
    kinds = {
        definition["properties"]["type"]["enum"][0]
        for definition in schema["$defs"].values()
        if "enum" in definition.get("properties", {}).get("type", {})
    }
    assert kinds == {
        "hello", "move", "why", "say", "ping", "snapshot", "resumed", "ack", "refused", "table", "pong", "lag",
    }  # fmt: skip
    told = schema["$defs"]["EntryFrame"]["allOf"][0]
    assert told["required"] == ["type"]
    assert told["oneOf"] == [{"required": ["state"]}, {"required": ["change"]}]
    assert set(schema["$defs"]["State"]["properties"]) == set(frames.State.__struct_fields__)


def test_the_socket_schema_tells_the_whole_shape_of_a_view() -> None:
    """As the notation writes it (docs/notation.md): a view of a new game fits, and has nothing that the type does not name."""
    position = rules.new_game(rules.RuleSet(players=3, spirits=True, joe=True))
    written = notation.write_position(position.view(0))
    told = msgspec.convert(written, View, strict=True)
    assert msgspec.to_builtins(told) == written
    assert set(socket_schema()["$defs"]["View"]["required"]) == set(written)


async def test_what_is_sent_is_what_the_schema_says(server: Running) -> None:
    """Read back by the types from which the schema is made; unknown or missing fields would be refused."""
    table, [ada] = await server.game("Ada", players=3, spirits=True, joe=True)
    async with ada.at(table) as live:
        await live.say("/who")
        await live.say("/nonsense")
        await live.send(type="why", id="12345678-1234-4234-8234-123456789abc", move="end")
        await live.send(type="ping")
        await live.next("pong")
        await live.move("card 4")
        await live.until(lambda: live.must_act() and live.state["view"]["phase"] == "turns")
    to_client = (
        frames.Snapshot
        | frames.Resumed
        | frames.Ack
        | frames.Refused
        | frames.WhyAnswer
        | frames.TableNews
        | frames.Pong
    )
    for raw, message in zip(live.raw, live.came, strict=True):
        if message["type"] == "entry":
            state = msgspec.convert(message["state"], frames.State)
            assert set(message["state"]) == set(frames.State.__struct_fields__)
            assert state.seq == message["seq"]
        else:
            told = msgspec.json.decode(raw, type=to_client)
            assert json.loads(msgspec.json.encode(told)) == message
    assert {message["type"] for message in live.came} >= {"snapshot", "entry", "ack", "refused", "why", "pong"}
