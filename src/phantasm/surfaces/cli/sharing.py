"""Which commands share memory through git? share on, off, sync, status; merge-driver; diff of commits."""

from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from phantasm.contracts.errors import Remediation
from phantasm.surfaces.cli import sharing_views
from phantasm.surfaces.cli.asking import attempt, perform, report, request
from phantasm.surfaces.cli.options import DryRun, Json, start_of
from phantasm.surfaces.cli.showing import finish

if TYPE_CHECKING:
    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject


commands = typer.Typer(
    no_args_is_help=True, help="Share memory through git: one tracked file for each record."
)
CONFLICT_STATUS = 1
"""What git takes for a conflict."""
_WAITS = "Decide what waits (phantasm review), or take over what you have read in the repository."


@commands.command("on")
def switch_on(context: typer.Context, *, dry_run: DryRun = False, as_json: Json = False) -> None:
    """Keep .phantasm/memory/ in step with memory, and let git merge it field by field."""
    start = start_of(context)

    def switched() -> "Response":
        from phantasm.runtime.tracked_files import switch  # noqa: PLC0415  the runtime

        with ExitStack() as undo:
            steps = switch(start, on=True, dry_run=dry_run, undo=undo)
            data: JsonObject = {"dry_run": dry_run, "steps": [asdict(step) for step in steps]}
            if dry_run:
                return report("share on", data)
            data["held_back"] = approve(start)
            # Files that came with the clone are taken in at once: nobody has to guess that they wait.
            taken = None if data["held_back"] else ask_plainly(start, "tracked_import", {})
            written = export_all(start, {})
            for one in (taken, written):
                if one is not None and one.error:
                    return one
            undo.pop_all()
        data |= {"written": written.data} | ({"taken_in": taken.data} if taken else {})
        data["waits"] = bool(taken and taken.review_items)
        return report("share on", data)

    response = attempt("share on", switched)
    waits = bool((response.data or {}).get("waits"))
    step = Remediation(_WAITS, command="phantasm share sync --accept") if waits else None
    finish(response, sharing_views.switched, as_json=as_json, hint=step)


@commands.command("off")
def switch_off(context: typer.Context, *, dry_run: DryRun = False, as_json: Json = False) -> None:
    """Stop that; the files and what git knows of them stay."""

    def switched() -> "JsonObject":
        from phantasm.runtime.tracked_files import switch  # noqa: PLC0415  the runtime

        with ExitStack() as undo:
            steps = switch(start_of(context), on=False, dry_run=dry_run, undo=undo)
            undo.pop_all()
        return {"dry_run": dry_run, "steps": [asdict(step) for step in steps]}

    finish(perform("share off", switched), sharing_views.switched, as_json=as_json)


@commands.command()
def sync(
    context: typer.Context,
    *,
    accept: Annotated[
        bool,
        typer.Option("--accept", help="Take over what merges cleanly: you have read it in the pull request."),
    ] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Take in what others changed in the tracked files, then write what changed here."""
    start = start_of(context)
    wish: JsonObject = {"dry_run": dry_run or None}

    def synced() -> "Response":
        taken = ask_plainly(start, "tracked_import", wish | {"accept": "clean" if accept else None})
        if taken.error:
            return taken
        accepted = accept_waiting(start, taken) if accept and not dry_run else None
        written = export_all(start, wish)
        if written.error:
            return written
        data: JsonObject = {"taken_in": taken.data, "written": written.data, "accepted": accepted}
        warnings = [*taken.warnings, *written.warnings]
        items = [] if accepted else taken.review_items
        return report("share sync", data).model_copy(update={"warnings": warnings, "review_items": items})

    response = attempt("share sync", synced)
    step = Remediation("Decide what waits.", command="phantasm review") if response.review_items else None
    finish(response, sharing_views.synced, as_json=as_json, hint=step)


@commands.command()
def status(context: typer.Context, *, as_json: Json = False) -> None:
    """Show whether memory is shared, and what a sync would do."""
    start = start_of(context)

    def looked() -> "Response":
        from phantasm.runtime.bootstrap import configured  # noqa: PLC0415  the runtime
        from phantasm.runtime.tracked_files import driver_of  # noqa: PLC0415  the runtime

        taken = ask_plainly(start, "tracked_import", {"dry_run": True})
        written = export_all(start, {"dry_run": True})
        for one in (taken, written):
            if one.error:
                return one
        config, held_back = configured(start)
        data: JsonObject = {
            "tracked": config.settings.sharing.tracked,
            "held_back": [key for key in held_back if key.startswith("sharing.")],
            "merge_driver": driver_of(start),
            "taken_in": taken.data,
            "written": written.data,
        }
        return report("share status", data)

    finish(attempt("share status", looked), sharing_views.standing, as_json=as_json)


def merge_driver(
    base: Annotated[Path, typer.Argument(metavar="BASE", help="The common ancestor: git's %O.")],
    ours: Annotated[Path, typer.Argument(metavar="OURS", help="Our side, where the result goes: git's %A.")],
    theirs: Annotated[Path, typer.Argument(metavar="THEIRS", help="The other side: git's %B.")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The file's path, for messages: git's %P.")
    ] = "",
) -> None:
    """Merge a tracked file of memory field by field; git starts this."""
    from phantasm.runtime.tracked_files import Files, merge_files  # noqa: PLC0415  the runtime

    try:
        conflicts = merge_files(Files(base, ours, theirs))
    except (OSError, ValueError) as problem:
        conflicts = (str(problem),)
    if conflicts:
        typer.echo(f"phantasm: to be decided in {name or ours}: {', '.join(conflicts)}", err=True)
        raise typer.Exit(CONFLICT_STATUS)


def compare(
    context: typer.Context, earlier: str, later: str | None, *, markdown: bool, as_json: bool
) -> NoReturn:
    """Show what memory gained, lost and changed between two commits."""
    from phantasm.runtime.tracked_files import compare_revisions  # noqa: PLC0415  the runtime

    words = earlier if later is None else f"{earlier}..{later}"
    response = perform("diff", lambda: compare_revisions(start_of(context), words))
    if markdown and not as_json and response.data is not None:
        typer.echo(sharing_views.as_markdown(response.data), nl=False)
        raise typer.Exit
    finish(response, sharing_views.compared, as_json=as_json)


def ask_plainly(start: Path, operation: str, params: "JsonObject") -> "Response":
    """Ask without looking after the files first: that is what is asked for here."""
    from phantasm.runtime.bootstrap import open_or_explain  # noqa: PLC0415  the runtime
    from phantasm.surfaces.cli import terminal  # noqa: PLC0415  the runtime

    with open_or_explain(start) as runtime:
        return runtime.handle(request(operation, params), terminal.party())


def export_all(start: Path, params: "JsonObject") -> "Response":
    """Write until everything is in step; the answer is the last one, with every file that was written."""
    names: dict[str, list[object]] = {"written": [], "removed": []}
    while True:
        response = ask_plainly(start, "tracked_export", params)
        data = response.data
        if data is None:
            return response
        for name, found in names.items():
            part = data[name]
            found.extend(part if isinstance(part, list) else [])
        if not data.get("postponed") or params.get("dry_run"):
            return response.model_copy(update={"data": {**data, **names}})


def accept_waiting(start: Path, taken: "Response") -> "JsonObject | None":
    """Accept what had been taken in as suggestions before; what is in conflict goes on waiting."""
    results = (taken.data or {}).get("results")
    listed = results if isinstance(results, list) else []
    ids = [one["record_id"] for one in listed if one["outcome"] == "waiting"]
    decided = ask_plainly(start, "review", {"action": "accept", "ids": ids}) if ids else None
    return {"records": len(ids)} if decided is not None and not decided.error else None


def approve(start: Path) -> list[str]:
    """Ask the person at the terminal to approve the setting; returns what is still held back."""
    from phantasm.config import editing  # noqa: PLC0415  the runtime
    from phantasm.contracts.errors import PhantasmError  # noqa: PLC0415  the runtime
    from phantasm.runtime.bootstrap import configured, locate  # noqa: PLC0415  the runtime
    from phantasm.runtime.party import ask_person  # noqa: PLC0415  the runtime
    from phantasm.surfaces.cli import terminal  # noqa: PLC0415  the runtime

    if "sharing.tracked" in configured(start)[1]:
        proposed = editing.proposal(locate(start))
        try:
            ask_person(terminal.party(), f"Approve these settings: {proposed.asks}?")
            editing.approve(proposed)
        except PhantasmError:
            pass  # it stays held back, and the answer says so
    return [key for key in configured(start)[1] if key.startswith("sharing.")]
