"""What the doctor looks at in an installation: each looks at one thing, says what it found, and whether that is in order."""

import difflib
import shutil
import socket
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

import niagara
from niagara.cli.backup import LAST
from niagara.cli.installation import is_there, need_driver
from niagara.server.hosting import schema
from niagara.server.hosting.lock import is_held
from niagara.server.hosting.migrations import NEWEST, NONE
from niagara.server.hosting.migrations import revision as revision_of
from niagara.server.hosting.migrations.steps import known
from niagara.server.hosting.store import engine_of
from niagara.server.people import SHORTEST_SECRET, open_to_others
from niagara.server.settings import PREFIX, Settings
from niagara.words import Refusal, say

_NOT_OURS = ("NIAGARA_PURE", "NIAGARA_TEST_")  # of the build and of the tests
_LITTLE = 500_000_000  # bytes left on the disk
_OLD_BACKUP = 7 * 24 * 3600  # seconds
_PATIENCE = 5  # seconds for Redis to answer
_AHEAD = 120  # seconds that two clocks may differ


class Finding(NamedTuple):
    what: str  # the key of its name
    found: str
    well: bool = True


def settings_that_do_not_exist(environment: Mapping[str, str]) -> Finding:
    real = [PREFIX + name.upper() for name in Settings.__struct_fields__]
    told = []
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in real and not name.startswith(_NOT_OURS):
            nearest = difflib.get_close_matches(name, real, 1, 0)
            told.append(say("doctor-setting-unknown", name=name, nearest=nearest[0]))
    given = sum(name in environment for name in real)
    return Finding("doctor-settings", " ".join(told) or say("doctor-settings-known", count=given), not told)


def folder(settings: Settings) -> Finding:
    """Whether others can look into the folder, or read the secret."""
    home, secret = settings.home, settings.home / "secret"
    if not home.exists():
        return Finding("doctor-secret", say("doctor-secret-not-yet"))
    for path, mode in ((home, "700"), (secret, "600")):
        if path.exists() and open_to_others(path):
            return Finding("doctor-secret", say("doctor-open-to-others", path=str(path), mode=mode), False)
    try:
        letters = len(secret.read_text()) if secret.exists() else None
    except OSError as fault:
        reason = fault.strerror or str(fault)
        return Finding("doctor-secret", say("backup-not-written", file=str(secret), reason=reason), False)
    if letters is None:
        return Finding("doctor-secret", say("doctor-secret-not-yet"))
    if letters < SHORTEST_SECRET:
        return Finding("doctor-secret", say("secret-too-short", file=str(secret), least=SHORTEST_SECRET), False)
    return Finding("doctor-secret", say("doctor-secret-well", file=str(secret)))


def database(settings: Settings) -> list[Finding]:
    """Whether it answers, in which form it is, and whether its times lie in the future."""
    if not is_there(settings):
        return [Finding("doctor-database", say("doctor-database-not-yet"))]
    try:
        need_driver(settings)
    except Refusal as refusal:
        return [Finding("doctor-database", refusal.text, False)]
    engine = engine_of(settings.database)
    try:
        with engine.connect() as connection, connection.begin():
            revision = revision_of(connection)
            if revision == NONE:
                return [Finding("doctor-database", say("doctor-database-not-yet"))]
            if revision not in known():
                return [Finding("doctor-database", say("doctor-database-newer", revision=revision), False)]
            if revision != NEWEST:
                return [Finding("doctor-database", say("doctor-database-older", revision=revision, newest=NEWEST))]
            tables = connection.execute(select(func.count()).select_from(schema.tables)).scalar_one()
            latest = connection.execute(select(func.max(schema.tables.c.changed))).scalar_one()
    except DBAPIError as fault:
        reason = str(fault.orig).strip()
        return [Finding("doctor-database", say("doctor-database-away", reason=reason), False)]
    finally:
        engine.dispose()
    told = say("doctor-database-well", dialect=engine.dialect.name, tables=tables, revision=revision)
    return [Finding("doctor-database", told), clock(latest)]


def redis(settings: Settings) -> list[Finding]:
    """Whether it answers, where one is set."""
    if not settings.redis_url:
        return []
    try:
        from redis import Redis, RedisError
    except ModuleNotFoundError:
        return [Finding("doctor-redis", say("doctor-redis-package"), False)]
    try:
        with Redis.from_url(settings.redis_url, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE) as asked:
            asked.ping()
    except (RedisError, OSError) as fault:
        return [Finding("doctor-redis", say("doctor-database-away", reason=str(fault)), False)]
    return [Finding("doctor-redis", say("doctor-redis-well"))]


def clock(latest: str | None) -> Finding:
    """The time of this machine, against the newest thing that is known to have happened."""
    built = max(file.stat().st_mtime for file in Path(niagara.__file__).parent.glob("*.py"))
    happened = max(built, datetime.fromisoformat(latest).timestamp() if latest else 0.0)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    behind = happened - time.time()
    if behind > _AHEAD:
        return Finding("doctor-clock", say("doctor-clock-behind", now=now, minutes=round(behind / 60)), False)
    return Finding("doctor-clock", now)


def disk(settings: Settings) -> Finding:
    there = settings.home
    while not there.exists():
        there = there.parent
    free = shutil.disk_usage(there).free
    key = "doctor-disk-full" if free < _LITTLE else "doctor-disk-free"
    return Finding("doctor-disk", say(key, free=f"{free / 1e9:,.1f}", folder=str(there)), free >= _LITTLE)


def port(settings: Settings) -> Finding:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    args = {"host": settings.host, "port": str(settings.port)}
    try:
        with socket.create_server((settings.host, settings.port), family=family):
            return Finding("doctor-port", say("doctor-port-free", **args))
    except OSError as fault:
        if settings.home.exists() and is_held(settings.home):
            return Finding("doctor-port", say("doctor-port-ours", **args))
        told = say("doctor-port-taken", **args, reason=fault.strerror or str(fault))
        return Finding("doctor-port", told, False)


def last_backup(settings: Settings) -> Finding:
    """An old one is told, and no illness: there may be other ways of keeping things."""
    try:
        taken = datetime.fromisoformat((settings.home / LAST).read_text())
    except (OSError, ValueError):
        return Finding("doctor-backup", say("doctor-backup-never"))
    age = time.time() - taken.timestamp()
    key = "doctor-backup-old" if age > _OLD_BACKUP else "doctor-backup-when"
    return Finding("doctor-backup", say(key, taken=taken.strftime("%Y-%m-%d %H:%M"), days=int(age // 86_400)))
