"""The calls about nudges: one's own ways and wishes, and nobody else's."""

from typing import Annotated

import msgspec
from litestar import Router, delete, get, post, put
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, JSONBody, SkipValidation
from msgspec import Meta
from sqlalchemy import Connection
from structlog.typing import FilteringBoundLogger

from niagara.server.allowance import Allowance, Allowances
from niagara.server.faults import OF_CHANGING, OF_LOOKING
from niagara.server.frames import Saying
from niagara.server.hosting.store import Store
from niagara.server.now import milliseconds
from niagara.server.nudges import book
from niagara.server.nudges.book import UNPACED, Way
from niagara.server.nudges.message import Message, Outcome
from niagara.server.nudges.rounds import note_outcome
from niagara.server.nudges.senders import Senders
from niagara.server.nudges.ways import Target, new_way, outline, read_target
from niagara.server.paces import Slow
from niagara.server.people import Guest
from niagara.server.settings import Settings
from niagara.server.tables import Tables
from niagara.server.visit import caller
from niagara.words import Refusal, say

_WAYS, _WISHES = 8, 200  # of one guest
_A_MINUTE, _AN_HOUR = 1 / 60, 1 / 3600


class Offers(msgspec.Struct, frozen=True):
    """What this server can send by; `push` is the key that a browser subscribes with."""

    push: str
    mail: bool
    hook: bool


class WayFrame(msgspec.Struct, frozen=True):
    """`to` is an outline, `mark` the beginning of the digest by which a browser knows its own."""

    id: str
    kind: str
    to: str
    mark: str
    confirmed: bool
    stopped: Saying | None


class TableWish(msgspec.Struct, frozen=True):
    id: str
    slow: bool
    wanted: bool | None  # null: as for all tables of its kind


class NudgesFrame(msgspec.Struct, frozen=True):
    offers: Offers
    ways: list[WayFrame]
    unpaced: bool  # also at tables without a slow pace
    table: TableWish | None


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Without `table` for all tables that have no slow pace."""

    wanted: bool | None
    table: Annotated[str, Meta(max_length=16)] = UNPACED


class Token(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: Annotated[str, Meta(max_length=200)]


class Told(msgspec.Struct, frozen=True):
    """What became of a trial."""

    done: bool
    saying: Saying


class Care:
    """How often somebody may ask for mail and trials; what goes to a stranger's address is counted for the address too."""

    def __init__(self) -> None:
        self._asked = Allowances(_A_MINUTE, 6)
        self._tried = Allowances(_A_MINUTE * 4, 8)
        self._letters_to = Allowances(_AN_HOUR / 8, 2)
        self._letters = Allowance(_A_MINUTE, 30)

    def let_ask(self, guest: Guest) -> None:
        if not self._asked.spend(guest.id):
            raise Refusal("nudge-too-often")

    def let_try(self, guest: Guest) -> None:
        if not self._tried.spend(guest.id):
            raise Refusal("nudge-too-often")

    def let_write(self, digest: str) -> None:
        if not (
            self._letters.spend() and self._letters_to.spend(digest)
        ):  # so no more addresses are kept than letters sent
            raise Refusal("nudge-mail-often")


@get("/", tags=["nudges"], responses=OF_LOOKING)
async def my_nudges(
    guest: NamedDependency[Guest],
    store: NamedDependency[Store],
    senders: NamedDependency[Senders],
    settings: NamedDependency[Settings],
    tables: NamedDependency[Tables],
    table: FromQuery[str | None] = None,
) -> NudgesFrame:
    """One's own ways, in outline, and wishes; with `table` the wish for that table."""
    asked = await tables.find(table) if table else None
    about = asked.id if asked else UNPACED

    def look(connection: Connection) -> tuple[list[Way], bool | None, bool | None]:
        wishes = [book.wish(connection, guest.id, where) for where in (UNPACED, about)]
        return book.ways_of(connection, guest.id), wishes[0], wishes[1]

    ways, unpaced, here = await store.read(look)
    push = (await senders.calls()).push
    return NudgesFrame(
        offers=Offers(push.public_key, senders.mail is not None, bool(settings.address)),
        ways=[_way_frame(way) for way in ways],
        unpaced=bool(unpaced),
        table=TableWish(about, isinstance(asked.now.room.pace, Slow), here) if asked else None,
    )


@post("/ways", tags=["nudges"], responses=OF_CHANGING)
async def add_way(
    guest: NamedDependency[Guest],
    data: JSONBody[Target],
    store: NamedDependency[Store],
    senders: NamedDependency[Senders],
    tables: NamedDependency[Tables],
    settings: NamedDependency[Settings],
    care: NamedDependency[Care],
) -> WayFrame:
    """An address gets a mail with a link first, and nothing else until that has been followed."""
    care.let_ask(guest)
    way = await new_way(senders, guest.id, data)
    mine = await store.read(lambda connection: book.ways_of(connection, guest.id))
    known = next((old for old in mine if old.digest == way.digest), None)
    if known and known.confirmed and not known.stopped and known.target == way.target:
        return _way_frame(known)
    if len(mine) - bool(known) >= _WAYS:
        raise Refusal("nudge-too-many", most=_WAYS)
    if (way.kind == "mail" and not senders.mail) or (way.kind == "hook" and not settings.address):
        raise Refusal("nudge-not-offered")
    if way.kind == "mail":
        care.let_write(way.digest)
    await store.write(lambda connection: book.add_way(connection, way, milliseconds()))
    tables.reach.add(guest.id)
    if way.kind == "mail":
        await _ask(way, senders, store)
    return _way_frame(way)


async def _ask(way: Way, senders: Senders, store: Store) -> None:
    outcome = await senders.ask(way)
    if outcome.result != "sent":
        await store.write(lambda connection: book.remove_way(connection, way.id))
        raise Refusal(outcome.key)


@delete("/ways/{way:str}", tags=["nudges"], responses=OF_CHANGING)
async def remove_way(guest: NamedDependency[Guest], way: FromPath[str], store: NamedDependency[Store]) -> None:
    mine = await _mine(guest, way, store)
    await store.write(lambda connection: book.remove_way(connection, mine.id))


@post("/ways/{way:str}/test", status_code=200, tags=["nudges"], responses=OF_CHANGING)
async def try_way(
    guest: NamedDependency[Guest],
    way: FromPath[str],
    store: NamedDependency[Store],
    senders: NamedDependency[Senders],
    care: NamedDependency[Care],
    log: NamedDependency[SkipValidation[FilteringBoundLogger]],
) -> Told:
    """Sends one now, and says what became of it. One that had been switched off is used again if it works."""
    mine = await _mine(guest, way, store)
    if not mine.confirmed:
        raise Refusal("nudge-unconfirmed")
    care.let_try(guest)
    outcome: Outcome = await senders.send(mine, Message("nudge-test", "", say("niagara"), guest.spoken))
    log.info("nudge", kind="test", by=mine.kind, way=mine.id, result=outcome.key)
    await store.write(lambda connection: note_outcome(connection, mine, outcome))
    return Told(outcome.result == "sent", Saying(outcome.key, outcome.args, outcome.text))


@delete("/", tags=["nudges"], responses=OF_CHANGING)
async def remove_all(guest: NamedDependency[Guest], store: NamedDependency[Store]) -> None:
    """Nothing about one's nudges is kept."""
    await store.write(lambda connection: book.forget(connection, guest.id))


@put("/wishes", tags=["nudges"], responses=OF_CHANGING, status_code=204)
async def make_wish(
    guest: NamedDependency[Guest],
    data: JSONBody[Wish],
    store: NamedDependency[Store],
    tables: NamedDependency[Tables],
) -> None:
    tables.let_speak(guest)
    where = (await tables.find(data.table)).id if data.table else UNPACED
    kept = await store.write(lambda connection: book.make_wish(connection, guest.id, where, data.wanted, _WISHES))
    if not kept:
        raise Refusal("nudge-too-many", most=_WISHES)


@post("/confirm", tags=["nudges"], responses=OF_CHANGING, status_code=200)
async def confirm(data: JSONBody[Token], store: NamedDependency[Store], senders: NamedDependency[Senders]) -> WayFrame:
    """Whoever has the token of a confirming mail may read the mail of that address."""
    way_id = senders.way_of("confirm", data.token)
    if way_id is None or not await store.write(lambda connection: book.confirm(connection, way_id, milliseconds())):
        raise Refusal("nudge-token")
    way = await store.read(lambda connection: book.way(connection, way_id))
    if way is None:
        raise Refusal("nudge-token")
    return _way_frame(way)


@post("/off", tags=["nudges"], responses=OF_CHANGING, status_code=204)
async def off(store: NamedDependency[Store], senders: NamedDependency[Senders], t: FromQuery[str] = "") -> None:
    """Ends mail to an address: by the link in every mail, or by the mail program itself (RFC 8058). Twice is once."""
    way_id = senders.way_of("off", t[:200])
    if way_id is None:
        raise Refusal("nudge-token")
    await store.write(lambda connection: book.remove_way(connection, way_id))


async def _mine(guest: Guest, way_id: str, store: Store) -> Way:
    way = await store.read(lambda connection: book.way(connection, way_id))
    if way is None or way.guest != guest.id:
        raise Refusal("no-such-way")
    return way


def _way_frame(way: Way) -> WayFrame:
    stopped = Saying(way.stopped, {}, say(way.stopped)) if way.stopped else None
    to = outline(read_target.decode(way.target))
    return WayFrame(way.id, way.kind, to, way.digest[:16], way.confirmed, stopped)


def router() -> Router:
    mine = [my_nudges, add_way, remove_way, try_way, remove_all, make_wish]
    return Router(
        "/api/nudges",
        route_handlers=[
            Router("/", route_handlers=mine, dependencies={"guest": Provide(caller)}),
            confirm,
            off,
        ],
    )
