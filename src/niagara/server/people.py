"""Who is who: guests with a name, known again by a signed cookie."""

import hashlib
import os
import secrets
import stat
import zlib
from pathlib import Path

import msgspec
from itsdangerous import BadSignature, Signer

from niagara.server.hosting.store import Store
from niagara.server.names import kept
from niagara.words import Refusal, say

COOKIE = "niagara"
NAME_LENGTH = 24
SHORTEST_SECRET = 32  # letters


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
        return await self.named(known)

    async def named(self, guest: str) -> Guest:
        return Guest(guest, await self._store.guest_name(guest) or "")

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
    """The server's secret, for cookies and for the bots' dice; made on the first day, readable by nobody else.

    Raises Refusal where others could read it and that cannot be mended.
    """
    if not file.exists():
        keep_secret(file, secrets.token_hex(32))
    _close_to_others(file, 0o600)
    secret = file.read_text()
    if len(secret) < SHORTEST_SECRET:  # cut off, or somebody's own: a cookie signed with it could be guessed
        raise Refusal("secret-too-short", file=str(file), least=SHORTEST_SECRET)
    return secret


def keep_secret(file: Path, secret: str) -> None:
    """On disk, and whole, before it bears its name."""
    draft = file.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(secret)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(file)


def own_folder(folder: Path) -> None:
    """Makes the folder of database and secret, for its owner alone. Raises Refusal where others could look in and that cannot be mended."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _close_to_others(folder, 0o700)


def open_to_others(path: Path) -> bool:
    """Whether anybody but the owner may read or write there."""
    return os.name == "posix" and bool(stat.S_IMODE(path.stat().st_mode) & 0o077)


def _close_to_others(path: Path, mode: int) -> None:
    if open_to_others(path):
        try:
            path.chmod(mode)
        except OSError as fault:
            raise Refusal("open-to-others", path=str(path), mode=f"{mode:o}") from fault
