"""What does a plain-text agent transcript of Cursor say? Blocks under `user:` and `assistant:`. Pure."""

from collections.abc import Iterable, Iterator
from typing import Final

from phantasm.session.transcripts.cursor_lines import words_of
from phantasm.session.transcripts.lines import MOST_LINE_BYTES, RawLine
from phantasm.session.transcripts.model import Answer, Began, Call, Event, Turn, Unreadable
from phantasm.session.transcripts.terms import Role
from phantasm.session.transcripts.tools import call_of

SPEAKERS: Final[dict[bytes, Role]] = {b"user:": "user", b"assistant:": "assistant"}
"""Lines that say who speaks in the block below them."""

_CALL: Final = "[Tool call] "
_RESULT: Final = "[Tool result] "
_THINKING: Final = "[Thinking] "
_MARKS: Final = (_CALL, _RESULT, _THINKING)


def events(raw: Iterable[RawLine], known: Began | None = None) -> Iterator[tuple[int, Event]]:
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
