"""The ways by which a person can be reached: checked when they are given, shown only in outline."""

import hashlib
import re
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from niagara.server.nudges.book import Way, new_id
from niagara.server.nudges.networks import LONGEST_URL
from niagara.words import Refusal

if TYPE_CHECKING:
    from niagara.server.nudges.senders import Senders

_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}")
_Url = Annotated[str, Meta(max_length=LONGEST_URL)]
_Key = Annotated[str, Meta(max_length=120)]


class PushKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    p256dh: _Key
    auth: _Key


class PushTarget(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="push"):
    """A browser, as its PushSubscription tells."""

    endpoint: _Url
    keys: PushKeys


class MailTarget(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="mail"):
    address: Annotated[str, Meta(max_length=254)]


class HookTarget(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="hook"):
    url: _Url


Target = PushTarget | MailTarget | HookTarget
read_target: msgspec.json.Decoder[Target] = msgspec.json.Decoder(Target)


async def new_way(senders: "Senders", guest: str, target: Target) -> Way:
    """Raises Refusal."""
    match target:
        case PushTarget(endpoint=endpoint, keys=keys):
            calls = await senders.calls()
            if not calls.push.can_write_to(keys.p256dh, keys.auth):
                raise Refusal("nudge-push-wrong")
            target = PushTarget(await calls.caller.check(endpoint), keys)
            kind, known_by = "push", target.endpoint
        case MailTarget(address=address):
            if not _ADDRESS.fullmatch(address.strip()):
                raise Refusal("nudge-mail-wrong")
            target = MailTarget(address.strip())
            kind, known_by = "mail", target.address.casefold()
        case HookTarget(url=url):
            target = HookTarget(await (await senders.calls()).caller.check(url))
            kind, known_by = "hook", target.url
    digest = hashlib.sha256(known_by.encode()).hexdigest()
    return Way(new_id(), guest, kind, msgspec.json.encode(target).decode(), digest, kind != "mail", 0, None)


def outline(target: Target) -> str:
    """So much that its owner knows which it is, and nobody can use it."""
    match target:
        case PushTarget(endpoint=url) | HookTarget(url=url):
            return urlsplit(url).hostname or ""
        case MailTarget(address=address):
            name, _, domain = address.rpartition("@")
            return f"{name[0]}…@{domain}"
