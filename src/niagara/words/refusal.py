"""The one error for whatever a user asks that cannot be done: the rule, and a sentence that says what would be right."""

from niagara.words.sentences import say

Argument = str | int
_MANY = 10**12  # beyond any number of the game


def _speakable(value: Argument) -> Argument:
    """Somebody's number with forty digits is said back as he wrote it: grammar and JSON do not count that far."""
    return value if isinstance(value, str) or abs(value) < _MANY else str(value)


class Refusal(Exception):
    """Not done, and why. `rule` is the id of the rule that decides, None where no rule is concerned."""

    def __init__(self, key: str, /, rule: str | None = None, **args: Argument) -> None:
        super().__init__(key)
        self.rule = rule
        self.key = key
        self.args_for_words = {name: _speakable(value) for name, value in args.items()}

    @property
    def sentence(self) -> str:
        """What it says in English."""
        return say(self.key, **self.args_for_words)

    @property
    def text(self) -> str:
        """The sentence with the rule's id behind it."""
        return self.sentence if self.rule is None else f"{self.sentence} ({self.rule})"

    def __str__(self) -> str:
        return self.text
