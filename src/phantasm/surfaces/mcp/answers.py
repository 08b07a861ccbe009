"""Responses as tool results: lines to read and data to work with, both of bounded size."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

from mcp.types import CallToolResult, TextContent

from phantasm.contracts.model import JsonObject
from phantasm.surfaces.mcp import texts

if TYPE_CHECKING:
    from phantasm.contracts.envelope import Response
    from phantasm.contracts.errors import PhantasmError
    from phantasm.contracts.model import JsonObject
    from phantasm.operations import describe, search
    from phantasm.retrieval.views import HitView


# Claude Code cuts a result at 25,000 tokens (MAX_MCP_OUTPUT_TOKENS). Dense JSON has about three characters to
# a token, and text and data together must stay below.
MOST_CHARACTERS = 36_000
# A single text that is longer than this is the result's whole burden: its beginning and end are kept.
MOST_TEXT_CHARACTERS = 24_000
LEFT_OUT = "left_out"


def bounded(data: JsonObject, most: int = MOST_CHARACTERS) -> JsonObject:
    """Return the data, its longest lists and texts shortened until it fits; `left_out` says by how much."""
    if size(data) <= most:
        return data
    kept: JsonObject = {name: shortened(value) for name, value in data.items()}
    left: JsonObject = {}
    while size(kept) > most:
        lists = [(size(value), name) for name, value in kept.items() if isinstance(value, list) and value]
        if not lists:
            break
        name = max(lists)[1]
        value = kept[name]
        if not isinstance(value, list):
            break
        kept[name] = value[: len(value) // 2]
        whole = data[name]
        left[name] = len(whole) - len(value) // 2 if isinstance(whole, list) else 0
    for name in sorted(kept, key=lambda one: -size(kept[one])):
        if size(kept) <= most:
            break
        left[name] = "too long to show here"
        kept.pop(name)
    return kept | {LEFT_OUT: left or "the middle of long texts"}


def shortened(value: object, most: int = MOST_TEXT_CHARACTERS) -> object:
    """Return a value whose texts are not longer than a result may be."""
    match value:
        case str() if len(value) > most:
            return f"{value[: most // 2]}\n… {len(value) - most} characters left out …\n{value[-most // 2 :]}"
        case dict():
            return {name: shortened(one, most) for name, one in value.items()}
        case list():
            return [shortened(one, most) for one in value]
        case _:
            return value


def size(value: object) -> int:
    """Return how many characters a value takes as JSON."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


# Claude Code and VS Code show their model the data and not the text where a result has both: so the data has
# to be as short, and all that matters stands in both. Where a text lies in its whole, how a hit was found and
# what `replay` needs are for programs.
_WORTH_OF_CONTEXT = ("text", "match", "tokens", "findings", "lines", "omitted", "withheld")
_EMPTY: tuple[object, ...] = (None, [], {}, "")


def result(response: Response, *, whole: bool = False) -> CallToolResult:
    """Return what a tool gives back; `whole` keeps what only programs want."""
    if response.error is not None:
        return refusal(response)
    data = _shown(response, whole=whole)
    # The compiled context has its own budget, and its fence must not be cut.
    fits = data if response.operation == "compile" and not whole else bounded(data)
    lines = texts.read(response)
    if lines is None:
        words = str(shortened(texts.plain(fits), MOST_CHARACTERS))
    else:
        words = lines if response.operation == "compile" else _fitting(lines)
    notes = _notes(response, left=fits.get(LEFT_OUT))
    return CallToolResult(
        content=[TextContent(text="\n".join([words.rstrip("\n"), *notes]))],
        structured_content=fits | _beside(response),
    )


def _fitting(lines: str) -> str:
    """Return as many whole lines as a result may have: a quotation that is cut open could pass for ours."""
    if len(lines) <= MOST_CHARACTERS:
        return lines
    return f"{lines[: lines.rfind(chr(10), 0, MOST_CHARACTERS)]}\n… the rest is left out because of its size"


def refusal(response: Response, *extra: str) -> CallToolResult:
    """Return why a tool did nothing, and what can be done about it."""
    return CallToolResult(content=[TextContent(text="\n".join([*reasons(response), *extra]))], is_error=True)


def problem(error: PhantasmError) -> CallToolResult:
    """Return a refusal that came before the door."""
    lines = _reason(error.code.value, error.message, error.field, error.expected)
    return CallToolResult(content=[TextContent(text="\n".join(lines))], is_error=True)


def reasons(response: Response) -> list[str]:
    """Return what went wrong and what to do next, a line each."""
    wrong = response.error
    lines = _reason(wrong.code, wrong.message, wrong.field, wrong.expected) if wrong else []
    for step in response.remediation:
        run = f" Run: {step.command}" if step.command else ""
        ask = f" Request: {texts.plain(step.request)}" if step.request else ""
        lines.append(f"Next: {step.message}{run}{ask}")
    return lines


def _reason(code: str, message: str, field: str | None, expected: str | None) -> list[str]:
    lines = [f"{code}: {message}"]
    if field:
        lines.append(f"Field: {field}" + (f"; expected: {expected}" if expected else ""))
    return lines


def _shown(response: Response, *, whole: bool) -> JsonObject:
    """Return what is worth its tokens; `call` hands over the rest."""
    data = response.data or {}
    if response.operation == "describe":
        described = cast("describe.Result", response.result).operations
        if len(described) > 1:
            short = [{"name": one.name, "kind": one.kind, "summary": one.summary} for one in described]
            return {"operations": short}
    if whole:
        return data
    match response.operation:
        case "search":
            found = cast("search.Result", response.result)
            hits = [_hit(one) for one in found.hits]
            shown: JsonObject = {"note": texts.QUOTED, "match": found.match, "hits": hits}
            shown |= {"withheld": found.withheld, "next_cursor": found.next_cursor}
            return {name: value for name, value in shown.items() if value is not None}
        case "compile":
            return {name: _without_empty(data[name]) for name in _WORTH_OF_CONTEXT if name in data}
        case "review_queue":
            return {"note": texts.QUOTED} | {name: _without_empty(value) for name, value in data.items()}
        case _:
            return {name: _without_empty(value) for name, value in data.items()}


def _hit(hit: HitView) -> object:
    """Return a hit with its handle as every operation takes it, and in words how fresh it is."""
    return _without_empty(
        {
            "handle": texts.cited(hit),
            "type": hit.type,
            "kind": hit.kind,
            "subject_key": hit.subject_key,
            "text": hit.text,
            "marks": hit.marks,
            "revised_by": hit.revised_by,
            "confidence": hit.confidence,
            "origin": hit.origin,
            "at": hit.at,
            "session": hit.session,
            "spans": hit.spans,
            "id": hit.id,
            "freshness": hit.freshness.text if hit.freshness and hit.freshness.is_known else None,
        }
    )


def _without_empty(value: object) -> object:
    """Return a value without what says nothing inside it."""
    match value:
        case dict():
            kept = {name: _without_empty(one) for name, one in value.items()}
            return {name: one for name, one in kept.items() if one not in _EMPTY}
        case list():
            return [_without_empty(one) for one in value]
        case _:
            return value


def _notes(response: Response, *, left: object) -> list[str]:
    notes = [f"Warning ({one.code}): {one.message}" for one in response.warnings]
    notes += [f"Waits for a person ({one.kind} {one.id}): {one.reason}" for one in response.review_items]
    if response.replayed:
        notes.append("Nothing was done again: this is the answer to the same call before.")
    if response.preview is not None:
        notes.append(f"Dry run: {response.preview.changes} changes, none made.")
    if left:
        notes.append("Left out because of its size; ask for less at a time (limit, cursor, ids).")
    return notes


def _beside(response: Response) -> JsonObject:
    """Return what stands beside the data, where there is any."""
    body = response.to_json_object()
    names = ("warnings", "review_items", "remediation", "replayed")
    beside = {name: body[name] for name in names if body.get(name)}
    preview = body.get("preview")
    return beside | ({"preview": bounded(preview)} if isinstance(preview, dict) else {})
