"""A game as a record: text to read, paste and mail, that replays exactly."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from niagara import rules
from niagara.notation.moves import read_move, shortened, write_move
from niagara.notation.positions import FORK_NAMES, TIE_BREAK_NAMES, seats_of
from niagara.notation.reading import MOST_ROUNDS
from niagara.rules.position import BANKS, BUY, CARDS, CHANCE, OVER, RIVER_DRAW, Position
from niagara.rules.ruleset import RuleSet
from niagara.words import Refusal

FORMAT = "1"
_INDENT = "   "
_DEFAULTS = {"fork": "alternating", "elk_on_choice_card": "2", "tie_break": "shared", "round_limit": "0"}


@dataclass
class Record:
    """A game: who played by which rules, and every decision.

    `decisions` are (seat, move) in the order of the record: within a round the buys by seat, the cards by seat, then as they were made.
    `tags` are all tags as written, in order; those that follow from the game are made anew when the record is written.
    """

    rules: RuleSet
    names: list[str]
    ring: int = 0
    decisions: list[tuple[int, int]] = field(default_factory=list)
    tags: list[tuple[str, str]] = field(default_factory=list)

    def replay(self) -> Iterator[tuple[Position, int, int]]:
        """Each decision with the position before it: (position, seat, move). The position is the caller's to keep."""
        position = rules.new_game(self.rules, self.ring)
        for seat, move in self.decisions:
            yield position.copy(), seat, move
            rules.play(position, seat, move)

    def end(self) -> Position:
        """The position after the last decision."""
        position = rules.new_game(self.rules, self.ring)
        for seat, move in self.decisions:
            rules.play(position, seat, move)
        return position

    def without_running_round(self) -> "Record":
        """The record up to the last finished round: what everybody may know (R10.1)."""
        position = rules.new_game(self.rules, self.ring)
        finished = 0
        for index, (seat, move) in enumerate(self.decisions):
            before = position.round
            rules.play(position, seat, move)
            if position.round != before or position.phase == OVER:
                finished = index + 1
        return Record(self.rules, self.names, self.ring, self.decisions[:finished], self.tags)


def ordered(decisions: list[tuple[int, int]], ruleset: RuleSet, ring: int) -> list[tuple[int, int]]:
    """Decisions in the order they were made, brought into a record's order: last choice of card only, buys and cards by seat.

    Cards of a round in which not everybody has chosen are left out.
    """
    position = rules.new_game(ruleset, ring)
    kept: list[tuple[int, int]] = []
    waiting: dict[int, int] = {}
    for seat, move in decisions:
        phase = position.phase
        rules.play(position, seat, move)
        if phase not in (BUY, CARDS):
            kept.append((seat, move))
            continue
        waiting[seat] = move
        if position.phase != phase:
            kept.extend(sorted(waiting.items()))
            waiting.clear()
    if position.phase == BUY:
        kept.extend(sorted(waiting.items()))
    return kept


def write_record(record: Record) -> str:
    """The record as text; the same record always gives the same text."""
    position = rules.new_game(record.rules, record.ring)
    entries: list[tuple[int, str, str]] = []  # the round, how the line begins, and what stands in it
    for seat, move in record.decisions:
        entries.append((position.round, *_line_of(position.phase, seat, write_move(move))))
        rules.play(position, seat, move)
    lines = [f'[{name} "{_escape(value)}"]' for name, value in _tags(record, position)] + [""]
    written = 0  # the round whose first line stands already
    for (number, head), group in groupby(entries, key=lambda entry: entry[:2]):
        parts = [part for _, _, part in group]
        if head == "cards " and len(parts) < record.rules.players:
            continue
        start = _INDENT if number == written else f"{number}. "
        lines.append(start + head + (" " if head == "cards " else "; ").join(parts))
        written = number
    return "\n".join(lines) + "\n"


def _line_of(phase: int, seat: int, written: str) -> tuple[str, str]:
    """How the line of a decision begins, and what the decision adds to it."""
    if phase == CARDS:
        return "cards ", written.removeprefix("card ")
    if phase == BUY:
        return "buys ", f"{seat}: {written}"
    if phase == BANKS:
        return "banks ", f"{seat}: {written}"
    if phase == RIVER_DRAW:
        return "", written
    return f"{seat}: ", written


def write_rules_tag(ruleset: RuleSet) -> str:
    """The Rules tag: players, expansions, and readings that differ from the default."""
    words = [f"players={ruleset.players}"]
    if ruleset.spirits:
        words.append("spirits")
    if ruleset.joe:
        words.append("joe")
    values = {
        "fork": FORK_NAMES[ruleset.fork],
        "elk_on_choice_card": str(ruleset.elk_on_choice_card),
        "tie_break": TIE_BREAK_NAMES[ruleset.tie_break],
        "round_limit": str(ruleset.round_limit),
    }
    words += [f"{name}={value}" for name, value in values.items() if value != _DEFAULTS[name]]
    return " ".join(words)


def read_rules_tag(value: str) -> RuleSet:
    """The rule set of a Rules tag, which must be written as `write_rules_tag` writes it."""
    words = value.split(" ")
    values = dict(_DEFAULTS)
    values.update(word.split("=", 1) for word in words if "=" in word)  # type: ignore[misc]  # two parts, by the condition
    try:
        ruleset = RuleSet(
            players=int(values["players"]),
            spirits="spirits" in words,
            joe="joe" in words,
            fork=FORK_NAMES.index(values["fork"]),
            elk_on_choice_card=int(values["elk_on_choice_card"]),
            tie_break=TIE_BREAK_NAMES.index(values["tie_break"]),
            round_limit=int(values["round_limit"]),
        )
    except (KeyError, ValueError) as error:
        raise Refusal("record-rules", "R9", value=shortened(value)) from error
    if write_rules_tag(ruleset) != value or ruleset.round_limit > MOST_ROUNDS:
        raise Refusal("record-rules", "R9", value=shortened(value))
    return ruleset


def _result(position: Position) -> str:
    if position.phase != OVER:
        return "*"
    return " ".join(str(seat) for seat in seats_of(position.winners)) or "-"


def _tags(record: Record, position: Position) -> list[tuple[str, str]]:
    made = {
        "Niagara": FORMAT,
        "Rules": write_rules_tag(record.rules),
        "Seats": "\n".join(record.names),
        "Ring": str(record.ring),
        "Result": _result(position),
    }
    known = [(name, made.pop(name, value)) for name, value in record.tags]
    last = [("Result", made.pop("Result"))] if "Result" in made else []
    return [*made.items(), *known, *last]


def _escape(value: str) -> str:
    return '" "'.join(part.replace("\\", "\\\\").replace('"', '\\"') for part in value.split("\n"))


# No control characters in a tag, nor any that turn the direction of writing: whoever prints a stranger's record is safe from it.
_LETTER = r'[^"\\\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]'
_TAG = re.compile(rf'\[([A-Za-z][A-Za-z0-9_]*)((?: "(?:{_LETTER}|\\["\\])*")+)\]')
_VALUE = re.compile(r'"((?:[^"\\]|\\["\\])*)"')
_ROUND = re.compile(r"([1-9][0-9]*)\. (.*)")
_TURN = re.compile(r"([0-5]): (.*)")


def read_record(text: str) -> Record:
    """The record of a text. Refusal with the line, the move and the rule it breaks if something in it is wrong."""
    lines = [line.rstrip() for line in re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))]
    tags: list[tuple[str, str]] = []
    index = 0
    while index < len(lines) and lines[index]:
        match = _TAG.fullmatch(lines[index])
        if not match:
            raise Refusal("record-tag", line=index + 1)
        values = [re.sub(r"\\(.)", r"\1", value) for value in _VALUE.findall(match[2])]
        tags.append((match[1], "\n".join(values)))
        index += 1
    record = _from_tags(tags)
    position = rules.new_game(record.rules, record.ring)
    while index < len(lines):
        if lines[index]:
            try:
                _read_line(record, position, lines[index])
            except Refusal as refusal:
                raise _at_line(refusal, index + 1, lines[index]) from refusal
        index += 1
    result = dict(tags)["Result"]
    if result != _result(position):
        raise Refusal("record-result", "R8.1", written=shortened(result), right=_result(position))
    return record


def _at_line(refusal: Refusal, line: int, content: str) -> Refusal:
    return Refusal("record-line", refusal.rule, line=line, content=shortened(content.strip()), why=refusal.sentence)


def _from_tags(tags: list[tuple[str, str]]) -> Record:
    names = [name for name, _ in tags]
    for name in ("Niagara", "Rules", "Seats", "Ring", "Result"):
        if names.count(name) != 1:
            raise Refusal("record-tag-missing", name=name)
    values = dict(tags)
    if names[0] != "Niagara" or values["Niagara"] != FORMAT:
        raise Refusal("record-format", version=FORMAT)
    ruleset = read_rules_tag(values["Rules"])
    seats = values["Seats"].split("\n")
    if len(seats) != ruleset.players:
        raise Refusal("record-seats", "R1.5", players=ruleset.players)
    ring = values["Ring"]
    if ring not in [str(seat) for seat in range(ruleset.players)]:
        raise Refusal("record-ring", "R1.9", last=ruleset.players - 1)
    return Record(ruleset, seats, int(ring), [], tags)


def _read_line(record: Record, position: Position, line: str) -> None:
    begins = _ROUND.fullmatch(line)
    if begins:
        if begins[1] != str(position.round) or position.phase not in (BUY, CARDS):
            raise Refusal("record-round", round=position.round)
        line = begins[2]
    line = line.strip()
    word, _, rest = line.partition(" ")
    if word == "cards":
        cards = rest.split(" ")
        if len(cards) != record.rules.players:
            raise Refusal("record-cards", "R2.5", players=record.rules.players)
        for seat, card in enumerate(cards):
            _apply(record, position, seat, f"card {card}", "cards ")
    elif word in ("buys", "banks"):
        last = -1
        for entry in rest.split("; "):
            match = _TURN.fullmatch(entry)
            if not match or (word == "buys" and int(match[1]) <= last):
                raise Refusal("record-entry", word=word)
            last = int(match[1])
            _apply(record, position, last, match[2], f"{word} ")
    elif word == "river":
        _apply(record, position, CHANCE, line, "")
    else:
        match = _TURN.fullmatch(line)
        if not match:
            raise Refusal("record-not-understood")
        for text in match[2].split("; "):
            _apply(record, position, int(match[1]), text, f"{match[1]}: ")


def _apply(record: Record, position: Position, seat: int, text: str, head: str) -> None:
    """Adds one decision, from a line that begins with `head`."""
    if seat >= record.rules.players:
        raise Refusal("record-no-seat", "R1.5", last=record.rules.players - 1)
    move = read_move(position, seat, text)
    if seat not in rules.actors(position):
        raise Refusal("why-decided", "R2.5")
    if _line_of(position.phase, seat, text)[0] != head:
        raise _misplaced(position)
    rules.play(position, seat, move)
    record.decisions.append((seat, move))


def _misplaced(position: Position) -> Refusal:
    """A legal move, but not on the line where such moves stand."""
    if position.phase == CARDS:
        return Refusal("record-cards", "R2.5", players=position.rules.players)
    if position.phase in (BUY, BANKS):
        return Refusal("record-entry", word="buys" if position.phase == BUY else "banks")
    return Refusal("record-not-understood")
