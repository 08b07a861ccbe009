"""Which command serves agents? mcp, on standard input and output or over HTTP."""

from typing import Annotated

import typer

from phantasm.contracts.kinds import TokenScope
from phantasm.surfaces.cli.serving import starting

_DEFAULT_PORT = 8765
_MOST_PORT = 65535


def mcp(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    *,
    http: Annotated[
        bool, typer.Option("--http", help="Serve over HTTP instead of stdin and stdout.")
    ] = False,
    host: Annotated[str, typer.Option(help="http: where to listen.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=_MOST_PORT, help="http: the port; 0 takes a free one.")
    ] = _DEFAULT_PORT,
    remote: Annotated[bool, typer.Option("--remote", help="http: let other machines in.")] = False,
    profile: Annotated[
        str | None,
        typer.Option(
            help="http: the client profile of the token that the first start makes. "
            "[default: PHANTASM_CLIENT, or generic_mcp]"
        ),
    ] = None,
    scope: Annotated[
        TokenScope | None, typer.Option(help="http: how far that token reaches at most. [default: write]")
    ] = None,
    idle_minutes: Annotated[
        int | None, typer.Option(min=0, help="End after so long without a request; 0: never.")
    ] = None,
) -> None:
    """Serve this project's memory to a coding agent over the Model Context Protocol.

    Started by the agent itself; ends with it. With --http it listens on this machine, behind a token.

    Example: phantasm mcp
    """
    from phantasm.surfaces.mcp.running import Chosen, Web, run_http, run_stdio  # noqa: PLC0415  the SDK

    chosen = Chosen(context.obj, idle_minutes)
    if not http:
        run_stdio(chosen)
        return
    with starting():
        run_http(chosen, Web(host, port, profile, scope, remote))
