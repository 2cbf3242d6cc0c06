"""When the disk is full or failing, or the database's server is gone: what those who asked are told, and what the log says."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection
from structlog.typing import FilteringBoundLogger

from niagara.words import Refusal

T = TypeVar("T")

CANNOT_WRITE = "cannot-write"


def spoken(fault: Exception) -> Exception:
    """The fault in words, where it is one of disk or database; any other as it is."""
    if isinstance(fault, StopIteration):  # which nobody who awaits can be told
        return RuntimeError("StopIteration")
    if not is_of_database(fault):
        return fault
    refusal = Refusal(CANNOT_WRITE)
    refusal.__cause__ = fault
    return refusal


def is_of_database(fault: Exception) -> bool:
    """Whether the database has failed; a rule of it that was broken (IntegrityError) is no failure."""
    return isinstance(fault, DBAPIError | NoConnection) and not isinstance(fault, IntegrityError)


def reason(refusal: Refusal) -> dict[str, str]:
    """For the log: what disk or database said."""
    if refusal.key != CANNOT_WRITE:
        return {}
    cause = refusal.__cause__
    said = str(cause.orig if isinstance(cause, DBAPIError) else cause)
    return {"reason": " ".join(said.split())[:200]}


def again_if_cut_off(work: Callable[[], T]) -> T:
    """Once more where the connection has broken, since it may be the database that was started anew.

    All that is done here may be done twice: what has been stored before the answer was lost is found as a repeated command, as
    a table that has been overtaken, or as the same table; a nudge that has failed counts twice at the worst.
    """
    try:
        return work()
    except DBAPIError as fault:
        if not fault.connection_invalidated:
            raise
        return work()


def log_fault(log: FilteringBoundLogger, event: str, fault: Exception, **fields: object) -> None:
    """One line where disk or database is away, for that is nothing of ours; with a trace otherwise."""
    if isinstance(fault, Refusal) and (why := reason(fault)):
        log.warning(event, **why, **fields)
    else:
        log.error(event, exc_info=fault, **fields)
