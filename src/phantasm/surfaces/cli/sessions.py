"""Which commands bring sessions into memory and show them? import (sessions), sessions, episodes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperGroup

from phantasm.config.environment import variable
from phantasm.surfaces.cli import session_views
from phantasm.surfaces.cli.asking import ask, perform, request
from phantasm.surfaces.cli.exchange import import_memory
from phantasm.surfaces.cli.options import Cursor, DryRun, Json, Limit, start_of
from phantasm.surfaces.cli.showing import console, finish

if TYPE_CHECKING:
    from typer._click import Context

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject

_MEMORY = "memory"

Since = Annotated[str | None, typer.Option("--since", metavar="TIME", help="Only what is not earlier.")]
Until = Annotated[str | None, typer.Option("--until", metavar="TIME", help="Only what is earlier.")]
Client = Annotated[
    str | None, typer.Option("--client", help="Only this client's, such as claude_code or codex.")
]
Outcome = Annotated[
    str | None, typer.Option("--outcome", help="success, failure, partial, abandoned or unknown.")
]


class _FileOrWord(TyperGroup):
    """Takes what is no command of the group for the file of `import memory`."""

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        if args and args[0] not in {*self.commands, "--help"}:
            args = [_MEMORY, *args]
        return super().parse_args(ctx, args)


importing = typer.Typer(
    cls=_FileOrWord,
    no_args_is_help=True,
    help="Bring in an export or an agent's file (import PATH), or what agents did (import sessions).",
)
importing.command(_MEMORY)(import_memory)


@importing.command("sessions")
def import_sessions(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH", help="Transcripts, or folders with them; else what clients keep."),
    ] = None,
    *,
    every: Annotated[
        bool, typer.Option("--all", help="What all clients keep of this project, as when no path is given.")
    ] = False,
    every_project: Annotated[
        bool, typer.Option("--all-projects", help="Also what clients keep of other projects.")
    ] = False,
    client: Client = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="TIME", help="Only files written to since then.")
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Read everything once more, also what was read before.")
    ] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Read what agents wrote down themselves, from where the last import stopped.

    Example: phantasm import sessions --all
    """
    from phantasm.runtime.importing.running import Wanted  # noqa: PLC0415  the runtime

    def imported() -> "JsonObject":
        chosen = () if every or every_project else tuple(paths or ())
        wanted = Wanted(
            paths=chosen,
            client=client,
            since=_moment(since),
            every_project=every_project,
            again=again,
            dry_run=dry_run,
        )
        return _import(start_of(context), wanted)

    finish(perform("import sessions", imported), session_views.account, as_json=as_json)


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
        list[str] | None, typer.Option("--state", help="live, condensed or archived; the first two if left out.")
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
