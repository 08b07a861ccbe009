"""Which values does a client's hook hand over? Read whatever their type, and cut where they are too long.

Clients send what they like, in several spellings, and other versions send something else. So nothing here
raises: what is of the wrong type was not said. Like everything that a hook loads, this loads next to nothing.
"""

from __future__ import annotations

from phantasm.contracts.agent_event import COMPACT, OTHER, SESSION_END, SESSION_START, TURN_END, AgentEvent
from phantasm.surfaces.hooks.json_text import parsed

MOST_KEPT = 20_000
"""Characters kept of each end of a long text: an error stands at one end of an output or at the other, and
40,000 characters are more than a client shows its own model of one command (Claude Code: 30,000)."""

_MOST_ID = 300
"""Characters of an id or a name: clients use up to 80; Cursor joins two ids of a call with a line break."""

_MOST_PATH = 4_096
"""Characters of a path: what Linux takes (PATH_MAX)."""

BYTES = "utf-8"
"""How a client counts the context that it takes: in bytes (Codex: four bytes are a token; Copilot: 10 KB)."""
UNITS = "utf-16-le"
"""How a client counts the context that it takes: in the units of a JavaScript string (the other clients)."""

_MOST_LAST = 150
"""Characters of a last line that is one of ours, with room to spare."""
_MOST_CLOSING = 400
"""Bytes kept free for the last line and for what closes a fence, counted double."""

_SOURCES = {
    SESSION_START: ("source",),
    COMPACT: ("trigger", "source"),
    TURN_END: ("status", "stop_reason", "stopReason"),
    SESSION_END: ("reason", "source"),
}


def begun(client: str, kinds: dict[str, str], name: str, told: dict[str, object]) -> AgentEvent:
    """Return the event with what every client says alike; its name is the client's own spelling.

    ``kinds`` says what each of the client's events is; an event that is not there is one of no use.
    """
    event = AgentEvent(OTHER, client, whole(name[:_MOST_ID]))
    for asked in (name, text(told, "hook_event_name", "hookEventName")):
        found = _known(kinds, asked)
        if found:
            event.name, event.kind = found, kinds[found]
            break
    event.session = short(told, "session_id", "sessionId", "conversation_id")
    event.folder = place(told, "cwd")
    event.transcript = place(told, "transcript_path", "transcriptPath")
    event.turn = short(told, "prompt_id", "turn_id", "generation_id")
    event.agent = short(told, "agent_id", "agentId", "subagent_id", "agent_name", "agentName")
    event.model = short(told, "model") or short(inside(told.get("model")), "id", "modelID")
    event.source = short(told, *_SOURCES.get(event.kind, ()))
    event.text = bounded(text(told, "prompt"))
    event.reply = bounded(text(told, "last_assistant_message", "prompt_response", "response"))
    return event


def _known(kinds: dict[str, str], asked: str) -> str:
    """Return the client's own spelling of an event: session-start and sessionStart are SessionStart."""
    wanted = _folded(asked)
    for known in kinds:
        if _folded(known) == wanted:
            return known
    return ""


def _folded(name: str) -> str:
    return "".join(character for character in name if character.isalnum()).lower()


def text(told: dict[str, object], *names: str) -> str:
    """Return the first of the named values that is a text with something in it."""
    for name in names:
        value = told.get(name)
        if isinstance(value, str) and value:
            return whole(value)
    return ""


def short(told: dict[str, object], *names: str) -> str:
    """Return the first of the named values as an id or a name: cut where no id would be that long."""
    return text(told, *names)[:_MOST_ID]


def place(told: dict[str, object], *names: str) -> str:
    """Return the first of the named values as a path; what no system takes as a path is none."""
    return path(text(told, *names))


def path(value: str) -> str:
    """Return a path as it is; empty where no system takes it as one."""
    return "" if "\0" in value or "\n" in value or len(value) > _MOST_PATH else value


def inside(value: object) -> dict[str, object]:
    """Return an object, or the one that a text of JSON holds; an empty one where there is neither."""
    if isinstance(value, str) and value[:1] == "{":
        try:
            value = parsed(value)
        except (ValueError, RecursionError):
            return {}
    return value if isinstance(value, dict) else {}


def whole(value: str) -> str:
    """Return a text that can be written: JSON may hold half a character, which no encoding takes."""
    return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")


def bounded(value: str) -> str:
    """Return a text whole, or both its ends and how much was left out."""
    if len(value) <= 2 * MOST_KEPT:
        return value
    left_out = len(value) - 2 * MOST_KEPT
    return f"{value[:MOST_KEPT]}\n[… {left_out} characters left out …]\n{value[-MOST_KEPT:]}"


def fitted(context: str, most: int, counted: str) -> str:
    """Return as many whole lines of a context as a client takes; more would be dropped, or put in a file.

    What compiles a context keeps to the limit; this is for letters of which fewer fit. What is quoted stays
    quoted: a fence that was opened is closed, and the last line, which says where memory ends, is kept.
    """
    context = whole(context)
    encoded = context.encode(counted)
    size = (most if counted == BYTES else 2 * most) // 2 * 2
    if len(encoded) <= size:
        return context
    above, _, last = context.rstrip("\n").rpartition("\n")
    if not above or len(last) > _MOST_LAST:
        last = ""
    kept = encoded[: max(0, size - _MOST_CLOSING)].decode(counted, "ignore")
    kept = kept[: kept.rfind("\n")] if "\n" in kept else kept
    return "\n".join(part for part in (kept, _closing(kept), last) if part)


def _closing(kept: str) -> str:
    """Return what closes the fence that is open at the end of a text; empty where none is."""
    for opening, closing in (("\n[quoted ", "]"), ("\n<quoted-", ">")):
        _, found, after = f"\n{kept}".rpartition(opening)
        end = f"{opening[1]}/{opening[2:]}{after.partition(closing)[0]}{closing}"
        if found and end not in after:
            return end
    return ""


def together(notice: str, context: str) -> str:
    """Return a notice in front of the context, for clients that have no place of its own for it."""
    return "\n\n".join(part for part in (notice, context) if part)
