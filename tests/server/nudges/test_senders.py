"""What is needed to call somebody is got ready when it is first asked for, and nobody at a table waits for it."""

import threading

import pytest

from niagara.server.nudges.calls import Calls
from niagara.server.nudges.senders import Senders
from niagara.server.settings import Settings


async def test_calls_are_got_ready_once_and_beside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    by: list[threading.Thread] = []
    get_ready = Senders._get_ready

    def watched(senders: Senders) -> Calls:
        by.append(threading.current_thread())
        return get_ready(senders)

    monkeypatch.setattr(Senders, "_get_ready", watched)
    senders = Senders(Settings())
    senders.open("a secret of thirty-two letters or more")
    assert by == []
    assert await senders.calls() is await senders.calls()
    [thread] = by
    assert thread is not threading.current_thread()
