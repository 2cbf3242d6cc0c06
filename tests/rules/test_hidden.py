"""What is hidden from whom (R10)."""

import copy
import pickle

import pytest

from niagara import notation, rules
from niagara.rules.position import View
from tests.rules.scene import Scene, river


def seen(scene: Scene, seat: int) -> list[str | None]:
    """The cards that a seat sees; -1 for a spectator."""
    return [card["card"] for card in notation.write_position(scene.position.view(seat))["seats"]]


def test_only_the_chosen_cards_of_others_are_hidden() -> None:
    """R10.1: that one has chosen is known, what is not."""
    scene = river().after("0: card 1", "2: card 6")
    assert seen(scene, 0) == ["1", None, "?"]
    assert seen(scene, 1) == ["?", None, "?"]
    assert seen(scene, 2) == ["?", None, "6"]


def test_card_turned_over_is_seen_by_all() -> None:
    """R10.1."""
    scene = river(ring=1).after("0: card 1", "1: card 2", "2: card 3")
    assert [seen(scene, seat) for seat in range(3)] == [["1", "2", "?"], ["?", "2", "?"], ["?", "2", "3"]]
    assert seen(
        scene.after(
            "end",
            "end",
        ),
        1,
    ) == ["1", "2", "3"]


def test_spectator_sees_what_everybody_sees() -> None:
    """R10.2."""
    scene = river().after("0: card 1", "2: card 6")
    assert seen(scene, -1) == ["?", None, "?"]


def test_nothing_but_the_card_differs_in_a_view() -> None:
    """R10.1: hands are open, the chosen card still among them (R2.6)."""
    scene = river("S4:w camp", hands={2: "36"}).after("0: card 1", "2: card 6")
    view = notation.write_position(scene.position.view(0))
    whole = notation.write_position(scene.position)
    whole["seats"][2]["card"] = "?"
    assert view == whole
    assert view["seats"][2]["hand"] == "36"


def test_view_of_a_view_hides_more_and_shows_nothing_again() -> None:
    """R10.1."""
    scene = river().after("0: card 1", "2: card 6")
    assert scene.position.view(0).view(2) == scene.position.view(-1)


def test_view_has_the_same_legal_moves_and_actors() -> None:
    """R10.1: a bot decides by its view."""
    scene = river("S4 S1").after("0: card 1", "1: card 3")
    for state in (scene, scene.after("2: card 6")):
        view = state.position.view(0)
        assert isinstance(view, View)
        assert rules.actors(view) == rules.actors(state.position)
        for seat in range(3):
            assert rules.legal_moves(view, seat) == rules.legal_moves(state.position, seat)


def test_view_can_be_filled_in_and_played_on() -> None:
    """R10.1: a search guesses the hidden cards; those that it knows stay."""
    scene = river("S4 S1").after("0: card 1", "1: card 3", "2: card 6")
    guessed = scene.position.view(0).guess([5, 5, 5])
    assert type(guessed) is rules.Position
    assert guessed.cards == [1, 5, 5]
    assert scene.position.view(0).guess([1, 3, 6]) == scene.position


def test_copy_of_a_view_is_a_view() -> None:
    """R10.1: whoever has it knows that cards may be hidden in it."""
    view = river().after("0: card 1", "2: card 6").position.view(0)
    for again in (view.copy(), copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
        assert type(again) is View
        assert again == view


@pytest.mark.parametrize("seat", [-2, 3, 99])
def test_seat_that_is_not_there_sees_nothing_and_decides_nothing(seat: int) -> None:
    """R1.5: in every phase alike."""
    random = river(ruleset="players=3 fork=random", cards="2 6 6", phase="river")
    scenes = [river(), river("S1 S1", card="2"), river("lost lost", phase="buy"), river(phase="over"), random]
    for position in (scene.position for scene in scenes):
        with pytest.raises(ValueError, match="seat"):
            position.view(seat)
        assert rules.legal_moves(position, seat) == []
        for move in ("card 4", "a>S2", "buy a", "river LR"):
            assert rules.why(position, seat, notation.parse_move(move)) is not None


def test_move_is_refused_where_its_card_is_hidden() -> None:
    """R10.1: a view whose turn's card is unknown cannot be asked."""
    position = river("S4 S1", card="2").position.copy()
    view = position.view(1)
    view.cards[0] = rules.HIDDEN
    assert rules.legal_moves(view, 0) == []
    reason = rules.why(view, 0, notation.parse_move("end"))
    assert reason is not None
    assert (reason.rule, reason.key) == ("R10.1", "why-hidden")
