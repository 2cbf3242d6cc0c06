"""The table in the terminal: the river place by place, and each seat; letters carry all that colours do."""

from rich.console import Group
from rich.table import Table
from rich.text import Text

from niagara.notation.names import ARM_LETTERS, CANOE_LETTERS, CARD_LETTERS, PLACE_NAMES, bag_letters, card_letter
from niagara.rules import Position
from niagara.rules.board import CAMP, DEPOSIT, LOST, NO_FLAG, RED, RIVER, S5
from niagara.rules.cargo import BAG
from niagara.rules.position import ELK_RED, NO_GEM
from niagara.words import say

SEAT_STYLES = ("bright_red", "bright_cyan", "bright_yellow", "bright_green", "bright_magenta", "bright_white")
GEM_STYLES = {"p": "magenta", "w": "bold white", "y": "yellow", "b": "blue", "r": "red"}
FORK = "─"


def draw(position: Position, names: list[str]) -> Group:
    """The whole table, as everybody may see it."""
    head = Text(say("draw-head", round=position.round, ring=names[position.ring]), style="bold")
    marks = [say("board-weather", weather=say(f"weather-{position.weather}"))]
    if position.flag != NO_FLAG:
        marks.append(say("board-flag", arm=ARM_LETTERS[position.flag]))
    return Group(
        Text(), head, Text("  ·  ".join(marks)), Text(), _river(position, names), Text(), _seats(position, names)
    )


def _river(position: Position, names: list[str]) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for place in (CAMP, *RIVER, LOST):
        here = _pieces(position, place, names)
        if place == LOST and not here:
            continue
        deposit = DEPOSIT[place]
        gems = gem_letters(bag_letters(position.deposits[deposit])) if deposit >= 0 else Text()
        if position.elk == ELK_RED and deposit == RED:
            gems += Text(f" + {say('draw-elk')}")
        table.add_row(PLACE_NAMES[place], say(f"spot-{PLACE_NAMES[place]}"), gems, Text("  ").join(here))
        if place == S5:
            table.add_row(FORK * 2, Text(say("draw-fork"), style="dim"))
    return table


def _pieces(position: Position, place: int, names: list[str]) -> list[Text]:
    """What stands on a place: canoes with their cargo, Joe, the whirlpool, the beaver."""
    found = []
    for canoe, where in enumerate(position.places):
        if where == place:
            found.append(_canoe(position, canoe, names))
    if position.rules.joe and position.joe == place:
        joe = "" if position.joe_gem == NO_GEM else bag_letters(1 << 6 * position.joe_gem)
        found.append(Text("Joe", style="italic") + _cargo(joe))
    if position.whirlpool == place:
        found.append(Text(f"@ {say('board-whirlpool')}", style="bold blue"))
    if position.beaver == place:
        found.append(Text(f"% {say('board-beaver')}", style="yellow"))
    return found


def _canoe(position: Position, canoe: int, names: list[str]) -> Text:
    seat = canoe >> 1
    text = Text(f"{names[seat]} {CANOE_LETTERS[canoe & 1]}", style=SEAT_STYLES[seat])
    text += _cargo(bag_letters(BAG[position.cargo[canoe]]))
    notes = []
    if position.elk == canoe:
        notes.append(say("board-with-elk"))
    if position.on_bank >> canoe & 1:
        notes.append(say("board-roped"))
    return text + Text(f" ({', '.join(notes)})") if notes else text


def _cargo(gems: str) -> Text:
    return Text("[") + gem_letters(gems) + Text("]") if gems else Text()


def gem_letters(gems: str) -> Text:
    return Text.assemble(*((gem, GEM_STYLES[gem]) for gem in gems))


def _seats(position: Position, names: list[str]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("seat", "home", "hand", "used", "plays"):
        table.add_column(say(f"draw-{column}"))
    for seat, name in enumerate(names):
        hand, full = position.hands[seat], position.rules.full_hand
        opened = position.opened >> seat & 1
        played = card_letter(position.cards[seat]) if opened else None
        ring = "°" if seat == position.ring else " "
        table.add_row(
            Text(f"{ring}{name}", style=SEAT_STYLES[seat]),
            gem_letters(bag_letters(position.home[seat])),
            cards_in(hand),
            cards_in(full & ~hand),
            played or "",
        )
    return table


def cards_in(hand: int) -> str:
    """The cards of a set, with blanks between."""
    return " ".join(letter for card, letter in enumerate(CARD_LETTERS, 1) if hand >> card & 1)
