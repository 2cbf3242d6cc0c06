"""When the server must act at a table at the latest: stored with every change, so that others find what one leaves undone."""

from niagara.server.moments import Moment


def due(moment: Moment, now: int, lease: int, company: bool, grace: int) -> int | None:
    """In milliseconds since 1970; None where the server has nothing to do.

    Where a bot or chance must move, whoever stores the moment has a lease on that: `lease` milliseconds in which nobody else
    does it. Bots alone, without company, rest. Where people must move, it is the end of the first one's time; `grace` as in
    `clocks.end`.
    """
    end = moment.first_end(grace)
    if not company or moment.served_seat() is None:
        return end
    return now + lease if end is None else min(now + lease, end)
