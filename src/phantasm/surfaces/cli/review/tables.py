"""How do many things that wait look at once, and what a decision did?"""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from phantasm.surfaces.cli.plain import one_line
from phantasm.surfaces.cli.tables import JsonObject, cell, more, objects, says
from phantasm.surfaces.cli.wording import changed, reasons


def queue(data: JsonObject) -> list[RenderableType]:
    """Show what waits: which decision, about what, and why."""
    parts: list[RenderableType] = []
    for item in objects(data, "items"):
        record = _first(item, "proposed", "subject", "held")
        head = Text.assemble(
            cell(item.get("id") or "(not recorded)", "bold"), "  ", cell(item.get("kind"), "yellow")
        )
        head.append(f"  {item.get('state')}{' (woke up)' if item.get('awake') else ''}")
        parts.append(head.append(f"  priority {item.get('priority')}", "dim"))
        parts.append(Text.assemble("  ", cell(record.get("handle"), "bold"), "  ", cell(says(record))))
        parts.append(Text(f"  {reasons(item)}", "dim"))
    return [*parts, Text(_counted(data), "dim"), *more(data)]


def conflicts(data: JsonObject) -> list[RenderableType]:
    """Show each conflict with both of its sides."""
    parts: list[RenderableType] = []
    for item in objects(data, "items"):
        head = Text.assemble(cell(item.get("id"), "bold"), f"  {item.get('state')}")
        parts.append(head.append(f"  {reasons(item)}", "dim"))
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", expand=True)
        table.add_column("held", ratio=1, overflow="fold")
        table.add_column("proposed", ratio=1, overflow="fold")
        table.add_row(_side(item, "held"), _side(item, "proposed"))
        parts.append(table)
    return [*parts, Text(_counted(data), "dim"), *more(data)]


def decided(data: JsonObject) -> list[RenderableType]:
    """Show what a decision changed, by id."""
    parts: list[RenderableType] = []
    for one in objects(data, "decisions"):
        names = " ".join(str(one[name]) for name in ("review_id", "record_id") if one.get(name))
        parts.append(Text.assemble((str(one.get("outcome")), "green"), f" {one_line(names)}"))
    return parts + [changed(one) for one in objects(data, "changed")]


def _first(item: JsonObject, *roles: str) -> JsonObject:
    """Return the record that a line is about: the first one that has the foremost role."""
    for role in roles:
        for member in objects(item, "records"):
            record = member.get("record")
            if member.get("role") == role and isinstance(record, dict):
                return record
    return {}


def _side(item: JsonObject, role: str) -> Text:
    records = [member.get("record") for member in objects(item, "records") if member.get("role") == role]
    return Text("\n").join(
        Text.assemble(cell(record.get("handle"), "bold"), " ", cell(says(record)))
        for record in records
        if isinstance(record, dict)
    )


def _counted(data: JsonObject) -> str:
    counts = data.get("counts")
    kinds = counts.items() if isinstance(counts, dict) else ()
    if not kinds:
        return "nothing waits for a decision"
    return f"{len(objects(data, 'items'))} of {data.get('total')}: " + ", ".join(
        f"{n} {kind}" for kind, n in kinds
    )
