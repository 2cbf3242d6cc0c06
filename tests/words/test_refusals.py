"""Every refusal of rules and notation has its sentence, and gives it exactly the arguments that it needs."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import ast as fluent
from fluent.syntax import parse, visitor

from niagara import notation, rules
from niagara.words import Refusal, has, say
from tests.notation.refused import ASKED, LINES, Asked, record
from tests.rules.scene import Scene, river
from tests.words.refused import MOVES

SOURCE = Path(__file__).parents[2] / "src" / "niagara"
APART = {"why-hidden"}  # asked of a view, below; no text can ask for it


class Variables(visitor.Visitor):
    """The arguments that a message mentions."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: fluent.VariableReference) -> None:  # noqa: N802  # named by the library
        self.found.add(node.id.name)


def needed() -> dict[str, set[str]]:
    """For each key of the Fluent file the arguments of its sentence."""
    found = {}
    for entry in parse((SOURCE / "words" / "en.ftl").read_text(encoding="utf-8")).body:
        assert not isinstance(entry, fluent.Junk), entry.content
        if isinstance(entry, fluent.Message):
            variables = Variables()
            variables.visit(entry)
            found[entry.id.name] = variables.found
    return found


NEEDED = needed()


def named_in(folder: str) -> Iterator[str]:
    """The keys that a part of the source names."""
    for file in (SOURCE / folder).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from re.findall(r"^(?:why|move|rules|position|pipe|record)-[a-z-]+$", node.value)


def fits(refusal: Refusal) -> bool:
    """Whether the sentence gets its arguments, no more and no less."""
    return set(refusal.args_for_words) == NEEDED[refusal.key]


@pytest.mark.parametrize(
    ("key", "text", "scene", "move"), MOVES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_refused_move_is_told_the_rule_and_the_arithmetic(key: str, text: str, scene: Scene, move: str) -> None:
    refusal = scene.refusal(move)
    assert (refusal.key, refusal.text) == (key, text)
    assert fits(refusal)


@pytest.mark.parametrize(("key", "text", "asked"), ASKED, ids=lambda value: value if isinstance(value, str) else "")
def test_refused_position_record_or_request_is_told_what_would_be_right(key: str, text: str, asked: Asked) -> None:
    with pytest.raises(Refusal) as caught:
        asked()
    assert (caught.value.key, caught.value.text, str(caught.value)) == (key, text, text)
    assert fits(caught.value)


@pytest.mark.parametrize(("key", "sentence", "line"), LINES)
def test_refused_line_of_a_record_is_told_what_is_wrong_with_it(key: str, sentence: str, line: str) -> None:
    with pytest.raises(Refusal) as caught:
        record(line)()
    assert caught.value.args_for_words == {"line": 7, "content": line, "why": sentence}
    inner = caught.value.__cause__
    assert isinstance(inner, Refusal)
    assert (inner.key, fits(inner)) == (key, True)


def test_every_key_of_rules_and_notation_has_an_example_here() -> None:
    """So that no refusal is added without one."""
    named = {*named_in("rules"), *named_in("notation")}
    assert len(named) > 80
    assert named - APART == {example[0] for examples in (MOVES, ASKED, LINES) for example in examples}
    assert [key for key in sorted(named) if not has(key)] == []


def test_move_in_a_view_whose_card_is_hidden_is_refused() -> None:
    """R10.1."""
    view = river(card="2").position.view(1)
    view.cards[0] = rules.HIDDEN
    refusal = notation.explain(view, 0, "a>S2")
    assert refusal is not None
    assert (refusal.key, refusal.text, fits(refusal)) == (
        "why-hidden",
        "The card at turn is hidden here. (R10.1)",
        True,
    )


def test_sentences_need_their_key_and_their_arguments() -> None:
    with pytest.raises(KeyError):
        say("no-such-key")
    with pytest.raises(ValueError, match="seat"):
        say("why-not-your-turn")


def test_each_key_stands_once_in_the_fluent_file() -> None:
    keys = re.findall(r"^([a-z][\w-]*) =", (SOURCE / "words" / "en.ftl").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(keys) == sorted(set(keys))
    assert set(keys) == set(NEEDED)
