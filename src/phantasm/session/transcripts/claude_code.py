"""What does a session file of Claude Code say, line by line? Pure.

A file is a tree of lines (`uuid`, `parentUuid`), appended to and never rewritten. Subagents have files of
their own; older clients wrote them between the main lines (`isSidechain`). After compaction a new root
follows, which names the line before it. The maker documents none of it, so that everything is optional here.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from phantasm.contracts.client_text import exit_status, said
from phantasm.session.transcripts.lines import MOST_LINE_BYTES, RawLine
from phantasm.session.transcripts.measures import cost_at
from phantasm.session.transcripts.model import Answer, Began, Call, Event, Turn, Unreadable
from phantasm.session.transcripts.records import (
    MOST_COUNT,
    count_at,
    moment_at,
    object_at,
    records,
    text_at,
    texts_of,
    written,
)
from phantasm.session.transcripts.terms import Role, Spent

_CALL_BLOCKS = frozenset(("tool_use", "server_tool_use", "mcp_tool_use"))
_SHELL_TOOLS = frozenset(("Bash", "PowerShell"))
_FILE_KEYS = ("file_path", "notebook_path")
"""Where Read, Edit, MultiEdit, Write and the notebook tools name their file."""


@dataclass(frozen=True, slots=True)
class _Content:
    """The content of one message, taken apart."""

    text: str
    thought: str = ""
    calls: tuple[Call, ...] = ()
    answers: tuple[Answer, ...] = ()
    is_machine: bool = False


def _content_of(content: object, outcome: object = None, *, is_model: bool = False) -> _Content | None:
    """Take a message's content apart; None where it is neither a text nor a list of blocks.

    `outcome` is the line's `toolUseResult`: what the tool gave back before it was made into text. What a
    model says is its own, whatever it looks like.
    """
    if isinstance(content, str) and is_model:
        return _Content(content)
    if isinstance(content, str):
        return _Content(content, is_machine=_is_machine(content))
    if not isinstance(content, list):
        return None
    blocks = [object_at(part) for part in content]
    if sum(block.get("type") == "tool_result" for block in blocks) > 1:
        outcome = None  # it does not say whose it is
    texts: list[str] = []
    thoughts: list[str] = []
    calls: list[Call] = []
    answers: list[Answer] = []
    for block in blocks:
        kind = block.get("type")
        if kind == "text":
            texts.append(text_at(block.get("text")))
        elif kind == "thinking":
            thoughts.append(text_at(block.get("thinking")))
        elif kind == "tool_result":
            answers.append(_answer_of(block, outcome))
        elif isinstance(kind, str) and kind in _CALL_BLOCKS:
            calls.append(_call_of(block))
    text, is_machine = (_joined(texts), False) if is_model else _said(texts)
    return _Content(text, _joined(thoughts), tuple(calls), tuple(answers), is_machine)


def _text_of(content: object) -> str:
    """Return the words of a content that is a text, a list of texts or a list of blocks."""
    return "\n".join(texts_of(content, kinds=frozenset()))


def _said(texts: list[str]) -> tuple[str, bool]:
    """Put blocks together; what the client added beside somebody's words is left out."""
    spoken = [text for text in texts if text and not _is_machine(text)]
    return (_joined(spoken), False) if spoken else (_joined(texts), any(texts))


def _joined(texts: list[str]) -> str:
    return "\n".join(text for text in texts if text)


def _call_of(block: dict[str, object]) -> Call:
    # A tool of a server that the model's provider calls has the server's name beside it.
    server = text_at(block.get("server_name"))
    name = f"mcp__{server}__{text_at(block.get('name'))}" if server else text_at(block.get("name"))
    given = block.get("input")
    fields = object_at(given)
    return Call(
        text_at(block.get("id")),
        name,
        written(given),
        (text_at(fields.get("command")) or None) if name in _SHELL_TOOLS else None,
        tuple(file for key in _FILE_KEYS if (file := text_at(fields.get(key)))),
    )


def _answer_of(block: dict[str, object], outcome: object) -> Answer:
    text = _text_of(block.get("content"))
    failed = block.get("is_error")
    result = object_at(outcome)
    if not text:
        text = _text_of([result.get("stdout"), result.get("stderr")])
    if result.get("interrupted") is True:
        failed = True
    elif failed is None and "stdout" in result and not result.get("backgroundTaskId"):
        # The client leaves the mark out when a command went well; one in the background has not ended.
        failed = False
    has_failed = failed if isinstance(failed, bool) else None
    return Answer(
        text_at(block.get("tool_use_id")),
        text,
        exit_status(CLIENT, text)[0] if has_failed else None,
        has_failed,
    )


def _is_machine(text: str) -> bool:
    """Tell whether nothing in a text was said by anybody; an empty text is not the machine's."""
    return bool(text.strip()) and not said(CLIENT, text)


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
    found = _said_in(fields, kind)
    if found is None:
        return Unreadable("malformed", f"{kind} without content")
    role, content = found
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


def _said_in(fields: dict[str, object], kind: str) -> tuple[Role, _Content] | None:
    """Return who speaks in a line and what is in it."""
    match kind:
        case "user":
            return _user_said(fields)
        case "assistant":
            return _assistant_said(fields)
        case "attachment":
            return _attached(object_at(fields.get("attachment")))
        case "summary":
            return "system", _Content(_text_of(fields.get("summary")), is_machine=True)
        case _:
            return "system", _Content(_text_of(fields.get("content")), is_machine=True)


def _user_said(fields: dict[str, object]) -> tuple[Role, _Content] | None:
    content = _content_of(object_at(fields.get("message")).get("content"), fields.get("toolUseResult"))
    if content is None:
        return None
    if fields.get("isMeta") is True or fields.get("isCompactSummary") is True:
        content = replace(content, is_machine=True)
    if content.answers and (content.is_machine or not content.text):
        # The answers are what matters, whatever the client added to them.
        return "tool", replace(content, is_machine=False) if content.is_machine else content
    return "user", content


def _assistant_said(fields: dict[str, object]) -> tuple[Role, _Content] | None:
    message = object_at(fields.get("message"))
    content = _content_of(message.get("content"), is_model=True)
    if content is None:
        return None
    is_machine = fields.get("isApiErrorMessage") is True or message.get("model") == _SYNTHETIC_MODEL
    return "assistant", replace(content, is_machine=True) if is_machine else content


def _attached(attachment: dict[str, object]) -> tuple[Role, _Content]:
    """Read what the client handed over: hook output, reminders, and what a person typed meanwhile."""
    if attachment.get("type") == "queued_command":
        text = _text_of(attachment.get("prompt"))
        is_typed = attachment.get("commandMode") in (None, "prompt") and not _is_machine(text)
        return "user", _Content(text, is_machine=not is_typed)
    return "system", _Content(_text_of(attachment.get("content")), is_machine=True)


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


CLIENT = "claude_code"

_MOST_WAITING = 32
"""Events that wait for the next line of a model's response: between two stand its own tools' answers."""

_MOST_WAITING_BYTES = MOST_LINE_BYTES
"""How much of the file they may span, so that memory stays bounded: as much as one line."""


class _Found(NamedTuple):
    """An event, where to read on behind it, and the model's response that it is a part of."""

    resume: int
    event: Event
    response: str | None = None


def events(raw: Iterable[RawLine], known: Began | None = None) -> Iterator[tuple[int, Event]]:
    """Yield what the lines say, each with the offset at which to read on behind it.

    `known` is the last `Began` before these lines; with it, reading on gives what one pass would have given.
    """
    return _spent_once(_found(raw, known))


def _spent_once(found: Iterator[_Found]) -> Iterator[tuple[int, Event]]:
    """Leave what was spent with the last line of each response: the client repeats it in each line."""
    waiting: deque[_Found] = deque()
    for one in found:
        if one.response is not None or _is_enough(waiting, one):
            while waiting:
                first = waiting.popleft()
                is_repeated = first.response is not None and first.response == one.response
                yield first.resume, _without_spent(first.event) if is_repeated else first.event
        waiting.append(one)
    for one in waiting:
        yield one.resume, one.event


def _is_enough(waiting: deque[_Found], one: _Found) -> bool:
    return bool(waiting) and (
        len(waiting) >= _MOST_WAITING or one.resume - waiting[0].resume > _MOST_WAITING_BYTES
    )


def _without_spent(event: Event) -> Event:
    return replace(event, spent=None) if isinstance(event, Turn) else event


def _found(raw: Iterable[RawLine], known: Began | None) -> Iterator[_Found]:
    for record in records(raw):
        if isinstance(record.value, Unreadable):
            yield _Found(record.stop, record.value)
            continue
        began = _beginning(record.value, known)
        if began is not None:
            # The line itself comes behind it: who stops here reads it next.
            known = began
            yield _Found(record.start, began)
        event = event_of(record.value, record.start, known.session if known else None)
        if event is not None:
            yield _Found(record.stop, event, response_of(record.value) if isinstance(event, Turn) else None)


def _beginning(fields: dict[str, object], known: Began | None) -> Began | None:
    """Tell whether a session, or after compaction a segment of it, begins with this line."""
    session = text_at(fields.get("sessionId"))
    kind = text_at(fields.get("type"))
    if not session or kind not in TURN_TYPES:
        return None
    is_segment = kind == "system" and fields.get("subtype") == "compact_boundary"
    if known is not None and known.session == session and not is_segment:
        return None
    continued = text_at(object_at(fields.get("forkedFrom")).get("sessionId"))
    if is_segment:
        continued = continued or session
    elif known is not None:
        # A resumed session's file holds what it goes on with, under the former id.
        continued = continued or known.session
    began = Began(
        session,
        moment_at(fields.get("timestamp")),
        continued or None,
        text_at(fields.get("cwd")) or None,
        text_at(fields.get("gitBranch")) or None,
        text_at(fields.get("version")) or None,
    )
    return None if began == known else began
