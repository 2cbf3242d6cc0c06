"""PostgreSQL that is struck: its processes killed, its disk in trouble."""

import os
import signal
import time
from contextlib import suppress

import psycopg

from tests.crash.disk import Disk
from tests.crash.faults import Fault
from tests.crash.nursery import Process, children, command_of
from tests.server.services import PATIENCE, Postgres


class StruckPostgres(Postgres):
    def __init__(self) -> None:
        super().__init__()
        self.end()
        self.disk = Disk(self.folder, self.folder / "data", loses_power=False)
        for file in self.folder.iterdir():
            os.chown(file, self.user.pw_uid, self.user.pw_gid)
        self.environment = self.disk.environment
        self.start()

    def kill(self) -> None:
        """All of it at once, as when its machine dies: whatever was left, or begun meanwhile, would keep the next from beginning."""
        _signal(self.pid, signal.SIGSTOP)
        found = [Process(pid) for pid in children(self.pid)]  # none ends for good before its parent looks
        _signal(self.pid, signal.SIGKILL)
        for child in found:
            child.kill()
        self._process.wait()

    def revive(self) -> None:
        """Returns when it has recovered from a disk in trouble; begun again, if that has ended it."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.has_ended():
                self.start()
            try:
                self._administer("SELECT 1")
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return

    def strike_backends(self, fault: Fault, kill: bool) -> bool:
        """One of those that serve somebody is killed, or all are asked to end. Tells whether there were any."""
        serving = [pid for pid in children(self.pid) if command_of(pid).startswith(b"postgres: niagara play")]
        if kill and serving:
            _signal(serving[int(fault.whom * len(serving))], signal.SIGKILL)
        elif not kill:
            for pid in serving:
                _signal(pid, signal.SIGTERM)
        return bool(serving)


def _signal(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)
