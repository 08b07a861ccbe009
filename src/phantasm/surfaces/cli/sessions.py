"""Which commands show what was going on? sessions, episodes."""

from typing import TYPE_CHECKING, Annotated

import typer

from phantasm.surfaces.cli import session_views
from phantasm.surfaces.cli.asking import ask
from phantasm.surfaces.cli.options import Cursor, Json, Limit, start_of
from phantasm.surfaces.cli.showing import finish

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject

Since = Annotated[str | None, typer.Option("--since", metavar="TIME", help="Only what is not earlier.")]
Until = Annotated[str | None, typer.Option("--until", metavar="TIME", help="Only what is earlier.")]
Client = Annotated[
    str | None, typer.Option("--client", help="Only this client's, such as claude_code or codex.")
]
Outcome = Annotated[
    str | None, typer.Option("--outcome", help="success, failure, partial, abandoned or unknown.")
]


def list_sessions(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    *,
    state: Annotated[str | None, typer.Option("--state", help="open or ended.")] = None,
    client: Client = None,
    outcome: Outcome = None,
    since: Since = None,
    until: Until = None,
    limit: Limit = None,
    cursor: Cursor = None,
    as_json: Json = False,
) -> None:
    """List sessions, newest first, open ones included.

    Example: phantasm sessions --client codex --since 2026-03-01
    """
    params: JsonObject = {
        "state": state,
        "agent": client,
        "outcome": outcome,
        "since": since,
        "until": until,
        "limit": limit,
        "cursor": cursor,
    }
    finish(ask(start_of(context), "sessions", params), session_views.sessions, as_json=as_json)


def list_episodes(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    session: Annotated[
        list[str] | None, typer.Argument(metavar="SESSION", help="Only of these sessions, in full.")
    ] = None,
    *,
    client: Client = None,
    outcome: Outcome = None,
    state: Annotated[
        list[str] | None,
        typer.Option("--state", help="live, condensed or archived; the first two if left out."),
    ] = None,
    since: Since = None,
    until: Until = None,
    limit: Limit = None,
    cursor: Cursor = None,
    as_json: Json = False,
) -> None:
    """Show what sessions came to, newest first: how they went and on what evidence.

    Example: phantasm episodes --outcome failure
    """
    params: JsonObject = {
        "session_ids": session or None,
        "agent": client,
        "outcome": outcome,
        "states": state or None,
        "since": since,
        "until": until,
        "limit": limit,
        "cursor": cursor,
    }
    view = session_views.whole_episodes if session else session_views.episodes
    finish(ask(start_of(context), "episodes", params), view, as_json=as_json)
