"""Who says what in a line of Claude Code? Pure."""

from dataclasses import replace

from phantasm.session.transcripts.claude_content import Content, content_of, text_of
from phantasm.session.transcripts.claude_machine import is_machine_text
from phantasm.session.transcripts.measures import cost_at
from phantasm.session.transcripts.model import Event, Turn, Unreadable
from phantasm.session.transcripts.records import MOST_COUNT, count_at, moment_at, object_at, text_at
from phantasm.session.transcripts.terms import Role, Spent

SIDECHAIN = "sidechain"
"""The name of a subagent whose lines carry no id: older clients."""

_SYNTHETIC_MODEL = "<synthetic>"
"""Whom the client names where it answers in the model's place: errors, interruptions."""

TURN_TYPES = frozenset(("user", "assistant", "system", "attachment", "summary"))
"""The lines that are part of the conversation's tree."""

_STATE_TYPES = frozenset(
    (
        "progress",
        "file-history-snapshot",
        "file-history-delta",
        "queue-operation",
        "last-prompt",
        "custom-title",
        "ai-title",
        "tag",
        "agent-name",
        "agent-color",
        "agent-setting",
        "mode",
        "permission-mode",
        "worktree-state",
        "pr-link",
        "cost-state",
        "task-summary",
        "attribution-snapshot",
        "speculation-accept",
        "content-replacement",
    )
)
"""The client's own bookkeeping: no turn, and what it repeats of one stands in that turn's line too."""

_MOST_DETAIL_CHARACTERS = 80
"""How much of an unknown type is passed on: names are short, and what is longer is no name."""


def event_of(fields: dict[str, object], start: int, session: str | None) -> Event | None:
    """Return what a line says; None where it is the client's bookkeeping."""
    kind = text_at(fields.get("type"))
    if not kind:
        return Unreadable("malformed", "no type")
    if kind in _STATE_TYPES:
        return None
    if kind not in TURN_TYPES:
        return Unreadable("unknown", kind[:_MOST_DETAIL_CHARACTERS])
    if session is None:
        # Summaries before the first line of a session are titles of other files' sessions.
        return None if kind == "summary" else Unreadable("malformed", "no session")
    said = _said_in(fields, kind)
    if said is None:
        return Unreadable("malformed", f"{kind} without content")
    role, content = said
    message = object_at(fields.get("message"))
    is_assistant = kind == "assistant"
    return Turn(
        session=text_at(fields.get("sessionId")) or session,
        id=text_at(fields.get("uuid")) or f"@{start}",
        role=role,
        text=content.text,
        at=moment_at(fields.get("timestamp")),
        parent=_parent_of(fields),
        thought=content.thought,
        calls=content.calls,
        answers=content.answers,
        model=(text_at(message.get("model")) or None) if is_assistant else None,
        spent=_spent_in(message.get("usage"), fields.get("costUSD")) if is_assistant else None,
        folder=text_at(fields.get("cwd")) or None,
        branch=text_at(fields.get("gitBranch")) or None,
        agent=text_at(fields.get("agentId")) or (SIDECHAIN if fields.get("isSidechain") is True else None),
        is_machine=content.is_machine,
    )


def _said_in(fields: dict[str, object], kind: str) -> tuple[Role, Content] | None:
    """Return who speaks in a line and what is in it."""
    match kind:
        case "user":
            return _user_said(fields)
        case "assistant":
            return _assistant_said(fields)
        case "attachment":
            return _attached(object_at(fields.get("attachment")))
        case "summary":
            return "system", Content(text_of(fields.get("summary")), is_machine=True)
        case _:
            return "system", Content(text_of(fields.get("content")), is_machine=True)


def _user_said(fields: dict[str, object]) -> tuple[Role, Content] | None:
    content = content_of(object_at(fields.get("message")).get("content"), fields.get("toolUseResult"))
    if content is None:
        return None
    if fields.get("isMeta") is True or fields.get("isCompactSummary") is True:
        content = replace(content, is_machine=True)
    if content.answers and (content.is_machine or not content.text):
        # The answers are what matters, whatever the client added to them.
        return "tool", replace(content, is_machine=False) if content.is_machine else content
    return "user", content


def _assistant_said(fields: dict[str, object]) -> tuple[Role, Content] | None:
    message = object_at(fields.get("message"))
    content = content_of(message.get("content"), is_model=True)
    if content is None:
        return None
    is_machine = fields.get("isApiErrorMessage") is True or message.get("model") == _SYNTHETIC_MODEL
    return "assistant", replace(content, is_machine=True) if is_machine else content


def _attached(attachment: dict[str, object]) -> tuple[Role, Content]:
    """Read what the client handed over: hook output, reminders, and what a person typed meanwhile."""
    if attachment.get("type") == "queued_command":
        text = text_of(attachment.get("prompt"))
        is_typed = attachment.get("commandMode") in (None, "prompt") and not is_machine_text(text)
        return "user", Content(text, is_machine=not is_typed)
    return "system", Content(text_of(attachment.get("content")), is_machine=True)


def _parent_of(fields: dict[str, object]) -> str | None:
    keys = ("parentUuid", "logicalParentUuid", "leafUuid")
    return next((parent for key in keys if (parent := text_at(fields.get(key)))), None)


def response_of(fields: dict[str, object]) -> str | None:
    """Return the id of the model's response, which is the same in the lines of all its blocks."""
    if fields.get("type") != "assistant":
        return None
    return text_at(object_at(fields.get("message")).get("id")) or text_at(fields.get("requestId")) or None


def _spent_in(usage: object, cost: object) -> Spent | None:
    """Read what was spent; as with other clients, what came from the cache is a part of the input."""
    fields = object_at(usage)
    cached = count_at(fields.get("cache_read_input_tokens"))
    fresh = count_at(fields.get("input_tokens")) + count_at(fields.get("cache_creation_input_tokens"))
    spent = Spent(
        min(fresh + cached, MOST_COUNT), count_at(fields.get("output_tokens")), cached, cost_at(cost)
    )
    return None if spent == Spent() else spent
