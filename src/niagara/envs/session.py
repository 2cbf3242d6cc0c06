"""A game played action by action: chance draws by itself, and each seat is asked in turn."""

from difflib import get_close_matches
from random import Random
from typing import Any, Final

from niagara import rules
from niagara.envs.actions import FIRST, HEAD, NO_MOVE, WAIT, Composer, number_of
from niagara.notation import read_rules, write_rules
from niagara.rules import CHANCE, OVER, Position, RuleSet
from niagara.words import Refusal

# Rounds, unless another limit is named: drifters need about thirty; games of random players may never end (R8.4).
ROUND_LIMIT: Final = 100


def rule_set(**fields: object) -> RuleSet:
    """The rule set with these fields, by the notation's names; what is not named is as in a new game, with a round limit.

    NumPy's numbers and truths are as good as Python's. Refusal if a field is unknown or out of its range (R1.5, R9).
    """
    known = write_rules(RuleSet(round_limit=ROUND_LIMIT))
    for name, value in fields.items():
        if name not in known:
            nearest = get_close_matches(name, known, 1, 0.0)[0]
            raise Refusal("envs-field", field=name, nearest=nearest, fields=", ".join(known))
        known[name] = _plain(value)
    return read_rules(known)


def seat_of(value: object, players: int) -> int:
    """A seat that somebody names. Refusal if there is no such seat (R1.5)."""
    seat = number_of(value)
    if not 0 <= seat < players:
        raise Refusal("envs-seat", "R1.5", seat=repr(value)[:40], last=players - 1)
    return seat


def _plain(value: Any) -> Any:
    """A number of NumPy's, which is not imported here, as Python's; all else as it is."""
    return value.item() if getattr(value, "shape", None) == () else value


def win_shares(position: Position) -> list[float]:
    """What a game has brought each seat: a win is worth 1, shared alike among the winners (R8.2); else nothing (R8.4)."""
    share = 1 / max(position.winners.bit_count(), 1)
    return [share if position.winners >> seat & 1 else 0.0 for seat in range(position.rules.players)]


class Session:
    """A game in progress, and the decision that is being made in it.

    Where several may decide at once (R2.4, R2.5), the lowest seat is asked first; what it says stays as hidden as ever.
    """

    def __init__(self, rule_set: RuleSet, chance: Random, ring: object = None) -> None:
        """`ring` names the start seat, None has it drawn (R1.9). Refusal if there is no such seat."""
        players = rule_set.players
        self.position = rules.new_game(rule_set, chance.randrange(players) if ring is None else seat_of(ring, players))
        self._chance = chance
        self.actor: int
        self.moves: list[int]  # the actor's legal moves
        self.composer: Composer
        self._ask()

    @property
    def over(self) -> bool:
        return self.position.phase == OVER

    def actions(self, seat: int) -> list[int]:
        """What a seat can say, in order: WAIT alone if it is not asked; never empty while the game lasts."""
        if seat == self.actor:
            return self.composer.actions()
        if seat in rules.actors(self.position):  # before its turn to be asked: these decisions are words of one action
            return sorted(FIRST[move & HEAD] for move in rules.legal_moves(self.position, seat))
        return [WAIT]

    def act(self, action: object) -> bool:
        """The actor says an action; whether the move is whole and has been played. Refusal if it cannot be said here."""
        if self.over:
            raise Refusal("envs-over")
        move = self.composer.say(action)
        if move == NO_MOVE:
            return False
        self.play(move)
        return True

    def play(self, move: int) -> None:
        """The actor makes a legal move, said whole; then on to the next decision."""
        rules.play(self.position, self.actor, move)
        self._ask()

    def _ask(self) -> None:
        position = self.position
        actor = rules.next_actor(position)
        while actor == CHANCE:
            rules.play(position, CHANCE, self._chance.choice(rules.legal_moves(position, CHANCE)))
            actor = rules.next_actor(position)
        self.actor = actor
        self.moves = rules.legal_moves(position, actor)
        self.composer = Composer(self.moves, actor, position.rules.players)
