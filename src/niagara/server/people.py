"""Who is who: guests with a name, known again by a signed cookie."""

import hashlib
import os
import secrets
import zlib
from pathlib import Path

import msgspec
from itsdangerous import BadSignature, Signer

from niagara.server.hosting.store import Store
from niagara.server.names import kept
from niagara.words import Refusal, say

COOKIE = "niagara"
NAME_LENGTH = 24


class Guest(msgspec.Struct, frozen=True):
    id: str
    name: str  # "" until chosen

    @property
    def spoken(self) -> str:
        """The name by which others know him; a number in place of one that he has not chosen."""
        return self.name or say("guest-name", number=zlib.crc32(self.id.encode()) % 1000)


class People:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._signer: Signer

    def open(self, secret: str) -> None:
        self._signer = Signer(secret, salt="niagara guest", digest_method=hashlib.sha256)

    async def guest(self, cookie: str | None) -> Guest:
        """The guest of a cookie; a new one if there is none or its signature is not ours."""
        known = self._signed(cookie) if cookie else None
        if known is None:
            return Guest("g" + secrets.token_hex(8), "")
        return Guest(known, await self._store.guest_name(known) or "")

    def cookie(self, guest: Guest) -> str:
        return self._signer.sign(guest.id).decode()

    async def rename(self, guest: Guest, name: str) -> Guest:
        renamed = Guest(guest.id, person_name(name))
        await self._store.name_guest(renamed.id, renamed.name)
        return renamed

    def _signed(self, cookie: str) -> str | None:
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            return None


def person_name(text: str) -> str:
    """A name in the form in which it is kept."""
    name = kept(text, NAME_LENGTH)
    if name is None:
        raise Refusal("person-name", longest=NAME_LENGTH)
    return name


def secret_in(file: Path) -> str:
    """The server's secret, for cookies and for the bots' dice; made on the first day, readable by nobody else."""
    if not file.exists():
        draft = file.with_suffix(".new")
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            out.write(secrets.token_hex(32))
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file)
    return file.read_text()
