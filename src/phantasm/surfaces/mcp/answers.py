"""How does a response become a tool's result? Lines to read and data to work with, both of bounded size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp.types import CallToolResult, TextContent

from phantasm.surfaces.mcp import texts
from phantasm.surfaces.mcp.bounds import LEFT_OUT, MOST_CHARACTERS, bounded, shortened

if TYPE_CHECKING:
    from phantasm.contracts.envelope import Response
    from phantasm.contracts.errors import PhantasmError
    from phantasm.contracts.model import JsonObject

# Claude Code and VS Code show their model the data and not the text where a result has both: so the data has
# to be as short, and all that matters stands in both. Where a text lies in its whole, how a hit was found and
# what `replay` needs are for programs.
_WORTH: dict[str, tuple[str, ...]] = {
    "search": ("match", "hits", "withheld", "next_cursor"),
    "compile": ("text", "match", "tokens", "findings", "lines", "omitted", "withheld"),
}
_WORTH_OF_HIT = (
    *("handle", "type", "kind", "subject_key", "text", "marks", "revised_by"),
    *("confidence", "origin", "at", "session", "spans", "id"),
)
# Nobody has looked, and nothing is cited: true of most, and no news.
_NOTHING_KNOWN = frozenset({"unverified", "unknown"})
_EMPTY: tuple[object, ...] = (None, [], {}, "")
_QUOTING = frozenset({"search", "review_queue"})
_NAME_ONLY = ("name", "kind", "summary")


def result(response: Response, *, whole: bool = False) -> CallToolResult:
    """Return what a tool gives back; `whole` keeps what only programs want."""
    if response.error is not None:
        return refusal(response)
    data = _trimmed(response.operation, response.data or {}, whole=whole)
    # The compiled context has its own budget, and its fence must not be cut.
    fits = data if response.operation == "compile" and not whole else bounded(data)
    words = texts.read(response.operation, fits)
    shown = words if response.operation == "compile" else str(shortened(words, MOST_CHARACTERS))
    notes = _notes(response, left=fits.get(LEFT_OUT))
    return CallToolResult(
        content=[TextContent(text="\n".join([shown.rstrip("\n"), *notes]))],
        structured_content=fits | _beside(response),
    )


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


def _trimmed(operation: str, data: JsonObject, *, whole: bool) -> JsonObject:
    """Return what is worth its tokens; `call` hands over the rest."""
    listed = data.get("operations")
    if operation == "describe" and isinstance(listed, list) and len(listed) > 1:
        short = [{name: one.get(name) for name in _NAME_ONLY} for one in listed if isinstance(one, dict)]
        return {"operations": short}
    if whole:
        return data
    wanted = _WORTH.get(operation, tuple(data))
    shown: JsonObject = {name: _without_empty(data[name]) for name in wanted if name in data}
    hits = shown.get("hits")
    if operation == "search" and isinstance(hits, list):
        shown["hits"] = [_hit(one) for one in hits]
    return ({"note": texts.QUOTED} if operation in _QUOTING else {}) | shown


def _hit(hit: JsonObject) -> JsonObject:
    """Return a hit with its handle as every operation takes it, and in words how fresh it is."""
    shown = {name: hit[name] for name in _WORTH_OF_HIT if name in hit} | {"handle": texts.cited(hit)}
    fresh = hit.get("freshness")
    if isinstance(fresh, dict) and fresh.get("status") not in _NOTHING_KNOWN:
        shown["freshness"] = fresh.get("text")
    return shown


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
