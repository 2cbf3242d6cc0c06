"""The log: events told as sentences of cause and effect, a line for every turn, river, and happening.

It tells the events of docs/protocol.md as the browser's log does (web/src/words/log.ts), from the same messages.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from niagara.words.sentences import say

Event = Mapping[str, Any]
Names = Callable[[int], tuple[str, bool]]  # the name of a seat, and whether it is the reader's own

_Going = tuple[int | None, str, bool]  # seat and canoe, and whether up the river
_DOWNSTREAM = ("camp", "S1", "S2", "S3", "S4", "S5", "L6", "R6", "L7", "R7", "lost")


def all_of(items: list[str]) -> str:
    """A list as it is spoken: a, b, and c."""
    if len(items) < 3:
        return say("list-two", first=items[0], last=items[1]) if len(items) == 2 else "".join(items)
    return say("list-many", first=", ".join(items[:-1]), last=items[-1])


def gems_in_words(gems: str) -> str:
    return all_of([say(f"a-gem-{gem}") for gem in gems])


@dataclass
class Line:
    """Who begins it, what he does, one deed after the other, and whole sentences behind it. `**` marks what is bold."""

    seat: int | None
    topic: str  # round, turn, river, joe or other
    head: str
    deeds: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        said = self.head
        if self.deeds:
            said = say("log-turn", head=self.head, deeds=", ".join(self.deeds))
        elif self.topic == "turn":
            said = say("log-turn-bare", head=self.head)
        return " ".join([said, *self.after])


class Log:
    """Lines, grown by events; the last one may still grow."""

    def __init__(self, names: Names) -> None:
        self.lines: list[Line] = []
        self._names = names
        self._way: tuple[_Going, str, str] | None = (
            None  # the steps that are being told: where they are, where they began
        )

    def tell(self, events: Iterable[Event]) -> None:
        for event in events:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        match event["event"]:
            case "round":
                who = self._person(event["ring"])
                self._begin(None, "round", say("log-round", round=event["round"], **who))
            case "open":
                card = say(f"card-{event['card']}")
                self._begin(event["seat"], "turn", say("log-play", card=card, **self._person(event["seat"])))
            case "step":
                self._step(event)
            case "load" | "unload" as deed:
                gems = say(f"a-gem-{event['gem']}")
                self._deed(say(f"log-{deed}", gems=gems, **self._actor(event["seat"])))
            case "home":
                gems = gems_in_words(event["gems"])
                self._deed(say("log-home" if gems else "log-home-empty", gems=gems, **self._person(event["seat"])))
            case "elk":
                self._deed(say("log-elk", **self._person(event["seat"])))
            case "points":
                self._deed(say("log-points", points=event["points"], **self._person(event["seat"])))
            case "steal":
                self._steal(event)
            case "trade":
                self._trade(event)
            case "pass":
                if not self.lines[-1].deeds:
                    self._deed(say("log-idle", **self._person(event["seat"])))
            case "lasso":
                how = ("none", "one", "both")[len(event["canoes"])]
                self._deed(say(f"log-lasso-{how}", **self._person(event["seat"])))
            case "bought":
                self._bought(event)
            case "declined":
                self._begin(event["seat"], "other", say("log-declined", **self._person(event["seat"])))
            case "refill":
                self._behind(say("log-refill", **self._person(event["seat"])))
            case "over":
                self._over(event)
            case _:
                self._tell_of_the_river(event)

    def _tell_of_the_river(self, event: Event) -> None:
        """Events that no player causes by his own canoe; chose, push, flag and unrope are seen, not told."""
        match event["event"]:
            case "weather":
                weather = say(f"weather-{event['after']}")
                if event["seat"] is None:
                    self._behind(say("log-beaver-weather", weather=weather))
                else:
                    self._deed(say("log-weather", weather=weather))
            case "river":
                key = "log-river" if event["speed"] else "log-river-still"
                weather = say(f"weather-{event['weather']}")
                self._begin(None, "river", say(key, speed=event["speed"], lowest=event["lowest"], weather=weather))
            case "carry":
                self._carry(event)
            case "fall":
                self._fall(event)
            case "beaver":
                place = event["at"]
                self._behind(say("log-beaver", place=say(f"place-{place}")) if place else say("log-beaver-gone"))
            case "whirlpool":
                gone = event["at"] == "next"
                place = "" if gone else say(f"place-{event['at']}")
                self._behind(say("log-whirlpool-gone") if gone else say("log-whirlpool-back", place=place))
            case "elk_home":
                self._behind(say("log-elk-home"))
            case "joe":
                self._begin(None, "other", say("log-joe-back", place=say(f"place-{event['at']}")))

    def _begin(self, seat: int | None, topic: str, head: str) -> None:
        self._way = None
        self.lines.append(Line(seat, topic, head))

    def _deed(self, text: str) -> None:
        self.lines[-1].deeds.append(text)

    def _behind(self, text: str) -> None:
        self.lines[-1].after.append(text)

    def _person(self, seat: int) -> dict[str, str]:
        name, you = self._names(seat)
        return {"who": name, "you": "yes" if you else "no"}

    def _actor(self, seat: int | None) -> dict[str, str]:
        """The deeds of Joe are told like a player's, in a line of his own."""
        if seat is not None:
            return self._person(seat)
        if self.lines[-1].topic != "joe":
            self._begin(None, "joe", say("log-joe"))
        return {"who": "", "you": "no"}

    def _step(self, event: Event) -> None:
        """Steps of a canoe one after the other are told as one way, so the last deed is told anew with each."""
        who = self._actor(event["seat"])
        start, end = event["from"], event["to"]
        upstream = _DOWNSTREAM.index(end) < _DOWNSTREAM.index(start)
        canoe = (event["seat"], event["canoe"], upstream)
        origin = start
        if self._way and self._way[:2] == (canoe, start):
            origin = self._way[2]
            self.lines[-1].deeds.pop()
        self._way = (canoe, end, origin)
        if end != "camp":  # what comes home is told by the next event
            key = "log-launch" if origin == "camp" else "log-up" if upstream else "log-down"
            self._deed(say(key, place=say(f"place-{end}"), **who))

    def _steal(self, event: Event) -> None:
        name, you = self._names(event["victim"])
        victim = {"victim": name, "victim-you": "yes" if you else "no"}
        self._deed(say("log-steal", gem=say(f"a-gem-{event['gem']}"), **victim, **self._person(event["seat"])))

    def _trade(self, event: Event) -> None:
        give, take = event["give"], event["take"]
        key = "log-trade-swap" if give and take else "log-trade-take" if take else "log-trade-give"
        gems = {name: say(f"gem-{gem}") if gem else "" for name, gem in (("give", give), ("take", take))}
        self._deed(say(key, **gems, **self._person(event["seat"])))

    def _bought(self, event: Event) -> None:
        who, gem = self._person(event["seat"]), event["gem"]
        paid = say("log-bought", gem=say(f"a-gem-{gem}"), **who) if gem else say("log-bought-free", **who)
        self._begin(event["seat"], "other", paid)

    def _carry(self, event: Event) -> None:
        place = say(f"place-{event['to']}")
        if self.lines[-1].topic in ("turn", "joe"):
            over = event["to"] == "lost"
            self._deed(say("log-carried-over") if over else say("log-carried", place=place))
        elif event["seat"] is None:
            self._behind(say("log-washed-joe", place=place))
        else:
            self._behind(say("log-washed", place=place, **self._person(event["seat"])))

    def _fall(self, event: Event) -> None:
        side = "left" if event["at"].startswith("L") else "right"
        if event["seat"] is None:
            self._behind(say("log-fall-joe", side=side))
            return
        gems = gems_in_words(event["gems"])
        who = self._person(event["seat"])
        self._behind(say("log-fall" if gems else "log-fall-empty", side=side, gems=gems, **who))
        if event["elk"]:
            self._behind(say("log-fall-elk"))

    def _over(self, event: Event) -> None:
        if not event["winners"]:
            self._begin(None, "other", say("log-nobody"))
        for seat, ways in zip(event["winners"], event["ways"], strict=True):
            won = ", ".join(say(f"log-way-{way}") for way in ways)
            self._begin(seat, "other", say("log-won", ways=won, **self._person(seat)))
