"""Long messages are compressed, short ones are not, and a client reads both, in any order."""

import random

import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame, Opcode

from niagara.server.connections import SHORT, Sparing
from tests.server.conftest import Running


def text(data: bytes) -> Frame:
    return Frame(Opcode.TEXT, data)


def test_short_messages_between_long_ones_are_read_by_any_client() -> None:
    server = Sparing(PerMessageDeflate(False, False, 12, 12))
    client = PerMessageDeflate(False, False, 12, 12)
    choice = random.Random(2)
    for _ in range(200):
        size = choice.choice([0, 1, 125, 126, SHORT - 1, SHORT, SHORT + 1, 20_000])
        data = bytes(choice.choices(b"canoe ", k=size))
        sent = server.encode(text(data))
        assert sent.rsv1 == (size >= SHORT)
        assert size < SHORT or len(sent.data) < size
        assert client.decode(sent).data == data
        assert server.decode(client.encode(text(data))).data == data


@pytest.mark.parametrize("forgetful", [False, True])  # no_context_takeover
def test_the_parts_of_a_message_and_pings_between_them_are_read(forgetful: bool) -> None:
    server = Sparing(PerMessageDeflate(forgetful, forgetful, 12, 12))
    client = PerMessageDeflate(forgetful, forgetful, 12, 12)
    for parts in ([b"a" * SHORT, b"b"], [b"a", b"b" * SHORT, b""], [b"a", b"b"], [b"a"]):
        told = b""
        for number, part in enumerate(parts):
            opcode = Opcode.CONT if number else Opcode.TEXT
            told += client.decode(server.encode(Frame(opcode, part, fin=number == len(parts) - 1))).data
            assert not server.encode(Frame(Opcode.PING, b"beaver")).rsv1
        assert told == b"".join(parts)


async def test_the_server_still_agrees_with_browsers_to_compress(server: Running) -> None:
    table, [ada] = await server.game("Ada")
    async with ada.at(table) as live:
        assert [extension.name for extension in live.socket.protocol.extensions] == [
            ClientPerMessageDeflateFactory.name
        ]
        await live.say("x" * 400)
        assert live.state["seq"] == live.entries()[-1]["seq"]
