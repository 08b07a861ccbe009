"""What do the lines of JSON in an agent transcript of Cursor say? Pure."""

from collections.abc import Iterable, Iterator
from typing import Final

from phantasm.session.transcripts.lines import RawLine
from phantasm.session.transcripts.model import Answer, Began, Call, Event, Turn, Unreadable
from phantasm.session.transcripts.records import (
    list_at,
    object_at,
    objects_at,
    records,
    text_at,
    texts_of,
    written,
)
from phantasm.session.transcripts.terms import Role
from phantasm.session.transcripts.tools import call_of

ROLES: Final[dict[str, Role]] = {
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "system": "system",
}

MACHINE_BEGINNINGS: Final = (
    "<system_reminder>",
    "<system-reminder>",
    "<user_info>",
    "<attached_files>",
    "<open_and_recently_viewed_files>",
    "<agent_transcripts>",
    "<rules>",
    "<hook_context",
    "<conversation_summary>",
    "<previous_tool_call>",
    "<task_notification>",
    "[Previous conversation summary]",
)
"""How the texts begin that the client puts into a person's mouth."""

_QUERY: Final = "<user_query>"
_QUERY_END: Final = "</user_query>"
_TEXTS: Final = frozenset(("text",))
_THOUGHTS: Final = frozenset(("thinking", "reasoning"))


def events(raw: Iterable[RawLine], known: Began | None = None) -> Iterator[tuple[int, Event]]:
    """Yield what the lines of JSON say, each with the offset where reading goes on.

    The lines do not name their session: `known` is taken from the file's name by whoever opens it.
    """
    for record in records(raw):
        if isinstance(record.value, Unreadable):
            yield record.stop, record.value
        elif event := _event(record.value, known, f"@{record.start}"):
            yield record.stop, event


def words_of(text: str) -> tuple[str, bool]:
    """Return what a person said, without what the client put around it, and whether it is all a machine's."""
    _, mark, rest = text.partition(_QUERY)
    if mark:
        return rest.rpartition(_QUERY_END)[0].strip("\n") or rest.replace(_QUERY_END, "").strip("\n"), False
    return text, text.lstrip().startswith(MACHINE_BEGINNINGS)


def _event(value: dict[str, object], known: Began | None, place: str) -> Event | None:
    session, folder = (known.session, known.folder) if known else ("", None)
    kind = text_at(value.get("type"))
    if "role" not in value and kind == "turn_ended":
        status, error = text_at(value.get("status")), text_at(value.get("error"))
        if status in {"success", "completed", ""} and not error:
            return None
        text = f"turn_ended: {' '.join(part for part in (status, error) if part)}"
        return Turn(session, place, "system", text, folder=folder, is_machine=True)
    role = text_at(value.get("role"))
    if not role:
        return Unreadable("unknown", kind) if kind else Unreadable("malformed", "no role")
    if role not in ROLES:
        return Unreadable("unknown", role)
    content = object_at(value.get("message")).get("content", value.get("content"))
    text, is_machine = "\n".join(texts_of(content, kinds=_TEXTS)), ROLES[role] == "system"
    if role == "user":
        text, is_machine = words_of(text)
    parts = objects_at(content)
    calls, answers, thought = _calls(parts, place), _answers(parts), _thought(parts)
    if not (text or calls or answers or thought):
        return None if isinstance(content, str | list) else Unreadable("malformed", "no content")
    return Turn(
        session=session,
        id=place,
        role="tool" if answers and not text and not calls else ROLES[role],
        text=text,
        thought=thought,
        calls=calls,
        answers=answers,
        folder=folder,
        is_machine=is_machine and bool(text),
    )


def _calls(parts: list[dict[str, object]], place: str) -> tuple[Call, ...]:
    return tuple(
        call_of(text_at(part.get("id")) or f"{place}/{number}", text_at(part.get("name")), part.get("input"))
        for number, part in enumerate(parts)
        if part.get("type") == "tool_use"
    )


def _answers(parts: list[dict[str, object]]) -> tuple[Answer, ...]:
    found = []
    for part in parts:
        if part.get("type") == "tool_result":
            content = part.get("content")
            is_texts = isinstance(content, list) and all(
                "text" in object_at(item) for item in list_at(content)
            )
            text = "\n".join(texts_of(content, kinds=_TEXTS)) if is_texts else written(content)
            failed = part.get("is_error")
            failed = failed if isinstance(failed, bool) else None
            found.append(Answer(text_at(part.get("tool_use_id")), text, None, failed))
    return tuple(found)


def _thought(parts: list[dict[str, object]]) -> str:
    found = (
        text_at(part.get("thinking")) or text_at(part.get("text"))
        for part in parts
        if text_at(part.get("type")) in _THOUGHTS
    )
    return "\n".join(text for text in found if text)
