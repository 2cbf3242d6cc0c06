"""The game retold from events alone: what a board that only listens would show."""

from copy import deepcopy
from typing import Any

DEPOSIT = {"S3": "p", "S4": "w", "S5": "y", "L6": "b", "R6": "b", "L7": "r", "R7": "r"}
FALLING = "over the edge"  # pushed over or carried over, and not yet told as fallen


def without(gems: str, gem: str) -> str:
    assert gem in gems, f"no {gem} in {gems!r}"
    return gems.replace(gem, "", 1)


def bag(gems: str) -> str:
    return "".join(sorted(gems, key="pwybr".index))


class Retelling:
    """Pieces, gems and open cards, begun from a position and moved by events."""

    def __init__(self, position: dict[str, Any]) -> None:
        start = deepcopy(position)
        self.seats = start["seats"]
        self.joe = start["joe"]
        self.board = {
            key: start[key] for key in ("round", "ring", "weather", "flag", "whirlpool", "beaver", "elk", "winners")
        }
        self.deposits = start["deposits"]
        self.full_hand = "1234567CLX" if start["rules"]["spirits"] else "123456C"
        self.canoes = [canoe for seat in self.seats for canoe in seat["canoes"]]

    def hear(self, event: dict[str, Any]) -> None:
        """One event happens on the board."""
        getattr(self, f"on_{event['event']}")(event)

    def shown(self) -> dict[str, Any]:
        """What the board shows; nothing may hang over the edge."""
        floats = [*self.canoes, *([self.joe] if self.joe else [])]
        assert FALLING not in [thing["at"] for thing in floats]
        assert FALLING not in (self.board["whirlpool"], self.board["beaver"])
        return seen(self.seats, self.joe, self.deposits, self.board)

    def canoe(self, event: dict[str, Any]) -> dict[str, Any]:
        thing: dict[str, Any] = self.joe if event["canoe"] == "joe" else self.of(event["seat"], event["canoe"])
        return thing

    def of(self, seat: int, canoe: str) -> dict[str, Any]:
        thing: dict[str, Any] = self.seats[seat]["canoes"]["ab".index(canoe)]
        return thing

    def give_back(self, gems: str) -> None:
        for gem in gems:
            self.deposits[gem] = bag(self.deposits[gem] + gem)

    def on_round(self, event: dict[str, Any]) -> None:
        assert event["round"] == self.board["round"] + 1
        self.board.update(round=event["round"], ring=event["ring"])
        self.clear_cards()

    def clear_cards(self) -> None:
        for seat in self.seats:
            seat.update(card=None, open=False, points=None)

    def on_bought(self, event: dict[str, Any]) -> None:
        canoe, seat = self.canoe(event), self.seats[event["seat"]]
        assert canoe["at"] == "lost"
        canoe["at"] = "camp"
        if event["gem"]:
            seat["home"] = without(seat["home"], event["gem"])
            self.give_back(event["gem"])

    def on_declined(self, event: dict[str, Any]) -> None:
        assert [canoe["at"] for canoe in self.seats[event["seat"]]["canoes"]].count("lost") == 1

    def on_chose(self, event: dict[str, Any]) -> None:
        assert not self.seats[event["seat"]]["open"]

    def on_open(self, event: dict[str, Any]) -> None:
        seat = self.seats[event["seat"]]
        seat.update(card=event["card"], open=True, hand=without(seat["hand"], event["card"]))

    def on_points(self, event: dict[str, Any]) -> None:
        assert self.seats[event["seat"]]["card"] == "X"
        self.seats[event["seat"]]["points"] = event["points"]

    def on_elk(self, event: dict[str, Any]) -> None:
        assert self.board["elk"] == "red"
        assert self.canoe(event)["at"] == event["at"]
        assert event["at"] in ("L7", "R7")
        self.board["elk"] = "carried"
        self.canoe(event)["elk"] = True

    def on_step(self, event: dict[str, Any]) -> None:
        assert self.canoe(event)["at"] == event["from"]
        assert event["cost"] == 1 or event["from"] == self.board["whirlpool"]
        self.canoe(event)["at"] = event["to"]

    def on_home(self, event: dict[str, Any]) -> None:
        canoe, seat = self.canoe(event), self.seats[event["seat"]]
        assert (canoe["at"], canoe["gems"]) == ("camp", event["gems"])
        seat["home"] = bag(seat["home"] + canoe["gems"])
        canoe["gems"] = ""
        self.leave_elk(canoe)

    def leave_elk(self, canoe: dict[str, Any]) -> None:
        if canoe.get("elk"):
            canoe["elk"] = False
            self.board["elk"] = "away"

    def on_unload(self, event: dict[str, Any]) -> None:
        canoe, deposit = self.canoe(event), DEPOSIT[event["at"]]
        assert canoe["at"] == event["at"]
        canoe["gems"] = without(canoe["gems"], event["gem"])
        self.deposits[deposit] = bag(self.deposits[deposit] + event["gem"])

    def on_load(self, event: dict[str, Any]) -> None:
        canoe, deposit = self.canoe(event), DEPOSIT[event["at"]]
        assert canoe["at"] == event["at"]
        self.deposits[deposit] = without(self.deposits[deposit], event["gem"])
        canoe["gems"] = bag(canoe["gems"] + event["gem"])

    def on_steal(self, event: dict[str, Any]) -> None:
        thief, victim = self.canoe(event), self.of(event["victim"], event["victim_canoe"])
        assert thief["at"] == victim["at"]
        victim["gems"] = without(victim["gems"], event["gem"])
        thief["gems"] = bag(thief["gems"] + event["gem"])

    def on_trade(self, event: dict[str, Any]) -> None:
        canoe = self.canoe(event)
        assert canoe["at"] == self.joe["at"]
        for giver, taker, gem in ((canoe, self.joe, event["give"]), (self.joe, canoe, event["take"])):
            if gem:
                giver["gems"] = without(giver["gems"], gem)
                taker["gems"] = bag(taker["gems"] + gem)

    def on_pass(self, event: dict[str, Any]) -> None:
        assert self.seats[event["seat"]]["open"]

    def on_weather(self, event: dict[str, Any]) -> None:
        assert self.board["weather"] == event["before"]
        self.board["weather"] = event["after"]

    def on_beaver(self, event: dict[str, Any]) -> None:
        assert self.board["beaver"] == (FALLING if event["at"] is None else None)
        self.board["beaver"] = event["at"]

    def on_lasso(self, event: dict[str, Any]) -> None:
        for canoe in event["canoes"]:
            self.of(event["seat"], canoe)["bank"] = True

    def on_river(self, event: dict[str, Any]) -> None:
        assert event["speed"] == max(0, event["lowest"] + event["weather"])
        assert event["weather"] == self.board["weather"]

    def on_push(self, event: dict[str, Any]) -> None:
        path = event["path"]
        onward = dict(zip(path, [*path[1:], FALLING], strict=True))
        for thing in [*self.canoes, *([self.joe] if self.joe else [])]:
            if not thing.get("bank"):
                thing["at"] = onward.get(thing["at"], thing["at"])
        for piece in ("whirlpool", "beaver"):
            self.board[piece] = onward.get(self.board[piece], self.board[piece])

    def on_flag(self, event: dict[str, Any]) -> None:
        assert self.board["flag"] != event["arm"]
        self.board["flag"] = event["arm"]

    def on_whirlpool(self, event: dict[str, Any]) -> None:
        assert self.board["whirlpool"] == (FALLING if event["at"] == "next" else "next")
        self.board["whirlpool"] = event["at"]

    def on_carry(self, event: dict[str, Any]) -> None:
        assert self.canoe(event)["at"] == event["from"] == self.board["whirlpool"]
        self.canoe(event)["at"] = FALLING if event["to"] == "lost" else event["to"]

    def on_fall(self, event: dict[str, Any]) -> None:
        thing = self.canoe(event)
        paddled = event["canoe"] == "joe" and thing["at"] == event["at"]  # down from the last space (R7.3)
        assert thing["at"] == FALLING or paddled
        assert (thing["gems"], thing.get("elk", False)) == (event["gems"], event["elk"])
        self.give_back(event["gems"])
        thing.update(at="lost", gems="")
        self.leave_elk(thing)

    def on_unrope(self, event: dict[str, Any]) -> None:
        canoe = self.canoe(event)
        assert (canoe["bank"], canoe["at"]) == (True, event["at"])
        canoe["bank"] = False

    def on_elk_home(self, event: dict[str, Any]) -> None:
        assert self.board["elk"] == "away"
        self.board["elk"] = "red"

    def on_joe(self, event: dict[str, Any]) -> None:
        assert self.joe["at"] == "lost"
        self.joe["at"] = event["at"]

    def on_refill(self, event: dict[str, Any]) -> None:
        assert self.seats[event["seat"]]["hand"] == ""
        self.seats[event["seat"]]["hand"] = self.full_hand

    def on_over(self, event: dict[str, Any]) -> None:
        self.board["winners"] = event["winners"]
        assert len(event["ways"]) == len(event["winners"])
        self.clear_cards()


def seen(seats: Any, joe: Any, deposits: Any, board: dict[str, Any]) -> dict[str, Any]:
    """What lies open on the table, to be compared."""
    return {
        "canoes": [
            {key: canoe[key] for key in ("at", "gems", "bank", "elk")} for seat in seats for canoe in seat["canoes"]
        ],
        "homes": [seat["home"] for seat in seats],
        "hands": [seat["hand"] for seat in seats],
        "open": [(seat["card"], seat["points"]) if seat["open"] else None for seat in seats],
        "joe": joe,
        "deposits": deposits,
        **board,
    }


def as_seen(position: dict[str, Any]) -> dict[str, Any]:
    """The same of a position."""
    board = ("round", "ring", "weather", "flag", "whirlpool", "beaver", "elk", "winners")
    return seen(position["seats"], position["joe"], position["deposits"], {key: position[key] for key in board})
