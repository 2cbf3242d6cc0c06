"""Every knob of the server, with its default; each is read from the environment as NIAGARA_<NAME>."""

import re
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from platformdirs import user_data_path

from niagara.server.nudges.mail import mail_server
from niagara.server.nudges.networks import networks

PREFIX = "NIAGARA_"
_DATABASE = r"^$|^postgresql(\+psycopg)?://"
_REDIS = r"^$|^(rediss?|unix)://"
_Some = Annotated[int, Meta(ge=1)]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000  # 0: any free one
    folder: str = ""  # of database and secret; empty: the user's own data folder
    database_url: Annotated[str, Meta(pattern=_DATABASE)] = ""  # of PostgreSQL; empty: SQLite, in the folder
    redis_url: Annotated[str, Meta(pattern=_REDIS)] = ""  # of Redis, for several processes; empty: this one is alone
    origins: tuple[str, ...] = ()  # further addresses (https://niagara.example.org) whose pages may call this server
    address: str = (
        ""  # https://niagara.example.org, under which players know the server: for links in mail and webhooks
    )
    static: str = ""  # the built client; empty: the one inside the package
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")  # whose X-Forwarded-For and -Proto are believed
    metrics_from: tuple[str, ...] = ("127.0.0.0/8", "::1")  # who may read /metrics, where no token is set
    metrics_token: str = ""  # whoever sends it may read /metrics, and nobody else
    log_format: Literal["lines", "json"] = "lines"
    bot_workers: Annotated[int, Meta(ge=0)] = 1  # processes in which bots think; 0: a thread of the server
    bots: Literal["here", "elsewhere"] = "here"  # elsewhere: they are left to `niagara bots --worker`
    bot_delay: Annotated[float, Meta(ge=0)] = 0.7  # seconds before a bot moves, so that people can follow
    lease: Annotated[float, Meta(gt=0)] = 5.0  # seconds after which another process acts for one that has not
    lag_seconds: Annotated[float, Meta(ge=0, le=10)] = 1.0  # of a live clock, given back for the network's sake at most
    empty_seconds: Annotated[int, Meta(ge=0)] = 60  # a seat is empty, until the others may vote for a bot
    frame_bytes: _Some = 16_384  # a longer socket frame is refused
    frame_limit_bytes: _Some = 1_048_576  # a frame longer than this ends the connection
    frames_per_second: Annotated[float, Meta(gt=0)] = 30.0  # of one connection, on average
    frames_at_once: _Some = 120  # of one connection, in a burst
    lines_per_second: Annotated[float, Meta(gt=0)] = 2.0  # of chat, commands and new names, of one guest, on average
    lines_at_once: _Some = 60  # of one guest, in a burst
    tables_per_minute: Annotated[float, Meta(gt=0)] = 4.0  # that one guest opens, on average
    tables_at_once: _Some = 20  # that one guest opens, in a burst
    sockets_per_guest: _Some = 8  # connections of one guest to one table
    rooms_days: _Some = (
        30  # a table at which nobody ever played is taken away when nothing has happened there for so long
    )
    lobby_days: _Some = 3  # an open table is shown in the lobby so long after something has happened there
    body_bytes: _Some = 65_536  # a longer HTTP body is refused
    talk_entries: _Some = 200  # entries that a snapshot brings along
    moments_kept: _Some = 64  # latest moments of a table kept in memory, to resume from
    tables_kept: Annotated[int, Meta(ge=0)] = 64  # tables kept in memory after the last player has gone

    nudge_delay: Annotated[float, Meta(ge=0)] = 60.0  # seconds that a table waits for somebody before he is nudged
    nudge_networks: tuple[str, ...] = ()  # of the host's own (10.0.0.0/8), to which nudges may go, also without TLS
    smtp_url: str = ""  # smtp://user:password@host:587?tls=start; empty: no mail
    smtp_sender: str = ""  # niagara@example.org

    def __post_init__(self) -> None:
        for address in (*self.trusted_proxies, *self.metrics_from):
            ip_network(address, strict=False)  # ValueError where it is none
        networks(self.nudge_networks)
        if self.smtp_url:
            mail_server(self.smtp_url)
        if self.address and not re.fullmatch(r"https?://[^/?#\s]+", self.address):
            raise ValueError("address: https://niagara.example.org, without a path")
        if self.smtp_url and not ("@" in self.smtp_sender and self.address):
            raise ValueError(
                "smtp_url needs smtp_sender (niagara@example.org) and address (https://niagara.example.org)"
            )

    @classmethod
    def read(cls, environment: Mapping[str, str], **given: object) -> "Settings":
        """The settings of an environment; what is given (flags of the command line) goes before it.

        Raises msgspec.ValidationError where a value does not fit its knob.
        """
        values: dict[str, Any] = {}
        for knob, default in zip(cls.__struct_fields__, cls.__struct_defaults__, strict=True):
            if given.get(knob) is not None:
                values[knob] = given[knob]
            elif (text := environment.get(PREFIX + knob.upper())) is not None:
                values[knob] = text.split() if isinstance(default, tuple) else text
        return msgspec.convert(values, cls, strict=False)

    @property
    def home(self) -> Path:
        return Path(self.folder) if self.folder else user_data_path("niagara")

    @property
    def database(self) -> str:
        """As a URL for SQLAlchemy, with the driver that we use."""
        if not self.database_url:
            return f"sqlite:///{self.database_file}"
        return "postgresql+psycopg://" + self.database_url.partition("://")[2]

    @property
    def database_file(self) -> Path:
        """Where there is no other database."""
        return self.home / "niagara.sqlite3"

    @property
    def shell(self) -> Path:
        """The folder of the built client."""
        return Path(self.static) if self.static else Path(__file__).parent / "static"
