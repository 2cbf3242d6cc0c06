"""`niagara restore`: a backup brought back, into SQLite or PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from niagara.cli.installation import folder_flag, settings_now
from niagara.server.hosting import archive
from niagara.server.hosting.lock import held
from niagara.server.hosting.store import engine_of
from niagara.server.people import keep_secret
from niagara.server.settings import Settings
from niagara.words import Refusal, say


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
    talk = Console(soft_wrap=True)
    try:
        head = archive.examine(file)
        settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        with held(settings.home, alone=True):
            if settings.database_file.exists() and not force:
                _refuse_unless_empty(settings)
            rows = bring_back(settings, file, talk)
            keep_secret(settings.home / "secret", head.secret)
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise Refusal("file-not-read", file=str(fault.filename or file), reason=reason) from fault
    except DBAPIError as fault:
        raise Refusal("database-fails", reason=str(fault.orig).strip()) from fault
    talk.print(say("restore-done", rows=rows, taken=head.taken, version=head.version), markup=False)


def bring_back(settings: Settings, file: Path, talk: Console) -> int:
    """The rows, all or none; what is there is replaced at the very end. Raises Refusal."""
    draft = settings.database_file.with_name("restoring.sqlite3")
    _remove(draft)
    try:
        with _opened(draft) as connection, connection.begin():
            rows = archive.restore(file, connection)
        if settings.database_file.exists():
            aside = _put_aside(settings)
            talk.print(say("restore-aside", folder=str(aside)), markup=False)
        draft.replace(settings.database_file)
    finally:
        _remove(draft)
    return rows


def _refuse_unless_empty(settings: Settings) -> None:
    with _opened(settings.database_file) as connection:
        if not archive.is_empty(connection):
            raise Refusal("restore-not-empty", folder=str(settings.home))


def _put_aside(settings: Settings) -> Path:
    """The database and the secret that are there."""
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S")
    aside = settings.home / f"before-restore-{now}"
    aside.mkdir(mode=0o700)
    for name in ("niagara.sqlite3", "niagara.sqlite3-wal", "niagara.sqlite3-shm", "secret"):
        if (there := settings.home / name).exists():
            there.replace(aside / name)
    return aside


@contextmanager
def _opened(database: Path) -> Iterator[Connection]:
    engine = engine_of(f"sqlite:///{database}")
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _remove(database: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        database.with_name(database.name + ending).unlink(missing_ok=True)
