"""Hook adapters of the six clients, one table: their events, what they tell, what they take back.

The words are those of each client's hook reference and schemas, as of November 2026. Claude Code's shape is
the pattern; Codex copied most of it, and the others are variants.
"""

from __future__ import annotations

from phantasm.contracts.agent_event import (
    COMPACT,
    KINDS,
    OTHER,
    PROMPT,
    SESSION_END,
    SESSION_START,
    SUBAGENT_END,
    TOOL_USE,
    TURN_END,
    AgentEvent,
)
from phantasm.contracts.json_text import rendered
from phantasm.surfaces.hooks import client_values as values
from phantasm.surfaces.hooks.client_values import BYTES, UNITS, note_status, used

# Type checkers take this for true; the one of `typing` would cost more than the rest of this module.
TYPE_CHECKING = False
if TYPE_CHECKING:
    Told = dict[str, object]
    Row = tuple[str, str, str, int]

_MOST = 9_900
"""How much context a client takes at most, a little below its own limit. Claude Code and Cursor: 10,000 units
of a JavaScript string arrive whole (measured 2026-09). Codex puts more than 2,500 tokens of four bytes into a
file, Copilot cuts at 10 KB, of all hooks together. What is enough for these is enough for the others."""


class Client:
    """How one client's hooks speak."""

    name = ""
    rows: tuple[Row, ...] = ()
    """Event, what it is, tools, and the time limit in the client's own unit: seconds, or milliseconds.
    Install registers those with a limit; the others are understood as well."""
    takes: tuple[str, ...] = ()
    """The kinds of events at which the model gets a context."""
    mute: tuple[str, ...] = ()
    """Events of these kinds at which it gets none all the same."""
    counted = UNITS
    """How the client counts the context that it takes."""
    key = ""
    """Where the context goes; empty: into `hookSpecificOutput`, as Claude Code has it."""
    notice = "systemMessage"
    """Where a line for the person goes; empty: in front of the context."""
    notice_kinds: tuple[str, ...] = KINDS
    """At which events it goes there."""
    silence = False
    """Whether nothing on the output means nothing to say; else that is an empty object."""

    def __init__(self) -> None:
        self.kinds = {event: kind for event, kind, _, _ in self.rows}
        self.events = tuple((event, tools, limit) for event, _, tools, limit in self.rows if limit)

    def read(self, name: str, told: Told) -> AgentEvent:
        """Return what the client says."""
        event = values.begun(self.name, self.kinds, name, told)
        if event.kind == SUBAGENT_END:
            # A subagent writes a transcript of its own; the session's is caught up when the turn ends.
            event.transcript = values.place(told, "agent_transcript_path") or event.transcript
        self.note(event, told)
        return event

    def note(self, event: AgentEvent, told: Told) -> None:
        """Note what only this client says, in its own words."""
        if event.kind == TOOL_USE:
            used(event, told, told.get("tool_input"), told.get("tool_response"))

    def write(self, event: AgentEvent, context: str, notice: str) -> str:
        """Return what the client is told: the context for the model, the notice for the person."""
        answer: Told = {}
        if notice and self.notice and event.kind in self.notice_kinds and event.kind != OTHER:
            answer[self.notice] = values.whole(notice)
            notice = ""
        said = values.together(notice, context)
        if said and event.kind in self.takes and event.name not in self.mute:
            fitted = values.fitted(said, _MOST, self.counted)
            inside = {"hookEventName": event.name, "additionalContext": fitted}
            answer |= {self.key: fitted} if self.key else {"hookSpecificOutput": inside}
        return rendered(answer) if answer or not self.silence else ""


class ClaudeCode(Client):
    """Claude Code, by its hook reference and the types of claude-agent-sdk.

    Stop takes a context too, but then the agent goes on working: that is not ours to decide.
    """

    name = "claude_code"
    rows = (
        ("SessionStart", SESSION_START, "", 10),
        ("UserPromptSubmit", PROMPT, "", 10),
        ("PostToolUse", TOOL_USE, "Bash|Edit|MultiEdit|Write|NotebookEdit", 10),
        ("PostToolUseFailure", TOOL_USE, "Bash", 10),
        ("PreCompact", COMPACT, "", 10),
        ("SubagentStop", SUBAGENT_END, "", 10),
        ("Stop", TURN_END, "", 10),
        # All hooks at a session's end together get 1.5 seconds.
        ("SessionEnd", SESSION_END, "", 1),
        ("PostCompact", COMPACT, "", 0),
        ("StopFailure", TURN_END, "", 0),
    )
    takes = (SESSION_START, PROMPT, TOOL_USE)
    silence = True

    def note(self, event: AgentEvent, told: Told) -> None:
        """Note what only this client says."""
        if "cursor_version" in told or "/.copilot/" in event.transcript:
            # Cursor and Copilot also run the hooks in Claude's settings. They have hooks of their own; two
            # answers would say everything twice.
            event.kind = OTHER
        elif "timestamp" in told and not event.transcript:
            # Copilot tells the time, which Claude Code does not, and mostly no transcript.
            event.kind = OTHER
        if event.name == "PostToolUseFailure":
            used(event, told, told.get("tool_input"), told.get("error"))
            note_status(event)
            # What a person stopped has not failed.
            event.failed = None if told.get("is_interrupt") is True else True
        elif event.kind == TOOL_USE:
            response = told.get("tool_response")
            used(event, told, told.get("tool_input"), response)
            # This event means success; what runs on in the background has not ended yet.
            if event.failed is None and not values.inside(response).get("backgroundTaskId"):
                event.failed = False


class Codex(Client):
    """Codex, by the schemas that it generates: an answer with one key that they do not know is none."""

    name = "codex"
    rows = (
        ("SessionStart", SESSION_START, "", 10),
        ("UserPromptSubmit", PROMPT, "", 10),
        ("PostToolUse", TOOL_USE, "Bash|apply_patch", 10),
        ("PreCompact", COMPACT, "", 10),
        ("SubagentStop", SUBAGENT_END, "", 10),
        ("Stop", TURN_END, "", 10),
        # At a session's end Codex gives one second, and three to those who ask.
        ("SessionEnd", SESSION_END, "", 3),
        ("PostCompact", COMPACT, "", 0),
        ("StopFailure", TURN_END, "", 0),
    )
    takes = (SESSION_START, PROMPT, TOOL_USE)
    counted = BYTES
    notice_kinds = tuple(kind for kind in KINDS if kind != SESSION_END)
    silence = True

    def note(self, event: AgentEvent, told: Told) -> None:
        """Note the use of a tool: a command's bare output does not say whether it failed."""
        if event.kind == TOOL_USE:
            used(event, told, told.get("tool_input"), told.get("tool_response"))
            if event.tool == "apply_patch" and event.output.startswith("Success"):
                event.failed = False


class Gemini(Client):
    """Gemini CLI: with nothing on the output it would read the error stream instead."""

    name = "gemini"
    rows = (
        ("SessionStart", SESSION_START, "", 10_000),
        ("BeforeAgent", PROMPT, "", 10_000),
        ("AfterTool", TOOL_USE, "run_shell_command|write_file|replace", 10_000),
        ("PreCompress", COMPACT, "manual", 10_000),
        ("AfterAgent", TURN_END, "", 10_000),
        # Gemini does not wait for the hooks at a session's end.
        ("SessionEnd", SESSION_END, "", 5_000),
    )
    takes = (SESSION_START, PROMPT, TOOL_USE)

    def note(self, event: AgentEvent, told: Told) -> None:
        """Note what only this client says."""
        if event.kind == COMPACT and event.source == "auto":
            # It comes before every request to the model, and does not say whether anything is shortened.
            event.kind = OTHER
        if event.kind == TOOL_USE:
            used(event, told, told.get("tool_input"), told.get("tool_response"))
            if event.command:
                note_status(event)
            elif event.failed is None:
                event.failed = False


_CURSOR_OLDER = {"afterShellExecution": "Shell", "afterFileEdit": "Write"}
_CURSOR_STOPPED = ("permission_denied", "aborted", "cancelled")
"""Ends of a tool use that a person chose: nothing failed."""


class Cursor(Client):
    """Cursor, by its hook reference and its command-line build of 2026-09.

    One event that it does not know makes it refuse the whole file, and an empty output counts as a hook that
    failed. A person sees a message of ours only where it shortens a conversation.
    """

    name = "cursor"
    rows = (
        ("sessionStart", SESSION_START, "", 10),
        ("beforeSubmitPrompt", PROMPT, "", 10),
        ("postToolUse", TOOL_USE, "Shell|Write|Delete", 10),
        ("postToolUseFailure", TOOL_USE, "Shell", 10),
        ("preCompact", COMPACT, "", 10),
        ("subagentStop", SUBAGENT_END, "", 10),
        ("stop", TURN_END, "", 10),
        ("sessionEnd", SESSION_END, "", 5),
        ("afterShellExecution", TOOL_USE, "", 0),
        ("afterMCPExecution", TOOL_USE, "", 0),
        ("afterFileEdit", TOOL_USE, "", 0),
    )
    takes = (SESSION_START, PROMPT, TOOL_USE)
    key = "additional_context"
    notice = "user_message"
    notice_kinds = (COMPACT,)
    mute = ("afterShellExecution", "afterMCPExecution", "afterFileEdit")

    def note(self, event: AgentEvent, told: Told) -> None:
        """Note what only this client says."""
        event.version = values.short(told, "cursor_version")
        roots = told.get("workspace_roots")
        if isinstance(roots, list) and roots and isinstance(roots[0], str):
            # The folder is empty at most events, or that of one command; the workspace is where Cursor works.
            event.folder = values.path(values.whole(roots[0]))
        if event.kind == SUBAGENT_END:
            event.reply = values.bounded(values.text(told, "summary"))
        if event.kind != TOOL_USE:
            return
        # What Cursor's older events tell stands beside the event, not inside it.
        older = _CURSOR_OLDER.get(event.name)
        given = told if older else told.get("tool_input")
        output = told.get("tool_output", told.get("result_json", told.get("output")))
        response: object = values.inside(output) or {"output": output}
        has_failed = event.name == "postToolUseFailure"
        if has_failed:
            response = told.get("error_message")
        used(event, {**told, "tool_name": older} if older else told, given, response)
        if has_failed:
            note_status(event)
            is_stopped = told.get("is_interrupt") is True
            is_stopped = is_stopped or values.text(told, "failure_type") in _CURSOR_STOPPED
            event.failed = None if is_stopped else True
        elif event.name == "postToolUse" and event.failed is None:
            event.failed = False


class OpenCode(Client):
    """OpenCode, which has no hooks that are commands: `opencode_plugin.js` inside it starts one.

    Both ends of what goes between them are ours, so install registers none of these.
    """

    name = "opencode"
    rows = (
        ("session.created", SESSION_START, "", 5_000),
        ("chat.message", PROMPT, "", 5_000),
        ("tool.execute.after", TOOL_USE, "bash|edit|multiedit|write|patch|apply_patch", 5_000),
        ("experimental.session.compacting", COMPACT, "", 5_000),
        ("subagent.idle", SUBAGENT_END, "", 5_000),
        ("session.idle", TURN_END, "", 5_000),
        ("session.deleted", SESSION_END, "", 5_000),
        ("session.compacted", COMPACT, "", 0),
    )
    takes = (SESSION_START, PROMPT, TOOL_USE, COMPACT)
    key = "context"
    notice = "notice"

    def note(self, event: AgentEvent, told: Told) -> None:
        """Note what only this client says."""
        event.version = values.short(told, "version")
        if event.kind == TOOL_USE:
            used(event, told, told.get("tool_input"), told.get("tool_response"))


_COPILOT_REFUSED = ("denied", "rejected")
"""Results of a tool that a person or a rule did not let run: nothing failed."""


class Copilot(Client):
    """Copilot CLI: it has no place for a notice, so that goes in front of the context."""

    name = "copilot"
    rows = (
        ("sessionStart", SESSION_START, "", 10),
        ("userPromptSubmitted", PROMPT, "", 10),
        ("postToolUse", TOOL_USE, "bash|powershell|create|edit|str_replace_editor|apply_patch", 10),
        ("postToolUseFailure", TOOL_USE, "", 10),
        ("preCompact", COMPACT, "", 10),
        ("subagentStop", SUBAGENT_END, "", 10),
        ("agentStop", TURN_END, "", 10),
        ("sessionEnd", SESSION_END, "", 5),
        ("userPromptSubmit", PROMPT, "", 0),
        ("stop", TURN_END, "", 0),
    )
    takes = (SESSION_START, PROMPT, TOOL_USE)
    counted = BYTES
    key = "additionalContext"
    notice = ""
    silence = True

    def note(self, event: AgentEvent, told: Told) -> None:
        """Note what Copilot says, in either of its two spellings.

        Its sessions are in no form that an import reads, so what happened is in the event itself.
        """
        event.transcript = ""
        if event.kind != TOOL_USE:
            return
        given = told.get("toolArgs", told.get("tool_input"))
        has_failed = event.name == "postToolUseFailure"
        result = values.inside(told.get("toolResult", told.get("tool_result")))
        used(event, told, given, told.get("error") if has_failed else result)
        if event.command:
            note_status(event)
        outcome = values.text(result, "resultType", "result_type")
        if has_failed:
            event.failed = True
        elif event.failed is None and outcome and outcome not in _COPILOT_REFUSED:
            # Whether the tool could do its work: a command that ends badly is a success to Copilot.
            event.failed = None if event.command and outcome == "success" else outcome != "success"


CLIENTS = {
    client.name: client for client in (ClaudeCode(), Codex(), Gemini(), Cursor(), OpenCode(), Copilot())
}
