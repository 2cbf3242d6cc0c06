"""A position that the reader takes can be played on: whatever it is made of, no move leads out of what can be written and read."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from niagara import notation, rules
from niagara.rules.position import CARDS, CHANCE, Position
from niagara.words import Refusal
from tests.agreement.positions import RULE_SETS, crafted, some_rules
from tests.rules.games import seeds
from tests.rules.grammar import texts


def spliced(random: Random, rule_set: str) -> Any:
    """A position in which a few things are as they are in another, or as they might be."""
    made = some_rules(random, rule_set)
    position, other = (json.loads(json.dumps(crafted(random, made))) for _ in range(2))
    for _ in range(random.randint(1, 3)):
        n, which = random.randrange(made["players"]), random.randrange(2)
        if position["turn"] is not None and random.random() < 0.6:
            n = position["turn"]
        seat, canoe = position["seats"][n], position["seats"][n]["canoes"][which]
        part, source = random.choice(
            [(position, other), (seat, other["seats"][n]), *[(canoe, other["seats"][n]["canoes"][which])] * 2]
        )
        key = random.choice(list(part))
        if type(part[key]) is bool:
            part[key] = not part[key]
        elif key == "deposits":
            part[key][random.choice("pwybr")] = random.choice("pwybr") * 31
        elif key not in ("rules", "seats"):
            part[key] = source[key]
    return position


def check_that_it_goes_on(random: Random, position: Position) -> None:
    for seat in range(CHANCE, position.rules.players):
        legal = notation.legal_texts(position, seat)
        assert bool(legal) == (seat in rules.actors(position)) or position.phase == CARDS
        for text in texts(random, position, seat, legal, 5):
            assert (notation.explain(position, seat, text) is None) == (text in legal), text
        for text in random.sample(legal, min(len(legal), 12)):
            after = position.copy()
            rules.play(after, seat, notation.read_move(position, seat, text))
            assert notation.read_position(notation.write_position(after)) == after, text


@pytest.mark.parametrize("rule_set", RULE_SETS)
@settings(max_examples=150, derandomize=True, deadline=None)
@given(seed=seeds)
def test_what_is_read_can_be_played_on(rule_set: str, seed: int) -> None:
    random = Random(seed)
    try:
        position = notation.read_position(spliced(random, rule_set))
    except Refusal:
        return
    check_that_it_goes_on(random, position)
