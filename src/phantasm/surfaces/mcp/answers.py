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

# What the caller of `replay` holds; a tool's reader has no use for it, and `call` hands it over.
_FOR_REPLAY = frozenset({"manifest", "prefix"})
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
    if operation == "compile" and not whole:
        return {name: value for name, value in data.items() if name not in _FOR_REPLAY}
    listed = data.get("operations")
    if operation == "describe" and isinstance(listed, list) and len(listed) > 1:
        short = [{name: one.get(name) for name in _NAME_ONLY} for one in listed if isinstance(one, dict)]
        return {"operations": short}
    return data


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
