"""How does the process serve, from its start to its end? For `phantasm serve` and `phantasm open`."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from phantasm.contracts.errors import PhantasmError
from phantasm.contracts.kinds import TokenScope
from phantasm.runtime.bootstrap import configured, locate
from phantasm.surfaces.http.application import Serving, application
from phantasm.surfaces.http.browsers import Browsers
from phantasm.surfaces.http.lanes import Lanes
from phantasm.surfaces.serving import listening, tokens
from phantasm.surfaces.serving.chores import Chores
from phantasm.surfaces.serving.lifetime import Lifetime
from phantasm.surfaces.serving.maintaining import in_a_process

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from pathlib import Path

    from starlette.types import ASGIApp

TOKEN = "http"  # noqa: S105  its name
"""The name of the token that the first start makes."""
USUAL_PORT = 4747
_LOGIN = "/login#"
_FREE = 0


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the command line says."""

    project: Path
    host: str
    port: int | None
    remote: bool
    scope: TokenScope
    idle_minutes: int


@dataclass(frozen=True, slots=True)
class _Served:
    """What answers, where, and for how long."""

    app: ASGIApp
    taken: socket.socket
    lanes: Lanes
    lifetime: Lifetime


def run(chosen: Chosen, *, person: bool, show: Callable[[str, str], None]) -> None:
    """Serve one project until told to end; `show` is given the address and a link for the browser.

    `person`: somebody is at the terminal, so that whoever comes through the link is that somebody.
    """
    paths = locate(chosen.project)
    default = configured(chosen.project)[0].settings.default_client
    tokens.kept_or_made(paths, TOKEN, profile=default, scope=TokenScope.WRITE)
    browsers = Browsers(_browser_grant(chosen.scope, person=person))
    taken = _listen(chosen)
    address = listening.Address(chosen.host, taken.getsockname()[1])
    lanes = Lanes(lambda: chosen.project)
    lifetime = Lifetime(idle_minutes=chosen.idle_minutes, parent=None)
    serving = Serving(lanes, partial(tokens.authorize, paths), browsers)

    def link() -> str:
        return address.url(f"{_LOGIN}{browsers.code()}")

    def ready() -> None:
        show(address.url("/"), link())
        if person and sys.stdin.isatty():
            _show_links_on_enter(link)

    served = _Served(application(serving, address, lifetime), taken, lanes, lifetime)
    asyncio.run(_serve(served, ready, idle_minutes=chosen.idle_minutes))
    lifetime.ended()  # not before: a thread may still read somebody's long body
    sys.stderr.flush()
    os._exit(0)  # a thread that reads the terminal would keep the process


def _browser_grant(scope: TokenScope, *, person: bool) -> tokens.Grant:
    """Return what a browser is granted: as the person at the terminal, or else only to look and decide."""
    if person:
        return tokens.Grant("browser", "cli", scope, is_person=True)
    return tokens.Grant("browser", "dashboard", scope)


def _listen(chosen: Chosen) -> socket.socket:
    """Take the port that was chosen, or the usual one, or any that is free; never somebody else's."""
    if chosen.port is not None:
        return listening.listen(chosen.host, chosen.port, remote=chosen.remote)
    try:
        return listening.listen(chosen.host, USUAL_PORT, remote=chosen.remote)
    except PhantasmError:
        return listening.listen(chosen.host, _FREE, remote=chosen.remote)


async def _serve(served: _Served, ready: Callable[[], None], *, idle_minutes: int) -> None:
    lanes, lifetime = served.lanes, served.lifetime
    chores = Chores(
        lanes.writer,
        lifetime,
        has_written=lanes.has_written,
        maintain=in_a_process,
        idle_minutes=idle_minutes,
    )
    try:
        async with chores.tended():
            await listening.serve(served.app, served.taken, lifetime, ready=ready)
    finally:
        lanes.close()


def _show_links_on_enter(link: Callable[[], str]) -> None:
    """Show a new link whenever the person at the terminal presses Enter."""

    def wait() -> None:
        for _ in sys.stdin:
            print(link(), file=sys.stderr, flush=True)  # noqa: T201  for the person who asked for it

    threading.Thread(target=wait, name="phantasm links", daemon=True).start()
