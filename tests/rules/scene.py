"""A small position set up from a few words, and what follows from moves made in it."""

import re
from collections import Counter
from typing import Any

from niagara import notation, rules
from niagara.notation.record import read_rules_tag
from niagara.rules.position import Position
from niagara.rules.ruleset import starting_gems
from niagara.words import Refusal

RIVER = ("S1", "S2", "S3", "S4", "S5", "L6", "L7", "R6", "R7")
_CANOE = re.compile(r"(\w+)(?::([pwybr]+))?((?:/(?:elk|bank|moved))*)")


class Scene:
    """A position in the notation's words; moves make new scenes and leave this one as it is."""

    def __init__(self, position: Position, told: list[dict[str, Any]] | None = None) -> None:
        self.position = position
        self.told = told or []  # the events of the moves that led here from `river`

    def __getitem__(self, key: str) -> Any:
        """A field of the position as the notation writes it."""
        return notation.write_position(self.position)[key]

    def actors(self) -> list[int]:
        return rules.actors(self.position)

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat, by default of the one that acts."""
        return notation.legal_texts(self.position, self.actors()[0] if seat is None else seat)

    def moves(self, start: str) -> list[str]:
        """The legal moves that begin so."""
        return [move for move in self.legal() if move.startswith(start)]

    def after(self, *moves: str) -> "Scene":
        """The scene after moves of whoever acts, or of the seat before a colon: "a>S3", "2: card 4"."""
        position = self.position.copy()
        told = list(self.told)
        for move in moves:
            seat, text = _seat_and_text(move, position)
            events: list[rules.Event] = []
            rules.play(position, seat, notation.read_move(position, seat, text), events)
            told += [notation.write_event(event) for event in events]
        return Scene(position, told)

    def why(self, move: str) -> str | None:
        """What the player is told if he tries a move, None if it is legal."""
        seat, text = _seat_and_text(move, self.position)
        refusal = notation.explain(self.position, seat, text)
        return refusal.text if refusal else None

    def refusal(self, move: str) -> Refusal:
        """Why a move is refused."""
        seat, text = _seat_and_text(move, self.position)
        refusal = notation.explain(self.position, seat, text)
        assert refusal is not None, f"{text} is legal"
        return refusal

    def canoe(self, name: str) -> str:
        """Seat and letter name a canoe; it is told as `river` takes it: "S4:w", or "L7/elk"."""
        canoe: dict[str, Any] = self["seats"][int(name[0])]["canoes"]["ab".index(name[1])]
        gems = f":{canoe['gems']}" if canoe["gems"] else ""
        marks = "".join(f"/{mark}" for mark in ("elk", "bank", "moved") if canoe[mark])
        return f"{canoe['at']}{gems}{marks}"

    def home(self, seat: int) -> str:
        gems: str = self["seats"][seat]["home"]
        return gems

    def hand(self, seat: int) -> str:
        hand: str = self["seats"][seat]["hand"]
        return hand

    def lying(self, colour: str) -> str:
        """What lies at a deposit."""
        gems: str = self["deposits"][colour]
        return gems

    def events(self, *kinds: str) -> list[dict[str, Any]]:
        """The events of these kinds, in the order in which they were told."""
        return [event for event in self.told if event["event"] in kinds]


def _seat_and_text(move: str, position: Position) -> tuple[int, str]:
    match = re.fullmatch(r"(\d): (.*)", move)
    return (int(match[1]), match[2]) if match else (rules.actors(position)[0], move)


def river(
    *seats: str,
    ruleset: str = "players=3",
    card: str = "",
    cards: str = "",
    turn: int = 0,
    ring: int = 0,
    phase: str = "",
    round: int = 1,
    weather: int = 0,
    flag: str = "R",
    home: dict[int, str] | None = None,
    hands: dict[int, str] | None = None,
    lying: dict[str, str] | None = None,
    whirlpool: str = "next",
    beaver: str | None = None,
    elk: str = "red",
    joe: str = "S1",
) -> Scene:
    """The scene with these canoes: for each seat "S4:w camp", its a and its b; seats left out have both in camp.

    `ruleset` is a record's Rules tag. With `card` the seat `turn` has turned that card over, the other cards are sixes; `cards` names
    them all. With neither, cards are still to be chosen. What lies at the deposits is what the canoes and homes leave. The whirlpool is
    out of the way unless it is placed; `joe` is "S3" or "S3:p".
    """
    made = read_rules_tag(ruleset)
    players = made.players
    canoes = [[_canoe(word) for word in text.split()] for text in seats]
    canoes += [[_canoe("camp"), _canoe("camp")] for _ in range(players - len(seats))]
    chosen: list[str | None] = [None] * players
    if card or cards:
        chosen = [*(cards.split() or ["6"] * players)]
    if card:
        chosen[turn] = card
    phase = phase or ("turns" if chosen[0] else "cards")
    opened = {"turns": (turn - ring) % players + 1, "river": players, "banks": players}.get(phase, 0)
    full = "1234567CLX" if made.spirits else "123456C"
    homes = home or {}
    joe_at, _, joe_gems = joe.partition(":")
    afloat = Counter("".join(canoe["gems"] for pair in canoes for canoe in pair) + "".join(homes.values()))
    afloat.update(joe_gems if made.joe else "")
    deposits = {colour: colour * (starting_gems(made) - afloat[colour]) for colour in "pwybr"}
    position: dict[str, Any] = {
        "rules": notation.write_rules(made),
        "round": round,
        "phase": phase,
        "ring": ring,
        "turn": turn if phase in ("turns", "banks") else None,
        "weather": weather,
        "flag": None if made.fork == rules.RANDOM else flag,
        "deposits": deposits | (lying or {}),
        "seats": [],
        "whirlpool": whirlpool if made.spirits else None,
        "beaver": beaver,
        "elk": None if not made.spirits else "carried" if any(c["elk"] for pair in canoes for c in pair) else elk,
        "joe": {"at": joe_at, "gems": joe_gems} if made.joe else None,
        "winners": [],
    }
    for seat in range(players):
        is_open = (seat - ring) % players < opened
        lost = [canoe["at"] for canoe in canoes[seat]].count("lost")
        asked = lost == 2 or (lost == 1 and homes.get(seat))
        position["seats"].append(
            {
                "home": homes.get(seat, ""),
                "canoes": canoes[seat],
                "hand": (hands or {}).get(seat, full.replace(chosen[seat] or "?", "") if is_open else full),
                "card": chosen[seat],
                "open": is_open,
                "points": None,
                "bought": True if phase == "buy" and not asked else None,
            }
        )
    return Scene(notation.read_position(position))


def _canoe(word: str) -> dict[str, Any]:
    match = _CANOE.fullmatch(word)
    assert match, f"{word} is no canoe"
    marks = match[3].split("/")
    return {"at": match[1], "gems": match[2] or ""} | {mark: mark in marks for mark in ("bank", "elk", "moved")}
