"""The end of a round: has anyone won, and what is put back (R8, R2.6, R2.9)."""

from tests.second_reading.words import COLOURS, Position, cards


def end_round(position: Position) -> None:
    """End check, then the ring goes on; in `over` the round and the ring stay."""
    for seat in position["seats"]:
        seat.update(card=None, open=False, points=None)
        if seat["hand"] == "":
            seat["hand"] = cards(position)
    done = [n for n, seat in enumerate(position["seats"]) if has_finished(seat["home"])]
    limit = position["rules"]["round_limit"]
    if done or (limit and position["round"] >= limit):
        position["phase"] = "over"
        position["winners"] = best(position, done)
        return
    position["round"] += 1
    position["ring"] = (position["ring"] + 1) % position["rules"]["players"]


def has_finished(home: str) -> bool:
    """R8.1: one of each colour, or four of one, or seven in all."""
    return set(home) == set(COLOURS) or any(home.count(colour) >= 4 for colour in COLOURS) or len(home) >= 7


def best(position: Position, done: list[int]) -> list[int]:
    """R8.2, and R9's other reading of it."""
    if position["rules"]["tie_break"] == "shared":
        return done
    values = {n: sum(1 + COLOURS.index(gem) for gem in position["seats"][n]["home"]) for n in done}
    return [n for n in done if values[n] == max(values.values())]
