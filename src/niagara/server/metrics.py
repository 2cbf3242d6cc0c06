"""What the server counts, for Prometheus: docs/hosting.md, Metrics."""

from functools import cache

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from niagara.rules import CHANCE
from niagara.server.entries import Entry, Moved
from niagara.server.room import Room

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)
GCCollector(registry=REGISTRY)

MOVES = Counter("niagara_moves", "Moves that were stored.", ["by"], registry=REGISTRY)
ENTRIES = Counter("niagara_entries", "Entries that were stored, moves included.", ["kind"], registry=REGISTRY)
REFUSALS = Counter("niagara_refusals", "What was asked and not done.", ["key"], registry=REGISTRY)
NUDGES = Counter("niagara_nudges", "Nudges that were tried, trials included.", ["by", "result"], registry=REGISTRY)
SOCKETS = Gauge("niagara_sockets", "Connections to tables.", registry=REGISTRY)
TABLES = Gauge("niagara_tables_in_memory", "Tables that this process holds.", registry=REGISTRY)
OVERDUE = Gauge(
    "niagara_tables_overdue",
    "Tables where some process should have acted by now; of the whole store.",
    registry=REGISTRY,
)
SCRIBES = Counter("niagara_scribes", "Processes that were begun to write into the SQLite file.", registry=REGISTRY)
COMMITS = Histogram(
    "niagara_commit_seconds",
    "From a change that is made to a change that is stored.",
    buckets=_SECONDS,
    registry=REGISTRY,
)
ANSWERS = Histogram(
    "niagara_answer_seconds",
    "From a command that is read on a socket to its answer that is sent.",
    buckets=_SECONDS,
    registry=REGISTRY,
)
THINKING = Histogram(
    "niagara_bot_seconds", "How long a bot thinks, waiting included.", ["strength"], buckets=_SECONDS, registry=REGISTRY
)


# To find a counter by its label takes longer than to count.
_entries_of = cache(ENTRIES.labels)
_moves_by = cache(MOVES.labels)


def count(entry: Entry, room: Room) -> None:
    """An entry that was stored."""
    _entries_of(str(entry.__struct_config__.tag)).inc()
    if isinstance(entry, Moved):
        _moves_by("chance" if entry.seat == CHANCE else room.seats[entry.seat].kind).inc()


def text() -> bytes:
    return generate_latest(REGISTRY)
