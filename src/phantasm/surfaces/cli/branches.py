"""Which command shows what became of branches, and lets records follow? branches."""

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli.asking import ask, report
from phantasm.surfaces.cli.options import DryRun, Json, start_of
from phantasm.surfaces.cli.showing import finish
from phantasm.surfaces.cli.tables import JsonObject, cell, columns, objects

if TYPE_CHECKING:
    from phantasm.contracts.envelope import Response

_SHORT = 9
_MOST_STEPS = 1_000
"""Events that one command follows; nobody has had more at once."""
_STYLES = {"active": "green", "merged": "cyan", "renamed": "cyan", "abandoned": "yellow", "unknown": "dim"}

Follow = Annotated[
    bool, typer.Option("--follow", help="Let records follow: promote, move, retire and bring back.")
]


def branches(
    context: typer.Context, *, follow: Follow = False, dry_run: DryRun = False, as_json: Json = False
) -> None:
    """Show what became of the branches that records belong to, and let records follow.

    Example: phantasm branches --follow
    """
    if not follow or dry_run:
        finish(ask(start_of(context), "branches", {}), shown, as_json=as_json)
    steps: list[JsonObject] = []
    for _ in range(_MOST_STEPS):
        # What is done about one event may lead to the next, so that git is asked anew each time.
        looked = ask(start_of(context), "branches", {})
        if looked.error is None and not objects(looked.data or {}, "waiting"):
            break
        response = ask(start_of(context), "branches_follow", {})
        if response.error is not None:
            finish(response, followed, as_json=as_json)
        steps.append(response.data or {})
    finish(_told(steps), followed, as_json=as_json)


def shown(data: JsonObject) -> list[RenderableType]:
    """Show branches, worktrees and what waits to be followed."""
    if not data.get("git"):
        return [Text("git cannot be asked here: nothing is known about branches", "yellow")]
    parts: list[RenderableType] = [*_branches(data), *_worktrees(data)]
    if not parts:
        parts.append(Text("no record belongs to a branch or a worktree", "dim"))
    waiting = objects(data, "waiting")
    for event in waiting:
        ids = event.get("records")
        count = len(ids) if isinstance(ids, list) else 0
        parts.append(Text.assemble(cell(event.get("why")), cell(f": {count} to follow", "yellow")))
    if waiting:
        parts.append(Text("phantasm branches --follow  does it; phantasm undo takes it back", "dim"))
    return parts


def followed(data: JsonObject) -> list[RenderableType]:
    """Show what was done, event by event."""
    parts: list[RenderableType] = []
    for step in objects(data, "steps"):
        parts.append(cell(step.get("why"), "bold"))
        for record in objects(step, "records"):
            now = record.get("now")
            line = Text.assemble(
                "  ", cell(record.get("record_id")), " ", cell(record.get("outcome"), "cyan")
            )
            parts.append(line.append(f" as {now}" if now else ""))
    return parts or [Text("nothing has happened that records have not followed", "dim")]


def _told(steps: list[JsonObject]) -> "Response":
    return report("branches", {"steps": steps})


def _branches(data: JsonObject) -> list[RenderableType]:
    table = columns("branch", "state", "records", "into", "commit")
    for one in objects(data, "branches"):
        how, state = one.get("how"), str(one.get("state"))
        table.add_row(
            cell(one.get("name"), "bold"),
            cell(f"{state} ({how})" if how and state == "merged" else state, _STYLES.get(state, "")),
            cell(one.get("records")),
            cell(one.get("into")),
            cell(str(one.get("commit") or "")[:_SHORT]),
        )
    return [table] if objects(data, "branches") else []


def _worktrees(data: JsonObject) -> list[RenderableType]:
    table = columns("worktree", "state", "records")
    for one in objects(data, "worktrees"):
        present = bool(one.get("present"))
        state = cell("there" if present else "removed", "green" if present else "yellow")
        table.add_row(cell(one.get("name"), "bold"), state, cell(one.get("records")))
    return [table] if objects(data, "worktrees") else []
