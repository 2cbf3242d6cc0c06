"""What the table's commands do, done by its buttons alone (docs/protocol.md: each command has a button)."""

from tests.browser.conftest import Invite
from tests.browser.person import is_over, play_on

TOO_NARROW = """() => [...document.querySelectorAll(".over .button")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.trim())"""

ROWS = "() => [...new Set([...document.querySelectorAll('.over .acts .button')].map((one) => one.offsetTop || 0))].filter(Boolean).length"


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
        assert ada.page.evaluate(ROWS) == 1
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


def test_only_who_may_change_the_table_is_asked_to(invite: Invite) -> None:
    ada, bo, eve = invite("Ada"), invite("Bo", 390, 844, has_touch=True), invite("Eve", 360, 640, has_touch=True)
    ada.open_home()
    ada.press("2")
    ada.press("Set up a table for friends")
    ada.page.wait_for_selector(".room")
    for person in (bo, eve):
        person.open_home()
        person.page.get_by_placeholder("Link or code of a table").fill(ada.page.url)
        person.press("Join")
        person.page.wait_for_selector(".room")
    bo.press("Sit here")
    ada.page.get_by_text("One seat is still empty: send the link to a friend, or add a bot.").wait_for()
    bo.page.get_by_text("One seat is still empty: send the link to a friend.").wait_for()
    bo.page.get_by_text("The host chooses these.").wait_for(state="attached")
    assert ada.page.get_by_text("The host chooses these.").count() == 0
    for line in ("/bot", "/option round_limit 1", "/start"):
        ada.page.get_by_label("Say something").fill(line)
        ada.press("Send")
    bo.page.wait_for_selector(".hand.choosing")
    play_on([ada, bo], is_over)
    ada.page.get_by_role("button", name="Change the table").wait_for()
    bo.page.get_by_role("button", name="Seats").wait_for()  # he may paint his canoes, or get up
    assert bo.page.get_by_role("button", name="Change the table").count() == 0
    eve.page.wait_for_selector("section.over", timeout=60_000)
    assert eve.page.get_by_role("button", name="Change the table").count() == 0
    assert eve.page.locator("section.over").get_by_role("button").count() == 0
    for person in (bo, eve):
        assert person.sticks_out() == []
        person.picture("over")
