"""Which commands show the work and the project's profile? tasks, tasks add, tasks done, profile."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.cli import graph_views, views
from phantasm.surfaces.cli.asking import ask, attempt
from phantasm.surfaces.cli.options import (
    AsOf,
    DryRun,
    Everywhere,
    Json,
    Kind,
    KnownAt,
    Limit,
    Why,
    start_of,
)
from phantasm.surfaces.cli.showing import finish
from phantasm.surfaces.cli.tables import JsonObject, objects

if TYPE_CHECKING:
    from phantasm.contracts.envelope import Response

commands = typer.Typer(
    help="Show the work: what is ready, what waits for what, what is due; add it, finish it."
)

_STILL_OPEN = ["open", "in_progress"]


@commands.callback(invoke_without_command=True)
def tasks(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    *,
    status: Annotated[
        list[str] | None, typer.Option(help="open, in_progress, done or cancelled; open ones when left out.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Whatever the status, decisions included.")] = False,
    kind: Kind = None,
    owner: Annotated[str | None, typer.Option(help="Only what belongs to this owner.")] = None,
    goal: Annotated[str | None, typer.Option(metavar="ID", help="Only this goal and its parts.")] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    everywhere: Everywhere = False,
    limit: Limit = None,
    as_json: Json = False,
) -> None:
    """Show the work: ready first, then blocked with by what, and deadlines."""
    if context.invoked_subcommand is not None:
        return
    params: JsonObject = {
        "status": None if every else status or _STILL_OPEN,
        "record_kind": kind,
        "owner": owner,
        "goal": goal,
        "as_of": as_of,
        "known_at": known_at,
        "everywhere": everywhere or None,
        "limit": limit,
    }
    finish(ask(start_of(context), "work_graph", params), graph_views.work, as_json=as_json)


@commands.command("add")
def add_task(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What is to be done.")],
    *,
    due: Annotated[str | None, typer.Option(metavar="DATE", help="Until when, as YYYY-MM-DD.")] = None,
    owner: Annotated[str | None, typer.Option(help="Whose it is.")] = None,
    priority: Annotated[str | None, typer.Option(help="critical, high, medium or low.")] = None,
    part_of: Annotated[
        list[str] | None, typer.Option("--part-of", metavar="ID", help="The goal or task that it belongs to.")
    ] = None,
    depends_on: Annotated[
        list[str] | None, typer.Option("--depends-on", metavar="ID", help="What has to be done before it.")
    ] = None,
    subject: Annotated[str | None, typer.Option(help="What it is about, such as task.rate_limit.")] = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Add a task."""
    links = [{"type": "part_of", "target": target} for target in part_of or ()]
    links += [{"type": "depends_on", "target": target} for target in depends_on or ()]

    def added() -> "Response":
        details = {"status": "open", "due": _day(due), "owner": owner, "priority": priority}
        params: JsonObject = {
            "record_kind": "task",
            "statement": text,
            "subject_key": subject,
            "payload": {name: value for name, value in details.items() if value is not None},
            "links": links or None,
            "dry_run": dry_run or None,
        }
        return ask(start_of(context), "ingest", params)

    finish(attempt("ingest", added), views.outcomes, as_json=as_json)


@commands.command("done")
def finish_task(
    context: typer.Context,
    task: Annotated[str, typer.Argument(metavar="ID", help="A task's, goal's or blocker's handle or id.")],
    *,
    status: Annotated[str, typer.Option(help="What it is instead of done, such as in_progress.")] = "done",
    reason: Why = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Mark a task as done; everything else about it stays as it is."""
    start = start_of(context)
    seen = ask(start, "inspect", {"ids": [task]})
    if seen.error:
        finish(seen, views.details, as_json=as_json)
    found = objects(seen.data or {}, "records")
    record: JsonObject = found[0] if found else {}
    details = record.get("payload")
    params: JsonObject = {
        "id": task,
        "expected_id": record.get("id"),
        "statement": record.get("statement"),
        "payload": (details if isinstance(details, dict) else {}) | {"status": status},
        "reason": reason,
        "dry_run": dry_run or None,
    }
    finish(ask(start, "revise", params), views.outcome, as_json=as_json)


def profile(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    *,
    section: Annotated[
        list[str] | None,
        typer.Option(help="identity, people, preferences, boundaries or style; all when left out."),
    ] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    everywhere: Everywhere = False,
    limit: Limit = None,
    as_json: Json = False,
) -> None:
    """Show who and what this project is: identity, people, preferences, boundaries, style."""
    params: JsonObject = {
        "sections": section or None,
        "as_of": as_of,
        "known_at": known_at,
        "everywhere": everywhere or None,
        "limit": limit,
    }
    finish(ask(start_of(context), "profile_graph", params), graph_views.profile, as_json=as_json)


def _day(text: str | None) -> str | None:
    """Return a day as it is kept, or refuse what is none."""
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text).date().isoformat()
    except ValueError as problem:
        message = f"--due {text!r} is no day"
        raise PhantasmError(
            Code.INVALID_PARAMS, message, field="params.payload.due", expected="YYYY-MM-DD"
        ) from problem
