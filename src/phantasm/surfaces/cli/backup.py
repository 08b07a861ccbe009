"""Which commands keep memory safe? backup create, list, verify, restore, export, import."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from phantasm.surfaces.cli import tables, views
from phantasm.surfaces.cli.asking import ask, attempt, confirmation, request, send
from phantasm.surfaces.cli.options import DryRun, Json, Reason, start_of
from phantasm.surfaces.cli.showing import console, finish

if TYPE_CHECKING:
    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject

commands = typer.Typer(no_args_is_help=True, help="Back memory up, check backups, bring them back.")

BackupId = Annotated[str, typer.Argument(metavar="ID", help="A backup's id; see `backup list`.")]


@commands.command()
def create(
    context: typer.Context, *, reason: Reason = "on request", dry_run: DryRun = False, as_json: Json = False
) -> None:
    """Back up the store and its raw evidence, checked before it counts."""
    params: dict[str, object] = {"reason": reason, "dry_run": dry_run or None}
    _long("backing up", context, request("backup_create", params), as_json=as_json)


@commands.command("list")
def list_backups(context: typer.Context, *, as_json: Json = False) -> None:
    """List the backups, newest first."""
    finish(ask(start_of(context), "backup_list", {}), tables.backups, as_json=as_json)


@commands.command()
def verify(
    context: typer.Context,
    backup_id: BackupId,
    *,
    drill: Annotated[
        bool, typer.Option(help="Also restore it into a temporary folder and check that.")
    ] = True,
    as_json: Json = False,
) -> None:
    """Check a backup and prove by a trial restore that it can be used."""
    params: dict[str, object] = {"backup_id": backup_id, "drill": drill}
    _long("verifying", context, request("backup_verify", params), as_json=as_json)


@commands.command()
def restore(
    context: typer.Context,
    backup_id: BackupId,
    *,
    reason: Reason = "on request",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Bring a backup back, after showing what changes and asking; what is there now is backed up first."""
    target: dict[str, object] = {"backup_id": backup_id}
    response = _replace(start_of(context), "backup_restore", target, reason=None if dry_run else reason)
    finish(response, views.replacement, as_json=as_json)


@commands.command()
def export(
    context: typer.Context,
    *,
    name: Annotated[str | None, typer.Option(help="The bundle's file name, without its ending.")] = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Export the whole store as one verified bundle file."""
    params: dict[str, object] = {"export_name": name, "dry_run": dry_run or None}
    _long("exporting", context, request("snapshot_export", params), as_json=as_json)


@commands.command("import")
def import_bundle(
    context: typer.Context,
    bundle: Annotated[Path, typer.Argument(help="A bundle file inside the project.")],
    *,
    reason: Reason = "on request",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Replace memory by an exported bundle, after showing what changes and asking."""
    from phantasm.runtime.bootstrap import locate  # noqa: PLC0415  the runtime

    def replaced() -> "Response":
        root = locate(start_of(context)).root
        target: dict[str, object] = {"bundle_path": os.path.relpath(bundle.resolve(), root.resolve())}
        return _replace(start_of(context), "snapshot_import", target, reason=None if dry_run else reason)

    finish(attempt("snapshot_import", replaced), views.replacement, as_json=as_json)


def _replace(start: Path, operation: str, target: "JsonObject", *, reason: str | None) -> "Response":
    """Look at a dry run; unless that is all (no reason), show it and let the pipeline ask about it."""
    from phantasm.surfaces.cli.patience import working  # noqa: PLC0415  the runtime

    with working("checking"):
        seen = ask(start, operation, target | {"dry_run": True})
    if reason is None or seen.error or seen.preview is None:
        return seen
    errors = console(stderr=True)
    for part in views.replacement(seen.data or {}):
        errors.print(part)
    confirmed = confirmation(operation, target, reason=reason, preview_hash=seen.preview.preview_hash)
    with working("restoring", once_agreed=True) as party:
        return send(start, request(operation, target, confirmations=confirmed), party=party)


def _long(message: str, context: typer.Context, envelope: "JsonObject", *, as_json: bool) -> None:
    """Send what takes a while, and show that it does."""
    from phantasm.surfaces.cli.patience import working  # noqa: PLC0415  the runtime

    with working(message) as party:
        response = send(start_of(context), envelope, party=party)
    finish(response, views.details, as_json=as_json)
