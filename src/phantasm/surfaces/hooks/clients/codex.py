"""What does Codex say in its hooks, and what does it take back?

The words are those of the schemas that Codex generates (codex-rs/hooks/schema). They are strict: an answer
with one key that Codex does not know counts as none.
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
    ("SessionStart", "", 10),
    ("UserPromptSubmit", "", 10),
    ("PostToolUse", "Bash|apply_patch", 10),
    ("PreCompact", "", 10),
    ("SubagentStop", "", 10),
    ("Stop", "", 10),
    ("SessionEnd", "", 3),
)
"""Event, tools, and seconds. At a session's end Codex gives one second, and three to those who ask."""

_KINDS = {
    "SessionStart": SESSION_START,
    "UserPromptSubmit": PROMPT,
    "PostToolUse": TOOL_USE,
    "PreCompact": COMPACT,
    "PostCompact": COMPACT,
    "Stop": TURN_END,
    "StopFailure": TURN_END,
    "SubagentStop": SUBAGENT_END,
    "SessionEnd": SESSION_END,
}

_TAKES_CONTEXT = frozenset(("SessionStart", "UserPromptSubmit", "PostToolUse"))
_MOST_BYTES = 9_900
"""Below the 10,000 bytes that Codex takes for 2,500 tokens.
Codex puts what is above 2,500 tokens of four bytes into a file."""


def read(name: str, told: dict[str, object]) -> AgentEvent:
    """Return what Codex says.

    The response of a command is its bare output: Codex tells no code, so whether it failed is not known.
    """
    event = shapes.begun("codex", _KINDS, name, told)
    if event.kind == SUBAGENT_END:
        event.transcript = shapes.place(told, "agent_transcript_path") or event.transcript
    if event.kind == TOOL_USE:
        tool_uses.used(event, told, told.get("tool_input"), told.get("tool_response"))
        if event.tool == "apply_patch" and event.output.startswith("Success"):
            event.failed = False
    return event


def write(event: AgentEvent, context: str, notice: str) -> str:
    """Return what Codex is told: only keys that its schemas know; nothing at a session's end."""
    if event.kind in {OTHER, SESSION_END}:
        return ""
    answer: dict[str, object] = {}
    if notice:
        answer["systemMessage"] = shapes.whole(notice)
    if context and event.name in _TAKES_CONTEXT:
        answer["hookSpecificOutput"] = {
            "hookEventName": event.name,
            "additionalContext": shapes.fitted(context, _MOST_BYTES, shapes.BYTES),
        }
    return rendered(answer) if answer else ""
