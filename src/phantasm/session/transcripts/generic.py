"""What does a transcript in our own format say? One JSON object a line; see docs/transcripts.md."""

from collections.abc import Iterable, Iterator
from typing import Final

from phantasm.session.transcripts.lines import RawLine
from phantasm.session.transcripts.measures import cost_at, when_at
from phantasm.session.transcripts.model import Answer, Began, Call, Event, Turn, Unreadable
from phantasm.session.transcripts.records import code_at, count_at, objects_at, records, text_at, written
from phantasm.session.transcripts.terms import Role, Spent

ROLES: Final[dict[str, Role]] = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "model": "assistant",
    "tool": "tool",
    "function": "tool",
    "system": "system",
    "developer": "system",
}
"""What others call the four roles."""


def events(raw: Iterable[RawLine], known: Began | None = None) -> Iterator[tuple[int, Event]]:
    """Yield what the lines say, each with the offset where reading goes on.

    `known` is the session that was going on at the first line. A session begins before its first line, so
    that whoever stops there reads that line again.
    """
    current = known
    for record in records(raw):
        if isinstance(record.value, Unreadable):
            yield record.stop, record.value
            continue
        event = _event(record.value, record.start, current)
        if isinstance(event, Turn) and (current is None or event.session != current.session):
            current = Began(event.session, event.at, folder=event.folder, branch=event.branch)
            yield record.start, current
        yield record.stop, event


def _event(value: dict[str, object], start: int, current: Began | None) -> Turn | Unreadable:
    """Return the turn of a line; strict about nothing but its role and its text."""
    role, text = value.get("role"), value.get("text")
    if not isinstance(role, str) or not isinstance(text, str):
        return Unreadable("malformed", "no role or no text")
    if role.lower() not in ROLES:
        return Unreadable("unknown", role)
    # Where no id is given, the turn is named after the place of its line: the same each time.
    own = text_at(value.get("id")) or f"{start}"
    return Turn(
        session=text_at(value.get("session")) or (current.session if current else ""),
        id=own,
        role=ROLES[role.lower()],
        text=text,
        at=when_at(value.get("at")),
        parent=text_at(value.get("parent")) or None,
        thought=text_at(value.get("thought")),
        calls=_calls(value, own),
        answers=_answers(value),
        model=text_at(value.get("model")) or None,
        spent=_spent(value),
        folder=text_at(value.get("folder")) or None,
        branch=text_at(value.get("branch")) or None,
        agent=text_at(value.get("agent")) or None,
        is_machine=value.get("machine") is True,
    )


def _calls(value: dict[str, object], turn: str) -> tuple[Call, ...]:
    return tuple(
        Call(
            text_at(call.get("id")) or f"{turn}/{place}",
            text_at(call.get("name")),
            written(call.get("arguments")),
            text_at(call.get("command")) or None,
            _texts(call.get("files")),
        )
        for place, call in enumerate(objects_at(value.get("calls")))
    )


def _answers(value: dict[str, object]) -> tuple[Answer, ...]:
    return tuple(
        Answer(
            text_at(answer.get("call")),
            written(answer.get("text")),
            code_at(answer.get("exit_code")),
            failed if isinstance(failed := answer.get("failed"), bool) else None,
        )
        for answer in objects_at(value.get("answers"))
    )


def _spent(value: dict[str, object]) -> Spent | None:
    spent = Spent(
        count_at(value.get("input_tokens")),
        count_at(value.get("output_tokens")),
        count_at(value.get("cached_tokens")),
        cost_at(value.get("cost")),
    )
    return spent if spent != Spent() else None


def _texts(value: object) -> tuple[str, ...]:
    return tuple(text for text in value if isinstance(text, str) and text) if isinstance(value, list) else ()
