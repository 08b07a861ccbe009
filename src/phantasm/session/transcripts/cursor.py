"""What does an agent transcript of Cursor say? Lines of JSON, or the plain text of older versions. Pure.

What Cursor keeps in its databases (`state.vscdb`, `store.db`) is not read, nor do its transcripts say all:
they have no ids, times, models and tokens, and mostly no results of tools.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from phantasm.contracts import client_text
from phantasm.session.transcripts.lines import MOST_LINE_BYTES, RawLine
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

CLIENT: Final = "cursor"
ROLES: Final[dict[str, Role]] = {
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "system": "system",
}

_QUERY: Final = "<user_query>"
_QUERY_END: Final = "</user_query>"
_TEXTS: Final = frozenset(("text",))
_THOUGHTS: Final = frozenset(("thinking", "reasoning"))


def _line_events(raw: Iterable[RawLine], known: Began | None = None) -> Iterator[tuple[int, Event]]:
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
    words = client_text.said(CLIENT, text)
    return words or text, not words


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


SPEAKERS: Final[dict[bytes, Role]] = {b"user:": "user", b"assistant:": "assistant"}
"""Lines that say who speaks in the block below them."""

_CALL: Final = "[Tool call] "
_RESULT: Final = "[Tool result] "
_THINKING: Final = "[Thinking] "
_MARKS: Final = (_CALL, _RESULT, _THINKING)


def _text_events(raw: Iterable[RawLine], known: Began | None = None) -> Iterator[tuple[int, Event]]:
    """Yield the blocks, each with the offset where the next one begins.

    The last block may still grow: it comes with its own offset, and whoever reads on meets it again, with the
    same id and perhaps with more in it. What stands before the first speaker is passed over.
    """
    start, role, held, size = 0, None, list[bytes](), 0
    for line in raw:
        data = line.data
        speaker = SPEAKERS.get(data.rstrip(b"\r")) if data else None
        if speaker and not line.finished:
            # Half a line may become somebody's words or the next speaker: it is read again with its block.
            continue
        if speaker is None:
            size += line.stop - line.start
            if data is None or size > MOST_LINE_BYTES:
                held.clear()
                size = MOST_LINE_BYTES + 1
            elif role is not None:
                held.append(data)
            continue
        if role is not None and (event := _block(known, start, role, held, size)):
            yield line.start, event
        start, role, held, size = line.start, speaker, [], 0
    if role is not None and (event := _block(known, start, role, held, size)):
        yield start, event


def _block(known: Began | None, start: int, role: Role, held: list[bytes], size: int) -> Event | None:
    if size > MOST_LINE_BYTES:
        return Unreadable("too_long", f"more than {MOST_LINE_BYTES} bytes")
    place = f"@{start}"
    said = b"\n".join(held).decode("utf-8", "replace").replace("\r\n", "\n")
    session, folder = (known.session, known.folder) if known else ("", None)
    if role == "user":
        text, is_machine = words_of(said.strip("\n"))
        return Turn(session, place, role, text, folder=folder, is_machine=is_machine) if text else None
    text, thought, calls, answers = _parts(said.split("\n"), place)
    if not (text or thought or calls or answers):
        return None
    return Turn(session, place, role, text, thought=thought, calls=calls, answers=answers, folder=folder)


def _parts(held: list[str], place: str) -> tuple[str, str, tuple[Call, ...], tuple[Answer, ...]]:
    """Split a block at its marks: calls and results go on to the next one, thoughts to an empty line."""
    text: list[str] = []
    thoughts: list[str] = []
    calls: list[Call] = []
    answers: list[Answer] = []
    for mark, lines in _sections(held):
        first, rest = lines[0], lines[1:]
        if mark == _CALL:
            calls.append(call_of(f"{place}/{len(calls)}", first.strip(), _arguments(rest)))
        elif mark == _RESULT:
            # Nothing says which call is answered: the newest of that name is.
            names = [call.id for call in calls if call.name == first.strip()]
            answers.append(Answer(names[-1] if names else "", "\n".join(rest).strip("\n")))
        elif mark == _THINKING:
            thoughts.append("\n".join(lines).strip("\n"))
        else:
            text.append("\n".join(lines).strip("\n"))
    return (
        "\n".join(part for part in text if part),
        "\n".join(part for part in thoughts if part),
        tuple(calls),
        tuple(answers),
    )


def _sections(held: list[str]) -> Iterator[tuple[str, list[str]]]:
    mark, lines = "", [""]
    for line in held:
        if line.startswith(_MARKS):
            yield mark, lines
            mark = next(known for known in _MARKS if line.startswith(known))
            lines = [line.removeprefix(mark)]
        elif not line and mark == _THINKING:
            yield mark, lines
            mark, lines = "", [""]
        else:
            lines.append(line)
    yield mark, lines


def _arguments(lines: list[str]) -> dict[str, object]:
    """Read the `name: value` lines below a call, indented by two; other lines continue the one before.

    A file that is written may hold such lines, too: a name counts once.
    """
    found: dict[str, list[str]] = {}
    last: list[str] = []
    for line in lines:
        name, mark, value = line[2:].partition(":") if line.startswith("  ") else ("", "", "")
        if mark and name.isidentifier() and name not in found:
            last = found[name] = [value.removeprefix(" ")]
        else:
            last.append(line)
    return {name: "\n".join(values).strip("\n") for name, values in found.items()}


def events(raw: Iterable[RawLine], known: Began | None = None) -> Iterator[tuple[int, Event]]:
    """Yield what is said, each with the offset where reading goes on.

    A transcript does not name its session: `known` is taken from the file's name by whoever opens it.
    """
    rest = iter(raw)
    first = next((line for line in rest if line.data is None or line.data.strip()), None)
    if first is None:
        return
    # A text begins, and is read on, where somebody speaks; anything else there is JSON, or was once.
    is_text = first.data is not None and first.data.rstrip(b"\r") in SPEAKERS
    reader = _text_events if is_text else _line_events
    yield from reader(chain((first,), rest), known)
