"""How do many things look at once? Records, backups and steps, one line each."""

from collections.abc import Iterable
from datetime import datetime

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from phantasm.surfaces.cli.plain import one_line, plain

JsonObject = dict[str, object]

STATE_STYLES = {
    "live": "green",
    "suggested": "yellow",
    "superseded": "dim",
    "archived": "dim",
    "tombstoned": "red",
    "ok": "green",
    "attention": "yellow",
    "transient": "yellow",
    "corrupt": "bold red",
    "valid": "green",
    "broken": "bold red",
}


_FRESHNESS_STYLES = {
    "unchanged": "green",
    "verified": "green",
    "moved": "yellow",
    "changed": "yellow",
    "gone": "red",
}
_NOTHING_KNOWN = frozenset({"unverified", "unknown"})
# A long sentence, or a paragraph's beginning: six lines of a narrow column.
_CELL_CHARACTERS = 300
_DAY_CHARACTERS = len("2026-11-15")
# These give way when the window is narrow; ids, times and numbers stay whole.
_WRAPPED = frozenset({"state", "status", "about", "says", "reason", "actor", "why", "waits for"})


def records(data: JsonObject) -> list[RenderableType]:
    """Show a page of records, newest first."""
    table = columns("handle", "kind", "state", "about", "says", "recorded")
    for record in objects(data, "records"):
        table.add_row(
            cell(record.get("handle"), "bold"),
            cell(record.get("kind")),
            marked(record),
            cell(record.get("subject_key")),
            _with_freshness(record),
            cell(moment(record.get("recorded_at"))[:_DAY_CHARACTERS]),
        )
    shown, total, withheld = len(objects(data, "records")), data.get("total"), data.get("withheld")
    footer = f"{shown} of {total} records" + (f", {withheld} sensitive ones withheld" if withheld else "")
    return [*([table] if shown else []), *withdrawn(data), Text(footer, "dim"), *more(data)]


def _with_freshness(record: JsonObject) -> Text:
    """Return what a record says, and below it how fresh it is: a column of its own would leave no room."""
    said = cell(says(record))
    return Text.assemble(said, "\n", freshness(record)) if is_known(record) else said


def is_known(shown: JsonObject) -> bool:
    """Tell whether anything is known of how fresh a record is."""
    told = shown.get("freshness")
    return isinstance(told, dict) and told.get("status") not in _NOTHING_KNOWN


def freshness(shown: JsonObject) -> Text:
    """Say when a record was last known to hold, and what became of what it cites."""
    told = shown.get("freshness")
    if not isinstance(told, dict):
        return Text()
    return cell(told.get("text"), _FRESHNESS_STYLES.get(str(told.get("status")), "dim"))


def withdrawn(data: JsonObject) -> list[RenderableType]:
    """Say what is no longer held: since when, by whom and why."""
    parts: list[RenderableType] = []
    for gone in objects(data, "withdrawn"):
        words = f" withdrawn on {moment(gone.get('withdrawn_at'))} by {gone.get('withdrawn_by')}"
        because = f", because {gone.get('reason')}" if gone.get("reason") else ""
        head = Text.assemble(cell(gone.get("handle"), "bold"), " ", state(gone.get("state")))
        parts.append(head.append(f" {one_line(words + because)}"))
    return parts


def backups(data: JsonObject) -> list[RenderableType]:
    """Show the backups, newest first."""
    table = columns("id", "made", "reason", "seq", "rows", "size", "verified")
    for backup in objects(data, "backups"):
        table.add_row(
            cell(backup.get("id"), "bold"),
            cell(moment(backup.get("created_at"))),
            cell(backup.get("reason")),
            cell(backup.get("seq")),
            cell(backup.get("rows")),
            cell(size(backup.get("bytes"))),
            cell(moment(backup.get("verified_at"))),
        )
    parts: list[RenderableType] = (
        [table] if objects(data, "backups") else [Text("there is no backup yet", "dim")]
    )
    parts += [
        cell(f"snapshot {one.get('id')}, {size(one.get('bytes'))}: {one.get('path')}")
        for one in objects(data, "snapshots")
    ]
    return parts + [cell(f"missing on disk: {name}", "red") for name in listed(data.get("missing"))]


def steps(data: JsonObject) -> list[RenderableType]:
    """Show what was done, or would be, to which file."""
    parts: list[RenderableType] = [cell(f"project: {data.get('root')}", "bold")]
    for step in objects(data, "steps"):
        text = Text.assemble(
            f"  {plain(str(step.get('action'))):<8} ", (plain(str(step.get("path"))), "bold")
        )
        parts.append(text.append(f"  {one_line(str(step.get('detail') or ''))}", "dim"))
    if data.get("dry_run"):
        parts.append(Text("dry run: nothing was changed", "yellow"))
    return parts


def place(data: JsonObject) -> list[RenderableType]:
    """Show a project's store as the person sees it who decides whether to trust it."""
    parts: list[RenderableType] = [cell(f"project: {data.get('path')}", "bold")]
    if "records" in data:
        unknown = "cannot be told"
        made = moment(data["made_at"]) if data.get("made_at") else unknown
        records = unknown if data["records"] is None else data["records"]
        parts += [
            cell(f"store:   {data.get('store_id') or unknown}"),
            cell(f"made:    {made}"),
            cell(f"holds:   {records} records, {size(data.get('bytes'))}, access tokens: {data['tokens']}"),
        ]
    if data.get("reason") and not data.get("trusted"):
        parts.append(cell(f"not read so far: {data['reason']}", "yellow"))
        parts.append(
            cell("Agents will believe what is in it. If it came with somebody's files, say no.", "dim")
        )
    elif data.get("trusted"):
        parts.append(cell("trusted" if data.get("changed") else "trusted already"))
    else:
        parts.append(cell("no longer trusted" if data.get("changed") else "was not on your list"))
    return parts


def places(data: JsonObject) -> list[RenderableType]:
    """Show everything that the person has accepted."""
    table = columns("project", "store", "accepted")
    for found in objects(data, "stores"):
        table.add_row(cell(found["path"]), cell(found["store_id"]), cell(moment(found["accepted_at"])))
    parts: list[RenderableType] = [cell(f"list: {data.get('file')}", "bold")]
    if data.get("problem"):
        parts.append(cell(f"nothing is trusted: {data['problem']}", "red"))
    parts += [table] if objects(data, "stores") else [Text("no project is trusted", "dim")]
    parts += [cell(f"by hand: {folder}") for folder in texts(data, "folders")]
    variables = data.get("variables")
    for path, names in sorted(variables.items()) if isinstance(variables, dict) else ():
        parts.append(cell(f"variables in {path}: {', '.join(map(str, listed(names)))}"))
    return parts


def objects(data: JsonObject, name: str) -> list[JsonObject]:
    """Return the objects of a list in a response."""
    return [item for item in listed(data.get(name)) if isinstance(item, dict)]


def texts(data: JsonObject, name: str) -> list[str]:
    """Return the texts of a list in a response, each on one line."""
    return [one_line(str(item)) for item in listed(data.get(name))]


def says(record: JsonObject) -> str:
    """Return what a record says, or why that cannot be shown."""
    withheld = record.get("withheld")
    return f"({withheld})" if withheld else str(record.get("statement") or "")


def cited(found: JsonObject) -> str:
    """Return the name by which a record, an episode or a piece of evidence is cited, or its id."""
    is_evidence = str(found.get("id")).startswith("ev_")
    mark = "e:" if is_evidence else "s:" if found.get("type") == "episode" else ""
    return f"{mark}{found['handle']}" if found.get("handle") else str(found.get("id"))


def cell(value: object, style: str = "") -> Text:
    """Return one value as inert text; of a long one the beginning, which `phantasm show` has whole."""
    line = "" if value is None else one_line(str(value))
    return Text(line if len(line) <= _CELL_CHARACTERS else f"{line[: _CELL_CHARACTERS - 1]}…", style)


def state(value: object) -> Text:
    """Return a state in its colour."""
    return cell(value, STATE_STYLES.get(str(value), ""))


def marked(record: JsonObject) -> Text:
    """Return a record's state and what it is called besides: in_conflict, doubtful, stale, frozen."""
    marks = [*texts(record, "marks"), *(["frozen"] if record.get("frozen") else [])]
    return Text(", ").join([state(record.get("state")), *(Text(mark, "yellow") for mark in marks)])


def moment(value: object) -> str:
    """Return a timestamp to the second, in UTC as everything is."""
    try:
        return f"{datetime.fromisoformat(str(value)):%Y-%m-%d %H:%M:%S}Z"
    except ValueError:
        return ""


def size(value: object) -> str:
    """Return a number of bytes for people."""
    left = number(value)
    for unit in ("B", "KiB", "MiB"):
        if left < 1024:  # noqa: PLR2004  the step between the units
            return f"{left:.0f} {unit}"
        left /= 1024
    return f"{left:.1f} GiB"


def number(value: object) -> float:
    """Return a number of a response; 0 when it is none."""
    return float(value) if isinstance(value, int | float) else 0.0


def columns(*names: str) -> Table:
    """Return an empty table whose long texts give way when the window is narrow."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name in names:
        table.add_column(name, overflow="fold", no_wrap=name not in _WRAPPED)
    return table


def more(data: JsonObject) -> list[RenderableType]:
    """Say how the next page is asked for."""
    cursor = data.get("next_cursor")
    return [] if cursor is None else [Text(f"there is more: --cursor {cursor}", "dim")]


def listed(value: object) -> Iterable[object]:
    """Return what a list in a response holds; nothing when there is none."""
    return value if isinstance(value, list) else ()
