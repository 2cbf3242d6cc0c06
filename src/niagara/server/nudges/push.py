"""Nudges by Web Push: encrypted for one browser, carried by its maker's push service."""

import base64
import hashlib
import hmac
import time
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from pywebpush import WebPusher

from niagara.server.nudges.caller import Caller
from niagara.server.nudges.hook import posted
from niagara.server.nudges.message import Message, Outcome

_KEPT = 24 * 3600  # seconds for which the service keeps a nudge for a browser that is not there
_SIGNED_FOR = 12 * 3600  # seconds; more than a day is refused
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


class Push:
    """The server shows push services that it is always the same, by a key that follows from its secret: all processes
    that share the secret have it, and a backup of the secret is one of the key.
    """

    def __init__(self, caller: Caller, secret: str, contact: str) -> None:
        self._caller = caller
        self._contact = contact  # https://… or mailto:…, for the push service
        seed = hmac.digest(secret.encode(), b"niagara web push", hashlib.sha512)
        self._key = ec.derive_private_key(int.from_bytes(seed) % (_ORDER - 1) + 1, ec.SECP256R1())
        self._vapid = Vapid02(self._key)

    @property
    def public_key(self) -> str:
        """As a browser wants it: the point, uncompressed, in base64 for addresses."""
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    @staticmethod
    def can_write_to(key: str, auth: str) -> bool:
        """Whether these are what a browser gives to encrypt for it: a point of the curve, and 16 bytes."""
        return _is_point(key) and _is_auth(auth)

    async def send(self, subscription: dict[str, object], message: Message) -> Outcome:
        endpoint = str(subscription["endpoint"])
        body = {"table": message.name, "text": message.text, "link": message.path}
        encrypted = WebPusher(subscription).encode(msgspec.json.encode(body))["body"]
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + _SIGNED_FOR,
            "sub": self._contact,
        }
        headers = {
            **self._vapid.sign(claims),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(_KEPT),
            "urgency": "high",
            "topic": message.table or "trial",  # a later one of the same table takes the place of one not yet delivered
        }
        return await posted(self._caller, endpoint, encrypted, headers, "nudge-push-gone")


def _is_point(text: str) -> bool:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(text))
    except ValueError:
        return False
    return True


def _is_auth(text: str) -> bool:
    try:
        return len(_bytes(text)) == 16
    except ValueError:
        return False


def _bytes(text: str) -> bytes:
    """Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
