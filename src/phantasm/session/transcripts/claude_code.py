"""What does a session file of Claude Code say, line by line? Pure.

A file is a tree of lines (`uuid`, `parentUuid`), appended to and never rewritten. Subagents have files of
their own; older clients wrote them between the main lines (`isSidechain`). After compaction a new root
follows, which names the line before it. The maker documents none of it, so that everything is optional here.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from phantasm.session.transcripts.claude_turns import TURN_TYPES, event_of, response_of
from phantasm.session.transcripts.lines import MOST_LINE_BYTES, RawLine
from phantasm.session.transcripts.model import Began, Event, Turn, Unreadable
from phantasm.session.transcripts.records import moment_at, object_at, records, text_at

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
