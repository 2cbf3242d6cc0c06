"""Games as text: read, written, refused (the notation, Record)."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niagara import notation, rules
from niagara.notation import Record, read_record, write_record
from niagara.notation.record import read_rules_tag, write_rules_tag
from niagara.words import Refusal

SMALL = """[Niagara "1"]
[Rules "players=3"]
[Seats "Ada" "Bo" "Cy"]
[Ring "1"]
[Date "2026-11-29"]
[Result "*"]

1. cards 3 2 C
   1: a>S2
   2: weather +
   0: b>S3
2. cards 1 1 1
   2: end
   0: b>S5; end
   1: a>S4; b>S1
"""

BANKS = """[Niagara "1"]
[Rules "players=3 spirits fork=random"]
[Seats "Ada" "Bo" "Cy"]
[Ring "0"]
[Result "*"]

1. cards 1 2 3
   0: a>S1
   1: end
   2: end
   river L
"""


def test_record_reads_and_writes_the_same_bytes() -> None:
    for text in (SMALL, BANKS):
        assert write_record(read_record(text)) == text


def test_record_holds_the_game() -> None:
    record = read_record(SMALL)
    assert (record.rules, record.names, record.ring) == (rules.RuleSet(3), ["Ada", "Bo", "Cy"], 1)
    assert [(seat, notation.write_move(move)) for seat, move in record.decisions[:5]] == [
        (0, "card 3"), (1, "card 2"), (2, "card C"), (1, "a>S2"), (2, "weather +"),
    ]  # fmt: skip
    positions = [position for position, _, _ in record.replay()]
    assert len(positions) == len(record.decisions)
    assert (positions[0].round, positions[-1].round, record.end().round) == (1, 2, 3)
    assert positions[0] == rules.new_game(rules.RuleSet(3), 1)


@pytest.mark.parametrize(
    "tag",
    [
        "players=3",
        "players=5 joe",
        "players=6 spirits joe",
        "players=4 spirits fork=random elk_on_choice_card=1 tie_break=gem_value round_limit=30",
        "players=4 joe tie_break=gem_value",
    ],
)
def test_rules_tag_names_expansions_and_what_differs_from_the_default(tag: str) -> None:
    """R9."""
    assert write_rules_tag(read_rules_tag(tag)) == tag


@pytest.mark.parametrize(
    "tag",
    [
        "", "4", "players", "players=", "players=2", "players=6", "players=7 spirits", "players=4 fork=alternating",
        "players=4 joe spirits", "players=4  joe", " players=4", "players=4 ", "players=04", "players=4 players=4",
        "players=4 round_limit=-1", "players=4 round_limit=0", "players=4 elk_on_choice_card=3", "players=4 beaver",
        "players=4 fork=", "players=4 x=1", "players=4 round_limit=" + "9" * 5000, "players=٤", "spirits players=4",
    ],
)  # fmt: skip
def test_rules_tag_has_one_way_of_writing(tag: str) -> None:
    """R1.5, R9."""
    with pytest.raises(Refusal) as refused:
        read_rules_tag(tag)
    assert (refused.value.key, refused.value.rule) == ("record-rules", "R9")


def test_unknown_tags_are_kept_where_they_stand() -> None:
    text = SMALL.replace("[Ring", '[Event "The \\"great\\" \\\\ game" "second value"]\n[Ring')
    record = read_record(text)
    assert ("Event", 'The "great" \\ game\nsecond value') in record.tags
    assert write_record(record) == text


@pytest.mark.parametrize("control", ["\x1b[2J", "\x07", "\t", "\x7f", "\x9b", "\u202e", "\u2066"])
@pytest.mark.parametrize("tag", ['[Seats "Ada" "B{}o" "Cy"]', '[Date "2026{}"]'])
def test_a_tag_with_control_characters_is_refused(tag: str, control: str) -> None:
    """A record may come from a stranger; its names are printed on the reader's terminal."""
    name = tag.split()[0]
    text = "\n".join(tag.format(control) if line.startswith(name) else line for line in SMALL.split("\n"))
    with pytest.raises(Refusal) as refused:
        read_record(text)
    assert refused.value.key == "record-tag"
    assert control not in refused.value.text


def test_names_may_hold_quotes_backslashes_and_any_letters() -> None:
    names = ['Ada "the ruby"', "C:\\canoe", "Þóra \u2028 李 🛶"]
    text = write_record(Record(rules.RuleSet(3), names))
    assert read_record(text).names == names
    assert write_record(read_record(text)) == text


def test_tags_that_are_missing_are_made_in_their_order() -> None:
    text = write_record(Record(rules.RuleSet(3), ["A", "B", "C"], 2, [], [("Date", "2026-11-29")]))
    assert re.findall(r"^\[(\w+)", text, re.MULTILINE) == ["Niagara", "Rules", "Seats", "Ring", "Date", "Result"]


def test_other_line_ends_and_blanks_of_a_mail_do_not_matter() -> None:
    for mailed in (
        SMALL.replace("\n", "\r\n"),
        "\ufeff" + SMALL,
        SMALL.replace("   1:", "1:"),
        SMALL + "\n\n",
        SMALL[:-1],
    ):
        assert write_record(read_record(mailed)) == SMALL


def test_result_names_winners_or_nobody_or_that_the_game_runs() -> None:
    limited = SMALL.replace("players=3", "players=3 round_limit=2")
    assert write_record(read_record(limited.replace('Result "*"', 'Result "-"'))) == limited.replace('"*"', '"-"')
    with pytest.raises(Refusal) as refused:
        read_record(limited)
    assert refused.value.text == "The tag Result says *, but the moves lead to -. (R8.1)"


def test_record_of_a_running_game_ends_with_what_everybody_knows() -> None:
    """R10.1: the last finished round; cards that were chosen in the running one are left out."""
    record = read_record(SMALL)
    record.decisions += [(0, notation.parse_move("card 5")), (2, notation.parse_move("card 6"))]
    assert write_record(record.without_running_round()) == SMALL
    assert write_record(record) == SMALL  # not all have chosen
    record.decisions = record.decisions[:-6]
    assert write_record(record.without_running_round()) == "\n".join(SMALL.split("\n")[:11]) + "\n"


def test_decisions_in_the_order_in_which_they_were_made_become_a_record() -> None:
    """R2.4, R2.5: changed cards count once, buys and cards stand by seat."""
    made = [(2, "card 4"), (0, "card 6"), (2, "card 5"), (0, "card 3"), (1, "card 2")]
    ordered = notation.ordered([(seat, notation.parse_move(move)) for seat, move in made], rules.RuleSet(3), 0)
    assert [(seat, notation.write_move(move)) for seat, move in ordered] == [
        (0, "card 3"),
        (1, "card 2"),
        (2, "card 5"),
    ]


FAULTS = [
    ("1. cards 3 2 C", "1. cards 3 2 7", "Line 8, 1. cards 3 2 7: There is no card 7 in this game. (R1.7)"),
    (
        "1. cards 3 2 C",
        "1. cards 3 2",
        "Line 8, 1. cards 3 2: Cards of 3 seats must stand here, such as 4 C 6 2. (R2.5)",
    ),
    (
        "1. cards 3 2 C",
        "2. cards 3 2 C",
        "Line 8, 2. cards 3 2 C: Round 1 should begin here, or the one before it end.",
    ),
    (
        "2. cards 1 1 1",
        "2. cards 3 1 1",
        "Line 12, 2. cards 3 1 1: You have already played 3; it comes back when all your cards are used. (R2.6)",
    ),
    ("   1: a>S2", "   1: a>S3", "Line 9, 1: a>S3: That takes 3 points; the canoe has 2. (R3.8)"),
    ("   1: a>S2", "   2: weather +", "Line 9, 2: weather +: Seat 1 is at turn, not you. (R2.7)"),
    ("   1: a>S2\n", "", "Line 9, 2: weather +: Seat 1 is at turn, not you. (R2.7)"),
    ("0: b>S5; end", "0: b>S5;end", "Line 14, 0: b>S5;end: “b>S5;end” is not a move."),
    (
        "0: b>S5; end",
        "0: b>S5; b>S4",
        "Line 14, 0: b>S5; b>S4: Canoe b has used its points. (R3.2)",
    ),
    (
        "2: weather +",
        "7: weather +",
        "Line 10, 7: weather +: A line holds cards, buys, banks, river or the moves of a seat",
    ),
    ("2: weather +", "3: weather +", "Line 10, 3: weather +: There is no such seat; the last is 2. (R1.5)"),
    (
        "2: weather +",
        "river RR",
        "Line 10, river RR: A turn is being played now: answer with a move of that turn. (R2.7)",
    ),
    ("2: weather +", "Bo plays Cloud", "Line 10, Bo plays Cloud: A line holds cards, buys, banks, river or the moves"),
    ("2: weather +", "buys 2: weather +", "Line 10, buys 2: weather +: A line holds cards, buys, banks, river"),
    ("2: weather +", "banks 2: weather +", "Line 10, banks 2: weather +: A line holds cards, buys, banks, river"),
    ("2: weather +", "buys", "Line 10, buys: After buys stand seats in order and their moves"),
    ("1. cards 3 2 C", "1. 0: card 3", "Line 8, 1. 0: card 3: Cards of 3 seats must stand here"),
    (
        "1: a>S4; b>S1\n",
        "1: a>S4; b>S1\n   0: b>S4\n",
        "Line 16, 0: b>S4: Cards are being chosen now: answer with a card. (R2.5)",
    ),
    ('[Ring "1"]', '[Ring "1"', 'Line 4 must be a tag, such as [Ring "2"].'),
    ('[Ring "1"]', "", "The record must have the tag Ring exactly once."),
    ('[Ring "1"]', '[Ring "1"]\n[Ring "1"]', "The record must have the tag Ring exactly once."),
    ('[Ring "1"]', '[Ring "3"]', "The tag Ring must be a seat, 0 to 2. (R1.9)"),
    ('[Niagara "1"]', '[Niagara "2"]', 'The record must begin with [Niagara "1"].'),
    (
        '[Niagara "1"]\n[Rules "players=3"]',
        '[Rules "players=3"]\n[Niagara "1"]',
        'The record must begin with [Niagara "1"].',
    ),
    ('"Bo" ', "", 'The tag Seats must name 3 players, such as "Ada" "Bo" "Cy". (R1.5)'),
    ('Result "*"', 'Result "0"', "The tag Result says 0, but the moves lead to *. (R8.1)"),
]


@pytest.mark.parametrize(("old", "new", "text"), FAULTS)
def test_faulty_record_is_refused_with_line_move_and_rule(old: str, new: str, text: str) -> None:
    assert old in SMALL
    with pytest.raises(Refusal) as refused:
        read_record(SMALL.replace(old, new, 1))
    assert refused.value.text.startswith(text)


def test_draw_of_the_arms_stands_in_the_record() -> None:
    """R6.2, R9: of the length that the river moves."""
    with pytest.raises(Refusal) as refused:
        read_record(BANKS.replace("river L", "river LR"))
    assert refused.value.text == "Line 11, river LR: The river moves 1: draw 1 arms, L or R each. (R6.2)"


@pytest.mark.parametrize(
    "text", ["", "\n", "\n\n", "Niagara", '[Niagara "1"]', "{}", "1. cards 1 2 3", "\x00", "[" * 1000]
)
def test_text_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        read_record(text)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), inserted=st.text(max_size=6))
def test_record_with_a_stroke_of_the_pen_is_read_or_refused(seed: int, inserted: str) -> None:
    """Nothing crashes, and what is read is written so that it reads the same."""
    random = Random(seed)
    start = random.randrange(len(SMALL))
    text = SMALL[:start] + random.choice([inserted, "1", " ", "; ", "\n"]) + SMALL[start + random.choice([0, 1, 4]) :]
    try:
        record = read_record(text)
    except Refusal as refusal:
        told = refusal.text
    else:
        again = read_record(write_record(record))
        told = write_record(record)
        assert (again.decisions, again.names, again.rules) == (record.decisions, record.names, record.rules)
        assert write_record(again) == told
    assert told
