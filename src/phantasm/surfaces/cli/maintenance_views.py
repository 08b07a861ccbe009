"""How does background work look? What was done, what comes, what waits and what failed."""

from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli.plain import one_line
from phantasm.surfaces.cli.tables import JsonObject, cell, columns, moment, objects, size
from phantasm.surfaces.cli.views import details

_STYLES = {
    "done": "green",
    "queued": "yellow",
    "released": "yellow",
    "running": "cyan",
    "lost": "dim",
    "parked": "bold red",
    "replaced": "dim",
}
_MEANINGS = {
    "queued": "failed; it is tried again later",
    "released": "put back: it goes on at the next run",
    "lost": "another process took it over",
    "parked": "failed for good",
}


def worked(data: JsonObject) -> list[RenderableType]:
    """Show what was done and what is left."""
    parts: list[RenderableType] = []
    for job in objects(data, "jobs"):
        state = str(job.get("state"))
        line = Text.assemble(cell(job.get("kind"), "bold"), " ", cell(state, _STYLES.get(state, "")))
        meaning = _MEANINGS.get(state)
        line.append(f" ({meaning})" if meaning else "", "dim")
        parts.append(line.append(f"  {job.get('run_id')}", "dim"))
        if job.get("reason"):
            parts.append(Text.assemble("  ", cell(job.get("reason"), "yellow")))
        report = job.get("report")
        if isinstance(report, dict):
            parts += _run(report) if "passes" in report else details(report)
            parts += _followed(report)
    if not parts:
        parts.append(Text("nothing was due", "dim"))
    return parts + _left(data)


def _followed(report: JsonObject) -> list[RenderableType]:
    """Say what keeping up with the repository came to: history, branches and citations."""
    followed = report.get("followed")
    parts: list[RenderableType] = []
    for name, told in followed.items() if isinstance(followed, dict) else ():
        counts = told.items() if isinstance(told, dict) else ()
        words = ", ".join(
            f"{count} {what.replace('_', ' ')}" for what, count in counts if count and count is not True
        )
        if words:
            parts.append(Text.assemble("  ", cell(name, "bold"), f"  {one_line(words)}"))
    return parts


def planned(data: JsonObject) -> list[RenderableType]:
    """Show what is due, what comes next and what a run would change."""
    table = columns("what", "when", "due")
    for one in objects(data, "schedule"):
        is_due = bool(one.get("due"))
        table.add_row(
            cell(one.get("kind"), "bold"),
            cell(moment(one.get("ready_at"))),
            cell("now" if is_due else "not yet", "green" if is_due else "dim"),
        )
    nothing = Text("nothing runs by itself (maintenance.enabled)", "yellow")
    parts: list[RenderableType] = [table if objects(data, "schedule") else nothing, *_left(data)]
    changes = data.get("changes")
    return parts + (_passes(changes) if isinstance(changes, dict) else [])


def jobs(data: JsonObject) -> list[RenderableType]:
    """Show jobs, one line each, with the reason below."""
    found = objects(data, "jobs")
    if not found:
        return [Text("there is no background work", "dim")]
    table = columns("job", "kind", "about", "state", "attempts", "changed", "why")
    for job in found:
        state = str(job.get("state"))
        table.add_row(
            cell(job.get("id"), "bold"),
            cell(job.get("kind")),
            cell(job.get("about")),
            cell(state, _STYLES.get(state, "")),
            cell(f"{job.get('attempts')} of {job.get('max_attempts')}"),
            cell(moment(job.get("changed_at"))),
            cell(job.get("reason") or _when(job)),
        )
    return [table]


def _when(job: JsonObject) -> str:
    if job.get("next_try_at"):
        return f"not before {moment(job.get('next_try_at'))}"
    return f"with {job.get('worker')}" if job.get("worker") else ""


def _run(report: JsonObject) -> list[RenderableType]:
    """Show what a consolidation did: only what it did, not what it looked at."""
    lines: JsonObject = {"changes": f"{report.get('changes')} of at most {report.get('budget')}"}
    passes = report.get("passes")
    found = passes.items() if isinstance(passes, dict) else ()
    lines |= {str(name): _counted(counts) for name, counts in found}
    consulted = report.get("consulted")
    lines["language model"] = _counted(
        {name: consulted.get(name) for name in ("asked", "proposed")} if isinstance(consulted, dict) else None
    )
    lines["skills"] = _counted(report.get("skills"))
    pruned = report.get("pruned")
    lines["let go"] = _counted(pruned)
    if isinstance(pruned, dict) and pruned.get("over_bound"):
        taken, bound = size(pruned.get("disk_bytes")), size(pruned.get("bound_bytes"))
        lines["over bound"] = f"takes {taken} of at most {bound}; nothing more may go now"
    lines |= {name: report.get(name) for name in ("reason", "undo") if report.get(name)}
    if not report.get("changes"):
        lines.pop("undo", None)
    return details(lines)


def _counted(counts: object) -> str:
    """Return what was counted, but for what there was none of and for the size of the store."""
    found = counts.items() if isinstance(counts, dict) else ()
    shown = [
        (str(name), count) for name, count in found if count and not str(name).endswith(("_bytes", "_bound"))
    ]
    return ", ".join(f"{count} {name}" for name, count in sorted(shown))


def _passes(changes: JsonObject) -> list[RenderableType]:
    """Show what each pass of a run would look at."""
    passes = changes.get("passes")
    table = columns("pass", "count", "what")
    for name, one in passes.items() if isinstance(passes, dict) else ():
        if isinstance(one, dict):
            table.add_row(cell(name, "bold"), cell(one.get("count")), cell(one.get("what")))
    return [table] if table.row_count else []


def _left(data: JsonObject) -> list[RenderableType]:
    """Show what waits, runs elsewhere or failed for good."""
    parts: list[RenderableType] = []
    for job in objects(data, "left"):
        state = str(job.get("state"))
        words = f"{job.get('kind')} {job.get('id')}"
        if state == "queued":
            words += f", not before {moment(job.get('available_at'))}"
        elif state == "running":
            words += f", with {job.get('lease_owner')}"
        because = f": {job.get('last_error')}" if job.get("last_error") else ""
        parts.append(Text.assemble(cell(state, _STYLES.get(state, "")), " ", cell(words + because)))
        if state == "parked":
            parts.append(Text(f"  phantasm maintenance run --retry {job.get('id')}", "dim"))
    return parts
