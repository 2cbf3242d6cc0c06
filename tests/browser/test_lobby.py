"""An open table is found on the first page and joined with one tap; one's own tables are found there again."""

from tests.browser.conftest import Invite


def test_an_open_table_is_joined_with_one_tap_and_found_again(invite: Invite) -> None:
    ada, bo = invite("Ada"), invite("Bo", 360, 640, has_touch=True, color_scheme="dark")
    ada.open_home()
    ada.press("2")
    ada.press("Set up a table for friends")
    ada.page.wait_for_selector(".room")
    ada.page.get_by_label("Name of the table").fill("Open to all")
    ada.page.get_by_label("Name of the table").press("Enter")
    ada.page.get_by_role("button", name="Open table").click()
    ada.page.locator("button[aria-pressed=true]", has_text="Open table").wait_for()
    bo.open_home()
    bo.press("Open tables")
    bo.page.get_by_role("link", name="Open to all").wait_for()
    assert bo.sticks_out() == []
    bo.picture("lobby")
    bo.press("Sit down at Open to all")
    bo.page.wait_for_selector(".room")
    ada.page.locator(".seats b", has_text="Bo").wait_for()
    ada.page.get_by_label("Put a bot on seat 3").select_option("drifter")
    ada.press("Start the game")
    ada.page.wait_for_selector(".hand.choosing")
    bo.page.goto("/")
    bo.page.get_by_text("your turn at 1 table").wait_for(state="attached")
    assert bo.page.title().startswith("●"), "the tab calls, too"
    bo.page.get_by_role("button", name="My tables").click()
    bo.picture("mine")
    bo.page.get_by_role("link", name="Open to all").click()
    bo.page.wait_for_selector(".hand.choosing")


def test_who_comes_by_a_link_sits_down_under_the_name_in_the_field(invite: Invite) -> None:
    ada, bo = invite("Ada"), invite("Bo", 390, 844, has_touch=True)
    ada.open_home()
    ada.press("Set up a table for friends")
    ada.page.wait_for_selector(".room")
    bo.page.goto(ada.page.url)
    bo.page.get_by_label("What shall the others call you?").fill("Bo")
    bo.press("Sit here")
    ada.page.locator(".seats b", has_text="Bo").wait_for()
