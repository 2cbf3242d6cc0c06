"""The table in plain letters, for environments that are asked to show it."""

from typing import Final

from niagara.notation.names import (
    ARM_LETTERS,
    CANOE_LETTERS,
    CARD_LETTERS,
    COLOUR_LETTERS,
    PLACE_NAMES,
    bag_letters,
    card_letter,
    whirlpool_name,
)
from niagara.notation.positions import PHASE_NAMES
from niagara.rules.board import CAMP, DEPOSIT, LOST, NO_FLAG, NOWHERE, RIVER
from niagara.rules.cargo import BAG
from niagara.rules.position import ELK_RED, NO_GEM, Position
from niagara.words import Refusal

RENDER_MODES: Final = ("human", "ansi")  # print it, return it


def mode(given: str | None) -> str | None:
    """A way to show the table, None for not at all. Refusal if there is no such way."""
    if given is not None and given not in RENDER_MODES:
        raise Refusal("envs-render-mode", given=str(given)[:40], modes=", ".join(RENDER_MODES))
    return given


def show(position: Position, how: str | None) -> str | None:
    """Prints the picture, or returns it, as the mode says; nothing without one."""
    if how == "human":
        print(picture(position), end="\n\n")  # noqa: T201  # what this mode asks for
    return picture(position) if how == "ansi" else None


def picture(position: Position) -> str:
    """A position as everybody may see it: a line each for the river's places and for the seats."""
    view = position.view(-1)
    head = f"round {view.round}  {PHASE_NAMES[view.phase]}  ring {view.ring}  weather {view.weather:+d}"
    if view.flag != NO_FLAG:
        head += f"  flag {ARM_LETTERS[view.flag]}"
    if view.whirlpool != NOWHERE:
        head += f"  whirlpool {whirlpool_name(view.whirlpool)}"
    return "\n".join([head, *_river(view), *_seats(view)])


def _river(view: Position) -> list[str]:
    lines = []
    for place in (CAMP, *RIVER, LOST):
        deposit = bag_letters(view.deposits[DEPOSIT[place]]) if DEPOSIT[place] >= 0 else ""
        if deposit and view.elk == ELK_RED and COLOUR_LETTERS[DEPOSIT[place]] == "r":
            deposit += "+elk"
        here = [_canoe(view, canoe) for canoe, at in enumerate(view.places) if at == place]
        if view.rules.joe and view.joe == place:
            here.append(f"joe[{'' if view.joe_gem == NO_GEM else COLOUR_LETTERS[view.joe_gem]}]")
        if view.whirlpool == place:
            here.append("whirlpool")
        if view.beaver == place:
            here.append("beaver")
        lines.append(f"{PLACE_NAMES[place]:<5}{deposit:<14}{' '.join(here)}".rstrip())
    return lines


def _canoe(view: Position, canoe: int) -> str:
    marks = ("+elk" if view.elk == canoe else "") + ("#bank" if view.on_bank >> canoe & 1 else "")
    return f"{canoe >> 1}{CANOE_LETTERS[canoe & 1]}[{bag_letters(BAG[view.cargo[canoe]])}]{marks}"


def _seats(view: Position) -> list[str]:
    lines = []
    for seat, hand in enumerate(view.hands):
        held = "".join(letter for card, letter in enumerate(CARD_LETTERS, 1) if hand >> card & 1)
        card = card_letter(view.cards[seat]) or "-"
        won = "  wins" if view.winners >> seat & 1 else ""
        lines.append(f"seat {seat}  home {bag_letters(view.home[seat]) or '-':<8}  hand {held:<10}  card {card}{won}")
    return lines
