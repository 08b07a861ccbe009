"""What happened in a coding agent? One shape, whichever client tells it.

Hooks run before every answer of an agent, so this module loads nothing: dataclasses and typing would cost
more than the hook itself. What is handed from a hook to whoever runs next is this shape as JSON.
"""

from __future__ import annotations

SESSION_START = "session_start"
PROMPT = "prompt"
TOOL_USE = "tool_use"
COMPACT = "compact"
"""The client is about to shorten its conversation, or has just done so."""
TURN_END = "turn_end"
SUBAGENT_END = "subagent_end"
SESSION_END = "session_end"
OTHER = "other"
"""An event that we have no use for, or do not know."""

KINDS = (SESSION_START, PROMPT, TOOL_USE, COMPACT, TURN_END, SUBAGENT_END, SESSION_END, OTHER)

FAILURES_LOG, LATE_LOG = "hooks.jsonl", "hooks-late.jsonl"
"""Where hooks note, beside the other logs, what went wrong and what only came too late."""
OUT_OF_TIME = "TimeIsUp"
"""How the problem is called there that is none of a hook's own."""
READY_FORMAT = 2
"""The format of the files in which standing contexts lie ready."""
TRIAL = "phantasm-check-"
"""How the sessions are called with which an installation is tried: answered, and nothing of them is kept."""


class AgentEvent:
    """One event of one session; what the client does not say is empty."""

    __slots__ = (
        "agent",
        "at",
        "call",
        "client",
        "command",
        "exit_code",
        "failed",
        "files",
        "folder",
        "kind",
        "model",
        "name",
        "output",
        "reply",
        "session",
        "source",
        "text",
        "tool",
        "transcript",
        "turn",
        "version",
    )

    def __init__(self, kind: str, client: str, name: str = "", session: str = "") -> None:
        self.kind = kind
        # The client's profile, such as claude_code.
        self.client = client
        # What the client calls the event.
        self.name = name
        # The client's own id of the session.
        self.session = session
        # When the hook saw it, in UTC with microseconds.
        self.at = ""
        # Where the client works.
        self.folder = ""
        # The file in which the client writes the session down, where it does.
        self.transcript = ""
        # How a session began or ended, or who asked for a compaction: startup, resume, clear, compact, …
        self.source = ""
        # The client's id of what the person asked for, where it has one.
        self.turn = ""
        # What the person said.
        self.text = ""
        # What the agent said last.
        self.reply = ""
        self.tool = ""
        # The client's id of the use of a tool, the same in its transcript.
        self.call = ""
        self.command = ""
        # Files that the tool changed or read.
        self.files: list[str] = []
        self.output = ""
        self.exit_code: int | None = None
        self.failed: bool | None = None
        # The subagent; empty for the main line.
        self.agent = ""
        self.model = ""
        # The client's version.
        self.version = ""

    def to_json(self) -> dict[str, object]:
        """Return it as it is handed on: only what is said."""
        told = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in told.items() if value is not None and value not in ("", [])}


def file_name(client: str, session: str) -> str:
    """Return the name of a file that belongs to a session: readable, and nothing but a name."""
    return "".join(sign if sign.isalnum() and sign.isascii() else "_" for sign in f"{client}-{session}")[:120]


def from_json(told: dict[str, object]) -> AgentEvent | None:
    """Return an event that was handed on; None where it is none. What is of the wrong type was not said."""
    event = AgentEvent(_text(told, "kind"), _text(told, "client"))
    if event.kind not in KINDS or not event.client:
        return None
    for name in AgentEvent.__slots__:
        known = getattr(event, name)
        if isinstance(known, str):
            setattr(event, name, _text(told, name))
    files, code, failed = told.get("files"), told.get("exit_code"), told.get("failed")
    event.files = [name for name in files if isinstance(name, str)] if isinstance(files, list) else []
    event.exit_code = code if isinstance(code, int) and not isinstance(code, bool) else None
    event.failed = failed if isinstance(failed, bool) else None
    return event


def _text(told: dict[str, object], name: str) -> str:
    value = told.get(name)
    # A path that is not UTF-8 has half characters in it, which no store takes.
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""
