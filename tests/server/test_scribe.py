"""The process that writes moves where many wait: it is beside the server, and nothing depends on it."""

import asyncio
import os
import random
import select
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection

from niagara.server.hosting import dictation, lock, scribe, sqlite
from niagara.server.hosting.changes import Change
from niagara.server.hosting.sqlite import SqliteWriter
from niagara.server.hosting.store import Line, Repeated, Standing, Store
from niagara.server.settings import Settings

TABLES = [f"t{number}" for number in range(30)]
PATIENCE = 20  # seconds


@pytest.fixture
async def store(settings: Settings) -> AsyncIterator[Store]:
    settings.home.mkdir()
    opened = Store(settings.database)
    await opened.open()
    await _made(opened)
    yield opened
    await opened.close()


async def _made(store: Store) -> None:
    for name in TABLES:
        await store.make_table(name, _standing(1), Line(None, "note", "{}"), "now")


def _standing(seq: int) -> Standing:
    return Standing(seq, 0, "room", False, None, "{}", None)


async def moves(store: Store, seq: int) -> list[BaseException | None]:
    """One at every table, all at once."""
    asked = [store.append(name, _standing(seq), Line(f"c{seq}", "chat", f"{name} {seq}"), "now") for name in TABLES]
    return await asyncio.gather(*asked, return_exceptions=True)


def scribe_of(store: Store) -> Process | None:
    """That is ready."""
    assert isinstance(store._writer, SqliteWriter)
    ready = store._writer._dictation._scribe
    return ready and ready.process


async def crowded(store: Store, seq: int) -> Process:
    """Moves from entry `seq` on have made a scribe worth while."""
    assert await moves(store, seq) == [None] * len(TABLES)
    async with asyncio.timeout(PATIENCE):
        while (found := scribe_of(store)) is None:  # noqa: ASYNC110 # it says that it is ready to its server alone
            await asyncio.sleep(0.01)
    return found


async def are_stored(store: Store, last: int) -> None:
    """Every entry once, and none that was not given."""
    for name in TABLES:
        assert await store.standing(name) == _standing(last)
        told = [f"{name} {seq}" for seq in range(2, last + 1)]
        assert await store.last_entries(name, last + 9) == ["{}", *told]


async def test_where_few_moves_wait_there_is_no_other_process(store: Store) -> None:
    for seq in range(2, 6):
        await store.append("t1", _standing(seq), Line(f"c{seq}", "chat", "{}"), "now")
    await asyncio.sleep(0.2)
    assert scribe_of(store) is None


async def test_where_many_moves_wait_another_process_writes_them(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    by_thread: list[object] = []
    is_moved = sqlite._is_moved

    def noted(connection: Connection, batch: list[Change]) -> bool:
        by_thread.extend(batch)
        return is_moved(connection, batch)

    monkeypatch.setattr(sqlite, "_is_moved", noted)
    await crowded(store, 2)
    assert by_thread
    by_thread.clear()
    for seq in range(3, 9):
        assert await moves(store, seq) == [None] * len(TABLES)
    assert not by_thread
    await are_stored(store, 8)


async def test_nobody_restores_a_backup_while_it_may_write(store: Store, settings: Settings) -> None:
    """It may outlive its server by a statement: then the folder is still in use."""
    assert not lock.is_held(settings.home)
    await crowded(store, 2)
    assert lock.is_held(settings.home)
    await store.close()
    assert not lock.is_held(settings.home)
    await store.open()


async def test_what_is_no_move_is_written_beside_them(store: Store) -> None:
    await crowded(store, 2)
    for seq in range(3, 9):
        names = [store.name_guest(f"g{seq} {number}", "Ada") for number in range(9)]
        assert await asyncio.gather(moves(store, seq), *names) == [[None] * len(TABLES), *[None] * 9]
        assert [await store.guest_name(f"g{seq} {number}") for number in range(9)] == ["Ada"] * 9
    await are_stored(store, 8)


async def test_moves_are_stored_once_whenever_the_process_is_killed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it has stored before it died is found as repeated, and confirmed."""
    monkeypatch.setattr(dictation, "_PAUSE", 0.0)
    choice, killed, seq = random.Random(5), 0, 2
    await crowded(store, seq)
    while killed < 10:
        seq += 1
        moving = asyncio.create_task(moves(store, seq))
        await asyncio.sleep(choice.uniform(0, 0.006))
        if (one := scribe_of(store)) is not None:
            with suppress(ProcessLookupError):
                one.kill()
                killed += 1
        for outcome in await moving:
            assert outcome is None or (isinstance(outcome, Repeated) and outcome.seq == seq)
    await are_stored(store, seq)


async def test_a_process_that_does_not_answer_is_stopped(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dictation, "_PATIENCE", 0.2)
    one = await crowded(store, 2)
    one.send_signal(signal.SIGSTOP)
    assert await moves(store, 3) == [None] * len(TABLES)
    assert one.returncode == -signal.SIGKILL
    await are_stored(store, 3)


async def test_one_that_cannot_even_end_is_stopped(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    one = await crowded(store, 2)
    monkeypatch.setattr(dictation, "_PATIENCE", 0.2)
    one.send_signal(signal.SIGSTOP)
    await store.close()
    assert one.returncode == -signal.SIGKILL
    await store.open()


async def test_one_that_says_something_else_is_not_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    began: list[Process] = []
    begin = dictation._begun

    async def talks(command: Sequence[str], held: int) -> dictation._Scribe:
        begun = await begin(("/bin/sh", "-c", "echo good morning; sleep 60"), held)
        began.append(begun.process)
        return begun

    monkeypatch.setattr(dictation, "_begun", talks)
    assert await moves(store, 2) == [None] * len(TABLES)
    async with asyncio.timeout(PATIENCE):
        while not began or began[0].returncode is None:  # noqa: ASYNC110 # nobody tells when it is gone
            await asyncio.sleep(0.01)
    assert scribe_of(store) is None
    await are_stored(store, 2)


def test_one_that_cannot_begin_says_nothing(tmp_path: Path) -> None:
    """To the log of whoever keeps the server: that will say itself what it meets."""
    command = [sys.executable, "-m", scribe.__name__, str(tmp_path / "nowhere" / "base"), "PRAGMA journal_mode=WAL"]
    ran = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, check=True, timeout=PATIENCE)
    assert ran.stdout + ran.stderr == b""


@pytest.mark.parametrize("where", ["thread", "scribe"])
async def test_a_value_that_cannot_be_written_fails_alone(store: Store, where: str) -> None:
    if where == "scribe":
        await crowded(store, 2)
    seq = 3 if where == "scribe" else 2
    odd = store.append(TABLES[0], _standing(seq)._replace(due=2**70), Line("odd", "chat", "{}"), "now")
    others = [store.append(name, _standing(seq), Line(f"c{seq}", "chat", "{}"), "now") for name in TABLES[1:]]
    first, *rest = await asyncio.gather(odd, *others, return_exceptions=True)
    assert isinstance(first, Exception)
    assert rest == [None] * len(others)


async def test_a_fault_beside_moves_is_told_to_whom_it_concerns_alone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a work raises, also where nothing but the whole can fail."""

    def stop(connection: Connection) -> None:
        raise StopIteration

    await crowded(store, 2)
    stopped, moved = await asyncio.gather(store._writer.run(stop), moves(store, 3), return_exceptions=True)
    assert isinstance(stopped, RuntimeError)
    assert moved == [None] * len(TABLES)

    def broken(connection: Connection, batch: list[object]) -> None:
        raise OSError("nothing goes")

    monkeypatch.setattr(sqlite, "_commit", broken)
    failed, moved = await asyncio.gather(store.name_guest("g", "Ada"), moves(store, 4), return_exceptions=True)
    assert isinstance(failed, OSError)
    assert moved == [None] * len(TABLES)
    monkeypatch.undo()
    await are_stored(store, 4)


@pytest.mark.parametrize("program", ["/nowhere/python", "/bin/false"])
async def test_where_no_process_can_be_had_moves_are_stored_all_the_same(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    settings.home.mkdir()
    store = Store(settings.database)
    await store.open()
    await _made(store)
    for seq in range(2, 5):
        assert await moves(store, seq) == [None] * len(TABLES)
    await are_stored(store, 4)
    await store.close()


async def test_it_ends_with_the_store_and_not_before(store: Store) -> None:
    """Ctrl-C, and the stop of a service, reach every process of a server: it has to write to the last."""
    one = await crowded(store, 2)
    for each in (signal.SIGINT, signal.SIGTERM):
        one.send_signal(each)
    assert await moves(store, 3) == [None] * len(TABLES)
    assert scribe_of(store) is one
    waiting = asyncio.create_task(moves(store, 4))
    for _ in range(3):  # until all have been given
        await asyncio.sleep(0)
    await store.close()
    assert await waiting == [None] * len(TABLES)
    assert one.returncode == 0
    await store.open()
    await are_stored(store, 4)


async def test_it_ends_when_its_server_is_killed(settings: Settings) -> None:
    program = f"""
import asyncio
from tests.server.test_scribe import Path, Settings, Store, _made, crowded
async def main() -> None:
    store = Store({settings.database!r})
    await store.open()
    await _made(store)
    print((await crowded(store, 2)).pid, flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""
    settings.home.mkdir()
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    assert server.stdout is not None
    handle = os.pidfd_open(int(await server.stdout.readline()))
    server.kill()
    await server.wait()
    gone, _, _ = await asyncio.to_thread(select.select, [handle], [], [], PATIENCE)
    os.close(handle)
    assert gone
