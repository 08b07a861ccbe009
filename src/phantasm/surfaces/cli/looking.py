"""Which commands only look? status, health, metrics, audit."""

from typing import Annotated

import typer

from phantasm.contracts.errors import STATUS, Code
from phantasm.surfaces.cli import journal_views, views
from phantasm.surfaces.cli.asking import ask
from phantasm.surfaces.cli.options import Json, Limit, complete_operations, start_of
from phantasm.surfaces.cli.showing import anything, finish


def status(context: typer.Context, *, as_json: Json = False) -> None:
    """Show the project at a glance."""
    from phantasm.runtime.bootstrap import locate  # noqa: PLC0415  the runtime

    start = start_of(context)
    summary, health_report = ask(start, "inspect", {}), ask(start, "health", {})
    if summary.error or health_report.error:
        finish(summary if summary.error else health_report, anything, as_json=as_json)
    found = health_report.data or {}
    chosen = ("verdict", "attention", "backups", "newest_backup_at", "config_held_back")
    data = {"root": str(locate(start).root), "project": (summary.data or {}).get("project")}
    data |= {name: found[name] for name in chosen if name in found}
    update = {"operation": "status", "data": data, "remediation": health_report.remediation}
    finish(summary.model_copy(update=update), views.overview, as_json=as_json)


def health(
    context: typer.Context,
    *,
    deep: Annotated[bool, typer.Option("--deep", help="Check every page, key and digest.")] = False,
    as_json: Json = False,
) -> None:
    """Say whether memory is well, as the running store sees it."""
    finish(ask(start_of(context), "health", {"deep": deep}), views.health, as_json=as_json)


def metrics(
    context: typer.Context,
    *,
    span: Annotated[str | None, typer.Option("--range", help="7d, 30d, 90d, 365d or all.")] = None,
    bucket: Annotated[str | None, typer.Option(help="day or week.")] = None,
    as_json: Json = False,
) -> None:
    """Count writes, records and reported tokens over time."""
    finish(
        ask(start_of(context), "metrics", {"range": span, "bucket": bucket}), views.counts, as_json=as_json
    )


def audit(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    *,
    object_id: Annotated[str | None, typer.Option("--object", help="Only what touched this id.")] = None,
    operation: Annotated[
        str | None, typer.Option(help="Only this operation.", autocompletion=complete_operations)
    ] = None,
    profile: Annotated[str | None, typer.Option(help="Only this client profile.")] = None,
    limit: Limit = None,
    cursor: Annotated[int | None, typer.Option(help="Where the page before ended.")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Also check every digest of the chain.")] = False,
    as_json: Json = False,
) -> None:
    """Read the journal: who changed what, newest first."""
    params: dict[str, object] = {
        "object_id": object_id,
        "operation_name": operation,
        "profile": profile,
        "limit": limit,
        "cursor": cursor,
        "verify_chain": verify,
    }
    response = ask(start_of(context), "audit", params)
    chain = (response.data or {}).get("chain")
    broken = isinstance(chain, dict) and not chain["valid"]
    finish(
        response,
        journal_views.journal,
        as_json=as_json,
        status=STATUS[Code.STORE_CORRUPT].exit if broken else None,
    )
