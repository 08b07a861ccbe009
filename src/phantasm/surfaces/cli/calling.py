"""Which command reaches everything that can be asked? call."""

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli import (
    compile_views,
    exchange,
    graph_views,
    indexing,
    journal_views,
    past_views,
    search_views,
    tables,
    views,
)
from phantasm.surfaces.cli.asking import ask, attempt
from phantasm.surfaces.cli.assignments import nested
from phantasm.surfaces.cli.options import DryRun, Json, complete_operations, start_of
from phantasm.surfaces.cli.review import tables as review_tables
from phantasm.surfaces.cli.schemas import schema_of
from phantasm.surfaces.cli.showing import finish

if TYPE_CHECKING:
    from collections.abc import Callable

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject

    View = Callable[[JsonObject], list[RenderableType]]

# Operations whose answers have a view of their own; everything else is shown as readable JSON.
_VIEWS = {
    "list": tables.records,
    "audit": journal_views.journal,
    "backup_list": tables.backups,
    "ingest": views.outcomes,
    "history": views.lineage,
    "health": views.health,
    "metrics": views.counts,
    "inspect": past_views.inspection,
    "revise": views.outcome,
    "explain": past_views.explanation,
    "diff": past_views.differences,
    "undo": past_views.undone,
    "review": review_tables.decided,
    "review_queue": review_tables.queue,
    "work_graph": graph_views.work,
    "profile_graph": graph_views.profile,
    "relationships": graph_views.relations,
    "memory_export": exchange.written,
    "memory_import": exchange.plan,
    "search": search_views.answers,
    "compile": compile_views.compiled,
    "replay": compile_views.compiled,
    "embed": indexing.standing,
    "reindex": indexing.rebuilt,
}


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
    view = _VIEWS.get(response.operation)
    finish(response, _going_on(view) if view else views.anything, as_json=as_json)


def _going_on(view: "View") -> "View":
    """Return a view that says how the next page is asked for here: by a parameter, not by an option."""

    def shown(data: "JsonObject") -> list[RenderableType]:
        cursor = data.get("next_cursor")
        if cursor is None:
            return view(data)
        rest = {name: value for name, value in data.items() if name != "next_cursor"}
        return [*view(rest), Text(f"there is more: cursor={cursor}", "dim")]

    return shown
