"""`niagara backup`: everything of an installation in one file, while the server runs."""

import os
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from sqlalchemy.exc import DBAPIError

from niagara.cli.installation import folder_flag, is_there, need_driver, settings_now
from niagara.server.hosting import archive
from niagara.server.hosting.store import engine_of
from niagara.server.settings import Settings
from niagara.words import Refusal, say

LAST = "last-backup"  # in the folder: when, for `niagara doctor`


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    folder: Annotated[Path | None, typer.Option(help="The folder of the installation.")] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace a file of that name.")] = False,
) -> None:
    """Write tables, games, names and the secret into one file. The server may run on; what it has confirmed before is in it.

    `niagara backup /backup/niagara-$(date +%F).backup`

    The file holds the secret that signs cookies and every hidden card: keep it as you keep a password. `niagara restore` brings
    it back, into SQLite or PostgreSQL. A file that is there already stays as it is, unless you say `--replace`.
    """
    settings = settings_now(folder=folder_flag(folder))
    taken, rows = save(settings, file, replace)
    with suppress(OSError):  # somebody else's folder: then the doctor does not know
        (settings.home / LAST).write_text(taken)
    size = f"{file.stat().st_size / 1e3:,.0f}"
    Console(soft_wrap=True).print(say("backup-done", file=str(file), rows=rows, size=size), markup=False)


def save(settings: Settings, file: Path, replace: bool = False) -> tuple[str, int]:
    """Under its name only when it is whole, and on disk; when it was taken, and how many rows it holds. Raises Refusal."""
    need_driver(settings)
    if not is_there(settings):
        raise Refusal("backup-nothing", folder=str(settings.home))
    if os.path.lexists(file) and not replace:
        raise Refusal("backup-there", file=str(file))
    taken = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    draft = file.with_name(file.name + ".part")
    engine = engine_of(settings.database)
    try:
        secret = (settings.home / "secret").read_text()
        draft.unlink(missing_ok=True)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            rows = archive.write(engine, secret, version("niagara"), taken, out)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file)
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise Refusal("backup-not-written", file=str(fault.filename or file), reason=reason) from fault
    except DBAPIError as fault:
        raise Refusal("database-fails", reason=str(fault.orig).strip()) from fault
    finally:
        engine.dispose()
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    return taken, rows
