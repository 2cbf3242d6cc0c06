"""What time it is, as the server counts and as it writes."""

import time
from datetime import UTC, datetime
from functools import lru_cache

DAY = 24 * 3600 * 1000  # ms


def milliseconds() -> int:
    """Now, since 1970."""
    return time.time_ns() // 1_000_000


def timestamp(when: int | None = None) -> str:
    """Of a time in ms since 1970, or of now."""
    seconds, rest = divmod(milliseconds() if when is None else when, 1000)
    return f"{_second(seconds)}.{rest:03d}Z"


@lru_cache(1)
def _second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None).isoformat()
