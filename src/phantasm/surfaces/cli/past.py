"""Which commands look back, say why, and take back? history, why, diff, undo."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.surfaces.cli import compile_views, past_views, sharing, views
from phantasm.surfaces.cli.asking import ask, attempt
from phantasm.surfaces.cli.manifest_files import read_manifest
from phantasm.surfaces.cli.options import (
    AsOf,
    DryRun,
    Everywhere,
    Json,
    Kind,
    KnownAt,
    Limit,
    RecordId,
    Why,
    start_of,
)
from phantasm.surfaces.cli.showing import finish
from phantasm.surfaces.cli.tables import JsonObject, objects

if TYPE_CHECKING:
    from phantasm.contracts.envelope import Response

# Far more writes than lie between a mistake and the wish to take it back; each costs one dry run.
_LOOKED_AT_ENTRIES = 50
_MOMENT = re.compile(r"now|op_\w+|\d{1,18}|\d{4}-\d\d.*", re.ASCII)
"""What names a moment of the store; everything else is a commit's name."""
_RUN = "run_"
"""What the id of a run of maintenance begins with: everything that it wrote, it wrote under this name."""


def history(
    context: typer.Context,
    record: RecordId,
    *,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    as_json: Json = False,
) -> None:
    """Show every version of a record and what was done to it."""
    params: JsonObject = {"id": record, "as_of": as_of, "known_at": known_at}
    finish(ask(start_of(context), "history", params), views.lineage, as_json=as_json)


def why(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    record: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="A handle or id of a record, evidence or session, also as cited ([m:k3v9qd2a]); the id of a "
            "review or an operation.",
        ),
    ],
    *,
    query: Annotated[
        str | None, typer.Option(help="Why, and at which place, a search for this finds it.")
    ] = None,
    manifest: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also where it stands in this compiled context.")
    ] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    as_json: Json = False,
) -> None:
    """Say why a record is held or is not any more, where evidence came from, what a session came to."""
    params: JsonObject = {"id": record, "query": query, "as_of": as_of, "known_at": known_at}
    delivered: JsonObject = {}

    def explained() -> "Response":
        delivered.update(read_manifest(manifest) if manifest else {})
        return ask(start_of(context), "explain", params)

    finish(
        attempt("explain", explained),
        lambda data: past_views.explanation(data) + compile_views.handed_over(delivered, data),
        as_json=as_json,
    )


def diff(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    earlier: Annotated[
        str,
        typer.Argument(
            metavar="FROM", help="A time, a write's number, an operation; or commits: BASE..HEAD."
        ),
    ] = "",
    later: Annotated[
        str | None,
        typer.Argument(metavar="TO", help="The same; now when left out (after an operation: just after it)."),
    ] = None,
    *,
    world: Annotated[
        bool, typer.Option("--world", help="Times are about the world (as_of), not about the store.")
    ] = False,
    kind: Kind = None,
    subject: Annotated[str | None, typer.Option(help="Only this subject key.")] = None,
    everywhere: Everywhere = False,
    limit: Limit = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Of commits: for a pull request.")] = False,
    as_json: Json = False,
) -> None:
    """Show what was added, removed and changed between two moments, by one operation, or between commits."""
    if not _MOMENT.fullmatch(earlier):
        sharing.compare(context, earlier, later, markdown=markdown, as_json=as_json)
    params: JsonObject = {
        "record_kind": kind,
        "subject_key": subject,
        "everywhere": everywhere or None,
        "limit": limit,
    }
    if later is None and earlier.startswith("op_"):
        params["operation_id"] = earlier
    else:
        params["from"] = moment_of(earlier, world=world)
        params["to"] = None if later is None else moment_of(later, world=world)
    finish(ask(start_of(context), "diff", params), past_views.differences, as_json=as_json)


def undo(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    operations: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="OP_ID...", help="Operations, by id; see `phantasm audit`. Or one run, by its id (run_…)."
        ),
    ] = None,
    *,
    last: Annotated[
        bool, typer.Option("--last", help="The newest operation that can be undone and is no undo itself.")
    ] = False,
    session: Annotated[str | None, typer.Option(help="Everything that this session wrote.")] = None,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="With --session: only from then on.")
    ] = None,
    reason: Why = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Take back operations by appending their inverse; undoing the undo brings them back."""
    params: JsonObject = {"session_id": session, "since": since, "reason": reason, "dry_run": dry_run or None}

    def undone() -> "Response":
        if last and (operations or session):
            raise PhantasmError(
                Code.INVALID_PARAMS, "--last names the operation itself", expected="--last alone"
            )
        if last:
            return _undo_last(start_of(context), params)
        if operations and operations[0].startswith(_RUN) and not session:
            if len(operations) > 1:
                raise PhantasmError(Code.INVALID_PARAMS, "one run at a time", expected="one run's id alone")
            return ask(start_of(context), "undo", params | {"session_id": operations[0]})
        return ask(start_of(context), "undo", params | {"operations": operations or None})

    response = attempt("undo", undone)
    finish(response, past_views.undone, as_json=as_json, hint=_way_back(response))


def _way_back(response: "Response") -> Remediation | None:
    """Say how an undo is itself undone."""
    undo_id = response.provenance.operation_id
    return Remediation("To bring it back:", command=f"phantasm undo {undo_id}") if undo_id else None


def moment_of(words: str, *, world: bool) -> JsonObject:
    """Return the moment that some words mean: `now`, a write's number, an operation's id, or a time."""
    if words == "now":
        return {}
    if words.startswith("op_"):
        return {"operation_id": words}
    # A year alone would be a number too; nobody names a moment so roughly.
    if re.fullmatch(r"[0-9]{1,18}", words):
        return {"seq": int(words)}
    return {"as_of" if world else "known_at": words}


def _undo_last(start: Path, params: JsonObject) -> "Response":
    """Undo the newest write that a dry run says can be undone; an undo itself is left alone."""
    found = ask(start, "audit", {"limit": _LOOKED_AT_ENTRIES})
    if found.error:
        return found
    for entry in objects(found.data or {}, "entries"):
        if entry.get("operation") == "undo" or entry.get("kind") == "snapshot":
            continue
        chosen: JsonObject = {"operations": [entry.get("id")]}
        if ask(start, "undo", chosen | {"dry_run": True}).error is None:
            return ask(start, "undo", params | chosen)
    raise PhantasmError(
        Code.NOT_FOUND,
        f"none of the last {_LOOKED_AT_ENTRIES} writes can be undone by itself",
        remediation=(Remediation("Look for what to undo in the journal.", command="phantasm audit"),),
    )
