"""What does Gemini CLI say in its hooks, and what does it take back?

The words are those of its hook reference and of packages/core/src/hooks/types.ts. Only JSON may come back;
with nothing on the output Gemini would read the error stream instead, so nothing is said as an empty object.
"""

from __future__ import annotations

from phantasm.contracts.agent_event import (
    COMPACT,
    OTHER,
    PROMPT,
    SESSION_END,
    SESSION_START,
    TOOL_USE,
    TURN_END,
    AgentEvent,
)
from phantasm.surfaces.hooks.clients import shapes, tool_uses
from phantasm.surfaces.hooks.json_text import rendered

EVENTS = (
    ("SessionStart", "", 10_000),
    ("BeforeAgent", "", 10_000),
    ("AfterTool", "run_shell_command|write_file|replace", 10_000),
    ("PreCompress", "", 10_000),
    ("AfterAgent", "", 10_000),
    ("SessionEnd", "", 5_000),
)
"""Event, tools, and milliseconds. Gemini does not wait for the hooks at a session's end."""

_KINDS = {
    "SessionStart": SESSION_START,
    "BeforeAgent": PROMPT,
    "AfterTool": TOOL_USE,
    "PreCompress": COMPACT,
    "AfterAgent": TURN_END,
    "SessionEnd": SESSION_END,
}

_TAKES_CONTEXT = frozenset(("SessionStart", "BeforeAgent", "AfterTool"))
_MOST_UNITS = 9_900
"""Gemini has no limit of its own; what is enough for the others is enough here."""

_SHELL = "run_shell_command"
_FENCES = ("<untrusted_context>", "</untrusted_context>")
"""Lines that Gemini puts around the output of a command."""
_FOOTERS = ("Exit Code", "Signal", "Background PIDs", "Process Group PGID")
"""What Gemini says below an output, one line each; the code only where it is not 0."""


def read(name: str, told: dict[str, object]) -> AgentEvent:
    """Return what Gemini CLI says."""
    event = shapes.begun("gemini", _KINDS, name, told)
    if event.kind == TOOL_USE:
        response = told.get("tool_response")
        tool_uses.used(event, told, told.get("tool_input"), response)
        if event.tool == _SHELL:
            _note_command(event)
        elif event.failed is None:
            event.failed = False
    return event


def _note_command(event: AgentEvent) -> None:
    """Take what Gemini writes around a command's output apart: the marker, the code below, the fences."""
    lines = [line for line in event.output.strip().split("\n") if line not in _FENCES]
    if not lines or not lines[0].startswith(("Output:", "Command:")):
        return  # It runs on in the background, or was called off: nothing is known yet.
    below: dict[str, str] = {}
    while len(lines) > 1 and lines[-1].partition(":")[0] in _FOOTERS:
        label, _, value = lines.pop().partition(": ")
        below[label] = value
    has_failed = event.failed is True or below.get("Signal", "0") not in {"0", "(none)"}
    event.exit_code = tool_uses.code_of(below.get("Exit Code", "" if has_failed else "0"))
    event.failed = has_failed or event.exit_code != 0
    event.output = "\n".join(lines).removeprefix("Output:").strip()


def write(event: AgentEvent, context: str, notice: str) -> str:
    """Return what Gemini CLI is told; always an object, an empty one where there is nothing to say."""
    answer: dict[str, object] = {}
    if event.kind != OTHER and notice:
        answer["systemMessage"] = shapes.whole(notice)
    if context and event.name in _TAKES_CONTEXT:
        answer["hookSpecificOutput"] = {
            "hookEventName": event.name,
            "additionalContext": shapes.fitted(context, _MOST_UNITS, shapes.UNITS),
        }
    return rendered(answer)
