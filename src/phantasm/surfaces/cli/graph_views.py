"""How do the work, the profile and relations look?"""

from collections.abc import Iterable

from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli.plain import one_line
from phantasm.surfaces.cli.tables import JsonObject, cell, columns, marked, objects, says, texts, withdrawn
from phantasm.surfaces.cli.views import cell_line

Names = dict[str, str]


def work(data: JsonObject) -> list[RenderableType]:
    """Show what is ready, what waits for what, the rest, and what is due."""
    items = {str(_record(item).get("id")): item for item in objects(data, "items")}
    names = _names(data)
    ready, blocked = texts(data, "ready"), texts(data, "blocked")
    rest = [name for name in items if name not in {*ready, *blocked}]
    parts = _section("ready", [items[name] for name in ready if name in items], names)
    parts += _section("blocked", [items[name] for name in blocked if name in items], names)
    parts += _section("also" if parts else "work", [items[name] for name in rest], names)
    overdue = [names.get(name, name) for name in texts(data, "overdue")]
    if overdue:
        parts.append(Text(f"overdue: {', '.join(overdue)}", "bold red"))
    due = [
        f"{found.get('due')} {names.get(str(found.get('record_id')), '')}"
        for found in objects(data, "deadlines")
    ]
    if due:
        parts.append(Text.assemble(("due: ", "bold"), one_line(", ".join(due))))
    parts += [Text(f"in a circle: {_way(way, names)}", "yellow") for way in _lists(data, "circles")]
    return [*parts, *_undecided(data, names), *withdrawn(data), _footer(data, len(items))]


def profile(data: JsonObject) -> list[RenderableType]:
    """Show each section with what it says and what that is linked to."""
    parts: list[RenderableType] = []
    names: Names = {}
    for section in objects(data, "sections"):
        names |= _names(section)
        hidden = f", {section['withheld']} sensitive ones withheld" if section.get("withheld") else ""
        left_out = (
            f" of {section.get('total')}" if section.get("total") != len(objects(section, "items")) else ""
        )
        if not objects(section, "items") and not hidden:
            continue
        count = f" ({len(objects(section, 'items'))}{left_out}{hidden})"
        parts.append(Text.assemble((str(section.get("name")), "bold"), (count, "dim")))
        for item in objects(section, "items"):
            record = _record(item)
            head = Text.assemble("  ", cell(record.get("handle"), "bold"), " ", marked(record), " ")
            parts.append(head.append(cell(says(record))))
            if linked := _linked(item):
                parts.append(cell_line(f"    {linked}"))
    if not parts:
        parts.append(Text("nothing is known about the project yet: phantasm add --kind identity", "dim"))
    return [*parts, *_undecided(data, names), *withdrawn(data)]


def relations(data: JsonObject) -> list[RenderableType]:
    """Show what a record is related to, one relation a line."""
    names: Names = {}
    for node in objects(data, "nodes"):
        record = _record(node)
        handle = record.get("handle") or _record(node, "withdrawn").get("handle")
        words = says(record) if record else str(node.get("reference") or "(withdrawn)")
        names[str(node.get("id"))] = one_line(f"{handle or ''} {words}")
    parts: list[RenderableType] = [cell(names.get(str(data.get("root")), ""), "bold")]
    for found in objects(data, "relations"):
        source, target = (names.get(str(found.get(end)), str(found.get(end))) for end in ("source", "target"))
        parts.append(Text.assemble(f"  {source}\n    ", (str(found.get("type")), "yellow"), f" {target}"))
    parts += [
        cell_line(f"{left.get('nodes')} more at depth {left.get('depth')} ({left.get('because')})")
        for left in objects(data, "left_out")
    ]
    return parts


def _section(title: str, items: list[JsonObject], names: Names) -> list[RenderableType]:
    if not items:
        return []
    table = columns("handle", "kind", "status", "says", "due", "owner", "waits for")
    for item in items:
        record = _record(item)
        late = "bold red" if item.get("overdue") else ""
        table.add_row(
            cell(record.get("handle"), "bold"),
            cell(record.get("kind")),
            _status(item),
            cell(says(record)),
            cell(item.get("due"), late),
            cell(item.get("owner")),
            cell(_waits(item, names)),
        )
    return [Text(title, "bold underline"), table]


def _status(item: JsonObject) -> Text:
    """Return how far something is, with its marks and, of a goal, how many of its parts are done."""
    far = item.get("progress")
    counted = f" {far.get('done')}/{far.get('total')}" if isinstance(far, dict) and far.get("total") else ""
    marks = [*texts(_record(item), "marks"), *texts(item, "concerns")]
    words = Text(f"{item.get('status') or ''}{counted}")
    return words.append(f" {', '.join(marks)}", "yellow") if marks else words


def _waits(item: JsonObject, names: Names) -> str:
    """Return what an item waits for; what lies further away with the way there."""
    found = [_way(texts(wait, "path")[1:], names) for wait in objects(item, "waits_for")]
    total = item.get("waits_for_total")
    rest = total - len(found) if isinstance(total, int) else 0
    return ", ".join(found) + (f", {rest} more" if rest > 0 else "")


def _way(path: Iterable[str], names: Names) -> str:
    return " → ".join(names.get(name, name) for name in path)


def _linked(item: JsonObject) -> str:
    found = []
    for link in objects(item, "linked"):
        target = link.get("reference") or link.get("handle") or link.get("record_id")
        arrow = "→" if link.get("direction") == "out" else "←"
        found.append(f"{link.get('type')} {arrow} {one_line(str(target))}")
    return ", ".join(found)


def _undecided(data: JsonObject, names: Names) -> list[RenderableType]:
    return [
        Text.assemble(
            ("undecided: ", "yellow"),
            " against ".join(names.get(name, name) for name in texts(found, "record_ids")),
        ).append(f" ({found.get('review_id')})", "dim")
        for found in objects(data, "conflicts")
    ]


def _footer(data: JsonObject, shown: int) -> Text:
    withheld = f", {data['withheld']} sensitive ones withheld" if data.get("withheld") else ""
    return Text(f"{shown} of {data.get('total')} items{withheld}", "dim")


def _names(data: JsonObject) -> Names:
    """Return the handles of the records in sight, by id."""
    found: Names = {}
    for item in objects(data, "items"):
        for link in objects(item, "linked"):
            if link.get("handle"):
                found[str(link.get("record_id"))] = str(link.get("handle"))
        found[str(_record(item).get("id"))] = str(_record(item).get("handle"))
    return found


def _record(item: JsonObject, name: str = "record") -> JsonObject:
    record = item.get(name)
    return record if isinstance(record, dict) else {}


def _lists(data: JsonObject, name: str) -> list[list[str]]:
    found = data.get(name)
    return [list(map(str, way)) for way in found if isinstance(way, list)] if isinstance(found, list) else []
