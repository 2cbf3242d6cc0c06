"""Time as people see it: a clock in the room's options, in every strip and to be heard; out of time, and back by a button."""

from playwright.sync_api import Page

from tests.browser.conftest import Invite
from tests.browser.person import Person, play_on

HEARD = "() => [...document.querySelectorAll('[aria-live]')].map((one) => one.textContent).join(' ')"


def choose(page: Page, label: str, value: str, told: str) -> None:
    page.get_by_label(label).select_option(value)
    page.get_by_text(f"The table is changed: Time is {told}.", exact=True).first.wait_for(state="attached")


def test_a_live_game_in_which_time_runs_out_and_the_person_comes_back(invite: Invite) -> None:
    ada = invite("Ada", 390, 844, has_touch=True)
    table(ada, players=3)
    page = ada.page
    page.get_by_role("button", name="Rules", exact=True).click()
    choose(page, "Time", "live", "live 5+10")
    choose(page, "For the game", "1", "live 1+10")
    choose(page, "And for each decision", "5", "live 1+5")
    page.get_by_role("button", name="Seats", exact=True).click()
    ada.press("Start the game")
    clock = page.get_by_role("timer").first
    clock.wait_for()
    assert (clock.get_attribute("aria-label") or "").endswith(", running")
    assert page.get_by_role("timer").count() == 1  # bots need none
    page.locator(".clock.low").wait_for(timeout=60_000)
    ada.picture("low")
    assert "only" in (clock.get_attribute("aria-label") or "")
    back = page.get_by_role("button", name="I am back")
    back.wait_for(timeout=60_000)
    ada.picture("out")
    assert ada.sticks_out() == []
    heard = page.evaluate(HEARD)
    for words in (
        "You have 30 seconds.",
        "You have 10 seconds.",
        "Ada is out of time. Paddler, a bot, plays until Ada is back.",
    ):
        assert words in heard
    while back.is_visible():  # the bot may be making the very decision for which time was up
        back.click()
        page.wait_for_timeout(500)
    assert not page.locator("section.over").is_visible()
    began = ada.see()["round"]
    play_on([ada], lambda _, seen: bool(seen["over"]) or seen["round"] != began)


def test_the_others_vote_for_a_bot_by_a_button_and_who_comes_back_has_the_seat(invite: Invite) -> None:
    ada, bo = invite("Ada"), invite("Bo", 360, 640, has_touch=True)
    table(ada, players=3, bots=1)
    bo.open_home()
    bo.page.get_by_placeholder("Link or code of a table").fill(ada.page.url)
    bo.press("Join")
    bo.press("Sit here")
    ada.page.get_by_role("button", name="Start the game").click()
    bo.page.wait_for_selector(".game")
    address = bo.page.url
    bo.page.goto("about:blank")
    vote = ada.page.get_by_role("button", name="Let a bot play for Bo, who is away: 0 of 1 votes")
    vote.wait_for()
    ada.picture("vote")
    assert ada.sticks_out() == []
    vote.click()
    ada.page.get_by_text("Paddler, a bot, plays for Bo, who is away.").first.wait_for(state="attached")
    vote.wait_for(state="detached")
    bo.page.goto(address)
    ada.page.get_by_text("Bo is back and plays again.").first.wait_for(state="attached")


def test_a_slow_table_has_quiet_hours(invite: Invite) -> None:
    ada = invite("Ada")
    table(ada, players=3)
    page = ada.page
    choose(page, "Time", "slow", "slow 24h")
    choose(page, "For each decision", "72", "slow 72h")
    ada.press("Quiet hours")
    zone = page.evaluate("() => Intl.DateTimeFormat().resolvedOptions().timeZone")
    choose(page, "Quiet from", "0", f"slow 72h quiet 0-8 {zone}")
    ada.press("Start the game")
    page.get_by_role("timer").first.wait_for()
    label = page.get_by_role("timer").first.get_attribute("aria-label") or ""
    assert "3 days" in label
    ada.picture("slow")


def table(host: Person, players: int, bots: int | None = None) -> None:
    """A table of the host's, with so many bots; with as many as there are seats if none is said."""
    host.open_home()
    host.press("Set up a table for friends")
    host.page.wait_for_selector(".room")
    rules = host.page.get_by_role("button", name="Rules", exact=True)
    if rules.is_visible():
        rules.click()
    host.page.get_by_role("button", name=str(players), exact=True).click()
    if rules.is_visible():
        host.page.get_by_role("button", name="Seats", exact=True).click()
    for seat in range(players - (players - 1 if bots is None else bots), players):
        host.page.get_by_label(f"Put a bot on seat {seat + 1}").select_option("drifter")
        host.page.get_by_label(f"Put a bot on seat {seat + 1}").wait_for(state="detached")
