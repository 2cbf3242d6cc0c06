"""The one error for whatever a user asks that cannot be done: the rule, and a sentence that says what would be right."""

from niagara.words.sentences import say

Argument = str | int


class Refusal(Exception):  # noqa: N818  (it is a word of the protocol)
    """Not done, and why. `rule` is the id of the rule that decides, None where no rule is concerned."""

    def __init__(self, key: str, /, rule: str | None = None, **args: Argument) -> None:
        super().__init__(key)
        self.rule = rule
        self.key = key
        self.args_for_words = args

    @property
    def text(self) -> str:
        """The sentence in English."""
        sentence = say(self.key, **self.args_for_words)
        return sentence if self.rule is None else f"{sentence} ({self.rule})"

    def __str__(self) -> str:
        return self.text
