"""Events written as JSON objects (docs/protocol.md, Events)."""

from typing import Any

from niagara.notation.names import (
    ARM_LETTERS,
    CANOE_LETTERS,
    CARD_LETTERS,
    PLACE_NAMES,
    bag_letters,
    colour_letter,
    whirlpool_name,
)
from niagara.notation.positions import seats_of
from niagara.rules import events as happened
from niagara.rules.board import NOWHERE
from niagara.rules.events import JOE, Event
from niagara.rules.finish import ALIKE, KINDS, SEVEN
from niagara.rules.river import push_path

# The kind of each event and the fields of its values, as (name, sort).
_SHAPES: dict[int, tuple[str, tuple[tuple[str, str], ...]]] = {
    happened.ROUND: ("round", (("round", "number"), ("ring", "number"))),
    happened.BOUGHT: ("bought", (("canoe", "canoe"), ("gem", "colour"))),
    happened.DECLINED: ("declined", (("seat", "number"),)),
    happened.CHOSE: ("chose", (("seat", "number"),)),
    happened.OPEN: ("open", (("seat", "number"), ("card", "card"))),
    happened.POINTS: ("points", (("seat", "number"), ("points", "number"))),
    happened.ELK_ABOARD: ("elk", (("canoe", "canoe"), ("at", "place"))),
    happened.STEP: ("step", (("canoe", "canoe"), ("from", "place"), ("to", "place"), ("cost", "number"))),
    happened.HOME: ("home", (("canoe", "canoe"), ("gems", "bag"))),
    happened.UNLOAD: ("unload", (("canoe", "canoe"), ("gem", "colour"), ("at", "place"))),
    happened.LOAD: ("load", (("canoe", "canoe"), ("gem", "colour"), ("at", "place"))),
    happened.STEAL: ("steal", (("canoe", "canoe"), ("victim", "victim"), ("gem", "colour"))),
    happened.TRADE: ("trade", (("canoe", "canoe"), ("give", "colour"), ("take", "colour"))),
    happened.PASS: ("pass", (("seat", "number"),)),
    happened.WEATHER_SET: ("weather", (("seat", "seat"), ("before", "number"), ("after", "number"))),
    happened.BEAVER: ("beaver", (("at", "place"),)),
    happened.LASSO_THROWN: ("lasso", (("seat", "number"), ("canoes", "canoes"))),
    happened.RIVER_MOVES: ("river", (("speed", "number"), ("lowest", "number"), ("weather", "number"))),
    happened.PUSH: ("push", (("arm", "arm"),)),
    happened.FLAG: ("flag", (("arm", "arm"),)),
    happened.WHIRLPOOL: ("whirlpool", (("at", "whirlpool"),)),
    happened.CARRY: ("carry", (("canoe", "canoe"), ("from", "place"), ("to", "place"))),
    happened.FALL: ("fall", (("canoe", "canoe"), ("at", "place"), ("gems", "bag"), ("elk", "yes"))),
    happened.UNROPE: ("unrope", (("canoe", "canoe"), ("at", "place"))),
    happened.ELK_HOME: ("elk_home", ()),
    happened.JOE_SET: ("joe", (("at", "place"),)),
    happened.REFILL: ("refill", (("seat", "number"),)),
}
_WAYS = ((KINDS, "kinds"), (ALIKE, "alike"), (SEVEN, "seven"))


def write_event(event: Event) -> dict[str, Any]:
    """An event as a JSON object; its kind stands under `event`."""
    if event.kind == happened.GAME_OVER:
        ways = [[name for way, name in _WAYS if met & way] for met in event.values[1:]]
        return {"event": "over", "winners": seats_of(event.values[0]), "ways": ways}
    name, shape = _SHAPES[event.kind]
    written: dict[str, Any] = {"event": name}
    for value, (field, sort) in zip(event.values, shape, strict=True):
        written.update(_write_value(field, sort, value))
    if event.kind == happened.PUSH:
        written["path"] = [PLACE_NAMES[place] for place in push_path(event.values[0])]
    return written


def _write_value(field: str, sort: str, value: int) -> dict[str, Any]:
    if sort == "canoe":
        if value == JOE:
            return {"seat": None, "canoe": "joe"}
        return {"seat": value >> 1, "canoe": CANOE_LETTERS[value & 1]}
    if sort == "victim":
        return {"victim": value >> 1, "victim_canoe": CANOE_LETTERS[value & 1]}
    return {field: _write_plain(sort, value)}


def _write_plain(sort: str, value: int) -> Any:
    if sort == "place":
        return None if value == NOWHERE else PLACE_NAMES[value]
    if sort == "whirlpool":
        return whirlpool_name(value)
    if sort == "colour":
        return colour_letter(value)
    if sort == "bag":
        return bag_letters(value)
    if sort == "card":
        return CARD_LETTERS[value - 1]
    if sort == "arm":
        return ARM_LETTERS[value]
    if sort == "canoes":
        return "".join(CANOE_LETTERS[which] for which in (0, 1) if value >> which & 1)
    if sort == "seat":
        return None if value < 0 else value
    return bool(value) if sort == "yes" else value
