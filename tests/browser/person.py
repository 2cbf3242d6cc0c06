"""Somebody who plays with mouse, finger or keys, and sees only what the page shows."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Response

SEEN = """() => {
  const shown = (element) => element && element.getClientRects().length > 0;
  const compose = document.querySelector(".compose");
  return {
    over: shown(document.querySelector("section.over")),
    round: document.querySelector(".title span")?.textContent ?? "",
    curtain: shown(document.querySelector(".curtain")),
    choosing: shown(document.querySelector(".hand.choosing")),
    chosen: !!document.querySelector(".hand.choosing .now"),
    chips: [...document.querySelectorAll(".compose .chips .pick")].map((chip) => ({
      text: chip.textContent.trim(), on: chip.getAttribute("aria-pressed") === "true" })),
    ready: shown(document.querySelector(".compose .ok:not([disabled])")),
    busy: shown(document.querySelector(".skip.busy")),
    ends: document.querySelectorAll(".places .place[aria-pressed=false]").length,
  };
}"""

OUTSIDE = """() => {
  const page = document.scrollingElement;
  const named = (element) => `${element.tagName}.${element.getAttribute("class")} in ${element.parentElement.textContent}`;
  const cut = [...document.querySelectorAll(".hand svg, .strips *, .compose .pick")].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && (box.left < -0.5 || box.right > innerWidth + 0.5);
  });
  if (page.scrollHeight <= innerHeight && page.scrollWidth <= innerWidth) return cut.map(named);
  const out = [...document.querySelectorAll("body *")].filter((element) => {
    const box = element.getBoundingClientRect();
    return !element.closest("svg") && (box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5);
  });
  return [`${page.scrollWidth} x ${page.scrollHeight}`, ...[...cut, ...out].map(named)];
}"""


class Person:
    """One browser context, with everything its console complained about in `faults`."""

    def __init__(
        self, browser: Browser, address: str, name: str, size: tuple[int, int], pictures: Path, **taste: Any
    ) -> None:
        self.name = name
        self.faults: list[str] = []
        self._pictures = pictures
        self._chance = random.Random(name)
        self._touch = bool(taste.get("has_touch"))
        self._context = browser.new_context(
            base_url=address, viewport={"width": size[0], "height": size[1]}, permissions=["clipboard-read"], **taste
        )
        self.page = self._context.new_page()
        self.page.set_default_timeout(30_000)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(message.text)

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status} {response.url}")

    def leave(self) -> None:
        self._context.close()

    def picture(self, name: str) -> None:
        """A screenshot for people to look at."""
        self.page.screenshot(path=self._pictures / f"{self.name}-{name}.png")

    def press(self, words: str) -> None:
        """The button with these words."""
        self.page.get_by_role("button", name=words, exact=True).first.click()

    def open_home(self) -> None:
        self.page.goto("/")
        self.page.get_by_label("Your name").fill(self.name)

    def see(self) -> dict[str, Any]:
        """What matters of what the page shows now."""
        seen: dict[str, Any] = self.page.evaluate(SEEN)
        return seen

    def sticks_out(self) -> list[str]:
        """What makes the page scroll, and what of cards and seats is cut off at its sides: empty if all is on one screen."""
        out: list[str] = self.page.evaluate(OUTSIDE)
        return out

    def act(self) -> dict[str, Any]:
        """One thing that a person would do now, if there is any: skip, choose a card, tap on, confirm."""
        seen = self.see()
        if seen["over"]:
            return seen
        if seen["busy"]:
            self._tap(".skip.busy", first=True)
        elif seen["curtain"]:
            self._tap(".curtain .button", first=True)
        elif seen["choosing"]:
            if not seen["chosen"] or self._chance.random() < 0.1:
                self._tap(".hand.choosing .in button")
        elif seen["ready"] and (self._chance.random() < 0.7 or not seen["chips"]):
            self._tap(".compose .ok:not([disabled])", first=True)
        elif seen["ends"] and self._chance.random() < 0.5:
            self._tap(".places .place[aria-pressed=false]")
        elif seen["chips"]:
            self._tap(".compose .chips .pick[aria-pressed=false]")
        return seen

    def _tap(self, selector: str, first: bool = False) -> None:
        """Taps one of the things that a selector finds, in its middle; nothing if it has gone meanwhile."""
        boxes = self.page.evaluate(
            """(selector) => [...document.querySelectorAll(selector)].map((one) => {
                 one.scrollIntoView({ block: "nearest" });
                 const box = one.getBoundingClientRect();
                 return [box.x + box.width / 2, box.y + box.height / 2, box.width];
               }).filter((box) => box[2] > 0)""",
            selector,
        )
        if not boxes:
            return
        x, y, _ = boxes[0] if first else self._chance.choice(boxes)
        if self._touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)


def play_on(people: list[Person], until: Callable[[Person, dict[str, Any]], bool], most: int = 6000) -> None:
    """All act in turn until it holds for each; AssertionError if they never get there, or if a page does not show all at once."""
    for _ in range(most):
        seen = [(person, person.act()) for person in people]
        for person, what in seen:
            out = person.sticks_out()
            assert not out, (what, out)
        if all(until(person, what) for person, what in seen):
            return
        people[0].page.wait_for_timeout(15)
    raise AssertionError(f"still playing: {[person.see() for person in people]}")


def is_over(_: Person, seen: dict[str, Any]) -> bool:
    return bool(seen["over"])
