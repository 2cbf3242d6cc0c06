"""Nudges by webhook: JSON that Discord and Slack understand, and whoever reads ours."""

import msgspec

from niagara.server.nudges.caller import Caller, NoAnswer, OwnNetwork
from niagara.server.nudges.message import SENT, Message, Outcome
from niagara.words import say

_SLACK = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})  # or else a name could call everybody


async def send(caller: Caller, url: str, message: Message, address: str) -> Outcome:
    """`address` is this server's, for the link."""
    link = address + message.path
    line = say("hook-line", who=message.who, text=message.text, link=link)
    body = {
        "content": line,
        "allowed_mentions": {"parse": []},
        "text": line.translate(_SLACK),
        "key": message.key,
        "args": message.args,
        "table": message.table,
        "link": link,
    }
    return await posted(caller, url, msgspec.json.encode(body), {"content-type": "application/json"}, "nudge-hook-gone")


async def posted(caller: Caller, url: str, body: bytes, headers: dict[str, str], gone: str) -> Outcome:
    """What became of a call; `gone` is the key of what is said where nothing is there any more."""
    try:
        status = await caller.post(url, body, {"user-agent": "Niagara", **headers})
    except OwnNetwork:
        return Outcome("failed", "nudge-network")
    except NoAnswer:
        return Outcome("failed", "nudge-silent")
    if 200 <= status < 300:
        return SENT
    if status in (404, 410):
        return Outcome("ended", gone)
    return Outcome("failed", "nudge-status", status)
