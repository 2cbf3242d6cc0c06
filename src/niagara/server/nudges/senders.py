"""Whatever a way needs to send by it, made once for the server."""

import asyncio
import hashlib
from typing import TYPE_CHECKING, Literal

from itsdangerous import BadSignature, URLSafeTimedSerializer

from niagara.server.nudges.book import Way
from niagara.server.nudges.mail import Mail, mail_server
from niagara.server.nudges.message import Message, Outcome
from niagara.server.nudges.ways import HookTarget, MailTarget, PushTarget, read_target
from niagara.server.settings import Settings

if TYPE_CHECKING:
    from niagara.server.nudges.calls import Calls

Purpose = Literal["confirm", "off"]
_TIME_TO_CONFIRM = 3 * 24 * 3600  # seconds


class Senders:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.mail: Mail | None = None
        self._secret: str
        self._calls: Calls | None = None
        self._tokens: URLSafeTimedSerializer

    def open(self, secret: str) -> None:
        settings = self._settings
        self._secret = secret
        if settings.smtp_url:
            self.mail = Mail(mail_server(settings.smtp_url), settings.smtp_sender, settings.address)
        signed = {"digest_method": hashlib.sha256}
        self._tokens = URLSafeTimedSerializer(secret, salt="niagara nudge", signer_kwargs=signed)

    def close(self) -> None:
        if self.mail:
            self.mail.close()

    async def calls(self) -> "Calls":
        """What goes out by HTTP, got ready in a thread when it is first asked for: the tables go on meanwhile."""
        if self._calls is None:
            self._calls = await asyncio.to_thread(self._get_ready)
        return self._calls

    def _get_ready(self) -> "Calls":
        from niagara.server.nudges.calls import Calls  # with packages that the start of a server need not wait for

        return Calls(self._settings, self._secret)

    async def send(self, way: Way, message: Message) -> Outcome:
        match target := read_target.decode(way.target):
            case PushTarget(endpoint=endpoint, keys=keys):
                subscription: dict[str, object] = {
                    "endpoint": endpoint,
                    "keys": {"p256dh": keys.p256dh, "auth": keys.auth},
                }
                return await (await self.calls()).push.send(subscription, message)
            case HookTarget():
                return await (await self.calls()).hook(target.url, message)
            case MailTarget():
                if self.mail is None:
                    return Outcome("failed", "nudge-mail-failed")
                return await self.mail.send(target.address, message, self.token("off", way.id))

    async def ask(self, way: Way) -> Outcome:
        """Asks the owner of a mail address whether it may be used."""
        target = read_target.decode(way.target)
        if self.mail is None or not isinstance(target, MailTarget):
            return Outcome("failed", "nudge-mail-failed")
        return await self.mail.ask(target.address, self.token("confirm", way.id))

    def token(self, purpose: Purpose, way: str) -> str:
        """Proof that whoever has it reads the mail that went to the way."""
        return str(self._tokens.dumps([purpose, way]))

    def way_of(self, purpose: Purpose, token: str) -> str | None:
        """The way of a token; None if it is none of ours, or too old to confirm with."""
        try:
            found = self._tokens.loads(token, max_age=_TIME_TO_CONFIRM if purpose == "confirm" else None)
        except BadSignature:
            return None
        kind, way = found
        return str(way) if kind == purpose else None
