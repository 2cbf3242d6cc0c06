"""OpenSpiel's game `niagara`: cards are chosen at simultaneous nodes, all else at turn nodes; chance draws the start seat and the arms.

Importing this module registers the game: `pyspiel.load_game("niagara(players=4,spirits=True)")`. A return is the share of the win.
"""

import json
from typing import Any

from niagara import rules
from niagara.envs.actions import ACTIONS, FIRST, HEAD, NAMES, NO_MOVE, SECTIONS, Composer, action_of, illegal
from niagara.envs.extra import missing
from niagara.envs.observation import Floats, Observer
from niagara.envs.session import ROUND_LIMIT, rule_set, seat_of, win_shares
from niagara.notation import write_move, write_position, write_rules
from niagara.rules import CARDS, CHANCE, OVER, Event, Position, RuleSet
from niagara.rules import events as happened
from niagara.rules.board import CHOICE, NO_CARD
from niagara.rules.moves import choose_card, draw_arms
from niagara.words import Refusal

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error) from error

DRAWN = -1  # as the parameter `ring`: chance draws who starts
PARAMETERS: dict[str, Any] = {**write_rules(rule_set()), "round_limit": ROUND_LIMIT, "ring": DRAWN}
FIRST_CARD = SECTIONS["card"].start
MOST_PUSHES = 9  # a 7 and a storm
MOST_OF_A_SEAT = 20  # actions of one seat in a round: a card, a canoe bought back, the elk, two canoe moves of eight, an arm for each

GAME_TYPE = pyspiel.GameType(
    short_name="niagara",
    long_name="Niagara",
    dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=3,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification=PARAMETERS,
)


class NiagaraGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The game of one rule set; it needs a round limit, for OpenSpiel wants to know the longest game (R8.4)."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        fields = {**PARAMETERS, **(params or {})}
        self.ring: int = fields.pop("ring")
        self.rules = rule_set(**fields)
        if not self.rules.round_limit:
            raise Refusal("envs-round-limit", "R8.4")
        if self.ring != DRAWN:
            seat_of(self.ring, self.rules.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=1 << MOST_PUSHES,
            num_players=self.rules.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=self.rules.round_limit * MOST_OF_A_SEAT * self.rules.players,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> "NiagaraState":
        return NiagaraState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> "NiagaraObserver":
        if params:
            raise ValueError(f"niagara's observations have no parameters; given: {params}")
        return NiagaraObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Story:
    """A game so far: the position, how it came about as everybody knows it, and the move that is being said."""

    def __init__(self, ruleset: RuleSet, ring: int) -> None:
        self.position = rules.new_game(ruleset, ring)
        self.heard = [f"ring {ring}"]  # known to all: moves, and cards as they are turned over (R2.7)
        self.at_cards: Position  # as it was when this round's cards were chosen; never changed
        self.composer: Composer
        self._ask()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Story":
        """OpenSpiel's way to clone a state: a tree search lives from it."""
        other = Story.__new__(Story)
        other.position, other.heard = self.position.copy(), self.heard[:]
        other.at_cards, other.composer = self.at_cards, self.composer.copy()
        return other

    @property
    def actor(self) -> int:
        return rules.next_actor(self.position)

    def say(self, action: int) -> None:
        """The actor, not chance, says an action of its move."""
        move = self.composer.say(action)
        if move != NO_MOVE:
            self.heard.append(f"{self.actor}: {write_move(move)}")
            self._play([(self.actor, move)])

    def choose_cards(self, actions: list[int]) -> None:
        """Every seat lays a card face down (R2.5)."""
        self._play([(seat, choose_card(action - FIRST_CARD + 1)) for seat, action in enumerate(actions)])

    def draw(self, move: int) -> None:
        """Chance draws the arms of the pushes."""
        self.heard.append(write_move(move))
        self._play([(CHANCE, move)])

    def _play(self, played: list[tuple[int, int]]) -> None:
        events: list[Event] = []
        for seat, move in played:
            rules.play(self.position, seat, move, events)
        for event in events:
            if event.kind == happened.OPEN:
                seat, card = event.values
                self.heard.append(f"{seat}: {write_move(choose_card(card))}")
        self._ask()

    def _ask(self) -> None:
        position = self.position
        if position.phase == CARDS:
            self.at_cards = position.copy()
        self.composer = Composer(rules.legal_moves(position, self.actor), self.actor, position.rules.players)

    def said_by(self, player: int) -> list[int]:
        """What a player has said of the move that it makes."""
        return self.composer.said if player == self.actor else []

    def face_down(self, player: int) -> int:
        """The card that a player has chosen and not turned over, NO_CARD if there is none."""
        return NO_CARD if self.position.opened >> player & 1 else self.position.cards[player]


class NiagaraState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A node of the game tree."""

    def __init__(self, game: NiagaraGame) -> None:
        super().__init__(game)
        self.story = None if game.ring == DRAWN else Story(game.rules, game.ring)  # None: the start seat is to be drawn

    @property
    def _told(self) -> Story:
        assert self.story is not None, "the start seat has not been drawn"
        return self.story

    def current_player(self) -> int:
        if self.story is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.story.position.phase == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.story.position.phase == CARDS:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        actor = self.story.actor
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        position = self._told.position
        if position.phase == CARDS:
            return sorted(FIRST[move & HEAD] for move in rules.legal_moves(position, player))
        return self._told.composer.actions() if player == self._told.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self._outcomes()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _outcomes(self) -> range:
        """Start seats, or the arms of all pushes as bits; each is as likely as the others."""
        story = self.story
        return range(self.get_game().num_players() if story is None else 1 << rules.river_speed(story.position))

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node() and action not in self._outcomes():
            raise Refusal("envs-outcome", outcome=str(action), last=self._outcomes()[-1])
        if self.story is None:
            self.story = Story(self.get_game().rules, action)
        elif self.is_chance_node():
            self.story.draw(draw_arms(rules.river_speed(self.story.position), action))
        elif self.is_simultaneous_node():
            raise Refusal("envs-together", players=self.get_game().num_players())
        else:
            self.story.say(action)

    def _apply_actions(self, actions: list[int]) -> None:
        if len(actions) != self.get_game().num_players():
            raise Refusal("envs-together", players=self.get_game().num_players())
        for player, action in enumerate(actions):
            if action_of(action) not in self._legal_actions(player):
                raise illegal(action)
        self._told.choose_cards(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return NAMES[action]
        if self.story is None:
            return f"ring {action}"
        return write_move(draw_arms(rules.river_speed(self.story.position), action))

    def is_terminal(self) -> bool:
        return self.story is not None and self.story.position.phase == OVER

    def returns(self) -> list[float]:
        return [0.0] * self.get_game().num_players() if self.story is None else win_shares(self.story.position)

    def __str__(self) -> str:
        if self.story is None:
            return "the start seat is drawn"
        said = "".join(f" {NAMES[action]}" for action in self.story.composer.said)
        return json.dumps(write_position(self.story.position)) + said


class NiagaraObserver:
    """What a player knows: now, or with perfect recall since the beginning.

    Tensors are made of the parts `player`, `now` (docs/research.md) and, with perfect recall, `at_cards`: the table as it was when this
    round's cards were chosen. Everything else that has happened is open, and these two pictures hold all that still matters of it; the
    string tells all of it.
    """

    def __init__(self, game: NiagaraGame, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("niagara shows a player's own secrets only")
        self._observer = Observer(game.rules)
        self._public: bool = kind.public_info
        self._private: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall: bool = kind.perfect_recall
        widths = {"player": game.rules.players}
        if self._public:
            widths["now"] = self._observer.size
            if self._recall:
                widths["at_cards"] = self._observer.size
        elif self._private:
            widths["card"] = CHOICE
        self.tensor: Floats = np.zeros(sum(widths.values()), np.float32)
        parts = np.split(self.tensor, np.cumsum(list(widths.values()))[:-1])
        self.dict = dict(zip(widths, parts, strict=True))

    def set_from(self, state: NiagaraState, player: int) -> None:
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        story = state.story
        if story is None:
            return
        if self._public:
            said = story.said_by(player) if self._private else []
            self.dict["now"][:] = self._observer.one(story.position, player, said, self._private)
            if self._recall:
                self.dict["at_cards"][:] = self._observer.one(story.at_cards, player, knows_own=False)
        elif self._private and (card := story.face_down(player)):
            self.dict["card"][card - 1] = 1

    def string_from(self, state: NiagaraState, player: int) -> str:
        story = state.story
        if story is None:
            return f"player {player}"
        parts = [f"player {player}"] if self._public else []
        if self._public and self._recall:
            parts += story.heard
        elif self._public:
            parts.append(json.dumps(write_position(story.position.view(player if self._private else -1))))
        if self._private:
            if card := story.face_down(player):
                parts.append(f"face down: {write_move(choose_card(card))}")
            if said := story.said_by(player):
                parts.append(f"says: {' '.join(NAMES[action] for action in said)}")
        return "; ".join(parts)


pyspiel.register_game(GAME_TYPE, NiagaraGame)
