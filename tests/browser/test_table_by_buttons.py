"""What the table's commands do, done by its buttons alone (docs/protocol.md: each command has a button)."""

from tests.browser.conftest import Invite
from tests.browser.person import is_over, play_on

TOO_NARROW = """() => [...document.querySelectorAll(".over .button")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.trim())"""


def test_a_bot_plays_on_for_who_has_gone_and_the_table_is_changed_after_the_game(invite: Invite) -> None:
    ada, bo = invite("Ada"), invite("Bo")
    ada.open_home()
    ada.press("2")
    ada.press("Set up a table for friends")
    ada.page.wait_for_selector(".room")
    ada.page.get_by_label("Name of the table").fill("Sunday")
    ada.page.get_by_label("Name of the table").press("Enter")
    ada.page.get_by_role("heading", name="Sunday").wait_for()
    ada.page.get_by_role("button", name="Onlookers").click()
    ada.page.locator("button[aria-pressed=false]", has_text="Onlookers").wait_for()
    bo.open_home()
    bo.page.get_by_placeholder("Link or code of a table").fill(ada.page.url)
    bo.press("Join")
    bo.press("Sit here")
    ada.page.get_by_label("Put a bot on seat 3").select_option("paddler")
    ada.page.get_by_label("Say something").fill("/option round_limit 1")
    ada.press("Send")
    ada.page.locator("select", has_text="1 round").wait_for()
    ada.press("Start the game")
    ada.page.wait_for_selector(".hand.choosing")

    bo.leave()
    ada.press("Menu")
    ada.picture("menu")
    ada.press("Let a bot play on for Bo")
    ada.page.get_by_role("button", name="Let a bot play on for Bo").wait_for(state="detached")
    ada.page.keyboard.press("Escape")
    play_on([ada], is_over)
    assert ada.sticks_out() == []
    for width, height in ((360, 640), (390, 844), (1280, 800)):
        ada.page.set_viewport_size({"width": width, "height": height})
        assert ada.sticks_out() == []
        assert ada.page.evaluate(TOO_NARROW) == []
        ada.picture(f"over-{width}")

    ada.press("Change the table")
    ada.page.wait_for_selector(".room")
    assert ada.sticks_out() == []
    ada.picture("after-the-game")
    ada.press("Back to the board")
    ada.page.wait_for_selector(".over")
    ada.press("Change the table")
    ada.page.get_by_role("button", name="Diamond Joe").click()
    ada.press("Start the game")
    ada.page.wait_for_selector(".hand.choosing")
