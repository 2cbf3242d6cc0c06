"""A finished game is stepped through from its link; a record brought along is looked at and played on."""

from pathlib import Path

import pytest

from tests.browser.conftest import Invite
from tests.browser.person import Person

OUT_OF_REACH = """() => [...document.querySelectorAll("nav .round, .steps button, .steps input")].filter((one) => {
  const box = one.getBoundingClientRect();
  const points = [[box.left + 1, box.top + box.height / 2], [box.right - 1, box.top + box.height / 2]];
  return box.width < 44 || points.some(([x, y]) => !one.contains(document.elementFromPoint(x, y)));
}).map((one) => one.ariaLabel ?? one.textContent)"""
ON_THE_WEATHER = """() => {
  const signs = [...document.querySelectorAll(".medal")].map((sign) => sign.getBoundingClientRect());
  return [...document.querySelectorAll("nav .round")].filter((one) => {
    const box = one.getBoundingClientRect();
    return signs.some((at) => at.left < box.right && box.left < at.right && at.top < box.bottom && box.top < at.bottom);
  }).map((one) => one.ariaLabel);
}"""
RECORD = Path(__file__).parents[1] / "records" / "spirits-joe-4-elk-by-one.niagara"


def at(person: Person) -> int:
    return int(person.page.get_by_role("slider", name="Moment").input_value())


def spoken(person: Person) -> str:
    lines: list[str] = person.page.evaluate(
        "() => [...document.querySelectorAll('.voice p')].map((p) => p.textContent)"
    )
    return lines[-1] if lines else ""


def test_a_game_that_bots_played_is_stepped_through_from_its_link(invite: Invite) -> None:
    ada = invite("Ada")
    ada.open_home()
    ada.press("2")
    ada.press("Set up a table for friends")
    ada.page.wait_for_selector(".room")
    for line in ("/option round_limit 3", "/watch", "/bot", "/bot", "/bot drifter", "/start"):
        ada.page.get_by_label("Say something").fill(line)
        ada.press("Send")
    ada.page.wait_for_selector("section.over", timeout=60_000)
    ada.page.get_by_role("link", name="Replay").click()
    ada.page.wait_for_selector(".replay")
    assert ada.sticks_out() == []
    ada.page.keyboard.press("ArrowRight")
    ada.page.keyboard.press("ArrowRight")
    assert at(ada) == 2
    assert ada.page.url.endswith("#2"), "the address names the moment"
    assert "plays" in spoken(ada)
    ada.page.keyboard.press("ArrowDown")
    ada.page.locator("output", has_text="Round 2").wait_for()
    moment = at(ada)
    ada.press("A step back")
    assert at(ada) == moment - 1
    ada.page.keyboard.press("End")
    ada.page.get_by_role("button", name="To the end").wait_for()
    assert "Nobody wins" in spoken(ada)
    assert ada.page.get_by_role("button", name="Play on from here").is_disabled()
    ada.page.get_by_role("button", name="Round 3.").click()
    assert "Round 3" in ada.page.locator("output").inner_text()

    bo = invite("Bo", 360, 640, has_touch=True, color_scheme="dark", reduced_motion="reduce")
    bo.page.goto(ada.page.url.split("#")[0] + "?at=5")
    bo.page.wait_for_selector(".replay")
    assert (at(bo), bo.sticks_out()) == (5, [])
    bo.picture("replay")
    bo.press("Play")
    for _ in range(600):
        if at(bo) >= 7:
            break
        bo.page.wait_for_timeout(50)
    bo.press("Pause")
    bo.press("Log")
    bo.page.locator(".told [aria-current]").wait_for()
    assert bo.sticks_out() == []
    bo.picture("log")
    bo.page.keyboard.press("Escape")
    for width, height in ((740, 360), (667, 375), (640, 360)):
        bo.page.set_viewport_size({"width": width, "height": height})
        assert bo.page.evaluate(OUT_OF_REACH) == []
        assert bo.page.evaluate(ON_THE_WEATHER) == []
        assert bo.sticks_out() == []
        bo.picture(f"sideways-{width}")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_a_record_is_brought_along_and_played_on(invite: Invite, size: tuple[int, int]) -> None:
    ada = invite("Ada", *size)
    ada.open_home()
    ada.press("My tables")
    ada.page.get_by_role("link", name="Look at a saved game").click()
    ada.page.get_by_label("Paste a record").fill('[Niagara "2"]\n')
    ada.press("Show it")
    ada.page.get_by_role("alert").wait_for()
    assert "must" in ada.page.get_by_role("alert").inner_text()
    ada.faults.clear()  # the browser's console tells of every answer 400
    ada.page.locator("input[type=file]").set_input_files(RECORD)
    ada.page.wait_for_selector(".replay")
    ada.page.get_by_role("slider", name="Moment").fill("30")
    before = ada.page.locator("output").inner_text()
    assert ada.sticks_out() == []
    ada.picture("replay")
    ada.press("Play on from here")
    ada.page.wait_for_selector(".room")
    first = ada.page.locator(".seats li").first
    assert "was Paddler 0:" in first.inner_text()
    assert "In the record this seat was Paddler 0’s. Home: a yellow gem. One canoe is lost. Start player." in (
        first.text_content() or ""
    )
    ada.page.get_by_role("button", name="Sit here").first.click()
    for seat in ("2", "3", "4"):
        ada.page.get_by_label(f"Put a bot on seat {seat}").select_option("drifter")
    ada.picture("room")
    ada.press("Start the game")
    ada.page.wait_for_selector(".game")
    for _ in range(400):
        if ada.act()["choosing"]:
            break
        ada.page.wait_for_timeout(15)
    assert int((ada.page.locator(".title span").text_content() or "").split()[1]) >= int(before.split()[1])
