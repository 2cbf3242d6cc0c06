"""A whole game by keyboard alone, from the first page to the last word (issue: by mouse, touch and keyboard; WCAG 2.1.1)."""

from tests.browser.conftest import Invite
from tests.browser.keys import Keys

SPOKEN = """() => [...document.querySelectorAll(".voice p")].map((line) => line.textContent)"""


def test_a_whole_base_game_by_keyboard_alone(invite: Invite) -> None:
    ada = invite("Ada")
    keys = Keys(ada)
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Set up a table for friends").wait_for()
    keys.to("Your name")
    ada.page.keyboard.type("Ada")
    keys.to("2")
    keys.press("Enter")
    keys.to("Set up a table for friends")
    keys.press("Enter")
    ada.page.wait_for_selector(".room .rules select")
    for seat in ("2", "3"):
        keys.to(f"Put a bot on seat {seat}")
        keys.press("ArrowDown")
        ada.page.get_by_label(f"Put a bot on seat {seat}").wait_for(state="detached")
    while not keys.name().startswith("Round limit"):
        keys.press("Tab")
    keys.press("ArrowDown")
    ada.page.locator("select", has_text="10 rounds").wait_for()
    keys.to("Start the game")
    keys.press("Enter")
    ada.page.wait_for_selector(".hand.choosing")
    assert any(line.startswith("Choose a card.") for line in ada.page.evaluate(SPOKEN))

    keys.press("?")
    ada.page.locator("#help:popover-open").wait_for()
    assert keys.name() == "Close", "the help takes the focus, so that it is read and scrolled"
    keys.press("Escape")
    ada.page.locator("#help").wait_for(state="hidden")
    keys.to("Menu")
    keys.press("Enter")
    keys.to("OnAnimation")
    keys.press("Space", "Escape")

    calls = 0
    for _ in range(6000):
        seen = keys.act()
        assert ada.sticks_out() == [], seen
        if seen["over"]:
            break
        calls = max(calls, sum(line.startswith("Your turn.") for line in ada.page.evaluate(SPOKEN)))
        ada.page.wait_for_timeout(15)
    else:
        raise AssertionError(f"still playing: {ada.see()}, at {keys.name()}")
    assert calls, "whose turn it is was never spoken"
    ada.picture("over")
    keys.to("Play again")
    keys.press("Enter")
    ada.page.wait_for_selector(".hand.choosing")
