"""Which commands turn procedures into skills? skills export, list, diff."""

from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from phantasm.contracts.errors import Remediation
from phantasm.surfaces.cli.asking import ask
from phantasm.surfaces.cli.options import DryRun, Json, start_of
from phantasm.surfaces.cli.plain import plain
from phantasm.surfaces.cli.showing import finish
from phantasm.surfaces.cli.tables import JsonObject, cell, columns, objects, texts

if TYPE_CHECKING:
    from rich.console import RenderableType

    from phantasm.contracts.envelope import Response

commands = typer.Typer(
    no_args_is_help=True,
    help="Write verified procedures as skills that agents load: .agents/skills/NAME/SKILL.md. Edits survive.",
)

Procedures = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ID]...", help="Handles or ids; every verified procedure when none is named."),
]
Folder = Annotated[str | None, typer.Option("--folder", help="The folder; .agents/skills when left out.")]

_STYLES = {
    "created": "green",
    "updated": "green",
    "merged": "green",
    "conflict": "bold red",
    "left": "yellow",
    "withdrawn": "yellow",
    "withdrawn_with_notice": "yellow",
}


@commands.command()
def export(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    procedures: Procedures = None,
    *,
    folder: Folder = None,
    keep: Annotated[
        bool, typer.Option("--keep-withdrawn", help="Leave skills whose procedure no longer counts.")
    ] = False,
    settle: Annotated[
        str | None,
        typer.Option(
            "--settle", help="Where both sides changed: merge (marks conflicts), project or phantasm."
        ),
    ] = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Write skills, keep the project's edits, and take back what no longer counts.

    Example: phantasm skills export
    """
    params: JsonObject = {
        "procedures": procedures or None,
        "folder": folder,
        "withdraw": False if keep else None,
        "settle": settle,
        "dry_run": dry_run or None,
    }
    response = ask(start_of(context), "skills_export", params)
    finish(response, written, as_json=as_json, hint=_next(response))


@commands.command("list")
def list_skills(context: typer.Context, *, folder: Folder = None, as_json: Json = False) -> None:
    """Show every skill and what the next export would do to it; nothing is written.

    Example: phantasm skills list
    """
    params: JsonObject = {"folder": folder, "dry_run": True}
    finish(ask(start_of(context), "skills_export", params), standing, as_json=as_json)


@commands.command()
def diff(
    context: typer.Context, procedures: Procedures = None, *, folder: Folder = None, as_json: Json = False
) -> None:
    """Show what the next export would change, line by line; nothing is written.

    Example: phantasm skills diff
    """
    params: JsonObject = {
        "procedures": procedures or None,
        "folder": folder,
        "with_diff": True,
        "dry_run": True,
    }
    finish(ask(start_of(context), "skills_export", params), differences, as_json=as_json)


def written(data: JsonObject) -> "list[RenderableType]":
    """Show what became of each skill, and how many files changed."""
    count = data.get("written")
    files = f"{count} file{'' if count == 1 else 's'} written or removed in {data.get('folder')}"
    return [*standing(data), Text(plain(files), "dim")]


def standing(data: JsonObject) -> "list[RenderableType]":
    """Show the skills, and the procedures that are none."""
    table = columns("skill", "procedure", "outcome", "why")
    for one in objects(data, "skills"):
        outcome = str(one.get("outcome"))
        table.add_row(
            cell(one.get("name"), "bold"),
            cell(one.get("handle") or one.get("procedure")),
            cell(outcome.replace("_", " "), _STYLES.get(outcome, "dim")),
            cell(_why(one)),
        )
    parts: list[RenderableType] = (
        [table] if objects(data, "skills") else [Text("there is no skill to write", "dim")]
    )
    return parts + [
        cell(f"no skill: {one.get('handle')} ({str(one.get('reason')).replace('_', ' ')})", "dim")
        for one in objects(data, "refused")
    ]


def differences(data: JsonObject) -> "list[RenderableType]":
    """Show the changes of each file."""
    parts: list[RenderableType] = []
    for one in objects(data, "skills"):
        for line in str(one.get("diff") or "").splitlines():
            colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1], "")
            parts.append(Text(plain(line), colour))
    return parts or [Text("every file says what it should", "dim")]


def _why(skill: JsonObject) -> str:
    said = [str(skill.get("reason") or "").replace("_", " ")]
    if skill.get("conflicts"):
        said.append(f"{skill.get('conflicts')} to decide")
    if texts(skill, "fields"):
        said.append(f"frontmatter: {', '.join(texts(skill, 'fields'))}")
    return "; ".join(one for one in said if one)


def _next(response: "Response") -> Remediation | None:
    """Say how conflicts are decided."""
    if any(one.get("outcome") == "conflict" for one in objects(response.data or {}, "skills")):
        return Remediation("Edit the marked places, or decide for one side: --settle project or phantasm.")
    return None
