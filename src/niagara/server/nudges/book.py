"""What is kept of nudges: people's ways and wishes, and what is due to be told. Statements within somebody's transaction."""

import secrets
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update

from niagara.server.hosting import dialects
from niagara.server.hosting.schema import nudge_ways, nudge_wishes, nudges_due
from niagara.server.nudges.occasions import Kind, News

UNPACED = ""  # in place of a table's id: all tables without a slow pace


class Due(NamedTuple):
    """Something to be told. Without a way it is not decided yet whether and how."""

    id: str
    guest: str
    table_id: str
    kind: Kind
    occasion: str
    way: str
    due: int  # milliseconds since 1970; while it is claimed, the end of the claim
    tries: int


class Way(NamedTuple):
    """A way by which a guest can be reached. `target` is his secret."""

    id: str
    guest: str
    kind: str
    target: str
    digest: str
    confirmed: bool
    faults: int  # in a row
    stopped: str | None  # the key of the reason why it is not used any more


_due = nudges_due.c
_ways = nudge_ways.c
_wishes = nudge_wishes.c
_USABLE = and_(_ways.confirmed, _ways.stopped.is_(None))


def new_id() -> str:
    return secrets.token_urlsafe(12)


# ── what is due


def note(connection: Connection, table: str, found: Sequence[News], when: int) -> None:
    """Remembers news for those who can be reached at all, to be told at its own time or at `when`."""
    guests = {one.guest for one in found}
    reachable = set(connection.scalars(select(_ways.guest).where(_ways.guest.in_(guests), _USABLE)))
    rows = [
        _row(one.guest, table, one.kind, one.occasion, "", when if one.at is None else one.at)
        for one in found
        if one.guest in reachable
    ]
    if rows:
        _insert_new(connection, rows)


def reachable(connection: Connection, since: int) -> set[str]:
    """Who can be reached by a way that was given or confirmed since then, in milliseconds since 1970."""
    return set(connection.scalars(select(_ways.guest).where(_ways.made >= since, _USABLE)))


def next_due(connection: Connection) -> int | None:
    first: int | None = connection.scalar(select(func.min(_due.due)))
    return first


def claim(connection: Connection, now: int, until: int, most: int) -> list[Due]:
    """What is due by now, for the claimant alone until `until`; if he dies it is due again then."""
    ripe = select(_due.id).where(_due.due <= now).order_by(_due.due).limit(most).with_for_update(skip_locked=True)
    claimed = (
        update(nudges_due)
        .where(_due.id.in_(ripe.scalar_subquery()))
        .values(due=until, tries=_due.tries + 1)
        .returning(*(_due[name] for name in Due._fields))
    )
    return [Due(*row) for row in connection.execute(claimed)]


def settle(connection: Connection, one: Due) -> bool:
    """It is done with. False: the claim has run out, and somebody else has it."""
    return connection.execute(delete(nudges_due).where(*_held(one))).rowcount == 1


def put_off(connection: Connection, one: Due, until: int, afresh: bool = False) -> None:
    """`afresh`: what was tried so far does not count."""
    tries = 0 if afresh else one.tries
    connection.execute(update(nudges_due).where(*_held(one)).values(due=until, tries=tries))


def send_by(connection: Connection, one: Due, ways: Iterable[str], when: int) -> None:
    """It is decided: in its place stands one for each way."""
    if settle(connection, one):
        rows = [_row(one.guest, one.table_id, one.kind, one.occasion, way, when) for way in ways]
        if rows:
            _insert_new(connection, rows)


def _held(one: Due) -> tuple[ColumnElement[bool], ...]:
    return (_due.id == one.id, _due.due == one.due)


def _row(guest: str, table: str, kind: str, occasion: str, way: str, due: int) -> dict[str, object]:
    where = {"guest": guest, "table_id": table, "kind": kind, "occasion": occasion, "way": way}
    return {"id": new_id(), **where, "due": due, "tries": 0}


def _insert_new(connection: Connection, rows: list[dict[str, object]]) -> None:
    """Those of an occasion that is known already are left out."""
    connection.execute(dialects.insert(connection, nudges_due).on_conflict_do_nothing(), rows)


# ── ways


def ways_of(connection: Connection, guest: str) -> list[Way]:
    return _found(connection, _ways.guest == guest)


def usable_ways(connection: Connection, guest: str) -> list[Way]:
    return _found(connection, and_(_ways.guest == guest, _USABLE))


def way(connection: Connection, way_id: str) -> Way | None:
    return next(iter(_found(connection, _ways.id == way_id)), None)


def _found(connection: Connection, which: ColumnElement[bool]) -> list[Way]:
    columns = [_ways[name] for name in Way._fields]
    return [Way(*row) for row in connection.execute(select(*columns).where(which).order_by(_ways.made, _ways.id))]


def add_way(connection: Connection, new: Way, when: int) -> None:
    """A browser that serves another guest now no longer serves the one before."""
    again = _ways.digest == new.digest
    old = again if new.kind == "push" else and_(again, _ways.guest == new.guest)
    for known in _found(connection, old):
        remove_way(connection, known.id)
    connection.execute(insert(nudge_ways).values(**new._asdict(), made=when))


def remove_way(connection: Connection, way_id: str) -> None:
    connection.execute(delete(nudges_due).where(_due.way == way_id))
    connection.execute(delete(nudge_ways).where(_ways.id == way_id))


def confirm(connection: Connection, way_id: str, when: int) -> bool:
    known = update(nudge_ways).where(_ways.id == way_id)
    return connection.execute(known.values(confirmed=True, made=when)).rowcount == 1


def works(connection: Connection, way_id: str, when: int) -> None:
    """Whatever was wrong with it, `when` is over."""
    known = update(nudge_ways).where(_ways.id == way_id)
    connection.execute(known.where(_ways.stopped.is_not(None)).values(made=when))
    connection.execute(known.values(faults=0, stopped=None))


def fails(connection: Connection, way_id: str, most: int, reason: str) -> None:
    """One more fault in a row; with the last that is borne the way is used no more."""
    counted = update(nudge_ways).where(_ways.id == way_id).values(faults=_ways.faults + 1)
    connection.execute(counted)
    ended = update(nudge_ways).where(_ways.id == way_id, _ways.faults >= most, _ways.stopped.is_(None))
    if connection.execute(ended.values(stopped=reason)).rowcount:
        connection.execute(delete(nudges_due).where(_due.way == way_id))


# ── wishes


def wish(connection: Connection, guest: str, table: str) -> bool | None:
    return connection.scalar(select(_wishes.wanted).where(_wishes.guest == guest, _wishes.table_id == table))


def make_wish(connection: Connection, guest: str, table: str, wanted: bool | None, most: int) -> bool:
    """None: as usual; at slow tables that is yes, elsewhere as for all unpaced ones. False where there are too many."""
    mine = (_wishes.guest == guest, _wishes.table_id == table)
    connection.execute(delete(nudge_wishes).where(*mine))
    if wanted is None:
        return True
    count = connection.scalar(select(func.count()).select_from(nudge_wishes).where(_wishes.guest == guest))
    if (count or 0) >= most:
        return False
    connection.execute(insert(nudge_wishes).values(guest=guest, table_id=table, wanted=wanted))
    return True


def forget(connection: Connection, guest: str) -> None:
    """Everything that is kept of a guest's nudges."""
    for table in (nudges_due, nudge_ways, nudge_wishes):
        connection.execute(delete(table).where(table.c.guest == guest))
