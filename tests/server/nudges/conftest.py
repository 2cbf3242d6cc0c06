"""A server that may nudge into this machine, and receivers for it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from niagara.server.settings import Settings
from tests.server.nudges.receivers import Mailbox, Receiver, mailing, receiving


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as found:
        yield found


@pytest.fixture
async def mailbox() -> AsyncIterator[tuple[Mailbox, int]]:
    async with mailing() as found:
        yield found


@pytest.fixture
def settings(tmp_path: Path, kept_in: dict[str, Any], mailbox: tuple[Mailbox, int]) -> Settings:
    return Settings(
        folder=str(tmp_path / "home"),
        bot_delay=0,
        bot_workers=0,
        nudge_delay=0,
        nudge_networks=("127.0.0.0/8", "::1/128"),
        address="https://niagara.example.org",
        smtp_url=f"smtp://127.0.0.1:{mailbox[1]}?tls=none",
        smtp_sender="niagara@example.org",
        **kept_in,
    )
