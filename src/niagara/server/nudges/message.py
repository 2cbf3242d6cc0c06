"""What a nudge says, and what became of sending it."""

from typing import Literal, NamedTuple

from niagara.words import say


class Message(NamedTuple):
    key: str
    table: str  # id; empty for a trial
    name: str  # of the table
    who: str  # the name of whom it is for
    hours: int = 0  # until his time runs out

    @property
    def args(self) -> dict[str, str | int]:
        """As the sentence of the key needs them."""
        match self.key:
            case "nudge-test":
                return {}
            case "nudge-soon":
                return {"table": self.name, "hours": self.hours}
            case _:
                return {"table": self.name}

    @property
    def text(self) -> str:
        return say(self.key, **self.args)

    @property
    def path(self) -> str:
        return f"/t/{self.table}" if self.table else "/"


class Outcome(NamedTuple):
    """`ended`: it will never work again."""

    result: Literal["sent", "failed", "ended"]
    key: str
    status: int = 0  # of an HTTP answer

    @property
    def args(self) -> dict[str, str | int]:
        return {"status": self.status} if self.status else {}

    @property
    def text(self) -> str:
        return say(self.key, **self.args)


SENT = Outcome("sent", "nudge-sent")
