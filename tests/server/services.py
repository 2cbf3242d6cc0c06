"""PostgreSQL and Redis from the system's packages, started by the tests for themselves, and gone with them."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import psycopg
import redis
from sqlalchemy import create_engine

from niagara.server.hosting.migrations import upgrade
from niagara.server.hosting.schema import metadata
from scripts.ready import postgres_programs
from tests.ports import free_port

PATIENCE = 60.0  # seconds for a service to begin
PASSWORD = "under-the-falls"


class Service:
    """A program in a folder of its own, which is not root's: PostgreSQL does not run as root."""

    def __init__(self, name: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"niagara-{name}-"))
        self.user = pwd.getpwuid(os.geteuid()) if os.geteuid() else _somebody_else()
        os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.port = free_port()
        self.environment: dict[str, str] = {}  # besides that of the tests
        self._process: subprocess.Popen[bytes]
        self._watch: subprocess.Popen[bytes] | None = None

    def run(self, command: list[str]) -> "subprocess.Popen[bytes]":
        user, group = (None, None) if os.geteuid() else (self.user.pw_uid, self.user.pw_gid)
        environment = {**os.environ, **self.environment}
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                command,
                cwd=self.folder,
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
                user=user,
                group=group,
            )

    def begin(self, command: list[str], answers: Callable[[], None], no_answer: type[Exception]) -> None:
        self._process = self.run(command)
        # Tests may be killed: whoever reads from a pipe of theirs learns of it, and ends what they have started.
        watch = ["sh", "-c", 'read _; kill -INT "$0"; sleep 5; rm -rf "$1"', str(self._process.pid), str(self.folder)]
        self._unwatch()
        self._watch = subprocess.Popen(watch, stdin=subprocess.PIPE, start_new_session=True)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                answers()
                return
            except no_answer:
                told = (self.folder / "log").read_text()
                assert self._process.poll() is None, f"{command[0]} has not started: {told}"
                assert time.monotonic() < until, f"{command[0]} does not answer: {told}"
                time.sleep(0.05)

    @property
    def pid(self) -> int:
        return self._process.pid

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        if how == signal.SIGKILL:
            os.killpg(self._process.pid, how)
        else:
            self._process.send_signal(how)
        self._process.wait(PATIENCE)
        self._unwatch()

    def _unwatch(self) -> None:
        """What has ended by itself, or was killed, is no longer watched: its folder stays."""
        if self._watch is not None:
            self._watch.kill()
            self._watch.communicate()
            self._watch = None

    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def remove(self) -> None:
        self.end()
        shutil.rmtree(self.folder)


class Postgres(Service):
    """A cluster with fsync as in life."""

    def __init__(self) -> None:
        super().__init__("postgres")
        self._programs = postgres_programs()
        self._numbers = count(1)
        self._spare: list[str] = []
        (self.folder / "password").write_text(PASSWORD)
        os.chown(self.folder / "password", self.user.pw_uid, self.user.pw_gid)
        make = [str(self._programs / "initdb"), "--pgdata=data", "--username=niagara", "--pwfile=password"]
        make += ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"]
        assert self.run(make).wait(PATIENCE) == 0, (self.folder / "log").read_text()
        self.start()

    def start(self) -> None:
        flags = ["-p", str(self.port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]
        command = [str(self._programs / "postgres"), "-D", "data", *flags]
        self.begin(command, lambda: self._administer("SELECT 1"), psycopg.OperationalError)

    def url(self, database: str, password: str = PASSWORD) -> str:
        return f"postgresql://niagara:{password}@127.0.0.1:{self.port}/{database}"

    def empty(self) -> str:
        """The URL of a new database without our tables."""
        name = f"play{next(self._numbers)}"
        self._administer(f"CREATE DATABASE {name}")
        return self.url(name)

    def database(self) -> str:
        """The URL of a database with our tables and nothing in them. To make one takes long, to empty it does not."""
        if self._spare:
            return self._spare.pop()
        url = self.empty()
        engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
        upgrade(engine)
        engine.dispose()
        return url

    def give_back(self, url: str) -> None:
        left = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
        with closing(psycopg.connect(url, autocommit=True)) as connection:
            connection.execute(left)  # by who was killed
            connection.execute(f"TRUNCATE {', '.join(metadata.tables)}".encode())
        self._spare.append(url)

    def _administer(self, statement: str) -> None:
        with closing(psycopg.connect(self.url("postgres"), autocommit=True)) as connection:
            connection.execute(statement.encode())


class Redis(Service):
    def __init__(self) -> None:
        super().__init__("redis")
        program = shutil.which("redis-server")
        assert program, "These tests need Redis: install Debian's package redis-server."
        self._program = program
        self._numbers = count(1)
        self.start()

    def start(self) -> None:
        flags = ["--port", str(self.port), "--bind", "127.0.0.1", "--databases", "10000", "--save", ""]
        with closing(redis.Redis(port=self.port)) as client:
            self.begin([self._program, *flags], lambda: _answered(client), redis.exceptions.ConnectionError)

    def url(self) -> str:
        """Of a database that nobody else uses."""
        return f"redis://127.0.0.1:{self.port}/{next(self._numbers)}"


def _answered(client: "redis.Redis") -> None:
    client.ping()


def _somebody_else() -> pwd.struct_passwd:
    """Whom root may send ahead."""
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise AssertionError("Root cannot run PostgreSQL, and there is no user postgres or nobody to run it.")
