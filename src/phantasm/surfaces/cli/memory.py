"""Which commands put memory in and get it out? call, add, list, show."""

import json
import sys
from typing import Annotated

import typer

from phantasm.contracts.errors import Code, PhantasmError
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
from phantasm.surfaces.cli.options import (
    AsOf,
    At,
    Cursor,
    DryRun,
    Everywhere,
    Json,
    Kind,
    KnownAt,
    Limit,
    complete_operations,
    moment,
    start_of,
)
from phantasm.surfaces.cli.review import tables as review_tables
from phantasm.surfaces.cli.showing import finish

# Operations whose answers have a view of their own; everything else is shown as readable JSON.
_VIEWS = {
    "list": tables.records,
    "audit": journal_views.journal,
    "backup_list": tables.backups,
    "ingest": views.outcomes,
    "history": views.lineage,
    "health": views.health,
    "metrics": views.counts,
    "inspect": views.inspection,
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
_EVERY_STATE = ["suggested", "live", "superseded", "archived", "tombstoned"]


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
        typer.Argument(metavar="KEY=VALUE...", help="Parameters; values are JSON or plain text."),
    ] = None,
    *,
    dry_run: DryRun = False,
    idempotency_key: Annotated[str | None, typer.Option(help="The key of a retry; else a fresh one.")] = None,
    as_json: Json = False,
) -> None:
    """Call any operation with parameters given as key=value."""
    chosen: dict[str, object] = {"dry_run": True} if dry_run else {}
    response = attempt(
        operation,
        lambda: ask(start_of(context), operation, nested(assignments or []) | chosen, key=idempotency_key),
    )
    finish(response, _VIEWS.get(response.operation, views.anything), as_json=as_json)


def add(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    *,
    kind: Kind = "note",
    subject: Annotated[str | None, typer.Option(help="What it is about, such as api.port.")] = None,
    text: Annotated[str | None, typer.Option(help="The statement; read from stdin when left out.")] = None,
    payload: Annotated[str | None, typer.Option(help="Structured details, a JSON object.")] = None,
    scope: Annotated[str | None, typer.Option(help="project, branch, worktree or session.")] = None,
    scope_ref: Annotated[str | None, typer.Option(help="Which branch, worktree or session.")] = None,
    review: Annotated[bool, typer.Option("--review", help="Only suggest it.")] = False,
    sensitive: Annotated[
        bool, typer.Option("--sensitive", help="Only those with the right may read it.")
    ] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Add one record, such as a fact, a decision or a constraint."""
    params: dict[str, object] = {
        "record_kind": kind,
        "subject_key": subject,
        "scope": scope,
        "scope_ref": scope_ref,
        "review_required": review or None,
        "sensitivity": "sensitive" if sensitive else None,
        "dry_run": dry_run or None,
    }
    response = attempt("ingest", lambda: ask(start_of(context), "ingest", params | _content(text, payload)))
    finish(response, views.outcomes, as_json=as_json)


def list_records(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    *,
    kind: Kind = None,
    state: Annotated[list[str] | None, typer.Option(help="Only these states; live when left out.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Records in every state.")] = False,
    subject: Annotated[str | None, typer.Option(help="Only this subject key.")] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    at: At = None,
    everywhere: Everywhere = False,
    limit: Limit = None,
    cursor: Cursor = None,
    as_json: Json = False,
) -> None:
    """List records, newest first, as they are or as they were."""
    states = _EVERY_STATE if every else (state or None)
    params: dict[str, object] = {
        "record_kind": kind,
        "states": states,
        "subject_key": subject,
        **moment(as_of, known_at, at),
        "everywhere": everywhere or None,
        "limit": limit,
        "cursor": cursor,
    }
    finish(ask(start_of(context), "list", params), tables.records, as_json=as_json)


def show(
    context: typer.Context,
    ids: Annotated[
        list[str],
        typer.Argument(
            metavar="ID...", help="Handles or ids of records and evidence, also as cited; operations."
        ),
    ],
    *,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    at: At = None,
    as_json: Json = False,
) -> None:
    """Show records, evidence or operations in full."""
    params: dict[str, object] = {"ids": ids, **moment(as_of, known_at, at)}
    finish(ask(start_of(context), "inspect", params), views.inspection, as_json=as_json)


def _content(text: str | None, payload: str | None) -> dict[str, object]:
    """Return what is to be said: the option, or stdin when nothing at all was said."""
    content: dict[str, object] = {"statement": text}
    if payload is not None:
        try:
            content["payload"] = json.loads(payload)
        except ValueError as problem:
            message = f"--payload is not valid JSON: {problem}"
            raise PhantasmError(
                Code.INVALID_PARAMS, message, field="params.payload", expected="a JSON object"
            ) from problem
    elif text is None:
        content["statement"] = _from_stdin()
    return content


def _from_stdin() -> str:
    if sys.stdin.isatty():
        typer.echo("Type the statement; end with Ctrl-D on a line of its own.", err=True)
    try:
        return sys.stdin.buffer.read().decode().rstrip("\n")
    except UnicodeDecodeError as problem:
        message = f"stdin is not valid UTF-8 at byte {problem.start}"
        raise PhantasmError(
            Code.INVALID_PARAMS, message, field="params.statement", expected="UTF-8 text"
        ) from problem
