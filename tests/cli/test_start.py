"""A server answers soon: what it does not need for that is imported later, where it is first used."""

import subprocess
import sys
from pathlib import Path

LATER = (
    "aiohttp", "alembic", "cryptography", "mako", "matplotlib", "numpy", "openskill", "psycopg", "pywebpush", "redis",
    "requests", "sqlalchemy.dialects.postgresql", "urllib3", "yarl",
)  # fmt: skip
START = f"""
import asyncio, sys
from niagara.cli import serve
from niagara.server.settings import Settings

async def begin() -> None:
    async with serve.build(Settings(folder=sys.argv[1], bot_workers=0)).lifespan():
        print([name for name in {LATER} if name in sys.modules])

asyncio.run(begin())
"""


def loaded(folder: Path) -> str:
    """What there is of it in a server that has just begun."""
    return subprocess.run(
        [sys.executable, "-c", START, str(folder)], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_a_start_imports_nothing_that_only_later_is_needed(tmp_path: Path) -> None:
    assert loaded(tmp_path) == "['alembic', 'mako', 'sqlalchemy.dialects.postgresql']", (
        "a new database is made by its steps"
    )
    assert loaded(tmp_path) == "[]"
