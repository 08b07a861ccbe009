"""Which command says what is going on and what comes next? frame."""

from typing import TYPE_CHECKING, Annotated

import typer

from phantasm.surfaces.cli import framing_views
from phantasm.surfaces.cli.asking import ask
from phantasm.surfaces.cli.options import AsOf, Everywhere, Json, KnownAt, Limit, start_of
from phantasm.surfaces.cli.showing import finish

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject


def frame(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    query: Annotated[str | None, typer.Argument(help="The words of the turn: a task or a question.")] = None,
    *,
    moment: Annotated[
        str | None,
        typer.Option(help="turn, wake or resume; turn when there is a query, resume when there is none."),
    ] = None,
    session: Annotated[
        str | None, typer.Option(help="The session that goes on; the last one when left out.")
    ] = None,
    focus: Annotated[
        str | None, typer.Option(metavar="ID", help="What is worked on; found out when left out.")
    ] = None,
    now: Annotated[str | None, typer.Option(metavar="DATE", help="The day, as YYYY-MM-DD.")] = None,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="At a wake: what changed since then.")
    ] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    everywhere: Everywhere = False,
    limit: Limit = None,
    as_json: Json = False,
) -> None:
    """Say what is going on: focus, next action, why now, constraints, what is recalled, how to go on.

    Example: phantasm frame --moment wake
    """
    params: JsonObject = {
        "query": query,
        "moment": moment or ("turn" if query else "resume"),
        "session": session,
        "focus": focus,
        "now": now,
        "since": since,
        "as_of": as_of,
        "known_at": known_at,
        "everywhere": everywhere or None,
        "limit": limit,
    }
    finish(ask(start_of(context), "frame", params), framing_views.frame, as_json=as_json)
