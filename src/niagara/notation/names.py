"""How places, colours, cards, canoes and arms are written."""

from functools import lru_cache

from niagara.rules.board import COLOURS, DEPOSIT, HIDDEN, NEXT, NO_CARD, bag_of, colours_in
from niagara.rules.why import Reason
from niagara.words.refusal import Argument, Refusal

COLOUR_LETTERS = "pwybr"
PLACE_NAMES = ("camp", "S1", "S2", "S3", "S4", "S5", "L6", "L7", "R6", "R7", "lost")
CARD_LETTERS = "1234567CLX"  # card i is letter i - 1
CANOE_LETTERS = "ab"
ARM_LETTERS = "LR"

PLACE = {name: place for place, name in enumerate(PLACE_NAMES)}
RIVER_NAMES = PLACE_NAMES[1:-1]
DEPOSIT_NAMES = {name: COLOUR_LETTERS[DEPOSIT[PLACE[name]]] for name in RIVER_NAMES if DEPOSIT[PLACE[name]] >= 0}


def card_letter(card: int) -> str | None:
    """A card as written; `?` if it is hidden, None if there is none."""
    if card == NO_CARD:
        return None
    return "?" if card == HIDDEN else CARD_LETTERS[card - 1]


@lru_cache(4096)  # a game meets the same bags again and again
def bag_letters(bag: int) -> str:
    """A bag of gems: its letters in colour order."""
    return "".join(COLOUR_LETTERS[colour] for colour in colours_in(bag))


@lru_cache(4096)
def hand_letters(hand: int) -> str:
    """The cards of a hand, a bit each."""
    return "".join(letter for card, letter in enumerate(CARD_LETTERS, 1) if hand >> card & 1)


def read_bag(letters: str) -> int:
    """The bag of letters that are known to be colours."""
    return bag_of([COLOUR_LETTERS.index(letter) for letter in letters])


def colour_letter(colour: int) -> str | None:
    """A colour as written, None for none."""
    return COLOUR_LETTERS[colour] if 0 <= colour < COLOURS else None


def whirlpool_name(place: int) -> str:
    """Where the whirlpool is: its space, or `next`."""
    return "next" if place == NEXT else PLACE_NAMES[place]


def refusal_for(reason: Reason) -> Refusal:
    """The engine's reason, with its constants as they are written."""
    args: dict[str, Argument] = {}
    for name, value in reason.args.items():
        if name == "colour":
            args[name] = COLOUR_LETTERS[value]
        elif name == "place":
            args[name] = PLACE_NAMES[value]
        elif name == "card":
            args[name] = CARD_LETTERS[value - 1]
        elif name == "canoe":
            args[name] = CANOE_LETTERS[value]
        else:
            args[name] = value
    return Refusal(reason.key, reason.rule, **args)
