"""The paddler: plays the card and the moves after which it stands nearest to winning, the river and the others considered."""

from niagara.bots.reckoning import Reckoning
from niagara.rules import legal_moves, play
from niagara.rules import moves as made
from niagara.rules.board import HIDDEN, NO_CARD
from niagara.rules.position import CARDS, RIVER_DRAW, TURNS, Position, View


class Paddler:
    """Looks one turn ahead and judges what it comes to."""

    name = "Paddler"

    def __init__(self, seed: int) -> None:
        """A seed is given to every bot; this one leaves nothing to chance."""

    def choose(self, view: View, seat: int, moves: list[int]) -> int:
        if len(moves) == 1:
            return moves[0]
        if view.phase == CARDS:
            return max((_turn_with(view, seat, made.place(move)), move) for move in moves)[1]
        return Turn(view, seat).best(view.guess(_any_cards(view)), moves)


def _turn_with(view: View, seat: int, card: int) -> float:
    """The score of the best turn with a card, as if this seat came first."""
    position = view.guess(_any_cards(view))
    position.cards = _any_cards(view)
    position.cards[seat] = card
    position.phase = TURNS
    position.ring = position.turn = seat
    position.opened = 1 << seat
    position.pending = 0
    position.hands[seat] &= ~(1 << card)
    turn = Turn(position.view(seat), seat)
    while position.phase == TURNS and position.turn == seat and position.opened == 1 << seat:
        moves = legal_moves(position, seat)
        if not moves:
            break
        play(position, seat, turn.best(position, moves))
    return turn.score(position)


def _any_cards(view: View) -> list[int]:
    """A card for every seat: its own where that is known, or else the highest of its hand."""
    return [
        view.hands[seat].bit_length() - 1 if card in (HIDDEN, NO_CARD) else card for seat, card in enumerate(view.cards)
    ]


class Turn:
    """Judges the moves of one turn; what is reckoned for one move serves the next."""

    def __init__(self, view: View, seat: int) -> None:
        self._view = view
        self._seat = seat
        self._reckonings: dict[tuple[int, int, int], Reckoning] = {}

    def best(self, position: Position, moves: list[int]) -> int:
        scored = []
        for move in moves:
            after = position.copy()
            play(after, self._seat, move)
            scored.append((self.score(after), move))
        return max(scored)[1]

    def score(self, position: Position) -> float:
        before_river = position.phase in (TURNS, RIVER_DRAW) and position.round == self._view.round
        key = (position.weather, 0, 0) if before_river else (0, 1, position.flag)
        reckoning = self._reckonings.get(key)
        if reckoning is None:
            view = self._view if before_river else position.view(self._seat)
            reckoning = Reckoning(view, self._seat, position.weather, not before_river)
            self._reckonings[key] = reckoning
        return reckoning.score(position)
