"""Golden games replay, letter by letter and round by round, to where they led when they were played."""

import json
from collections import Counter

import pytest

from niagara import notation
from niagara.notation.record import read_rules_tag
from tests.records.play import TABLES
from tests.records.replay import HERE, INDEX, kept

GAMES = sorted(file.stem for file in HERE.glob("*.niagara"))
KEPT = json.loads(INDEX.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", GAMES)
def test_golden_game_replays_to_the_same_end(name: str) -> None:
    """Read, every move legal, the result right, written with the same bytes, and every round begun as it was."""
    text = (HERE / f"{name}.niagara").read_text(encoding="utf-8")
    record = notation.read_record(text)  # refuses an illegal move or a wrong result
    assert notation.write_record(record) == text
    told, found = KEPT[name], kept(record)
    rounds = zip(told["rounds"].split(), found["rounds"].split(), strict=False)
    differs = [number for number, (was, now) in enumerate(rounds, 1) if was != now]
    assert not differs, f"{name}: the first round that begins otherwise is {differs[0]}"
    assert found == told
    assert json.dumps(found["end"]) == json.dumps(told["end"])


def test_every_golden_game_has_its_record_and_its_entry() -> None:
    assert GAMES == sorted(KEPT) == sorted(table.name for table in TABLES)
    assert len(GAMES) >= 40


def test_golden_games_are_of_all_rules_readings_and_numbers_of_players() -> None:
    """R1.5, R9."""
    played = [read_rules_tag(table.ruleset) for table in TABLES]
    assert {(one.players, one.spirits, one.joe) for one in played} >= {
        (players, spirits, joe)
        for spirits in (False, True)
        for joe in (False, True)
        for players in range(3, 7 if spirits else 6)
    }
    for field in ("fork", "elk_on_choice_card", "tie_break"):
        assert len({getattr(one, field) for one in played}) == 2
    seats = Counter("".join(table.seats for table in TABLES))
    assert seats["P"] + seats["D"] >= seats["R"] > 0


def test_golden_games_hold_what_is_rare() -> None:
    """Somewhere in them: thefts, exchanges with Joe, the whirlpool up and over, the elk, the lasso's arm, buying back."""
    every = "\n".join((HERE / f"{name}.niagara").read_text(encoding="utf-8") for name in GAMES)
    for sign in (
        "*",
        "&+",
        "&-",
        ">~L6",
        ">~lost",
        "elk a",
        "elk b",
        "lasso ab",
        "banks ",
        "buys ",
        "nobuy",
        "river ",
        ">camp",
    ):
        assert sign in every, sign
