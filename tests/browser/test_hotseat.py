"""Three people share one phone: each sees his own cards, when he says that it is he who looks."""

from tests.browser.conftest import Invite
from tests.browser.person import is_over, play_on


def test_three_people_play_a_game_on_one_phone(invite: Invite) -> None:
    ada = invite("Ada", 360, 640, has_touch=True, is_mobile=True, reduced_motion="reduce")
    ada.open_home()
    ada.press("2")
    ada.press("Set up a table for friends")
    ada.page.wait_for_selector(".room")
    for name in ("Bo", "Cy"):
        ada.press("Another player at this device")
        ada.page.get_by_label("Name of the other player").fill(name)
        ada.press("Sit down")
        ada.page.locator(".seats b", has_text=name).wait_for()
    assert ada.page.get_by_role("button", name="Another player at this device").count() == 0, "every seat is taken"
    ada.picture("room")
    ada.page.get_by_role("button", name="Rules").click()
    ada.page.get_by_label("Round limit").select_option("10")
    ada.page.get_by_role("button", name="Seats").click()
    ada.press("Start the game")
    for name in ("Ada", "Bo", "Cy"):
        ada.page.get_by_role("button", name=f"I am {name}").wait_for()
        assert ada.page.locator(".hand").count() == 0, "no card is shown before"
        assert ada.sticks_out() == []
        ada.picture(f"curtain-{name}")
        ada.press(f"I am {name}")
        ada.page.wait_for_selector(".hand.choosing")
        assert f"{name}: Choose a card" in (ada.page.locator(".compose h2").text_content() or "")
        ada.page.locator(".hand .in button").nth(len(name)).click()
    ada.page.locator(".compose h2", has_text=": Your turn").wait_for()
    ada.picture("turn")
    play_on([ada], is_over)
    ada.picture("over")
    assert "You" not in ada.page.locator("section.over h2").inner_text()
