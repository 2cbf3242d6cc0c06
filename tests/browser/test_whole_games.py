"""Whole games by clicking, with nothing but the pages (issue: the board, the table, the end)."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute

from tests.browser.conftest import Invite
from tests.browser.person import Person, is_over, play_on

# Where the board ends: now, and if the question were as long as can be.
TOPS = """() => {
  const asked = document.querySelector(".compose h2 span")?.firstChild;
  if (document.querySelector("section.over") || !asked) return [];
  const top = () => Math.round(document.querySelector(".strips").getBoundingClientRect().top);
  const [words, now] = [asked.nodeValue, top()];
  asked.nodeValue = "Who waits for many has to read much. ".repeat(9);
  const long = top();
  asked.nodeValue = words;
  return [now, long];
}"""


def test_one_person_plays_spirits_and_joe_against_three_bots(invite: Invite) -> None:
    ada = invite("Ada")
    ada.open_home()
    ada.picture("home")
    for words in ("Spirits", "Diamond Joe", "3", "Paddler", "Play now"):
        ada.press(words)
    ada.page.wait_for_selector(".hand.choosing")
    assert ada.sticks_out() == []
    ada.picture("cards")
    play_on([ada], is_over)
    ada.picture("over")
    assert ada.sticks_out() == []
    assert re.search(r"\bwins?\b|share|Nobody", ada.page.locator("section.over h2").inner_text())
    ada.press("Play again")
    ada.page.wait_for_selector(".hand.choosing")


@pytest.mark.parametrize("size", [(390, 844), (360, 640)], ids=["phone", "small-phone"])
def test_a_whole_game_by_touch_on_a_phone(invite: Invite, size: tuple[int, int]) -> None:
    ada = invite("Ada", *size, has_touch=True, is_mobile=True, color_scheme="dark", reduced_motion="reduce")
    ada.open_home()
    for words in ("Spirits", "2", "Play now"):
        ada.press(words)
    ada.page.wait_for_selector(".hand.choosing")
    ada.picture("cards")
    tops: set[int] = set()

    def watched(person: Person, seen: dict[str, Any]) -> bool:
        tops.update(person.page.evaluate(TOPS))
        return is_over(person, seen)

    play_on([ada], watched)
    assert len(tops) == 1, "the board stands still, whoever's turn it is, and whatever is asked"
    ada.picture("over")


def test_the_board_stands_still_where_a_card_came_too_late(invite: Invite, unhurried: str) -> None:
    """It is refused while others are at turn: on a phone there is room for that sentence too."""
    ada = invite("Ada", 390, 844, unhurried, has_touch=True, is_mobile=True, reduced_motion="reduce")
    late: list[Callable[[], None]] = []

    def relay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        cards: list[str | bytes] = []

        def pass_on(message: str | bytes) -> None:
            if json.loads(message).get("move", "").startswith("card"):
                cards.append(message)
            if len(cards) == 2 and message is cards[1]:
                late.append(lambda: server.send(message))
            else:
                server.send(message)

        socket.on_message(pass_on)

    ada.page.route_web_socket("**/live", relay)
    ada.open_home()
    for words in ("2", "Play now"):
        ada.press(words)
    ada.page.wait_for_selector(".hand.choosing")
    for card in ("Card 1", "Card 2"):
        ada.press(card)
    ada.page.wait_for_selector(".hand:not(.choosing)")
    now, long = ada.page.evaluate(TOPS)
    late[0]()
    ada.page.wait_for_selector(".compose .refused")
    assert ada.page.evaluate(TOPS) == [now, now]
    assert long == now
    ada.picture("refused")


def test_three_people_play_the_base_game_and_one_reloads_in_the_middle(invite: Invite) -> None:
    ada, bo, cy = invite("Ada"), invite("Bo", reduced_motion="reduce"), invite("Cy", 390, 844, has_touch=True)
    ada.open_home()
    ada.press("2")
    ada.press("Set up a table for friends")
    ada.page.wait_for_selector(".room")
    link = ada.page.url
    for other in (bo, cy):
        other.open_home()
        other.page.get_by_placeholder("Link or code of a table").fill(link)
        other.press("Join")
        other.page.wait_for_selector(".room")
        other.press("Sit here")
    ada.page.get_by_label("Round limit").select_option("10")
    ada.picture("room")
    cy.picture("room")
    ada.press("Start the game")
    people = [ada, bo, cy]
    for person in people:
        person.page.wait_for_selector(".hand.choosing")
    play_on(people, lambda person, seen: person is not ada or "4" in seen["round"])
    bo.page.reload()
    bo.page.wait_for_selector(".game")
    play_on(people, is_over)
    titles = {person.page.locator("section.over ol").inner_text() for person in people}
    assert len(titles) == 1, "everybody sees the same end"
    cy.picture("over")
