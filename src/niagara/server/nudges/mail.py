"""Nudges by mail, over the host's SMTP server."""

import asyncio
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, make_msgid
from typing import Literal, NamedTuple, cast
from urllib.parse import parse_qs, unquote, urlsplit

from niagara.server.nudges.message import SENT, Message, Outcome
from niagara.words import say

_TIME = 10.0  # seconds for each step of the talk with the server
_PORTS = {"start": 587, "full": 465, "none": 25}
_LINK = "List-Unsubscribe"
_AT_ONCE = 4  # mails on their way


class MailServer(NamedTuple):
    host: str
    port: int
    user: str
    password: str
    tls: Literal["start", "full", "none"]


def mail_server(url: str) -> MailServer:
    """Of `smtp://user:password@host:587?tls=start`. Raises ValueError, which does not tell the password."""
    parts = urlsplit(url)
    tls = parse_qs(parts.query).get("tls", ["full" if parts.scheme == "smtps" else "start"])[0]
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or tls not in _PORTS:
        raise ValueError("smtp_url: smtp://user:password@host:587?tls=start, or tls=full, or tls=none")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    kind = cast(Literal["start", "full", "none"], tls)
    return MailServer(parts.hostname, parts.port or _PORTS[tls], user, password, kind)


class _Whole(EmailPolicy):
    """Folds headers, but for the one with a link: mail programs read it as it stands, and a long one would be encoded."""

    def fold_binary(self, name: str, value: str) -> bytes:
        if name == _LINK:
            return f"{name}: {value}{self.linesep}".encode()
        return super().fold_binary(name, value)


class Mail:
    def __init__(self, server: MailServer, sender: str, address: str) -> None:
        self._server = server
        self._sender = sender
        self._address = address  # of this server, for links
        self._threads = ThreadPoolExecutor(
            _AT_ONCE, "niagara-mail"
        )  # a slow mail server must not keep the store waiting

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def send(self, to: str, message: Message, off: str) -> Outcome:
        """`off` is the token with which the receiver ends it."""
        stop = f"{self._address}/nudges#off={off}"
        letter = self._letter(to, message.text)
        letter[_LINK] = f"<{self._address}/api/nudges/off?t={off}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        letter.set_content(say("mail-nudge", text=message.text, link=self._address + message.path, stop=stop))
        return await self._post(letter)

    async def ask(self, to: str, token: str) -> Outcome:
        """Whether the address may be used. Nothing in it is of the asker's own words: it may go to a stranger."""
        letter = self._letter(to, say("mail-confirm-subject"))
        link = f"{self._address}/nudges#confirm={token}"
        letter.set_content(say("mail-confirm", server=self._address.partition("://")[2], link=link))
        return await self._post(letter)

    def _letter(self, to: str, subject: str) -> EmailMessage:
        letter = EmailMessage(_Whole())
        letter["Subject"] = subject
        letter["From"] = self._sender
        letter["To"] = to
        letter["Date"] = formatdate()
        letter["Message-ID"] = make_msgid(domain=_domain(self._sender))
        letter["Auto-Submitted"] = "auto-generated"
        return letter

    async def _post(self, letter: EmailMessage) -> Outcome:
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._threads, self._hand_over, letter)
        except smtplib.SMTPRecipientsRefused as refused:
            codes = {code for code, _ in refused.recipients.values()}
            for_good = all(500 <= code < 600 for code in codes)
            return Outcome("ended", "nudge-mail-unknown") if for_good else Outcome("failed", "nudge-mail-failed")
        except (smtplib.SMTPException, OSError):
            return Outcome("failed", "nudge-mail-failed")
        return SENT

    def _hand_over(self, letter: EmailMessage) -> None:
        host, port, user, password, tls = self._server
        name = _domain(self._sender)
        if tls == "full":
            context = ssl.create_default_context()
            with smtplib.SMTP_SSL(host, port, name, timeout=_TIME, context=context) as server:
                _talk(server, user, password, letter)
        else:
            with smtplib.SMTP(host, port, name, timeout=_TIME) as server:
                if tls == "start":
                    server.starttls(context=ssl.create_default_context())
                _talk(server, user, password, letter)


def _talk(server: smtplib.SMTP, user: str, password: str, letter: EmailMessage) -> None:
    if user:
        server.login(user, password)
    server.send_message(letter)


def _domain(address: str) -> str:
    return address.rpartition("@")[2].rstrip(">")
