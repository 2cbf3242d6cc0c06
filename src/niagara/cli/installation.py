"""What several commands need to know of an installation: its settings, its database, its folder."""

import os
import tempfile
from importlib.util import find_spec
from pathlib import Path

import msgspec

from niagara.server.settings import Settings
from niagara.words import Refusal


def settings_now(**given: object) -> Settings:
    """From the environment and the flags. Raises Refusal."""
    try:
        return Settings.read(os.environ, **given)
    except msgspec.ValidationError as wrong:
        raise Refusal("serve-setting", detail=str(wrong)) from wrong


def folder_flag(folder: Path | None) -> str | None:
    return str(folder) if folder else None


def need_driver(settings: Settings) -> None:
    """Raises Refusal where the package is missing that speaks with the database."""
    if settings.database_url and find_spec("psycopg") is None:
        raise Refusal("scale-missing", packages="psycopg")


def is_there(settings: Settings) -> bool:
    """Whether a database was ever made here."""
    return bool(settings.database_url) or settings.database_file.exists()


def reason_not_writable(folder: Path) -> str:
    """Why no file can be made in a folder, or the folder itself be made; empty if it can. Nothing is left behind."""
    there = folder
    while not there.exists():
        there = there.parent
    try:
        with tempfile.TemporaryFile(dir=there):
            return ""
    except OSError as fault:
        return fault.strerror or str(fault)
