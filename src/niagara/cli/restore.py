"""`niagara restore`: a backup brought back, into SQLite or PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from sqlalchemy import Connection, make_url, text
from sqlalchemy.exc import DBAPIError

from niagara.cli.backup import save
from niagara.cli.installation import folder_flag, need_driver, settings_now
from niagara.server.hosting import archive
from niagara.server.hosting.lock import held
from niagara.server.hosting.store import engine_of
from niagara.server.people import keep_secret, own_folder
from niagara.server.settings import Settings
from niagara.words import Refusal, say

# Servers, workers, or somebody at a prompt, on whatever machine.
_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
)


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `niagara backup` wrote.")],
    folder: Annotated[Path | None, typer.Option(help="The folder of the installation.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace what is there; it is put aside first.")] = False,
) -> None:
    """Bring a backup back, and its database to the newest form. The server must not run meanwhile.

    `niagara restore /backup/niagara-2026-11-30.backup`

    Where there are tables already, nothing is done without `--force`; with it, what is there is put aside first.
    """
    settings = settings_now(folder=folder_flag(folder))
    need_driver(settings)
    talk = Console(soft_wrap=True)
    bring = into_server if settings.database_url else into_file
    try:
        head = archive.examine(file)
        own_folder(settings.home)
        with held(settings.home, alone=True):
            rows, aside = bring(settings, file, force)
            keep_secret(settings.home / "secret", head.secret)
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise Refusal("file-not-read", file=str(fault.filename or file), reason=reason) from fault
    except DBAPIError as fault:
        raise Refusal("database-fails", reason=str(fault.orig).strip()) from fault
    if aside:
        talk.print(say("restore-aside", where=str(aside)), markup=False)
    talk.print(say("restore-done", rows=rows, taken=head.taken, version=head.version), markup=False)


def into_file(settings: Settings, file: Path, force: bool) -> tuple[int, Path | None]:
    """SQLite: a new file, which takes the old one's place when it is whole. The rows, and where the old one is. Raises Refusal."""
    there = settings.database_file.exists()
    if there and not force:
        with _opened(settings.database) as connection:
            if not archive.is_empty(connection):
                raise Refusal("restore-not-empty", where=str(settings.home))
    draft = settings.database_file.with_name("restoring.sqlite3")
    _remove(draft)
    try:
        with _opened(f"sqlite:///{draft}") as connection, connection.begin():
            rows = archive.restore(file, connection)
        aside = _put_aside(settings) if there else None
        draft.replace(settings.database_file)
    finally:
        _remove(draft)
    return rows, aside


def into_server(settings: Settings, file: Path, force: bool) -> tuple[int, Path | None]:
    """PostgreSQL: one transaction. The rows, and the backup of what was there. Raises Refusal."""
    aside = None
    with _opened(settings.database) as connection, connection.begin():
        others = connection.scalar(_OTHERS)
        if others:
            raise Refusal("restore-others", count=others)
        if not archive.is_empty(connection):
            if not force:
                raise Refusal("restore-not-empty", where=str(make_url(settings.database)))
            aside = _aside(settings, ".backup")
            save(settings, aside)
        archive.clear(connection)
        rows = archive.restore(file, connection)
    return rows, aside


def _put_aside(settings: Settings) -> Path:
    """The database and the secret that are there."""
    aside = _aside(settings)
    aside.mkdir(mode=0o700)
    for name in ("niagara.sqlite3", "niagara.sqlite3-wal", "niagara.sqlite3-shm", "secret"):
        if (there := settings.home / name).exists():
            there.replace(aside / name)
    return aside


def _aside(settings: Settings, ending: str = "") -> Path:
    """A place that is not taken, also where two are needed within a second."""
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S")
    names = chain([now], (f"{now}-{number}" for number in count(2)))
    places = (settings.home / f"before-restore-{name}{ending}" for name in names)
    return next(place for place in places if not place.exists())


@contextmanager
def _opened(database: str) -> Iterator[Connection]:
    engine = engine_of(database)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _remove(database: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        database.with_name(database.name + ending).unlink(missing_ok=True)
