"""What does Claude Code say in its hooks, and what does it take back?

The words are those of its hook reference and of the types of claude-agent-sdk. Codex copied most of them.
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
    ("PostToolUse", "Bash|Edit|MultiEdit|Write|NotebookEdit", 10),
    ("PostToolUseFailure", "Bash", 10),
    ("PreCompact", "", 10),
    ("SubagentStop", "", 10),
    ("Stop", "", 10),
    ("SessionEnd", "", 1),
)
"""Event, tools, and seconds. All hooks at a session's end together get 1.5 seconds."""

_KINDS = {
    "SessionStart": SESSION_START,
    "UserPromptSubmit": PROMPT,
    "PostToolUse": TOOL_USE,
    "PostToolUseFailure": TOOL_USE,
    "PreCompact": COMPACT,
    "PostCompact": COMPACT,
    "Stop": TURN_END,
    "StopFailure": TURN_END,
    "SubagentStop": SUBAGENT_END,
    "SessionEnd": SESSION_END,
}

_TAKES_CONTEXT = frozenset(("SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure"))
"""Stop takes some too, but then the agent goes on working: that is not ours to decide."""

_MOST_UNITS = 9_900
"""Below the 10,000 that arrive whole, for a text whose letters are pairs of units.
10,000 arrive whole, more becomes a file and a preview (measured 2026-09)."""


def read(name: str, told: dict[str, object]) -> AgentEvent:
    """Return what Claude Code says; an event of another client that runs Claude's hooks is one of no use."""
    event = shapes.begun("claude_code", _KINDS, name, told)
    if _is_foreign(told, event.transcript):
        event.kind = OTHER
    if event.kind == SUBAGENT_END:
        # A subagent writes a transcript of its own; the session's is caught up when the turn ends.
        event.transcript = shapes.place(told, "agent_transcript_path") or event.transcript
    if event.kind != TOOL_USE:
        return event
    if event.name == "PostToolUseFailure":
        tool_uses.used(event, told, told.get("tool_input"), told.get("error"))
        tool_uses.note_written_code(event)
        # What a person stopped has not failed.
        event.failed = None if told.get("is_interrupt") is True else True
        return event
    response = told.get("tool_response")
    tool_uses.used(event, told, told.get("tool_input"), response)
    # This event means success; what runs on in the background has not ended yet.
    if event.failed is None and not shapes.inside(response).get("backgroundTaskId"):
        event.failed = False
    return event


def _is_foreign(told: dict[str, object], transcript: str) -> bool:
    """Tell whether another client sent this: Cursor and Copilot also run the hooks in Claude's settings.

    They have hooks of their own; answering twice would say everything twice. Copilot tells the time, which
    Claude Code does not, and mostly no transcript, which Claude Code always does.
    """
    if "cursor_version" in told or "/.copilot/" in transcript:
        return True
    return "timestamp" in told and not transcript


def write(event: AgentEvent, context: str, notice: str) -> str:
    """Return what Claude Code is told: the context for the model, the notice for the person."""
    answer: dict[str, object] = {}
    if event.kind == OTHER:
        return ""
    if notice:
        answer["systemMessage"] = shapes.whole(notice)
    if context and event.name in _TAKES_CONTEXT:
        answer["hookSpecificOutput"] = {
            "hookEventName": event.name,
            "additionalContext": shapes.fitted(context, _MOST_UNITS, shapes.UNITS),
        }
    return rendered(answer) if answer else ""
