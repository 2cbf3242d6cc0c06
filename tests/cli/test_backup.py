"""A backup holds what was confirmed before it, in one file; brought back, everything goes on."""

import asyncio
import gzip
import json
import random
import secrets
import sqlite3
import stat
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from niagara.cli import app
from niagara.server.hosting import archive
from niagara.server.hosting.lock import held
from niagara.server.hosting.migrations import upgrade
from niagara.server.hosting.store import engine_of
from niagara.server.settings import Settings
from tests.server.conftest import Running
from tests.server.players import Player
from tests.server.test_migrations import fill


def told(*words: str | Path) -> tuple[int, str]:
    """The exit code, and everything that it says in one line."""
    done = CliRunner().invoke(app, [str(word) for word in words], env={"NO_COLOR": "1"})
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
    return done.exit_code, " ".join(done.output.split())


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(folder=str(tmp_path / "home"), bot_delay=0, bot_workers=0)


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Running]:
    running = Running(settings)
    await running.start()
    yield running
    await running.stop()


def lines(file: Path) -> list[str]:
    return gzip.decompress(file.read_bytes()).decode().splitlines()


def pack(file: Path, written: list[str]) -> None:
    file.write_bytes(gzip.compress("".join(f"{line}\n" for line in written).encode()))


async def test_every_move_confirmed_before_a_backup_is_in_it_and_the_game_goes_on_after_the_restore(
    server: Running, tmp_path: Path
) -> None:
    """Taken while the server plays, several times."""
    table, [ada] = await server.game("Ada", spirits=True, joe=True)
    choice = random.Random(3)
    seqs: list[int] = []
    async with ada.at(table) as live:
        playing = asyncio.create_task(live.play_on(choice))
        for number in range(3):
            seqs.append(live.state["seq"])
            code, said = await asyncio.to_thread(
                told, "backup", tmp_path / f"{number}.backup", "--folder", server.settings.folder
            )
            assert code == 0, said
            await asyncio.sleep(0.2)
        playing.cancel()
    for number, seq in enumerate(seqs):
        file = tmp_path / f"{number}.backup"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        home = tmp_path / f"restored-{number}"
        code, said = told("restore", file, "--folder", home)
        assert (code, "Everything is back" in said) == (0, True), said
        again = Running(Settings(folder=str(home), bot_delay=0, bot_workers=0))
        await again.start()
        back = Player(again.address, ada.cookie)
        async with back.at(table) as live:
            assert live.state["you"]["name"] == "Ada", "the secret came along, and the name"
            assert live.state["seq"] >= seq, "a confirmed move is missing"
            entries = [entry["seq"] for entry in live.entries()]
            assert entries == list(range(entries[0], entries[0] + len(entries)))
            if live.state["table"]["phase"] == "over":
                assert (await live.say("/rematch"))["type"] == "ack"
            await live.until(live.must_act)
            assert (await live.move(live.state["legal"][0]))["type"] == "ack"
        await back.http.aclose()
        await again.stop()


async def test_nothing_is_brought_back_while_a_server_runs_or_over_games_that_are_there(
    settings: Settings, tmp_path: Path
) -> None:
    server = Running(settings)
    await server.start()
    await server.game("Ada")
    file = tmp_path / "one.backup"
    assert told("backup", file, "--folder", settings.folder)[0] == 0
    code, said = told("restore", file, "--folder", settings.folder, "--force")
    assert (code, "A server runs on" in said) == (2, True)
    await server.stop()
    assert told("backup", file, "--folder", settings.folder, "--replace")[0] == 0

    code, said = told("restore", file, "--folder", settings.folder)
    assert (code, "There are games in" in said) == (2, True)
    secret = (settings.home / "secret").read_text()
    code, said = told("restore", file, "--folder", settings.folder, "--force")
    assert (code, "What was there is now in" in said) == (0, True)
    [aside] = settings.home.glob("before-restore-*")
    assert (aside / "secret").read_text() == (settings.home / "secret").read_text() == secret
    with (
        closing(sqlite3.connect(aside / "niagara.sqlite3")) as old,
        closing(sqlite3.connect(settings.database_file)) as new,
    ):
        count = "SELECT count(*) FROM entries"
        assert old.execute(count).fetchone() == new.execute(count).fetchone()
    assert told("restore", file, "--folder", settings.folder, "--force")[0] == 0
    assert len([*settings.home.glob("before-restore-*")]) == 2, "also within the same second"


async def test_a_server_waits_until_a_restore_is_done(settings: Settings) -> None:
    settings.home.mkdir(mode=0o700)
    with held(settings.home, alone=True):
        code, said = told("serve", "--folder", settings.home, "--port", "0")
    assert code != 0
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda file: file.write_bytes(b"no backup at all"), "That is no backup"),
        (lambda file: file.write_bytes(b""), "That is no backup"),
        (lambda file: file.write_bytes(gzip.compress(b'{"a":1}\n')), "That is no backup"),
        (lambda file: file.write_bytes(file.read_bytes()[:-40]), "The backup is damaged"),
        (lambda file: pack(file, lines(file)[:-1]), "The backup is damaged"),
        (lambda file: pack(file, lines(file)[:3] + lines(file)[4:]), "The backup is damaged"),
        (lambda file: pack(file, [line.replace("Ada", "Eva") for line in lines(file)]), "The backup is damaged"),
        (lambda file: pack(file, [*lines(file), "[]"]), "The backup is damaged"),
        (lambda file: pack(file, [lines(file)[0].replace('"revision":"', '"revision":"9'), *lines(file)[1:]]), "newer Niagara"),
        (lambda file: file.unlink(), "cannot be read"),
    ],
)  # fmt: skip
async def test_a_file_that_is_no_whole_backup_changes_nothing(
    server: Running, tmp_path: Path, spoil: Callable[[Path], object], sentence: str
) -> None:
    await server.game("Ada")
    file = tmp_path / "one.backup"
    assert told("backup", file, "--folder", server.settings.folder)[0] == 0
    spoil(file)
    home = tmp_path / "restored"
    code, said = told("restore", file, "--folder", home)
    assert (code, sentence in said) == (2, True), said
    assert not (home / "niagara.sqlite3").exists()
    assert not (home / "secret").exists()


def test_a_backup_of_the_first_release_is_brought_to_the_newest_form(tmp_path: Path) -> None:
    """As its server left it: no columns of later migrations."""
    home = tmp_path / "old"
    home.mkdir(mode=0o700)
    fill(f"sqlite:///{home / 'niagara.sqlite3'}", "0001")
    (home / "secret").write_text("x" * 64)
    file = tmp_path / "old.backup"
    assert told("backup", file, "--folder", home)[0] == 0
    assert json.loads(lines(file)[0])["revision"] == "0001"
    code, said = told("restore", file, "--folder", tmp_path / "new")
    assert code == 0, said
    with closing(sqlite3.connect(tmp_path / "new" / "niagara.sqlite3")) as database:
        assert database.execute("SELECT table_id, seat, guest FROM seats ORDER BY table_id").fetchall() == [
            ("playin", 0, "g1"),
            ("waitin", 0, "g1"),
        ]
        assert database.execute("SELECT due FROM tables ORDER BY id").fetchall() == [(0,), (None,)]


def test_a_big_backup_is_written_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that it needs no more memory than a small one."""
    engine = engine_of(f"sqlite:///{tmp_path / 'big.sqlite3'}")
    upgrade(engine)
    written: list[int] = []
    with (tmp_path / "big.backup").open("wb") as out:

        def many(_: object) -> Iterator[archive.Columns | list[str]]:
            yield archive.Columns("guests", ["id", "name"])
            for _ in range(2_000):
                yield [secrets.token_hex(500)]
            written.append(out.tell())

        monkeypatch.setattr(archive, "_lines", many)
        assert archive.write(engine, "secret", "1", "now", out) == 2_000
    engine.dispose()
    assert written[0] > 500_000, "all was read before anything was written"


def test_a_missing_driver_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "one.backup"
    pack(file, [])
    monkeypatch.setattr("niagara.cli.installation.find_spec", lambda name: None)
    monkeypatch.setenv("NIAGARA_DATABASE_URL", "postgresql://niagara@127.0.0.1:1/club")
    for command in ("backup", "restore"):
        code, said = told(command, file, "--folder", tmp_path)
        assert (code, "psycopg" in said, "Traceback" in said) == (2, True, False)
    assert "psycopg" in told("doctor")[1]


def test_what_cannot_be_backed_up_is_told(tmp_path: Path) -> None:
    code, said = told("backup", tmp_path / "one.backup", "--folder", tmp_path / "nothing")
    assert (code, "no database was ever made there" in said) == (2, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["file", "link to nowhere"])
async def test_a_file_that_is_there_is_replaced_only_when_that_is_said(
    server: Running, tmp_path: Path, kind: str
) -> None:
    file = tmp_path / "one.backup"
    if kind == "file":
        file.write_text("somebody's letters")
    else:
        file.symlink_to(tmp_path / "nowhere")
    before = file.lstat()
    code, said = told("backup", file, "--folder", server.settings.folder)
    assert (code, f"{file} is there already" in said, "--replace" in said) == (2, True, True)
    assert file.lstat() == before
    assert told("backup", file, "--folder", server.settings.folder, "--replace")[0] == 0
    assert archive.examine(file).secret == (server.settings.home / "secret").read_text()


async def test_a_backup_that_cannot_be_written_leaves_nothing_behind(server: Running, tmp_path: Path) -> None:
    code, said = told("backup", tmp_path / "nowhere" / "one.backup", "--folder", server.settings.folder)
    assert (code, "cannot be read or written" in said) == (2, True)
    assert not (tmp_path / "nowhere").exists()
