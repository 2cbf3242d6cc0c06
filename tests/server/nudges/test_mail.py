"""Mail: to nobody who has not said yes, with a way out in every letter, over servers with TLS and password."""

import datetime
import re
import ssl
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from msgspec.structs import replace

from niagara.server.nudges.api import Care
from niagara.server.nudges.mail import Mail, MailServer, mail_server
from niagara.server.nudges.message import Message
from niagara.server.settings import Settings
from niagara.words import Refusal
from tests.server.conftest import Running
from tests.server.nudges.person import call, nudges, wish
from tests.server.nudges.receivers import Mailbox, lets_in, mailing
from tests.server.players import Player

ADDRESS = "ada@example.org"
NUDGE = Message("nudge-turn", "abcdef", "Friday", "Ada")


def test_no_more_addresses_are_remembered_than_letters_were_sent() -> None:
    care, sent = Care(), 0
    for number in range(1_000):
        with suppress(Refusal):
            care.let_write(str(number))
            sent += 1
    assert sent == 30
    assert len(care._letters_to._of) == sent


async def asked(person: Player, address: str = ADDRESS) -> str:
    """The way's id."""
    made = await call(person, "POST", "/ways", 201, {"kind": "mail", "address": address})
    assert made["confirmed"] is False
    return str(made["id"])


def token_in(letter: EmailMessage, purpose: str) -> str:
    found = re.search(rf"https://niagara\.example\.org/nudges#{purpose}=(\S+)", letter.get_content())
    assert found
    return found[1]


async def confirmed(person: Player, box: Mailbox) -> str:
    way = await asked(person)
    await call(person, "POST", "/confirm", 200, {"token": token_in((await box.has(1))[-1], "confirm")})
    return way


async def test_nothing_is_sent_to_an_address_before_it_has_said_yes(
    server: Running, mailbox: tuple[Mailbox, int]
) -> None:
    box, _ = mailbox
    ada = await server.player("Click here: evil.example")  # whatever he calls himself, a stranger does not read it
    way = await asked(ada)
    [question] = await box.has(1)
    assert question["To"] == ADDRESS
    assert question["From"] == "niagara@example.org"
    assert "evil" not in str(question)
    told = await call(ada, "POST", f"/ways/{way}/test", 400)
    assert told["refusal"]["key"] == "nudge-unconfirmed"
    stranger = await server.player()
    token = token_in(question, "confirm")
    assert (await call(stranger, "POST", "/confirm", 200, {"token": token}))["confirmed"]  # in another browser
    assert (await nudges(stranger))["ways"] == []
    assert (await call(ada, "POST", f"/ways/{way}/test", 200))["done"]
    assert (await box.has(2))[1]["Subject"] == "This is how a nudge looks."


async def test_a_letter_says_what_and_where_and_how_to_end_it(server: Running, mailbox: tuple[Mailbox, int]) -> None:
    box, _ = mailbox
    ada, bob = await server.player("Ada"), await server.player("Bob")
    await confirmed(bob, box)
    await wish(bob)
    table = (await ada.table(rules={"players": 3}, name="Friday"))["id"]
    async with bob.at(table) as live:
        await live.say("/join")
    async with ada.at(table) as live:
        await live.say("/bot drifter")
        await live.say("/start")
        letter = (await box.has(2))[1]
    assert letter["Subject"] == "The game at “Friday” has begun, and it is your turn."
    assert f"https://niagara.example.org/t/{table}" in letter.get_content()
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"\r\nList-Unsubscribe: {letter['List-Unsubscribe']}\r\n".encode() in box.raw[1]  # as it stands, not encoded
    one_click = str(letter["List-Unsubscribe"]).strip("<>").removeprefix("https://niagara.example.org")
    # As a mail program does it: no cookie, no origin, a form.
    program = await server.player()
    program.http.cookies.clear()
    for _ in range(2):
        answer = await program.http.post(one_click, data={"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 204
    assert (await nudges(bob))["ways"] == []
    assert token_in(letter, "off") in one_click


@pytest.mark.parametrize("path", ["/confirm", "/off"])
async def test_a_token_that_is_not_ours_or_for_something_else_does_nothing(
    server: Running, mailbox: tuple[Mailbox, int], path: str
) -> None:
    box, _ = mailbox
    ada = await server.player("Ada")
    await asked(ada)
    [question] = await box.has(1)
    token = token_in(question, "confirm")
    for forged in ("", "x", token[:-2], token[::-1], *([token] if path == "/off" else [])):
        body = {"token": forged} if path == "/confirm" else None
        where = path if path == "/confirm" else f"/off?t={forged}"
        assert (await call(ada, "POST", where, 400, body))["refusal"]["key"] == "nudge-token"
    assert (await nudges(ada))["ways"][0]["confirmed"] is False


async def test_a_stranger_is_asked_twice_at_most_whoever_asks(server: Running, mailbox: tuple[Mailbox, int]) -> None:
    box, _ = mailbox
    for number in range(5):
        pest = await server.player()
        answer = await pest.http.post("/api/nudges/ways", json={"kind": "mail", "address": ADDRESS.upper()})
        assert answer.status_code == (201 if number < 2 else 429)
    assert len(box.letters) == 2


async def test_one_person_may_ask_for_few_addresses(server: Running, mailbox: tuple[Mailbox, int]) -> None:
    box, _ = mailbox
    pest = await server.player()
    codes = []
    for number in range(9):
        answer = await pest.http.post("/api/nudges/ways", json={"kind": "mail", "address": f"a{number}@example.org"})
        codes.append(answer.status_code)
    assert codes == [201] * 6 + [429] * 3
    assert len(box.letters) == 6


@pytest.mark.parametrize(
    "address",
    ["", "ada", "@example.org", "ada@", "ada@home", "a b@example.org", "ada@example.org\r\nBcc: eve@example.org", "ada@exa_mple.org",
     "ada@example.org,eve@example.org", "<ada@example.org>", "x" * 65 + "@example.org", "ada@127.0.0.1"],
)  # fmt: skip
async def test_what_is_no_address_is_refused(server: Running, mailbox: tuple[Mailbox, int], address: str) -> None:
    ada = await server.player("Ada")
    told = await call(ada, "POST", "/ways", 400, {"kind": "mail", "address": address})
    assert told["refusal"]["key"] == "nudge-mail-wrong"
    assert mailbox[0].letters == []


async def test_an_address_that_the_mail_server_does_not_know_is_told_and_not_kept(
    server: Running, mailbox: tuple[Mailbox, int]
) -> None:
    box, _ = mailbox
    box.refuse = "550 no such user"
    ada = await server.player("Ada")
    told = await call(ada, "POST", "/ways", 400, {"kind": "mail", "address": ADDRESS})
    assert told["refusal"]["key"] == "nudge-mail-unknown"
    box.refuse = "451 later"
    told = await call(ada, "POST", "/ways", 400, {"kind": "mail", "address": ADDRESS})
    assert told["refusal"]["key"] == "nudge-mail-failed"
    assert (await nudges(ada))["ways"] == []


async def test_a_server_without_mail_does_not_offer_it(settings: Settings) -> None:
    server = Running(replace(settings, smtp_url=""))
    await server.start()
    ada = await server.player("Ada")
    assert (await nudges(ada))["offers"]["mail"] is False
    told = await call(ada, "POST", "/ways", 400, {"kind": "mail", "address": ADDRESS})
    assert told["refusal"]["key"] == "nudge-not-offered"
    await server.stop()


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """A mail server's, which this process believes."""
    key, name = (
        ec.generate_private_key(ec.SECP256R1()),
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]),
    )
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path / "mail.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(made.public_bytes(serialization.Encoding.PEM) + private)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(file)
    return context


async def test_mail_goes_over_tls_with_a_password(certificate: ssl.SSLContext) -> None:
    how = {"tls_context": certificate, "require_starttls": True, "auth_required": True}
    async with mailing(**how, authenticator=lets_in("niagara", "p:ss/w#rd")) as (box, port):
        server = mail_server(f"smtp://niagara:p%3Ass%2Fw%23rd@localhost:{port}?tls=start")
        mail = Mail(server, "niagara@example.org", "https://niagara.example.org")
        assert (await mail.send(ADDRESS, NUDGE, "token")).result == "sent"
        assert (await box.has(1))[0]["Subject"] == "It is your turn at “Friday”."
        wrong = Mail(server._replace(password="guess"), "niagara@example.org", "https://niagara.example.org")
        assert (await wrong.send(ADDRESS, NUDGE, "token")).key == "nudge-mail-failed"
        mail.close()
        wrong.close()
    assert len(box.letters) == 1


async def test_no_password_is_told_to_a_server_that_has_no_tls_or_is_not_who_it_says(
    certificate: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[object] = []

    def listen(*given: object) -> None:
        heard.append(given)
        raise AssertionError

    async with mailing(authenticator=listen, auth_require_tls=False) as (_, port):
        mail = Mail(mail_server(f"smtp://u:p@localhost:{port}"), "niagara@example.org", "https://niagara.example.org")
        assert (await mail.send(ADDRESS, NUDGE, "token")).key == "nudge-mail-failed"
        mail.close()
    monkeypatch.delenv("SSL_CERT_FILE")
    async with mailing(authenticator=listen, tls_context=certificate) as (_, port):
        mail = Mail(mail_server(f"smtp://u:p@localhost:{port}"), "niagara@example.org", "https://niagara.example.org")
        assert (await mail.send(ADDRESS, NUDGE, "token")).key == "nudge-mail-failed"
        mail.close()
    assert heard == []


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("smtp://mail.example.org", ("mail.example.org", 587, "", "", "start")),
        ("smtps://u:p@mail.example.org", ("mail.example.org", 465, "u", "p", "full")),
        ("smtp://u%40x:p%3A@[::1]:26?tls=none", ("::1", 26, "u@x", "p:", "none")),
    ],
)
def test_the_mail_servers_address_is_read(url: str, server: tuple[object, ...]) -> None:
    assert mail_server(url) == MailServer(*server)  # type: ignore[arg-type]  # a row of a table


def test_a_wrong_address_of_the_mail_server_is_told_without_the_password() -> None:
    with pytest.raises(ValueError, match="smtp_url") as wrong:
        mail_server("http://niagara:hunter2@mail.example.org")
    assert "hunter2" not in str(wrong.value)
