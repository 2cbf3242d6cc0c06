"""Somebody who plays with the keyboard alone: Tab, Enter, and the keys that the help names."""

import random
from typing import Any

from tests.browser.person import Person

TABS = 120  # more than any page has stops

NAME = """() => {
  const one = document.activeElement;
  return one === document.body ? "" : one.getAttribute("aria-label") ?? (one.labels?.[0] ?? one).textContent.trim();
}"""
AT = "(selector) => document.activeElement.matches(selector)"
HAND = (
    """() => [...document.querySelectorAll(".hand.choosing .in button")].map((one) => one.getAttribute("aria-label"))"""
)


class Keys:
    """The hands of a person on a keyboard."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self._page = person.page
        self._chance = random.Random(person.name)

    def press(self, *keys: str) -> None:
        for key in keys:
            self._page.keyboard.press(key)

    def name(self) -> str:
        """What a screen reader calls the thing that has the focus; empty if nothing has it."""
        name: str = self._page.evaluate(NAME)
        return name

    def to(self, name: str) -> None:
        """Tabs on to the thing of this name."""
        for _ in range(TABS):
            self.press("Tab")
            if self.name() == name:
                return
        raise AssertionError(f"no Tab leads to {name}")

    def act(self) -> dict[str, Any]:
        """One thing that a person would do now, if there is any: choose a card, go along the river, choose on, confirm."""
        seen = self.person.see()
        if seen["over"] or seen["busy"]:
            return seen
        if seen["choosing"]:
            if not seen["chosen"]:
                self._choose()
        elif seen["ready"]:
            if not self._chance.random() < 0.1:
                self._confirm()
            else:
                self.press("Escape")
        elif seen["ends"] and (not seen["chips"] or self._chance.random() < 0.5):
            self.press(self._chance.choice(["ArrowDown", "ArrowUp", "ArrowRight"]))
        elif seen["chips"] and self._tab_to(".compose .chips .pick[aria-pressed=false]"):
            self.press(self._chance.choice(["Enter", "Space"]))
        return seen

    def _choose(self) -> None:
        if hand := self._page.evaluate(HAND):  # "Card 3", "Card Cloud"
            self.press(self._chance.choice(hand).split()[1][0].lower())

    def _confirm(self) -> None:
        """By Enter at once, as the help says; from a button, which Enter would press, by way of Confirm."""
        if self.name() in ("", "Confirm") or self._tab_to(".compose .ok"):
            self.press("Enter")

    def _tab_to(self, selector: str) -> bool:
        """Tabs to one of the things that a selector finds; False if they have gone meanwhile."""
        for _ in range(TABS):
            self.press("Tab")
            if self._page.evaluate(AT, selector) and self._chance.random() < 0.6:
                return True
        return False
