"""How does one thing look in full? A record, its history, the project, its health, a diagnosis, settings."""

import json

from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli.freshness_views import citations
from phantasm.surfaces.cli.plain import one_line, plain
from phantasm.surfaces.cli.tables import (
    STATE_STYLES,
    JsonObject,
    cell,
    cited,
    moment,
    objects,
    says,
    size,
    state,
    texts,
)


def details(data: JsonObject) -> list[RenderableType]:
    """Show an answer of a few fields."""
    return fields_of(data)


def outcomes(data: JsonObject) -> list[RenderableType]:
    """Show what became of what was added."""
    return [part for result in objects(data, "results") for part in outcome(result)]


def outcome(data: JsonObject) -> list[RenderableType]:
    """Show what became of one record, why, and what it cites."""
    head = Text(" ").join([cell(data.get(name)) for name in ("outcome", "handle", "record_id")])
    why = [Text(f"  because {one_line(str(data['because']))}", "dim")] if data.get("because") else []
    return [head, *why, *(Text(f"  cites {one_line(cited)}", "dim") for cited in texts(data, "anchors"))]


def lineage(data: JsonObject) -> list[RenderableType]:
    """Show every version of a record, then what was done to it."""
    parts: list[RenderableType] = []
    for version in objects(data, "versions"):
        until = moment(version.get("valid_to")) or "now"
        span = (f"  true {moment(version.get('valid_from'))} to {until}", "dim")
        parts.append(
            Text.assemble(cell(version.get("handle"), "bold"), " ", state(version.get("state")), span)
        )
        parts.append(Text(f"  {plain(says(version))}"))
    return parts + events(data)


def events(data: JsonObject) -> list[RenderableType]:
    """Show what was done, when and by whom, with the operation's id: that is what `undo` takes."""
    parts: list[RenderableType] = [Text("events:", "bold")] if objects(data, "events") else []
    for event in objects(data, "events"):
        who = " ".join(str(event[name]) for name in ("profile", "actor") if event.get(name))
        words = f"  {moment(event.get('at'))}  {event.get('change')}  by {who} ({event.get('operation')})"
        line = Text.assemble(plain(words), (f"  {event.get('operation_id')}", "dim"))
        parts.append(line.append(f": {one_line(str(event['reason']))}") if event.get("reason") else line)
    return parts


def overview(data: JsonObject) -> list[RenderableType]:
    """Show the project at a glance."""
    project = data.get("project")
    project = project if isinstance(project, dict) else {}
    waiting, held_back = project.get("waiting_for_review"), data.get("config_held_back")
    lines = {
        "project": data.get("root"),
        "records": f"{project.get('records')} ({_counts(project.get('by_state'))})",
        "kinds": _counts(project.get("by_kind")) or "none",
        "evidence": project.get("evidence"),
        "waiting for review": f"{waiting}: phantasm review" if waiting else waiting,
        "newest backup": moment(data.get("newest_backup_at")) or "none",
        "config held back": ", ".join(map(str, held_back))
        if isinstance(held_back, list) and held_back
        else "nothing",
        "health": data.get("verdict"),
    }
    return pairs(lines)


def health(data: JsonObject) -> list[RenderableType]:
    """Show whether memory is well."""
    store = data.get("store")
    store = store if isinstance(store, dict) else {}
    parts: list[RenderableType] = [Text.assemble("health: ", state(data.get("verdict")))]
    attention = data.get("attention")
    parts += [cell_line(f"  {reason}") for reason in (attention if isinstance(attention, list) else ())]
    lines: JsonObject = {
        "store": store.get("store_id"),
        "schema": store.get("schema_revision"),
        "sequence": store.get("snapshot_seq"),
        "sqlite": f"{store.get('sqlite_version')} ({store.get('driver')})",
        "takes": f"{size(store.get('disk_bytes'))} of at most {size(store.get('bound_bytes'))}",
        "free disk": size(store.get("free_bytes")),
        "records": _counts(data.get("records_by_state")) or "none",
        "backups": f"{data.get('backups')}, newest {moment(data.get('newest_backup_at')) or 'none'}",
    }
    return parts + pairs(lines)


def counts(data: JsonObject) -> list[RenderableType]:
    """Show what happened over time."""
    parts = [cell_line(f"since {moment(data.get('since'))}")]
    for bucket in objects(data, "writes"):
        by_operation = _counts(bucket.get("by_operation"))
        parts.append(cell_line(f"  {bucket.get('start')}  {bucket.get('writes')} writes ({by_operation})"))
    for usage in objects(data, "usage"):
        tokens = f"{usage.get('input_tokens')} in, {usage.get('output_tokens')} out"
        parts.append(cell_line(f"  {usage.get('profile')} {usage.get('surface')}: {tokens}"))
    lines = {"records": _counts(data.get("records_by_kind")) or "none", "evidence": data.get("evidence")}
    return [*parts, *pairs(lines)]


def diagnosis(data: JsonObject) -> list[RenderableType]:
    """Show what doctor found, and what it did about it."""
    parts: list[RenderableType] = []
    for finding in objects(data, "findings"):
        verdict = str(finding.get("verdict"))
        words = f" {finding.get('check')}: {plain(str(finding.get('message')))}"
        parts.append(Text.assemble((f"{verdict:<10}", STATE_STYLES.get(verdict, "")), words))
        if finding.get("command"):
            parts.append(Text(f"           {finding.get('command')}", "dim"))
    parts += [
        cell_line(f"did: {step.get('action')} {step.get('path')} {step.get('detail')}")
        for step in objects(data, "steps")
    ]
    return [*parts, Text.assemble("verdict: ", state(data.get("verdict")))]


def evidence(data: JsonObject) -> list[RenderableType]:
    """Show what was seen and bears on a record, each piece with its beginning."""
    parts: list[RenderableType] = []
    for seen in objects(data, "evidence"):
        trust = "" if seen.get("trusted") else ", not trusted"
        source = f" {one_line(str(seen.get('source')))}" if seen.get("source") else ""
        words = f"{cited(seen)} ({seen.get('origin')}{trust}){source}, {moment(seen.get('observed_at'))}"
        parts.append(Text.assemble(("evidence: ", "bold"), plain(words)))
        if seen.get("excerpt"):
            parts.append(Text(f"  {one_line(str(seen.get('excerpt')))}", "dim"))
    return parts


def replacement(data: JsonObject) -> list[RenderableType]:
    """Show what a restore or an import brings back, and where what was there before is kept."""
    source = data.get("restored") or data.get("imported")
    lines: JsonObject = {"brings back": source, "as of sequence": data.get("from_seq")}
    if data.get("kept_erased"):
        lines["stays erased"] = f"{data.get('kept_erased')} records that were erased since"
    if data.get("safety_backup"):
        lines["before it"] = f"kept as {data.get('safety_backup')}"
    return pairs(lines)


def cell_line(words: str) -> Text:
    """Return one inert line that keeps its indentation."""
    return Text(plain(words))


def record_in_full(record: JsonObject) -> list[RenderableType]:
    """Show everything of one record."""
    head = Text.assemble(
        cell(record.get("handle"), "bold"), "  ", cell(record.get("kind")), "  ", state(record.get("state"))
    )
    rest = {
        name: value
        for name, value in record.items()
        if name not in {"handle", "kind", "state", "statement", "freshness"}
    }
    return [head, Text(f"  {plain(says(record))}"), *citations(record), *fields_of(rest)]


def fields_of(fields: JsonObject) -> list[RenderableType]:
    """Show the fields that say something."""
    lines: JsonObject = {}
    for name, value in fields.items():
        if value not in (None, [], "", {}):
            lines[name] = (
                value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
            )
    return pairs(lines, indent="  ")


def pairs(lines: JsonObject, *, indent: str = "") -> list[RenderableType]:
    """Show names and values in two columns."""
    width = max((len(name) for name in lines), default=0)
    return [
        Text.assemble((f"{indent}{name:<{width}}  ", "dim"), plain(str("" if value is None else value)))
        for name, value in lines.items()
    ]


def _counts(value: object) -> str:
    pairs = value if isinstance(value, dict) else {}
    return ", ".join(f"{number} {name}" for name, number in sorted(pairs.items()))
