"""Nudges that go out by HTTP, webhooks and Web Push.

The packages for it take a third of a second to import. `Senders.calls` does it, when somebody is to be called for the first time.
"""

from niagara.server.nudges import hook
from niagara.server.nudges.caller import Caller
from niagara.server.nudges.message import Message, Outcome
from niagara.server.nudges.networks import networks
from niagara.server.nudges.push import Push
from niagara.server.settings import Settings


class Calls:
    def __init__(self, settings: Settings, secret: str) -> None:
        self._address = settings.address
        self.caller = Caller(networks(settings.nudge_networks))
        self.push = Push(self.caller, secret, _contact(settings))

    async def hook(self, url: str, message: Message) -> Outcome:
        return await hook.send(self.caller, url, message, self._address)


def _contact(settings: Settings) -> str:
    """Whom a push service may turn to."""
    if settings.address.startswith("https://"):
        return "https://" + settings.address.removeprefix("https://").partition(":")[0]
    return f"mailto:{settings.smtp_sender or 'niagara@localhost'}"
