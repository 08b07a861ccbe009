"""Which commands serve people and programs over HTTP? serve, open."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from phantasm.contracts.errors import STATUS, PhantasmError
from phantasm.contracts.kinds import TokenScope
from phantasm.surfaces.cli.options import start_of

_MOST_PORT = 65535
# Whoever closes the page rarely closes the terminal; a page that is open keeps the server.
_OPEN_IDLE_MINUTES = 60

Port = Annotated[
    int | None,
    typer.Option(min=0, max=_MOST_PORT, help="The port; 0 takes a free one. [default: 4747, or a free one]"),
]
Scope = Annotated[TokenScope, typer.Option(help="How far the browser's session reaches at most.")]
IdleMinutes = Annotated[int, typer.Option(min=0, help="End after so long without a request; 0: never.")]


@contextmanager
def starting() -> Iterator[None]:
    """Say on standard error why a server cannot start, and what to do: its output is for nobody."""
    try:
        yield
    except PhantasmError as problem:
        steps = "".join(f"\n{step.message} {step.command or ''}".rstrip() for step in problem.remediation)
        typer.echo(f"{problem.code.value}: {problem.message}{steps}", err=True)
        raise typer.Exit(STATUS[problem.code].exit) from problem


def serve(
    context: typer.Context,
    *,
    host: Annotated[str, typer.Option(help="Where to listen.")] = "127.0.0.1",
    port: Port = None,
    remote: Annotated[bool, typer.Option("--remote", help="Let other machines in.")] = False,
    scope: Scope = TokenScope.ADMIN,
    idle_minutes: IdleMinutes = 0,
) -> None:
    """Serve this project's memory over HTTP: the operations for programs, the page for people.

    Programs need a token (`phantasm token`); a browser comes in through the link that is shown.

    Example: phantasm serve --port 4747
    """
    _run(start_of(context), host=host, port=port, remote=remote, scope=scope, idle_minutes=idle_minutes)


def open_page(
    context: typer.Context,
    *,
    port: Port = None,
    scope: Scope = TokenScope.ADMIN,
    idle_minutes: IdleMinutes = _OPEN_IDLE_MINUTES,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only show the link, for a browser of your choice.")
    ] = False,
) -> None:
    """Open the operator's page of this project in your browser.

    Serves it from this process, on this machine only; Ctrl-C ends it.

    Example: phantasm open
    """
    _run(
        start_of(context),
        host="127.0.0.1",
        port=port,
        remote=False,
        scope=scope,
        idle_minutes=idle_minutes,
        browser=not no_browser,
    )


def _run(  # noqa: PLR0913  one parameter per option
    start: Path,
    *,
    host: str,
    port: int | None,
    remote: bool,
    scope: TokenScope,
    idle_minutes: int,
    browser: bool = False,
) -> None:
    from phantasm.surfaces.cli.terminal import person_present  # noqa: PLC0415  the runtime
    from phantasm.surfaces.http.running import Chosen, run  # noqa: PLC0415  the web server

    person = person_present()

    def show(address: str, link: str) -> None:
        lines = [
            f"Phantasm serves {start.absolute().name} at {address}",
            f"Open once, within five minutes: {link}",
        ]
        if person and sys.stdin.isatty():
            lines.append("Enter shows a new link, Ctrl-C ends.")
        typer.echo("\n".join(lines), err=True)
        if browser:
            _open_browser(link)

    with starting():
        run(Chosen(start, host, port, remote, scope, idle_minutes), person=person, show=show)


def _open_browser(link: str) -> None:
    """Open a link in a thread: a browser that runs in the terminal would hold up the server that it asks."""
    import threading  # noqa: PLC0415  only here
    import webbrowser  # noqa: PLC0415  every command would pay for it

    threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
