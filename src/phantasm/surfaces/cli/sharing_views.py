"""How is shared memory shown? What was switched, taken in, written, and how two commits differ."""

import json
import re
from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli.plain import one_line, plain
from phantasm.surfaces.cli.tables import JsonObject, cell, columns, objects, texts
from phantasm.surfaces.cli.views import cell_line, pairs

_SIGNS = {"added": ("+", "green"), "changed": ("~", "yellow"), "removed": ("-", "red")}
# A page; the rest is in --json.
_SHOWN = 50
# Every file is there: a narrow window has better use for the room.
_FOLDER = ".phantasm/memory/"
_APPROVE = "sharing.tracked waits for your approval: phantasm config approve"


def switched(data: JsonObject) -> list[RenderableType]:
    """Show what was done to switch sharing on or off."""
    parts: list[RenderableType] = [
        cell_line(f"{one.get('action'):<7} {one.get('path')}  {one.get('detail') or ''}".rstrip())
        for one in objects(data, "steps")
    ]
    taken, written = data.get("taken_in"), data.get("written")
    if isinstance(taken, dict) and objects(taken, "results"):
        parts += _taken_in(taken)
    if isinstance(written, dict):
        parts += _written(written)
    if texts(data, "held_back"):
        parts.append(Text(_APPROVE, "yellow"))
    if data.get("dry_run"):
        parts.append(Text("dry run: nothing was changed", "yellow"))
    return parts


def synced(data: JsonObject) -> list[RenderableType]:
    """Show what was taken in and what was written."""
    parts: list[RenderableType] = []
    taken, written, accepted = data.get("taken_in"), data.get("written"), data.get("accepted")
    if isinstance(taken, dict):
        parts += _taken_in(taken)
    if isinstance(accepted, dict):
        parts.append(cell_line(f"accepted what had waited: {accepted.get('records')}"))
    if isinstance(written, dict):
        parts += _written(written)
    return parts


def standing(data: JsonObject) -> list[RenderableType]:
    """Show whether memory is shared, and what a sync would do."""
    parts = pairs(
        {
            "shared": "yes" if data.get("tracked") else "no (phantasm share on)",
            "merge driver": data.get("merge_driver") or "none in this clone (phantasm share on)",
        }
    )
    if texts(data, "held_back"):
        parts.append(Text(_APPROVE, "yellow"))
    return [*parts, Text("a sync would:", "dim"), *synced(data)]


def compared(data: JsonObject) -> list[RenderableType]:
    """Show what memory gained, lost and changed between two commits."""
    parts: list[RenderableType] = []
    for one in objects(data, "differences"):
        sign, style = _SIGNS[str(one.get("change"))]
        about = f" {one_line(str(one['subject_key']))}" if one.get("subject_key") else ""
        head = Text.assemble(
            (f"{sign} ", style), cell(one.get("handle"), "bold"), f" {one.get('kind')}{about}"
        )
        parts.append(head)
        parts += [Text(f"    {plain(line)}", colour) for line, colour in _lines(one)]
    parts += [
        cell_line(f"could not be read: {one.get('path')}: {one.get('problem')}")
        for one in objects(data, "problems")
    ]
    return [*parts, Text(_tally(data), "dim")]


def as_markdown(data: JsonObject) -> str:
    """Return the differences for a pull request; what records say stands in fences that it cannot close."""
    parts = [f"### Memory: {_tally(data)}\n"]
    for one in objects(data, "differences"):
        named = f"`{_word(one.get('subject_key') or one.get('handle'))}`"
        lines = "\n".join(line for line, _ in _lines(one))
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", lines)), default=0))
        parts.append(
            f"**{one.get('change')}** {_word(one.get('kind'))} {named}\n\n{fence}diff\n{lines}\n{fence}\n"
        )
    parts += [
        f"**could not be read** `{_word(one.get('path'))}`: {_word(one.get('problem'))}\n"
        for one in objects(data, "problems")
    ]
    return "\n".join(parts)


def _lines(one: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield what a difference is about, line by line, each with its colour."""
    if one.get("change") != "changed":
        sign, style = _SIGNS[str(one.get("change"))]
        for line in str(one.get("statement") or "").split("\n"):
            yield f"{sign} {line}", style
        return
    for field in objects(one, "fields"):
        if field.get("name") == "links":
            yield from _links(field)
            continue
        name = "" if field.get("name") == "statement" else f"{field.get('name')}: "
        for side, sign, style in (("before", "-", "red"), ("after", "+", "green")):
            value = field.get(side)
            if value is not None:
                words = (
                    value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
                )
                for line in words.split("\n"):
                    yield f"{sign} {name}{line}", style


def _links(field: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield which links came and went; of what was seen only at which commit."""
    before, after = _named(objects(field, "before")), _named(objects(field, "after"))
    yield from ((f"- {link}", "red") for link in before if link not in after)
    yield from ((f"+ {link}", "green") for link in after if link not in before)


def _named(links: list[JsonObject]) -> list[str]:
    named: list[str] = []
    for link in links:
        seen = link.get("seen")
        commit = str(seen.get("commit") or "")[:8] if isinstance(seen, dict) else ""
        target = link.get("reference") or link.get("target")
        named.append(f"{link.get('type')} {target}" + (f" (seen at {commit})" if commit else ""))
    return named


def _taken_in(data: JsonObject) -> list[RenderableType]:
    outcomes = data.get("outcomes")
    counted = outcomes.items() if isinstance(outcomes, dict) else ()
    told = ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in counted)
    parts: list[RenderableType] = [cell_line(f"taken in: {told or 'nothing new'}")]
    results = objects(data, "results")
    if results:
        table = columns("outcome", "handle", "by", "why", "file")
        for one in results[:_SHOWN]:
            why = ", ".join(texts(one, "reasons")).replace("_", " ")
            by = f"{one.get('author')} {str(one.get('commit'))[:8]}" if one.get("commit") else ""
            path = str(one.get("path")).removeprefix(_FOLDER)
            row = (one.get("outcome"), one.get("handle"), by, why, path)
            table.add_row(*(cell(value or "") for value in row))
        parts.append(table)
    parts += [
        cell_line(f"left as it is: {one.get('path')}: {one.get('problem')}")
        for one in objects(data, "problems")
    ]
    if data.get("postponed"):
        parts.append(Text(f"{data.get('postponed')} files are left: sync again", "yellow"))
    return parts


def _written(data: JsonObject) -> list[RenderableType]:
    written, removed = texts(data, "written"), texts(data, "removed")
    parts: list[RenderableType] = [
        cell_line(
            f"{data.get('folder')}: {data.get('records')} records in step, {len(written)} files written, "
            f"{len(removed)} removed"
        )
    ]
    for name, words in (
        ("blocked", "changed by somebody else, sync first"),
        ("waiting", "waits for a decision"),
    ):
        parts += [cell_line(f"  {words}: {path}") for path in texts(data, name)[:_SHOWN]]
    if data.get("postponed"):
        parts.append(Text(f"{data.get('postponed')} files are left: sync again", "yellow"))
    return parts


def _tally(data: JsonObject) -> str:
    counts = data.get("counts")
    told = ", ".join(f"{n} {name}" for name, n in counts.items()) if isinstance(counts, dict) else ""
    return f"{told} ({data.get('from')}..{data.get('to')})"


def _word(value: object) -> str:
    """Return a short text that Markdown shows as it is."""
    return re.sub(r"[`*_\[\]<>\\|@#\n]", " ", one_line(str(value or "")))
