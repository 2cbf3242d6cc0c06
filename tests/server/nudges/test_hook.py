"""A webhook's JSON: for Discord, for Slack, and for programs; a name at the table calls nobody by it."""

from niagara.server.nudges import hook
from niagara.server.nudges.caller import Caller
from niagara.server.nudges.message import Message
from niagara.server.nudges.networks import networks
from tests.server.nudges.receivers import Receiver

ADDRESS = "https://niagara.example.org"


async def test_everybody_finds_what_he_reads(receiver: Receiver) -> None:
    caller = Caller(networks(["127.0.0.0/8"]))
    told = await hook.send(caller, f"{receiver.url}/hook", Message("nudge-soon", "abcdef", "Friday", "Ada", 6), ADDRESS)
    assert told.result == "sent"
    [posted] = receiver.posted
    assert posted.headers["content-type"] == "application/json"
    line = "Ada: About 6 hours are left for your turn at “Friday”. https://niagara.example.org/t/abcdef"
    assert posted.json() == {
        "content": line,
        "allowed_mentions": {"parse": []},
        "text": line,
        "key": "nudge-soon",
        "args": {"table": "Friday", "hours": 6},
        "table": "abcdef",
        "link": "https://niagara.example.org/t/abcdef",
    }


async def test_a_name_calls_nobody(receiver: Receiver) -> None:
    caller = Caller(networks(["127.0.0.0/8"]))
    await hook.send(caller, receiver.url, Message("nudge-turn", "abcdef", "<!channel> & @everyone", "<@U1>"), ADDRESS)
    body = receiver.posted[0].json()
    assert "<" not in body["text"]
    assert "&lt;!channel&gt; &amp; @everyone" in body["text"]
    assert body["allowed_mentions"] == {"parse": []}


async def test_what_the_receiver_answers_is_told_by_its_number_alone(receiver: Receiver) -> None:
    caller = Caller(networks(["127.0.0.0/8"]))
    receiver.answers = [201, 500, 302, 404, 410]
    found = [await hook.send(caller, receiver.url, Message("nudge-test", "", "", "Ada"), ADDRESS) for _ in range(5)]
    assert [(each.result, each.key) for each in found] == [
        ("sent", "nudge-sent"),
        ("failed", "nudge-status"),
        ("failed", "nudge-status"),
        ("ended", "nudge-hook-gone"),
        ("ended", "nudge-hook-gone"),
    ]
    assert found[1].text == "The receiver answered 500 instead of taking it."
