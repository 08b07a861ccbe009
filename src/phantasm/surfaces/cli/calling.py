"""The command `call`, which reaches every operation, and the view of each operation's answer."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli import (
    compile_views,
    exchange,
    framing_views,
    graph_views,
    indexing,
    journal_views,
    maintenance_views,
    memory,
    past_views,
    recalling,
    search_views,
    session_views,
    skills,
    tables,
    views,
)
from phantasm.surfaces.cli.asking import ask, attempt
from phantasm.surfaces.cli.assignments import nested
from phantasm.surfaces.cli.options import DryRun, Json, complete_operations, start_of
from phantasm.surfaces.cli.review import tables as review_tables
from phantasm.surfaces.cli.schemas import schema_of
from phantasm.surfaces.cli.showing import anything, finish
from phantasm.surfaces.cli.tables import JsonObject

if TYPE_CHECKING:
    from phantasm.contracts.envelope import Response

View = Callable[[JsonObject], list[RenderableType]]

VIEWS: dict[str, View] = {
    "audit": journal_views.journal,
    "backup_list": tables.backups,
    "backup_restore": views.replacement,
    "compile": compile_views.compiled,
    "diff": past_views.differences,
    "embed": indexing.standing,
    "episodes": session_views.episodes,
    "explain": past_views.explanation,
    "frame": framing_views.frame,
    "health": views.health,
    "history": views.lineage,
    "ingest": views.outcomes,
    "inspect": memory.inspection,
    "jobs": maintenance_views.jobs,
    "list": tables.records,
    "memory_export": exchange.written,
    "memory_import": exchange.plan,
    "metrics": views.counts,
    "profile_graph": graph_views.profile,
    "recall": recalling.found,
    "reindex": indexing.rebuilt,
    "relationships": graph_views.relations,
    "replay": compile_views.compiled,
    "review": review_tables.decided,
    "review_queue": review_tables.queue,
    "revise": views.outcome,
    "search": search_views.answers,
    "sessions": session_views.sessions,
    "skills_export": skills.written,
    "snapshot_import": views.replacement,
    "undo": past_views.undone,
    "work_graph": graph_views.work,
}
"""Operations whose answers have a view of their own."""


def view_of(operation: str) -> View:
    """Return how an operation's answer is shown."""
    return VIEWS.get(operation, anything)


def call(
    context: typer.Context,
    operation: Annotated[
        str,
        typer.Argument(
            help="An operation or alias; see `call describe`.", autocompletion=complete_operations
        ),
    ],
    assignments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="KEY=VALUE...",
            help="Parameters, as the operation takes them; a list's may be repeated. JSON works everywhere.",
        ),
    ] = None,
    *,
    dry_run: DryRun = False,
    idempotency_key: Annotated[str | None, typer.Option(help="The key of a retry; else a fresh one.")] = None,
    as_json: Json = False,
) -> None:
    """Call any operation with parameters given as key=value.

    Example: phantasm call search query=deploy states=live states=superseded
    """
    chosen: JsonObject = {"dry_run": True} if dry_run else {}

    def asked() -> "Response":
        params = nested(assignments or [], schema_of(operation)) | chosen
        return ask(start_of(context), operation, params, key=idempotency_key)

    response = attempt(operation, asked)
    view = VIEWS.get(response.operation)
    finish(response, _going_on(view) if view else anything, as_json=as_json)


def _going_on(view: View) -> View:
    """Return a view that says how the next page is asked for here: by a parameter, not by an option."""

    def shown(data: JsonObject) -> list[RenderableType]:
        cursor = data.get("next_cursor")
        if cursor is None:
            return view(data)
        rest = {name: value for name, value in data.items() if name != "next_cursor"}
        return [*view(rest), Text(f"there is more: cursor={cursor}", "dim")]

    return shown
