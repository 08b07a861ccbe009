"""How does the repository's history look? What was done, what changes together, who knows."""

from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli.plain import one_line
from phantasm.surfaces.cli.tables import JsonObject, cell, number, objects, texts
from phantasm.surfaces.cli.views import cell_line, pairs

_SHORT_SHA = 10
"""Characters of a commit's name that people see: unique in any repository there is."""
_DAY_CHARACTERS = len("2026-11-15")
_STANDING = {"done": "green", "reverted": "red", "revert": "yellow", "unreachable": "dim"}


def updated(data: JsonObject) -> list[RenderableType]:
    """Show what was taken in."""
    if not data.get("repository"):
        return [Text("there is no git repository here, or git cannot tell its history", "yellow")]
    lines: JsonObject = {
        "commits": f"{data.get('added')} new, {data.get('known')} known",
        "left out": data.get("left_out") or None,
        "reverts": data.get("reverts") or None,
        "tags": data.get("tags") or None,
        "no longer reachable": data.get("unreachable") or None,
        "reachable again": data.get("came_back") or None,
        "still to take in": data.get("left") or None,
    }
    parts = pairs({name: value for name, value in lines.items() if value is not None})
    return [*parts, Text("dry run: nothing was changed", "yellow")] if data.get("dry_run") else parts


def prior(data: JsonObject) -> list[RenderableType]:
    """Show what was done, and what is remembered about it."""
    parts = _unknown(data)
    if data.get("match") == "no_match":
        nearest = "; the nearest are:" if objects(data, "commits") else ""
        parts.append(Text(f"no commit is clearly about this{nearest}", "yellow"))
    for commit in objects(data, "commits"):
        parts += _commit(commit)
    remembered = objects(data, "remembered")
    parts += [Text("remembered:", "bold")] if remembered else []
    for hit in remembered:
        head = Text.assemble("  ", cell(hit.get("handle"), "bold"), f" {hit.get('kind')} ")
        parts.append(head.append(one_line(str(hit.get("text") or ""))))
    return parts


def companions(data: JsonObject) -> list[RenderableType]:
    """Show what changes along, surest first."""
    parts = _unknown(data)
    for file in objects(data, "files"):
        often = f"  {file.get('together')} of {file.get('of')} times, score {number(file.get('score')):.2f}"
        parts.append(Text.assemble(cell(file.get("path"), "bold"), (often, "green")))
        parts += [cell_line(f"    {_brief(commit)}") for commit in objects(file, "examples")[:1]]
    return parts if objects(data, "files") else [*parts, Text("nothing regularly changes along", "dim")]


def people(data: JsonObject) -> list[RenderableType]:
    """Show who knows most, and why."""
    parts = _unknown(data)
    for person in objects(data, "people"):
        share = f"  {number(person.get('share')):.0%}"
        parts.append(Text.assemble(cell(person.get("name"), "bold"), (share, "green")))
        parts.append(cell_line(f"  {' '.join(texts(person, 'because'))}"))
        parts += [cell_line(f"    {_brief(commit)}") for commit in objects(person, "examples")]
    return parts if objects(data, "people") else [*parts, Text("nobody is known to have worked there", "dim")]


def _commit(commit: JsonObject) -> list[RenderableType]:
    standing = str(commit.get("standing"))
    head = Text.assemble(
        cell(str(commit.get("sha"))[:_SHORT_SHA], "bold"),
        f" {_day(commit.get('at'))} ",
        (standing, _STANDING.get(standing, "")),
        f" {one_line(str(commit.get('subject') or '(erased)'))}",
    )
    names = texts(commit, "files")
    rest = int(number(commit.get("file_count"))) - len(names)
    listed = ", ".join(names) + (f" and {rest} more" if rest > 0 else "")
    cites = f"  [{commit.get('handle')}] {commit.get('author') or 'somebody'}"
    parts: list[RenderableType] = [head, cell_line(f"{cites}: {'; '.join(texts(commit, 'because'))}")]
    parts += [cell_line(f"  {listed}")] if listed else []
    taken = commit.get("reverted_by")
    if isinstance(taken, dict):
        parts.append(Text.assemble("  ", (f"taken back by {_brief(taken)}", "red")))
    return parts


def _brief(commit: JsonObject) -> str:
    who = one_line(str(commit.get("author") or "somebody"))
    subject = one_line(str(commit.get("subject") or "(erased)"))
    return f"{str(commit.get('sha'))[:_SHORT_SHA]} {_day(commit.get('at'))} {who}: {subject}"


def _day(moment: object) -> str:
    return str(moment or "")[:_DAY_CHARACTERS]


def _unknown(data: JsonObject) -> list[RenderableType]:
    return [
        Text.assemble((f"no known commit changed {name or 'anything'}", "yellow"))
        for name in texts(data, "unknown")
    ]
