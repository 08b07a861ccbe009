"""Which commands take memory along and bring it back as text? export, import."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from phantasm.contracts.errors import Remediation
from phantasm.surfaces.cli.asking import ask, attempt
from phantasm.surfaces.cli.options import AsOf, DryRun, Json, Kind, KnownAt, start_of
from phantasm.surfaces.cli.showing import finish
from phantasm.surfaces.cli.tables import JsonObject, cell, columns, objects, size, texts
from phantasm.surfaces.cli.views import cell_line, pairs

if TYPE_CHECKING:
    from rich.console import RenderableType

    from phantasm.contracts.envelope import Response

# A page; the rest is in --json and waits in the review anyway.
_LINES_SHOWN = 50


def export(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    path: Annotated[
        Path | None,
        typer.Argument(metavar="PATH", help="A file inside the project; else .phantasm/memory.jsonl."),
    ] = None,
    *,
    form: Annotated[
        str | None, typer.Option("--format", help="jsonl (for git and import) or markdown (for reading).")
    ] = None,
    kind: Kind = None,
    sensitive: Annotated[
        bool, typer.Option("--sensitive", help="Also sensitive records; needs the right to export them.")
    ] = False,
    history: Annotated[bool, typer.Option("--history", help="Also what earlier versions said.")] = False,
    evidence: Annotated[bool, typer.Option("--evidence", help="Also the evidence of the records.")] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a file that is no export.")] = False,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Write what is held true as text that git merges, or as a page to read."""
    params: JsonObject = {
        "format": form or ("markdown" if path and path.suffix == ".md" else None),
        "record_kind": kind,
        "include_sensitive": sensitive or None,
        "include_history": history or None,
        "include_evidence": evidence or None,
        "overwrite": overwrite or None,
        "as_of": as_of,
        "known_at": known_at,
        "dry_run": dry_run or None,
    }

    def exported() -> "Response":
        return ask(start_of(context), "memory_export", params | {"path": path and _inside(context, path)})

    finish(attempt("memory_export", exported), written, as_json=as_json)


def import_memory(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    path: Annotated[
        Path,
        typer.Argument(metavar="PATH", help="An export, CLAUDE.md, AGENTS.md, a README, or lines of JSON."),
    ],
    *,
    form: Annotated[
        str | None,
        typer.Option(
            "--format", help="jsonl, plain_jsonl, agent_file or document; recognised when left out."
        ),
    ] = None,
    suggest: Annotated[
        bool, typer.Option("--suggest", help="Take nothing over: everything waits for a decision.")
    ] = False,
    prune: Annotated[
        bool, typer.Option("--prune", help="Also ask about every live record that the export lacks.")
    ] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Merge an export into memory, or suggest what an agent's file says; nothing is overwritten."""
    params: JsonObject = {
        "format": form,
        "accept": "nothing" if suggest else None,
        "prune": prune or None,
        "dry_run": dry_run or None,
    }

    def imported() -> "Response":
        return ask(start_of(context), "memory_import", params | {"path": _inside(context, path)})

    response = attempt("memory_import", imported)
    finish(response, plan, as_json=as_json, hint=_next(response, dry_run=dry_run))


def written(data: JsonObject) -> "list[RenderableType]":
    """Show what was written, or would be."""
    lines: JsonObject = {
        "file": data.get("path"),
        "format": data.get("format"),
        "records": data.get("records"),
        "size": size(data.get("bytes")),
        "sha256": data.get("sha256"),
        "written": "yes" if data.get("written") else "no",
    }
    if data.get("withheld"):
        lines["left out"] = f"{data.get('withheld')} sensitive records (--sensitive)"
    return pairs(lines)


def plan(data: JsonObject) -> "list[RenderableType]":
    """Show what became of the lines of a file, or would."""
    outcomes = data.get("outcomes")
    counted = outcomes.items() if isinstance(outcomes, dict) else ()
    changes = "1 change" if data.get("changed") == 1 else f"{data.get('changed')} changes"
    parts: list[RenderableType] = [cell_line(f"{data.get('format')}: {changes}")]
    parts += pairs({name.replace("_", " "): number for name, number in counted}, indent="  ")
    results = objects(data, "results")
    if results:
        table = columns("line", "outcome", "handle", "why")
        for one in results[:_LINES_SHOWN]:
            why = ", ".join(texts(one, "reasons")).replace("_", " ")
            table.add_row(
                cell(one.get("line")), cell(one.get("outcome")), cell(one.get("handle"), "bold"), cell(why)
            )
        parts.append(table)
    if len(results) > _LINES_SHOWN:
        parts.append(Text(f"{len(results) - _LINES_SHOWN} more lines: --json", "dim"))
    parts += [
        cell_line(f"line {one.get('line')} could not be read: {one.get('problem')}")
        for one in objects(data, "problems")
    ]
    if data.get("postponed"):
        parts.append(Text(f"{data.get('postponed')} lines are left: import again", "yellow"))
    if texts(data, "absent"):
        parts.append(cell_line(f"not in the file: {', '.join(texts(data, 'absent'))}"))
    return parts


def _next(response: "Response", *, dry_run: bool) -> Remediation | None:
    """Say where what waits for a decision is decided."""
    if dry_run or not response.review_items:
        return None
    return Remediation("Decide what waits.", command="phantasm review")


def _inside(context: typer.Context, path: Path) -> str:
    """Return a path as the operations want it: seen from the project's root."""
    from phantasm.runtime.bootstrap import locate  # noqa: PLC0415  the runtime

    return os.path.relpath(path.resolve(), locate(start_of(context)).root.resolve())
