"""A record as moments to look at, one after the other: what happened, and what changed on the table."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from niagara import notation, rules
from niagara.notation import Record
from niagara.server.view import View, ViewChange, changed
from niagara.words import Refusal

SPECTATOR = -1
PAGE = 1_000  # steps in one answer


class Step(msgspec.Struct, frozen=True):
    """What leads from one moment to the next; the cards of a round are chosen in one step."""

    round: int
    seat: int | None  # null: all seats, or chance
    move: str | None
    events: list[dict[str, Any]]
    change: ViewChange


class Steps(msgspec.Struct, frozen=True):
    begin: View  # before the first of these steps
    steps: list[Step]
    next: int | None  # the number of steps to ask for after these; null: there are no more


@dataclass
class Moment:
    """A position of the record, for spectators, and how many decisions led to it."""

    position: rules.Position
    decisions: int = 0
    seat: int | None = None  # who has decided last; None: everybody, or chance
    move: str | None = None
    round: int = 1
    events: list[dict[str, Any]] = field(default_factory=list)


def moments(record: Record) -> Iterator[Moment]:
    """The beginning, then the moment after each decision. The position is played on, not copied: whoever keeps it copies it."""
    position = rules.new_game(record.rules, record.ring)
    yield Moment(position, events=[{"event": "round", "round": 1, "ring": record.ring}])
    events: list[dict[str, Any]] = []
    for number, (seat, move) in enumerate(record.decisions, 1):
        happened: list[rules.Event] = []
        phase, begun = position.phase, position.round
        rules.play(position, seat, move, happened)
        events += [notation.write_event(event) for event in happened]
        if position.phase == rules.CARDS == phase and position.round == begun:
            continue  # others still choose
        everybody = phase == rules.CARDS or seat == rules.CHANCE
        named = None if phase == rules.CARDS else notation.write_move(move)
        yield Moment(position, number, None if everybody else seat, named, begun, events)
        events = []


def steps(record: Record, after: int) -> Steps:
    """The steps that follow the first `after` ones, a page of them at most. Refusal if there are not so many."""
    before: dict[str, Any] | None = None
    begin: dict[str, Any] | None = None
    told: list[Step] = []
    last = 0
    for number, moment in enumerate(moments(record)):
        last = number
        if number < after or after < 0:
            continue
        if number > after + PAGE:
            return Steps(_typed(begin), told, after + PAGE)
        view = notation.write_position(moment.position.view(SPECTATOR))
        if before is None:
            begin = view
        else:
            told.append(Step(moment.round, moment.seat, moment.move, moment.events, changed(before, view)))
        before = view
    if begin is None:
        raise Refusal("no-such-step", step=after, last=last)
    return Steps(_typed(begin), told, None)


def _typed(view: dict[str, Any] | None) -> View:
    return msgspec.convert(view, View)


def moment_at(record: Record, step: int) -> Moment:
    """The moment after so many steps. Refusal if there are not so many."""
    last = 0
    for number, moment in enumerate(moments(record)):
        if number == step:
            return moment
        last = number
    raise Refusal("no-such-step", step=step, last=last)
