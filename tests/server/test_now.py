"""Times as they are written."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from niagara.server.now import timestamp

_FIRST, _LAST = -62_135_596_800_000, 253_402_300_799_999  # the years 1 and 9999, in ms since 1970


@given(st.integers(_FIRST, _LAST), st.integers(_FIRST, _LAST))
def test_times_are_written_so_that_they_sort(one: int, other: int) -> None:
    assert (timestamp(one) < timestamp(other)) == (one < other)
    assert datetime.fromisoformat(timestamp(one)) - datetime.fromtimestamp(0, UTC) == timedelta(milliseconds=one)
