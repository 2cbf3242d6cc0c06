"""Texts that look like moves: every shape that the notation has, and legal moves with one thing changed."""

import re
from collections.abc import Iterator
from random import Random

from niagara.notation.names import PLACE_NAMES, bag_letters
from niagara.rules.board import CHOICE, DEPOSIT
from niagara.rules.cargo import BAG
from niagara.rules.position import Position

COLOURS = "pwybr"
CANOE_MOVE = re.compile(
    r"(?P<canoe>[ab])(?P<points>=.)?(?P<before>\(.*?\))?(?P<end>>~?[a-zA-Z0-9]+)?(?P<after>\(.*?\))?"
    r"(?P<steals>(?:\*...)*)(?P<trade>&.*)?"
)
SIMPLE = (
    *(f"card {card}" for card in "1234567CLX"),
    *(f"buy {canoe}{gem}" for canoe in "ab" for gem in ("", " p", " w", " y", " b", " r")),
    *(f"lasso {canoes}" for canoes in ("-", "a", "b", "ab")),
    *(f"arm {canoe} {arm}" for canoe in "ab" for arm in "LR"),
    *(f"elk {canoe}" for canoe in "ab"),
    "nobuy", "end", "weather +", "weather -", "river L", "river R", "river LR", "river RRL",
)  # fmt: skip


def texts(random: Random, position: Position, seat: int, legal: list[str], count: int) -> Iterator[str]:
    """All simple moves; where canoes move, as many canoe moves of any shape, and twice as many legal ones changed."""
    yield from SIMPLE
    canoe_moves = [move for move in legal if CANOE_MOVE.fullmatch(move)]
    for _ in range(count if canoe_moves else 3):
        yield canoe_move(random, position, seat)
    for _ in range(2 * count if canoe_moves else 0):
        yield changed(random, position, random.choice(canoe_moves))
    yield from (garbled(random, random.choice(legal)) for _ in range(3 if legal else 0))


def canoe_move(random: Random, position: Position, seat: int) -> str:
    """A canoe move of any shape, made of what lies about more often than not."""
    canoe = random.choice((0, 1))
    own = max(2 * seat + canoe, 0)
    aboard = bag_letters(BAG[position.cargo[own]])
    end = random.choice(range(len(PLACE_NAMES)))
    parts = ["ab"[canoe]]
    if random.random() < (0.9 if position.cards[seat] == CHOICE else 0.05):
        parts.append(f"={random.choice('123')}")
    stays = random.random() < 0.2
    place = position.places[own] if stays or random.random() < 0.5 else end
    lying = bag_letters(position.deposits[DEPOSIT[place]]) if DEPOSIT[place] >= 0 else ""
    ops = operations(random, aboard, lying)
    if stays:
        parts.append(ops)
    else:
        step = f">{random.choice(['', '', '~'])}{PLACE_NAMES[end]}"
        parts += [ops, step] if place != end else [step, ops]
    there = [
        (other, gem)
        for other, at in enumerate(position.places)
        for gem in bag_letters(BAG[position.cargo[other]])
        if at == end
    ]
    for _ in range(random.choice([0, 0, 0, 1, 1, 2])):
        other, gem = random.choice(there) if there else (random.randrange(12), random.choice(COLOURS))
        parts.append(f"*{gem}{other >> 1}{'ab'[other & 1]}")
    if random.random() < 0.3:
        joe = COLOURS[position.joe_gem] if position.joe_gem >= 0 else random.choice(COLOURS)
        give = "-" + random.choice(aboard or COLOURS)
        parts.append("&" + random.choice([give, f"+{joe}", f"{give}+{joe}"]))
    return "".join(parts)


def operations(random: Random, aboard: str, lying: str) -> str:
    """None, or up to two unloads and two loads, in order."""
    unloads = sorted(random.choices(aboard or COLOURS, k=random.choice([0, 0, 1, 2])), key=COLOURS.index)
    loads = sorted(random.choices(lying or COLOURS, k=random.choice([0, 0, 1, 2])), key=COLOURS.index)
    signed = [f"-{gem}" for gem in unloads] + [f"+{gem}" for gem in loads]
    return f"({''.join(signed)})" if signed and random.random() < 0.7 else ""


def changed(random: Random, position: Position, text: str) -> str:
    """A legal canoe move with one of its parts, or two, dropped or exchanged for another of its kind."""
    match = CANOE_MOVE.fullmatch(text)
    assert match
    parts = {name: part or "" for name, part in match.groupdict().items()}
    for name in random.choices(list(parts), k=random.choice([1, 1, 2])):
        parts[name] = random.choice(["", part_like(random, position, name)])
    return "".join(parts.values())


def part_like(random: Random, position: Position, name: str) -> str:
    match name:
        case "canoe":
            return random.choice("ab")
        case "points":
            return f"={random.choice('123')}"
        case "before" | "after":
            few = random.sample(COLOURS, 2)
            return operations(random, few[0], "".join(few)) or f"(+{few[0]})"
        case "end":
            return f">{random.choice(['', '', '~'])}{random.choice(PLACE_NAMES)}"
        case "steals":
            loaded = [other for other, cargo in enumerate(position.cargo) if cargo] or [0]
            other = random.choice(loaded)
            gem = random.choice(bag_letters(BAG[position.cargo[other]]) or COLOURS)
            return f"*{gem}{other >> 1}{'ab'[other & 1]}" * random.choice([1, 1, 2])
        case _:
            mine, his = random.choices(COLOURS, k=2)
            return random.choice([f"&-{mine}", f"&+{his}", f"&-{mine}+{his}"])


def garbled(random: Random, text: str) -> str:
    """A text with a letter dropped, doubled or put elsewhere."""
    at = random.randrange(len(text))
    return random.choice(
        [text[:at] + text[at + 1 :], text[:at] + text[at] + text[at:], text[at:] + text[:at], text + " "]
    )
