"""`niagara serve`: the server, until Ctrl-C."""

import logging
import os
import socket
import sys
from pathlib import Path
from typing import Annotated

import structlog
import typer
import uvicorn
from rich.console import Console
from structlog.typing import Processor

from niagara.cli.installation import folder_flag, reason_not_writable, settings_now
from niagara.server.app import build
from niagara.server.connections import Connection
from niagara.server.hosting import cycles
from niagara.server.hosting.joined import check, check_place
from niagara.server.hosting.lock import held
from niagara.server.people import own_folder, secret_in
from niagara.server.settings import Settings
from niagara.words import Refusal, say


def serve(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on; 0.0.0.0 lets others on your network in.")
    ] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.")] = None,
    folder: Annotated[Path | None, typer.Option(help="Where games are kept; by default your own data folder.")] = None,
    bot_delay: Annotated[float | None, typer.Option(help="Seconds that a bot takes before it moves.")] = None,
) -> None:
    """Serve Niagara to browsers: tables for friends and bots.

    Every setting can also be given in the environment, as NIAGARA_HOST, NIAGARA_PORT and so on: docs/hosting.md.
    """
    settings = settings_now(host=host, port=port, folder=folder_flag(folder), bot_delay=bot_delay)
    if reason := reason_not_writable(settings.home):
        raise Refusal("doctor-games-not-writable", folder=str(settings.home), reason=reason)
    own_folder(settings.home)
    secret_in(settings.home / "secret")
    with held(settings.home):  # told here in a sentence; the server itself holds it too
        check(settings)
        check_place(settings)
        _serve(settings)


def _serve(settings: Settings) -> None:
    listener = _listen(settings)
    log_as(settings)
    app = build(settings, structlog.get_logger())
    config = uvicorn.Config(
        app,
        ws=Connection,
        ws_max_size=settings.frame_limit_bytes,
        log_config=None,
        access_log=False,
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=3,
    )
    talk = Console(stderr=True, soft_wrap=True)
    talk.print(say("serve-open", address=_address(settings.host, listener.getsockname()[1])), markup=False)
    talk.print(say("serve-folder", folder=str(settings.home)), markup=False)
    cycles.search_seldom()
    server = uvicorn.Server(config)
    logging.getLogger("uvicorn.error").addFilter(lambda _: app.state.get("refused") is None)  # it would tell a trace
    server.run(sockets=[listener])
    if refused := app.state.get("refused"):
        raise Refusal("serve-not-begun", reason=refused)


def _listen(settings: Settings) -> socket.socket:
    """The socket, taken before anything is built, so that a port in use is told in a sentence.

    Its protocol is named: asyncio sends without delay (TCP_NODELAY) only where it knows that it is TCP.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # elsewhere it would allow two servers on one port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(2048)
    except OSError as fault:
        listener.close()
        reason = fault.strerror or str(fault)
        raise Refusal("serve-port", host=settings.host, port=str(settings.port), reason=reason) from fault
    return listener


def _address(host: str, port: int) -> str:
    """What to type into a browser; the port is the one taken, also where any was asked for."""
    near = "localhost" if host in ("0.0.0.0", "::") else host
    return f"http://[{near}]:{port}" if ":" in near else f"http://{near}:{port}"


def log_as(settings: Settings) -> None:
    """One line an event, on standard error; what the libraries tell is shown from warnings on."""
    shared: list[Processor] = [structlog.processors.add_log_level, structlog.processors.TimeStamper("iso", utc=True)]
    told: list[Processor]
    if settings.log_format == "json":
        bare = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)  # which may be cards, or the secret
        told = [structlog.processors.ExceptionRenderer(bare), structlog.processors.JSONRenderer()]
    else:
        told = [
            structlog.processors.format_exc_info,
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
        ]
    structlog.configure(
        processors=[*shared, *told],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    libraries = logging.StreamHandler(sys.stderr)
    apart: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *told]
    libraries.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.add_logger_name], processors=apart
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[libraries])
