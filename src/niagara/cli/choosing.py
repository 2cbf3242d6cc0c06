"""Rules and players as they are written on the command line, each mistake answered with what would be right."""

from difflib import get_close_matches

from niagara.notation.positions import FORK_NAMES, TIE_BREAK_NAMES
from niagara.notation.reading import MOST_ROUNDS
from niagara.rules import RuleSet
from niagara.words import Refusal

BASE = "base"  # says nothing, and can be said: the game without expansions
EXPANSIONS = ("spirits", "joe")
READINGS: dict[str, tuple[str, ...]] = {
    "players": ("3", "4", "5", "6"),
    "fork": FORK_NAMES,
    "elk_on_choice_card": ("2", "1"),
    "tie_break": TIE_BREAK_NAMES,
    "round_limit": (),  # any number
}
FEWEST = 3  # players (R1.5)


def nearest(word: str, known: list[str]) -> str:
    """The known word that looks most like this one."""
    return (get_close_matches(word.casefold(), known, 1, 0.0) or known)[0]


def chosen_rules(words: str, players: int, **defaults: str) -> RuleSet:
    """The rule set of words such as `spirits joe fork=random`, in any order; `players` where they do not say.

    `defaults` are readings that hold where the words do not say otherwise.
    """
    values = {"players": str(players), "fork": "alternating", "elk_on_choice_card": "2", "tie_break": "shared"}
    values |= {"round_limit": "0"} | defaults
    expansions = set()
    for word in words.replace(",", " ").split():
        name, equals, value = word.casefold().partition("=")
        if not equals and name in (BASE, *EXPANSIONS):
            expansions.add(name)
        elif equals and name in READINGS:
            values[name] = _value(name, value)
        else:
            known = [BASE, *EXPANSIONS, *(f"{reading}=" for reading in READINGS)]
            raise Refusal("rules-word-unknown", word=word, nearest=nearest(word, known), known=", ".join(known))
    spirits = "spirits" in expansions
    try:
        return RuleSet(
            players=int(values["players"]),
            spirits=spirits,
            joe="joe" in expansions,
            fork=FORK_NAMES.index(values["fork"]),
            elk_on_choice_card=int(values["elk_on_choice_card"]),
            tie_break=TIE_BREAK_NAMES.index(values["tie_break"]),
            round_limit=int(values["round_limit"]),
        )
    except ValueError as wrong:
        raise Refusal("rules-players", "R1.5", most=6 if spirits else 5) from wrong


def _value(name: str, value: str) -> str:
    known = READINGS[name]
    if not known:
        if not value.isdecimal() or int(value) > MOST_ROUNDS:
            raise Refusal("rules-number", "R9", name=name, most=MOST_ROUNDS)
    elif value not in known:
        close = nearest(value, list(known))
        raise Refusal("rules-value", "R9", name=name, value=value, nearest=close, known=", ".join(known))
    return value
