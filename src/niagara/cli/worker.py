"""`niagara bots --worker`: the bots of servers elsewhere, until Ctrl-C."""

import asyncio

import structlog
from rich.console import Console
from sqlalchemy.engine import make_url

from niagara.cli.installation import settings_now
from niagara.cli.serve import log_as
from niagara.server.hosting.joined import check
from niagara.server.hosting.lock import held
from niagara.server.people import own_folder
from niagara.server.settings import Settings
from niagara.words import Refusal, say


def serve_bots() -> None:
    """With the settings of the servers, from the environment. Raises Refusal."""
    settings = settings_now()
    if not (settings.database_url and settings.redis_url):
        raise Refusal("bots-worker-alone")
    check(settings)
    own_folder(settings.home)
    with held(settings.home):
        _work(settings)


def _work(settings: Settings) -> None:
    from niagara.server.worker import work  # with packages that were looked for first

    log_as(settings)
    url = make_url(settings.database)
    place = f"{url.host or 'localhost'}/{url.database}"
    Console(stderr=True, soft_wrap=True).print(say("bots-worker-open", place=place), markup=False)
    asyncio.run(work(settings, structlog.get_logger()))
