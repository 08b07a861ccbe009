"""Which commands put memory in and get it out? add, list, show."""

import json
import sys
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.cli import session_views, tables, views
from phantasm.surfaces.cli.asking import ask, attempt
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
    moment,
    start_of,
)
from phantasm.surfaces.cli.review.item import item
from phantasm.surfaces.cli.showing import console, finish
from phantasm.surfaces.cli.tables import JsonObject, objects

_EVERY_STATE = ["suggested", "live", "superseded", "archived", "tombstoned"]


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
            metavar="ID...",
            help="Handles or ids of records, evidence and sessions, also as cited; ids of reviews and "
            "operations.",
        ),
    ],
    *,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    at: At = None,
    as_json: Json = False,
) -> None:
    """Show records, evidence, sessions, reviews or operations in full."""
    params: dict[str, object] = {"ids": ids, **moment(as_of, known_at, at)}
    finish(ask(start_of(context), "inspect", params), inspection, as_json=as_json)


def inspection(data: JsonObject) -> list[RenderableType]:
    """Show in full whatever was named: records, evidence, sessions, reviews, operations."""
    shown = [views.record_in_full(record) for record in objects(data, "records")]
    shown += [tables.withdrawn(data)] if objects(data, "withdrawn") else []
    shown += [views.fields_of(found) for found in objects(data, "evidence")]
    formed = {
        session.get("id"): one
        for one in objects(data, "episodes")
        if isinstance(session := one.get("session"), dict)
    }
    for held in objects(data, "sessions"):
        shown.append(session_views.in_full(held, formed.get(held.get("id"))))
    width = console().width
    shown += [item(review, width=width) for review in objects(data, "reviews")]
    shown += [views.fields_of(found) for found in objects(data, "operations")]
    return [part for parts in shown for part in (*parts, Text())][:-1]


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
