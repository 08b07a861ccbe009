"""What does GitHub Copilot CLI say in its hooks, and what does it take back?

The words are those of GitHub's hook reference. Its sessions are in no form that an import reads, so what
happened is in the event itself.
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
    ("userPromptSubmitted", "", 10),
    ("postToolUse", "bash|powershell|create|edit|str_replace_editor|apply_patch", 10),
    ("postToolUseFailure", "", 10),
    ("preCompact", "", 10),
    ("subagentStop", "", 10),
    ("agentStop", "", 10),
    ("sessionEnd", "", 5),
)
"""Event, tools, and seconds."""

_KINDS = {
    "sessionStart": SESSION_START,
    "userPromptSubmitted": PROMPT,
    "userPromptSubmit": PROMPT,
    "postToolUse": TOOL_USE,
    "postToolUseFailure": TOOL_USE,
    "preCompact": COMPACT,
    "subagentStop": SUBAGENT_END,
    "agentStop": TURN_END,
    "stop": TURN_END,
    "sessionEnd": SESSION_END,
}

_TAKES_CONTEXT = frozenset((SESSION_START, PROMPT, TOOL_USE))
_MOST_BYTES = 9_900
"""Below the 10 KB that Copilot keeps.
Copilot cuts what hooks add to an output at 10 KB, of all hooks together."""

_REFUSED = frozenset(("denied", "rejected"))
"""Results of a tool that a person or a rule did not let run: nothing failed."""


def read(name: str, told: dict[str, object]) -> AgentEvent:
    """Return what Copilot says, in either of its two spellings."""
    event = shapes.begun("copilot", _KINDS, name, told)
    event.transcript = ""
    if event.kind != TOOL_USE:
        return event
    given = told.get("toolArgs", told.get("tool_input"))
    if event.name == "postToolUseFailure":
        tool_uses.used(event, told, given, told.get("error"))
        tool_uses.note_written_code(event)
        event.failed = True
        return event
    result = shapes.inside(told.get("toolResult", told.get("tool_result")))
    tool_uses.used(event, told, given, result)
    if event.command:
        tool_uses.note_written_code(event)
    if event.failed is None:
        outcome = shapes.text(result, "resultType", "result_type")
        event.failed = None if outcome in _REFUSED or not outcome else outcome != "success"
    return event


def write(event: AgentEvent, context: str, notice: str) -> str:
    """Return what Copilot is told; it has no place for a notice, so that goes in front of the context."""
    if event.kind not in _TAKES_CONTEXT or not (context or notice):
        return ""
    said = shapes.together(notice, context)
    return rendered({"additionalContext": shapes.fitted(said, _MOST_BYTES, shapes.BYTES)})
