"""What does Cursor say in its hooks, and what does it take back?

The words are those of its hook reference and of what others read in its command-line build of 2026-09. An
empty output counts as a hook that failed, so nothing is said as an empty object.
"""

from __future__ import annotations

from phantasm.contracts.agent_event import (
    COMPACT,
    PROMPT,
    SESSION_END,
    SESSION_START,
    SUBAGENT_END,
    TOOL_USE,
    TURN_END,
    AgentEvent,
)
from phantasm.surfaces.hooks.clients import shapes, tool_uses
from phantasm.surfaces.hooks.json_text import rendered

EVENTS = (
    ("sessionStart", "", 10),
    ("beforeSubmitPrompt", "", 10),
    ("postToolUse", "Shell|Write|Delete", 10),
    ("postToolUseFailure", "Shell", 10),
    ("preCompact", "", 10),
    ("subagentStop", "", 10),
    ("stop", "", 10),
    ("sessionEnd", "", 5),
)
"""Event, tools, and seconds. One event that Cursor does not know makes it refuse the whole file."""

_KINDS = {
    "sessionStart": SESSION_START,
    "beforeSubmitPrompt": PROMPT,
    "postToolUse": TOOL_USE,
    "postToolUseFailure": TOOL_USE,
    "afterShellExecution": TOOL_USE,
    "afterMCPExecution": TOOL_USE,
    "afterFileEdit": TOOL_USE,
    "preCompact": COMPACT,
    "subagentStop": SUBAGENT_END,
    "stop": TURN_END,
    "sessionEnd": SESSION_END,
}

_TAKES_CONTEXT = frozenset(("sessionStart", "beforeSubmitPrompt", "postToolUse", "postToolUseFailure"))
_MOST_UNITS = 9_900
"""Below the 10,000 above which Cursor drops everything."""

_TOOLS_OF_OLD_EVENTS = {"afterShellExecution": "Shell", "afterFileEdit": "Write"}
_STOPPED = frozenset(("permission_denied", "aborted", "cancelled"))
"""Ends of a tool use that a person chose: nothing failed."""


def read(name: str, told: dict[str, object]) -> AgentEvent:
    """Return what Cursor says."""
    event = shapes.begun("cursor", _KINDS, name, told)
    event.version = shapes.short(told, "cursor_version")
    roots = told.get("workspace_roots")
    if isinstance(roots, list) and roots and isinstance(roots[0], str):
        # The folder is empty at most events, or that of one command; the workspace is where Cursor works.
        event.folder = shapes.path(shapes.whole(roots[0]))
    if event.kind == SUBAGENT_END:
        event.transcript = shapes.place(told, "agent_transcript_path") or event.transcript
        event.reply = shapes.bounded(shapes.text(told, "summary"))
    if event.kind == TOOL_USE:
        _note_tool(event, told)
    return event


def _note_tool(event: AgentEvent, told: dict[str, object]) -> None:
    """Note the use of a tool; what Cursor's older events tell stands beside the event, not inside it."""
    older = _TOOLS_OF_OLD_EVENTS.get(event.name)
    given = told if older else told.get("tool_input")
    output = told.get("tool_output", told.get("result_json", told.get("output")))
    response: object = shapes.inside(output) or {"output": output}
    if event.name == "postToolUseFailure":
        response = told.get("error_message")
    tool_uses.used(event, {**told, "tool_name": older} if older else told, given, response)
    if event.name == "postToolUseFailure":
        tool_uses.note_written_code(event)
        is_stopped = told.get("is_interrupt") is True or shapes.text(told, "failure_type") in _STOPPED
        event.failed = None if is_stopped else True
    elif event.name == "postToolUse" and event.failed is None:
        event.failed = False


def write(event: AgentEvent, context: str, notice: str) -> str:
    """Return what Cursor is told; a person sees a message of ours only where it shortens a conversation."""
    answer: dict[str, object] = {}
    if event.name == "preCompact" and notice:
        answer["user_message"] = shapes.whole(notice)
    elif event.name in _TAKES_CONTEXT and (context or notice):
        said = shapes.together(notice, context)
        answer["additional_context"] = shapes.fitted(said, _MOST_UNITS, shapes.UNITS)
    return rendered(answer)
