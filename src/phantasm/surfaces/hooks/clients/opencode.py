"""What does our plugin in OpenCode say, and what does it take back?

OpenCode has no hooks that are commands: `opencode_plugin.js` runs inside it and starts one. Both ends of what
goes between them are ours: the words are those that the other clients use, plus the answer's two.
"""

from __future__ import annotations

from phantasm.contracts.agent_event import (
    COMPACT,
    OTHER,
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
    ("session.created", "", 5_000),
    ("chat.message", "", 5_000),
    ("tool.execute.after", "bash|edit|multiedit|write|patch|apply_patch", 5_000),
    ("experimental.session.compacting", "", 5_000),
    ("subagent.idle", "", 5_000),
    ("session.idle", "", 5_000),
    ("session.deleted", "", 5_000),
)
"""Event, tools, and milliseconds, as the plugin has them: it says all of them itself, install writes none."""

_KINDS = {
    "session.created": SESSION_START,
    "chat.message": PROMPT,
    "tool.execute.after": TOOL_USE,
    "experimental.session.compacting": COMPACT,
    "session.compacted": COMPACT,
    "subagent.idle": SUBAGENT_END,
    "session.idle": TURN_END,
    "session.deleted": SESSION_END,
}

_TAKES_CONTEXT = frozenset((SESSION_START, PROMPT, TOOL_USE, COMPACT))
_MOST_UNITS = 9_900
"""OpenCode has no limit of its own; what is enough for the others is enough here."""


def read(name: str, told: dict[str, object]) -> AgentEvent:
    """Return what the plugin says."""
    event = shapes.begun("opencode", _KINDS, name, told)
    event.version = shapes.short(told, "version")
    if event.kind == TOOL_USE:
        tool_uses.used(event, told, told.get("tool_input"), told.get("tool_response"))
    return event


def write(event: AgentEvent, context: str, notice: str) -> str:
    """Return what the plugin is told: the context for the model, the notice for the person."""
    answer: dict[str, object] = {}
    if event.kind != OTHER and notice:
        answer["notice"] = shapes.whole(notice)
    if event.kind in _TAKES_CONTEXT and context:
        answer["context"] = shapes.fitted(context, _MOST_UNITS, shapes.UNITS)
    return rendered(answer)
