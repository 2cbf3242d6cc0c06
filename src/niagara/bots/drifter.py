"""The drifter: takes what lies on the way, paddles home with it, and otherwise goes wherever the river pleases."""

from random import Random

from niagara.bots.outlook import fall_chance, speed_chances
from niagara.rules import moves as made
from niagara.rules.board import CAMP, LOST, NO_STEP
from niagara.rules.cargo import LOAD
from niagara.rules.legal import cargo_after, is_on_river
from niagara.rules.position import View

AFRAID = 0.25  # of a fall by this chance


class Drifter:
    """Random among sensible moves: its cards are drawn blindly, and it plans nothing."""

    name = "Drifter"

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: View, seat: int, moves: list[int]) -> int:
        kind = made.kind(moves[-1])
        if kind in (made.CANOE, made.END, made.ROPE, made.WEATHER, made.ELK):
            speeds = speed_chances(view)
            ranks = [self._rank(view, seat, move, speeds) for move in moves]
            best = max(ranks)
            moves = [move for move, rank in zip(moves, ranks, strict=True) if rank == best]
        return self._random.choice(moves)

    def _rank(self, view: View, seat: int, move: int, speeds: list[float]) -> int:
        """How sensible a move is: equal moves are left to chance."""
        kind = made.kind(move)
        first = 2 * seat
        if kind == made.ELK:
            return 4
        if kind == made.ROPE:
            roped = made.choice(move)
            in_water = [first + which for which in (0, 1) if not roped >> which & 1]
            return -sum(fall_chance(view.places[canoe], view.flag, speeds) > AFRAID for canoe in in_water)
        if kind == made.WEATHER:
            change = 1 if made.place(move) else -1
            shifted = [0.0, *speeds[:-1]] if change > 0 else [speeds[0] + speeds[1], *speeds[2:], 0.0]
            return -sum(fall_chance(view.places[canoe], view.flag, shifted) > AFRAID for canoe in (first, first + 1))
        if kind == made.END:
            return 0
        return self._rank_of_canoe(view, first + made.canoe(move), move, speeds)

    @staticmethod
    def _rank_of_canoe(view: View, canoe: int, move: int, speeds: list[float]) -> int:
        start, end = view.places[canoe], made.place(move)
        if end == NO_STEP:
            end = start
        before = LOAD[view.cargo[canoe]]
        aboard = LOAD[cargo_after(view.cargo[canoe], made.operations(move))] + len(made.steals(move))
        if end == LOST:
            return -9
        if end == CAMP:
            return 5 if aboard else -2
        if fall_chance(end, view.flag, speeds) > AFRAID:
            return -5
        if aboard > before:
            return 4
        if aboard < before:
            return -3
        goes_up = end < start if is_on_river(start) else False
        if aboard:
            return 3 if goes_up else -1
        return 0
