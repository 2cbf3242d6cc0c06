"""Guests: known again by their cookie, and by nothing that they could make themselves."""

import stat
from pathlib import Path

import pytest

from niagara.server.people import People, own_folder, person_name, secret_in
from niagara.server.settings import Settings
from niagara.words import Refusal
from tests.server.conftest import Running
from tests.server.players import Player


async def test_a_guest_is_made_once_and_known_again(server: Running) -> None:
    ada = await server.player("Ada")
    first = await ada.me()
    assert first == await ada.me()
    assert first["name"] == "Ada"
    other = Player(server.address, ada.cookie)
    assert await other.me() == first
    await other.http.aclose()


async def test_a_visitor_without_a_name_can_play_at_once(server: Running) -> None:
    visitor = await server.player()
    assert (await visitor.me())["name"] == ""
    table = await visitor.play_bots(bots=2)
    assert table["phase"] == "playing"
    assert table["seats"][0]["name"].startswith("Guest ")


async def test_the_cookie_is_for_this_site_and_no_script(server: Running) -> None:
    visitor = Player(server.address)
    cookie = (await visitor.http.get("/api/me")).headers["set-cookie"]
    await visitor.http.aclose()
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert "Path=/" in cookie


@pytest.mark.parametrize(
    "forge",
    [lambda c: c[:-1] + ("A" if c[-1] != "A" else "B"), lambda c: "g1." + c.split(".")[1], lambda c: c.split(".")[0]],
)
async def test_a_forged_cookie_makes_a_stranger(server: Running, forge: object) -> None:
    assert callable(forge)
    ada = await server.player("Ada")
    stranger = Player(server.address, forge(ada.cookie))
    assert (await stranger.me())["id"] != (await ada.me())["id"]
    assert (await stranger.me())["name"] == ""
    await stranger.http.aclose()


async def test_the_secret_is_nobody_elses_to_read_and_stays(server: Running, settings: Settings) -> None:
    secret = settings.home / "secret"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert stat.S_IMODE(settings.home.stat().st_mode) == 0o700
    ada = await server.player("Ada")
    async with server.store() as store:
        later = People(store)
        later.open(secret_in(secret))
        assert (await later.guest(ada.cookie)).name == "Ada"


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o666])
def test_a_secret_that_others_could_read_is_closed_to_them(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "secret"
    kept = secret_in(file)
    file.chmod(mode)
    assert secret_in(file) == kept
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_folder_that_others_could_look_into_is_closed_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o755)
    own_folder(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_what_cannot_be_closed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def somebody_elses(path: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted", str(path))

    monkeypatch.setattr(Path, "chmod", somebody_elses)
    tmp_path.parent.joinpath("wide").mkdir(mode=0o755, exist_ok=True)
    with pytest.raises(Refusal, match="chmod 700"):
        own_folder(tmp_path.parent / "wide")


def test_a_secret_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("short")
    with pytest.raises(Refusal, match="fewer than 32 letters"):
        secret_in(file)


async def test_a_new_name_reaches_a_table_that_was_out_of_memory(settings: Settings) -> None:
    """On the next visit, once; who is one of two Adas, and numbered, stays so."""
    server = Running(settings)
    await server.start()
    table, [ada, other] = await server.game("Ada", "Ada", players=3)
    cookies, guest = (ada.cookie, other.cookie), (await ada.me())["id"]
    await server.stop()
    async with server.store() as store:
        await store.name_guest(guest, "Grace")

    again = Running(settings)
    await again.start()
    ada, other = (Player(again.address, cookie) for cookie in cookies)
    for _ in range(2):
        async with ada.at(table) as live, other.at(table):
            await live.until(lambda: live.state["table"]["seats"][0]["name"] == "Grace")
            assert live.state["table"]["seats"][1]["name"] == "Ada 2"
            notes = [entry["text"] for entry in live.entries() if entry.get("key") == "note-renamed"]
            assert notes == ["Ada is called Grace now."]
    for player in (ada, other):
        await player.http.aclose()
    await again.stop()


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("Ada", "Ada"), ("  Ada   L. ", "Ada L."), ("アダ", "アダ"), ("x" * 24, "x" * 24), ("\U0001f6f6", "\U0001f6f6"), ("?!", "?!"),
        ("\uff21\uff44\uff41", "Ada"),
        ("Ame\u0301lie", "Am\u00e9lie"), ("\u05e9\u05bc\u05c1\u05b8\u05dd", "\u05e9\u05b8\u05bc\u05c1\u05dd"),
    ],
)  # fmt: skip
def test_a_name_is_kept_as_it_is_read(given: str, read: str) -> None:
    assert person_name(given) == read


@pytest.mark.parametrize(
    "given",
    [
        "",
        "   ",
        "x" * 25,
        "a\x00b",
        "a\u202eb",
        "\u200b",
        "\u3164",
        "a\u115f",
        "\u2800",
        "\u0301\u0301",
        "a" + "\u0336" * 9,
        "\ufe0f",
    ],
)
def test_a_name_that_cannot_be_read_is_refused(given: str) -> None:
    with pytest.raises(Refusal, match="1 to 24 printable characters"):
        person_name(given)
