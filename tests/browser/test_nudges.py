"""Nudges in a real browser: switched on with a tap, shown by its worker while no page asks for it, and forgotten again."""

from playwright.sync_api import expect

from tests.browser.conftest import Invite

# A push service cannot be had in a test: the subscription is played, all that follows from it is the browser's own.
PLAYED = """
const subscription = {
  endpoint: "https://1.1.1.1/of-a-test", unsubscribe: async () => { gone = true; return true; },
  toJSON: () => ({ endpoint: subscription.endpoint, keys: {
    p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    auth: "tBHItJI5svbpez7KI4CCXg" } }),
};
let gone = true;
PushManager.prototype.subscribe = async () => { gone = false; return subscription; };
PushManager.prototype.getSubscription = async () => (gone ? null : subscription);
"""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.getRegistration("/static/worker.js");
  return (await worker.getNotifications()).map(({ title, body, data }) => [title, body, data]);
}"""


def test_nudges_are_switched_on_shown_and_forgotten(invite: Invite) -> None:
    ada = invite("Ada", 390, 844)
    page = ada.page
    page.context.grant_permissions(["notifications"])
    page.add_init_script(PLAYED)
    page.goto("/")
    page.get_by_role("button", name="Nudges").click()
    sheet = page.get_by_role("dialog", name="When a table waits for you")
    sheet.get_by_role("button", name="Tell me in this browser").click()
    expect(sheet.get_by_text("This browser", exact=True)).to_be_visible()
    expect(sheet.get_by_role("status")).to_contain_text("Done.")
    unpaced = sheet.get_by_role("button", name="At all tables")
    unpaced.click()
    expect(unpaced).to_have_attribute("aria-pressed", "true")
    expect(unpaced).to_have_text("On")

    devtools = page.context.new_cdp_session(page)
    workers: list[dict[str, object]] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda told: workers.extend(told["registrations"]))
    devtools.send("ServiceWorker.enable")
    while not workers:
        page.wait_for_timeout(20)
    data = '{"table":"Friday","text":"It is your turn at “Friday”.","link":"/t/abcdef"}'
    origin, worker = page.evaluate("location.origin"), workers[0]["registrationId"]
    devtools.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": worker, "data": data})
    while not (shown := page.evaluate(SHOWN)):
        page.wait_for_timeout(20)
    assert shown == [["Friday", "It is your turn at “Friday”.", "/t/abcdef"]]

    sheet.get_by_role("button", name="Forget all of this").click()
    sheet.get_by_role("button", name="Really forget it all?").click()
    expect(sheet.get_by_text("This browser", exact=True)).to_have_count(0)
    expect(unpaced).to_have_attribute("aria-pressed", "false")
    expect(sheet.get_by_role("button", name="Tell me in this browser")).to_be_visible()


def test_where_notifications_are_blocked_the_sheet_says_what_to_do_and_has_no_gap(invite: Invite) -> None:
    ada = invite("Ada", 390, 844)
    ada.page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Nudges").click()
    sheet = ada.page.get_by_role("dialog", name="When a table waits for you")
    blocked = sheet.get_by_text("Press the sign beside the page’s address")
    expect(blocked).to_be_visible()
    above, below = blocked.bounding_box(), sheet.get_by_role("button", name="At all tables").bounding_box()
    assert above is not None
    assert below is not None
    assert below["y"] - (above["y"] + above["height"]) <= 12
    ada.picture("blocked")


def test_a_table_has_its_own_wish_and_the_sheet_fits_the_smallest_phone(invite: Invite) -> None:
    ada = invite("Ada", 360, 640)
    page = ada.page
    page.goto("/")
    link = page.evaluate(
        "fetch('/api/play', { method: 'POST' }).then((told) => told.json()).then((table) => table.link)"
    )
    page.goto(link)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Nudges").press("Enter")
    sheet = page.get_by_role("dialog", name="When a table waits for you")
    wish = sheet.get_by_role("group", name="At this table")
    expect(wish.get_by_role("button", name="As usual")).to_have_attribute("aria-pressed", "true")
    wish.get_by_role("button", name="Never").press("Enter")
    expect(wish.get_by_role("button", name="Never")).to_have_attribute("aria-pressed", "true")
    boxes = [button.bounding_box() for button in wish.get_by_role("button").all()]
    assert all(box is not None and box["height"] >= 44 and box["width"] >= 44 for box in boxes)
    assert len({box["y"] for box in boxes if box is not None}) == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_the_link_of_a_mail_asks_first_and_says_what_came_of_it(invite: Invite) -> None:
    ada = invite("Ada")
    ada.page.goto("/nudges")
    expect(ada.page.get_by_text("This link does not work any more.")).to_be_visible()
    ada.page.goto("about:blank")
    ada.page.goto("/nudges#off=forged")
    expect(ada.page.get_by_role("heading", name="No more mail from Niagara to this address?")).to_be_visible()
    with ada.page.expect_response("**/api/nudges/off*") as answer:
        ada.page.get_by_role("button", name="No more mail").click()
    assert answer.value.status == 400
    expect(ada.page.get_by_text("This link does not work any more.")).to_be_visible()
    ada.faults.clear()  # the browser tells of the 400, as it should
