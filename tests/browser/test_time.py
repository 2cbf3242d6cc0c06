"""Time as people see it: a clock in the room's options, in every strip and to be heard; out of time, and back by a button."""

from playwright.sync_api import Page

from tests.browser.conftest import Invite
from tests.browser.person import Person, play_on

OVER = """([one, other]) => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((found) => found.getBoundingClientRect());
  return boxes(one).flatMap((box) => boxes(other).filter((at) =>
    box.left < at.right && at.left < box.right && box.top < at.bottom && at.top < box.bottom));
}"""
INSIDE = """([inner, outer]) => [...document.querySelectorAll(inner)].filter((found) => {
  const box = found.getBoundingClientRect(), around = found.closest(outer).getBoundingClientRect();
  return box.left < around.left || box.right > around.right || box.top < around.top || box.bottom > around.bottom;
}).map((found) => found.textContent)"""
CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
LEFT = """(selector) =>
  [...new Set([...document.querySelectorAll(selector)].map((one) => Math.round(one.getBoundingClientRect().left)))]"""
SPOKEN = "(words) => [...document.querySelectorAll('[aria-live]')].some((one) => one.textContent.includes(words))"


def choose(page: Page, label: str, value: str, told: str) -> None:
    page.get_by_label(label).select_option(value)
    page.get_by_text(f"The table is changed: {told}", exact=True).first.wait_for(state="attached")


def test_a_live_game_in_which_time_runs_out_and_the_person_comes_back(unhurried: str, invite: Invite) -> None:
    ada = invite("Ada", 390, 844, to=unhurried, has_touch=True)
    table(ada, players=3)
    page = ada.page
    page.get_by_role("button", name="Rules", exact=True).click()
    choose(page, "Time", "live", "live, 5 min for the game and 10 s for each decision.")
    page.get_by_label("For the game").select_option("1")  # the next choice builds on this one, told or not
    choose(page, "And for each decision", "5", "live, 1 min for the game and 5 s for each decision.")
    page.get_by_role("button", name="Seats", exact=True).click()
    ada.press("Start the game")
    clock = page.get_by_role("timer").first
    clock.wait_for()
    assert (clock.get_attribute("aria-label") or "").endswith(", running")
    assert page.get_by_role("timer").count() == 1  # bots need none
    page.wait_for_function(
        SPOKEN, arg="You have 30 seconds.", timeout=60_000
    )  # each as it comes: only the last lines stay
    page.locator(".clock.low").wait_for(timeout=60_000)
    ada.picture("low")
    assert "only" in (clock.get_attribute("aria-label") or "")
    page.wait_for_function(SPOKEN, arg="You have 10 seconds.", timeout=60_000)
    out = "Ada is out of time. Paddler, a bot, plays until Ada is back."
    page.wait_for_function(SPOKEN, arg=out, timeout=60_000)
    back = page.get_by_role("button", name="I am back")
    back.wait_for(timeout=60_000)
    ada.picture("out")
    assert ada.sticks_out() == []
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.evaluate(INSIDE, [".strip .ways *, .strip .tags *, .clock", ".strip"]) == []
    assert len(page.evaluate(LEFT, ".strip .ways")) == 1  # one below the other, with a clock and without
    assert page.evaluate(CUT, ".strip h3") == []  # the name has its room beside "bot plays"
    ada.picture("out-desk")
    page.set_viewport_size({"width": 390, "height": 844})
    back.click()
    page.wait_for_timeout(500)
    while back.is_visible():  # the bot was making the very decision for which time was up
        back.evaluate_all("found => found.forEach((one) => one.click())")  # it may be gone meanwhile
        page.wait_for_timeout(500)
    assert not page.locator("section.over").is_visible()
    began = ada.see()["round"]
    play_on([ada], lambda _, seen: bool(seen["over"]) or seen["round"] != began)


def test_the_others_vote_for_a_bot_by_a_button_and_who_comes_back_has_the_seat(invite: Invite) -> None:
    ada, bo, cy = invite("Ada"), invite("Bo", 360, 640, has_touch=True), invite("Cy", 360, 640, has_touch=True)
    table(ada, players=4, bots=1)
    for person in (bo, cy):
        person.open_home()
        person.page.get_by_placeholder("Link or code of a table").fill(ada.page.url)
        person.press("Join")
        person.press("Sit here")
    ada.page.get_by_role("button", name="Start the game").click()
    bo.page.wait_for_selector(".game")
    address = bo.page.url
    bo.page.goto("about:blank")
    vote = "Let a bot play for Bo, who is away: {} of 2 votes"
    ada.page.get_by_role("button", name=vote.format(0)).wait_for()
    for width, height in ((360, 640), (390, 844), (740, 360), (800, 1000), (1280, 800)):
        ada.page.set_viewport_size({"width": width, "height": height})
        assert ada.page.evaluate(OVER, [".votes .button", ".strip, .hand, .compose h2, .talk section"]) == []
        assert ada.sticks_out() == []
        ada.picture(f"vote-{width}")
    ada.press(vote.format(0))
    cy.page.locator(".ticker", has_text="Ada would let a bot play for Bo: 1 of 2 votes.").wait_for()
    cy.picture("news")
    assert cy.sticks_out() == []
    cy.press(vote.format(1))
    cy.page.locator(".ticker", has_text="Paddler, a bot, plays for Bo, who is away.").wait_for()
    ada.page.get_by_text("Paddler, a bot, plays for Bo, who is away.").first.wait_for(state="attached")
    ada.page.locator(".votes").wait_for(state="detached")
    bo.page.goto(address)
    ada.page.get_by_text("Bo is back and plays again.").first.wait_for(state="attached")


def test_six_players_one_of_them_away_leave_room_for_the_log(invite: Invite) -> None:
    ada, guest = invite("Ada"), invite("Maximiliane von Hohenbrg")
    table(ada, players=6, bots=4, spirits=True)
    guest.open_home()
    guest.page.get_by_placeholder("Link or code of a table").fill(ada.page.url)
    guest.press("Join")
    guest.press("Sit here")
    ada.press("Start the game")
    guest.page.wait_for_selector(".game")
    guest.page.goto("about:blank")
    ada.page.locator(".votes .button").wait_for()
    for height in (800, 720):
        ada.page.set_viewport_size({"width": 1280, "height": height})
        assert (ada.page.locator("section.log").bounding_box() or {"height": 0})["height"] >= 50
        assert ada.page.evaluate(INSIDE, [".strip .ways *, .strip .tags *", ".strip"]) == []
        assert ada.sticks_out() == []
        ada.picture(f"six-{height}")


def test_six_on_a_phone_show_who_is_away_and_who_has_the_ring(invite: Invite) -> None:
    ada, bo = invite("Ada", 390, 844), invite("Bo")
    table(ada, players=6, bots=4, spirits=True)
    bo.open_home()
    bo.page.get_by_placeholder("Link or code of a table").fill(ada.page.url)
    bo.press("Join")
    bo.press("Sit here")
    ada.press("Start the game")
    bo.page.wait_for_selector(".game")
    bo.page.goto("about:blank")
    ada.page.locator(".votes .button").wait_for()
    for width, height in ((390, 844), (360, 640), (360, 740)):
        ada.page.set_viewport_size({"width": width, "height": height})
        for sign in (".strip .warn svg", ".strip .ringm"):
            assert ada.page.locator(sign).bounding_box() is not None
            assert ada.page.evaluate(INSIDE, [sign, ".tags"]) == []
        assert ada.page.evaluate(OVER, [".strip .tags svg", ".strip .now"]) == []
        assert ada.sticks_out() == []
        ada.picture(f"signs-{width}-{height}")
    ada.page.goto("/me")
    ada.page.locator(".table .name").wait_for()
    assert ada.page.evaluate(CUT, ".table .name") == []  # people's names have their room among six in the list
    ada.picture("mine")


def test_a_slow_table_has_quiet_hours(invite: Invite) -> None:
    ada = invite("Ada")
    table(ada, players=3)
    page = ada.page
    choose(page, "Time", "slow", "slow, 1 day for each decision.")
    choose(page, "For each decision", "72", "slow, 3 days for each decision.")
    ada.press("Quiet hours")
    zone, hour = page.evaluate("() => [Intl.DateTimeFormat().resolvedOptions().timeZone, new Date().getHours()]")
    begins, ends = (hour - 1) % 24, (hour + 2) % 24
    page.get_by_label("Say something").fill(f"/option pace slow 72h quiet {begins}-{ends} {zone}")
    ada.press("Send")
    told = f"slow, 3 days for each decision. No clock runs from {begins}:00 to {ends}:00 ({zone})."
    page.get_by_text(f"The table is changed: {told}", exact=True).first.wait_for(state="attached")
    assert page.get_by_label("Quiet from").input_value() == str(begins)
    ada.press("Start the game")
    clock = page.get_by_role("timer").first
    clock.locator("svg").wait_for()  # the moon
    label = clock.get_attribute("aria-label") or ""
    assert "3 days" in label
    assert "quiet hours until" in label
    for width, height in ((1280, 800), (390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(INSIDE, [".clock", ".strip"]) == []
        assert ada.sticks_out() == []
        ada.picture(f"quiet-{width}")


def table(host: Person, players: int, bots: int | None = None, spirits: bool = False) -> None:
    """A table of the host's, with so many bots; with as many as there are seats if none is said."""
    host.open_home()
    host.press("Set up a table for friends")
    host.page.wait_for_selector(".room")
    rules = host.page.get_by_role("button", name="Rules", exact=True)
    if rules.is_visible():
        rules.click()
    if spirits:
        host.page.get_by_role("button", name="Spirits").first.click()
    host.page.get_by_role("button", name=str(players), exact=True).click()
    if rules.is_visible():
        host.page.get_by_role("button", name="Seats", exact=True).click()
    for seat in range(players - (players - 1 if bots is None else bots), players):
        host.page.get_by_label(f"Put a bot on seat {seat + 1}").select_option("drifter")
        host.page.get_by_label(f"Put a bot on seat {seat + 1}").wait_for(state="detached")
