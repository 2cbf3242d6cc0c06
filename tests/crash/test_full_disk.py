"""A full disk: moves are refused in words, nobody is confirmed, and play goes on by itself when there is room again."""

from uuid import uuid4

from tests.crash import disk as disks
from tests.crash.disk import Disk
from tests.crash.servers import Server
from tests.server.players import Player


async def test_a_move_to_a_full_disk_is_refused_and_counts_once_when_it_is_sent_again(
    server: Server, disk: Disk
) -> None:
    ada = await Player(server.address).named("Ada")
    table = (await ada.play_bots(bots=2, strength="drifter"))["id"]
    async with ada.at(table, brief=False) as live:
        await live.until(lambda: live.state["actors"] == [0])
        seq, move, decision, command = live.state["seq"], live.state["legal"][0], live.state["decision"], str(uuid4())
        disk.be(disks.FULL)
        refused = await live.move(move, decision, command)
        assert refused["refusal"]["key"] == "cannot-write"
        assert (await live.say("Hello?"))["refusal"]["key"] == "cannot-write"
        answer = await ada.http.post("/api/tables", json={})
        assert (answer.status_code, answer.json()["refusal"]["key"]) == (503, "cannot-write")
        assert live.state["seq"] == seq
        async with Player(server.address, ada.cookie).at(table) as again:  # who comes in still sees the table
            assert again.state["seq"] == seq
        disk.be(disks.FINE)
        await live.send(type="move", id=command, decision=decision, move=move)
        assert (await live.next("ack", id=command))["seq"] == seq + 1
        assert (await live.say("There."))["type"] == "ack"
    await ada.http.aclose()
    assert "Traceback" not in server.log.read_text()


async def test_bots_go_on_by_themselves_when_there_is_room_again(server: Server, disk: Disk) -> None:
    ada = await Player(server.address).named("Ada")
    table = (await ada.play_bots(bots=2, strength="drifter"))["id"]
    async with ada.at(table) as live:
        await live.until(lambda: live.state["actors"] == [0])
        while "bots-pause" not in server.log.read_text():
            if live.state["actors"] == [0]:
                disk.be(disks.FINE)
                assert (await live.move(live.state["legal"][0]))["type"] == "ack"
                disk.be(disks.FULL)  # before a bot has moved, as a rule
            await ada.me()
        seq = live.state["seq"]
        disk.be(disks.FINE)
        await live.until(lambda: live.state["seq"] > seq)
    await ada.http.aclose()
