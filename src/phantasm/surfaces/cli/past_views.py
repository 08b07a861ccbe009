"""Views of reasons, of differences and of undone operations."""

from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli import search_views, session_views
from phantasm.surfaces.cli.freshness_views import citations
from phantasm.surfaces.cli.plain import one_line, plain
from phantasm.surfaces.cli.tables import JsonObject, cell, moment, objects, says, state, texts
from phantasm.surfaces.cli.views import cell_line, events, evidence, pairs
from phantasm.surfaces.cli.wording import ADDED, REMOVED, changed, fields, inline, reasons

_SIGNS = {"added": ("+", ADDED), "removed": ("-", REMOVED), "changed": ("~", "yellow")}


def explanation(data: JsonObject) -> list[RenderableType]:
    """Show why a record is held, or where evidence came from, or what an operation did."""
    record, operation = data.get("record"), data.get("operation")
    parts: list[RenderableType] = []
    if isinstance(record, dict):
        parts += [_head(record), Text(f"  {plain(says(record))}")]
    parts += [cell_line(f"  {sentence}") for sentence in texts(data, "because")]
    if isinstance(record, dict):
        parts += citations(record)
    if isinstance(operation, dict):
        parts += _operation(operation)
    held = data.get("session")
    if isinstance(held, dict):
        formed = data.get("episode")
        parts += session_views.in_full(held, formed if isinstance(formed, dict) else None)
    ranking = data.get("ranking")
    if isinstance(ranking, dict):
        parts.append(search_views.found(int(str(ranking.get("rank"))), ranking))
    then = data.get("then")
    if isinstance(then, dict):
        parts += [Text("as it was known then:", "bold"), _head(then), Text(f"  {plain(says(then))}")]
    parts += _judged(data.get("judged")) + _reviews(data) + evidence(data)
    led_by = "led to by:" if isinstance(record, dict) else "rests on it:"
    parts += _neighbours(data, "rests_on", "leads to:") + _neighbours(data, "rests_on_it", led_by)
    if len(objects(data, "versions")) > 1:
        parts.append(Text("versions:", "bold"))
        parts += [_version(version) for version in objects(data, "versions")]
    if data.get("truncated"):
        parts.append(Text("there is more: see `phantasm show` and `call relationships`", "dim"))
    return parts + events(data)


def differences(data: JsonObject) -> list[RenderableType]:
    """Show what came, went and changed between two moments."""
    parts: list[RenderableType] = []
    for found in objects(data, "differences"):
        record = found.get("after") or found.get("before")
        sign, style = _SIGNS.get(str(found.get("change")), (" ", ""))
        if not isinstance(record, dict):
            continue
        about = f" {one_line(str(record['subject_key']))}" if record.get("subject_key") else ""
        head = Text.assemble(
            (f"{sign} ", style), cell(record.get("handle"), "bold"), f" {record.get('kind')}"
        )
        parts.append(head.append(about))
        segments = objects(found, "segments")
        body = inline(segments) if segments else cell(says(record), style)
        parts.append(Text.assemble("    ", body))
        parts += fields(found, but={"statement"})
    parts.append(Text(_tally(data), "dim"))
    if texts(data, "erased"):
        parts.append(cell_line(f"erased in between: {', '.join(texts(data, 'erased'))}"))
    return parts


def undone(data: JsonObject) -> list[RenderableType]:
    """Show what went back, by id."""
    parts = [cell_line(f"undone: {operation}") for operation in texts(data, "operations")]
    for name in ("records", "links", "reviews"):
        for back in objects(data, name):
            words = (f"  {name[:-1]:<7} ", str(back.get("id")), ": ")
            parts.append(Text.assemble(*words, state(back.get("before")), " → ", state(back.get("after"))))
    for name, label in (
        ("verifications", "earlier verification counts again"),
        ("evidence_kept", "evidence stays"),
        ("skipped", "changed nothing that can go back"),
    ):
        parts += [cell_line(f"  {label}: {found}") for found in texts(data, name)]
    return list[RenderableType](parts)


def _head(record: JsonObject) -> Text:
    head = Text.assemble(
        cell(record.get("handle"), "bold"), "  ", cell(record.get("kind")), "  ", state(record.get("state"))
    )
    if record.get("subject_key"):
        head.append("  ").append(cell(record.get("subject_key")))
    marks = ", ".join(texts(record, "marks"))
    return head.append(f"  {marks}", "yellow") if marks else head


def _judged(judged: object) -> list[RenderableType]:
    if not isinstance(judged, dict):
        return []
    because = reasons(judged)
    parts: list[RenderableType] = [
        Text.assemble(("judged: ", "bold"), cell(judged.get("verdict")), f" ({because})" if because else "")
    ]
    for met in objects(judged, "compared"):
        segments = objects(met, "segments")
        head = Text.assemble("  against ", cell(met.get("record_id")), " ", state(met.get("state")))
        parts.append(head.append(": ").append(inline(segments)) if segments else head)
    return parts


def _reviews(data: JsonObject) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for review in objects(data, "reviews"):
        label = f"waits for a decision: {review.get('kind')} {review.get('id')}: "
        parts.append(Text.assemble((label, "yellow"), reasons(review)))
        if texts(review, "path"):
            parts.append(cell_line("  path: " + " → ".join(texts(review, "path"))))
    return parts


def _neighbours(data: JsonObject, name: str, title: str) -> list[RenderableType]:
    found = objects(data, name)
    parts: list[RenderableType] = [Text(title, "bold")] if found else []
    for one in found:
        target = one.get("reference") or one.get("record_id")
        line = Text.assemble(f"  {one.get('type')} ", cell(target), " ", state(one.get("state")))
        parts.append(line.append(f" {one_line(str(one.get('statement') or ''))}", "dim"))
    return parts


def _version(version: JsonObject) -> Text:
    since, until = moment(version.get("valid_from")), moment(version.get("valid_to")) or "now"
    words = f"  true {since} to {until}, recorded {moment(version.get('recorded_at'))}"
    return Text.assemble("  ", cell(version.get("handle"), "bold"), "  ", state(version.get("state")), words)


def _operation(operation: JsonObject) -> list[RenderableType]:
    names = ("id", "operation", "profile", "actor", "session_id", "request_id", "occurred_at", "reason")
    parts = pairs({name: operation.get(name) for name in names if operation.get(name)}, indent="  ")
    return parts + [changed(one) for one in objects(operation, "changes")]


def _tally(data: JsonObject) -> str:
    counted = data.get("by_kind")
    kinds = counted.values() if isinstance(counted, dict) else ()
    sums = [f"{sum(tally.get(name, 0) for tally in kinds)} {name}" for name in _SIGNS]
    withheld = f", {data['withheld']} sensitive ones withheld" if data.get("withheld") else ""
    more = f", {len(objects(data, 'differences'))} shown: --limit" if data.get("truncated") else ""
    return ", ".join(sums) + withheld + more
