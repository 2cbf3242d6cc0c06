"""What time it is, as the server counts and as it writes."""

import time
from datetime import UTC, datetime


def milliseconds() -> int:
    """Now, since 1970."""
    return time.time_ns() // 1_000_000


def timestamp(when: datetime | None = None) -> str:
    return (when or datetime.now(UTC)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
