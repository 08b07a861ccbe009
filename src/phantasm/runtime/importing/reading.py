"""What does a transcript say from a place on? Its events, each with the place where to read on.

A file of lines is read on; a document, which JSON does not let anybody read in part, is read whole each time.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO, Final, NamedTuple

from phantasm.session.transcripts import (
    claude_code,
    codex,
    cursor,
    gemini,
    generic,
    markdown,
    swe_agent,
)
from phantasm.session.transcripts.lines import RawLine, lines
from phantasm.session.transcripts.model import Began, Event, Turn, Unreadable
from phantasm.session.transcripts.zstd import decompressed

MOST_DOCUMENT_BYTES: Final = 16 * 1024 * 1024
"""The largest document that is read, in bytes: it is held whole several times over, and memory is bounded.
As much as the longest line; the longest runs that were seen have a fifth of it."""

_MOST_WAITING: Final = 64
"""Events that wait until it is clear whether the response before them is complete; a few answers of tools."""

_ZSTD_MAGIC: Final = b"\x28\xb5\x2f\xfd"
"""How a compressed file begins, by RFC 8878."""

_IN_BLOCKS: Final = frozenset(("markdown", "cursor"))
"""Clients whose turns go on until somebody else speaks; they are named after the offset where they begin."""

CLIENTS: Final = ("claude_code", "codex", "gemini", "cursor", "swe_agent", "markdown", "generic")
"""Whose transcripts are read."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What was going on where reading goes on."""

    began: Began | None = None
    last: Turn | None = None


AT_THE_BEGINNING: Final = Standing()
"""Nothing is known where a file begins."""


class Step(NamedTuple):
    """What is said next, and where to read on behind it."""

    resume: int
    event: Event
    place: int | None = None
    """Where it stands, if that is not where to read on."""
    is_settled: bool = True
    """False: it will be read again, and what it changes does not hold before that."""


@dataclass(frozen=True, slots=True)
class Source:
    """A transcript that is open, and what is known of it."""

    client: str
    name: str
    """The file's own name, without its folders."""
    file: BinaryIO
    size: int
    is_finished: bool
    """Whether nobody has written to it for a while: what it says last will not grow."""

    @property
    def is_document(self) -> bool:
        """Whether it is one JSON document."""
        return self.client == "swe_agent" or (self.client == "gemini" and self.name.endswith(".json"))

    @property
    def stem(self) -> str:
        """What it is called without its endings."""
        return self.name.partition(".")[0] or self.name


def is_compressed(beginning: bytes) -> bool:
    """Tell whether a file is compressed, by how it begins."""
    return beginning.startswith(_ZSTD_MAGIC)


def opened(beginning: bytes) -> bytes:
    """Return a beginning as it reads once it is no longer compressed; what was cut off is left out."""
    if not is_compressed(beginning):
        return beginning
    rest = [beginning]
    return decompressed(lambda _: rest.pop() if rest else b"")(len(beginning))


def events(source: Source, start: int, standing: Standing) -> Iterator[Step]:
    """Yield what a transcript says from `start` on, each with the offset where to read on."""
    if source.is_document:
        yield from _document(source)
        return
    known = standing.began
    if known is None and source.client == "cursor":
        # A transcript of Cursor does not name its session: its file does.
        known = Began(source.stem)
        yield Step(start, known)
    found = _events(source, lines(_reader(source, start), start), replace(standing, began=known))
    if source.client == "claude_code":
        yield from _spent_when_known(found, source, start)
    elif source.client in _IN_BLOCKS and not source.is_finished:
        yield from (Step(resume, event) for resume, event in found if not _may_grow(resume, event))
    else:
        yield from (Step(resume, event) for resume, event in found)


def _may_grow(resume: int, event: Event) -> bool:
    """Tell whether a turn is the last one of a text that still grows, so that it is read again.

    Its last line may be half of what says who speaks next: handed over, it would say more than it will.
    """
    return isinstance(event, Turn) and int(event.id.removeprefix("@")) >= resume


def _events(source: Source, raw: Iterator[RawLine], standing: Standing) -> Iterator[tuple[int, Event]]:
    known, last = standing.began, standing.last
    match source.client:
        case "claude_code":
            return claude_code.events(raw, known)
        case "codex":
            return codex.events(raw, known, last)
        case "gemini":
            return gemini.events(raw, known, last)
        case "cursor":
            return cursor.events(raw, known)
        case "markdown":
            return markdown.events(raw, known)
        case _:
            return generic.events(raw, known)


def _reader(source: Source, start: int) -> Callable[[int], bytes]:
    source.file.seek(0)
    if is_compressed(source.file.read(len(_ZSTD_MAGIC))):
        source.file.seek(0)
        return decompressed(source.file.read, start)
    source.file.seek(start)
    return source.file.read


def _document(source: Source) -> Iterator[Step]:
    if source.size > MOST_DOCUMENT_BYTES:
        yield Step(source.size, Unreadable("too_long", f"more than {MOST_DOCUMENT_BYTES} bytes"))
        return
    source.file.seek(0)
    data = source.file.read(MOST_DOCUMENT_BYTES + 1)
    reader = swe_agent.events_of if source.client == "swe_agent" else gemini.events_of
    # Nothing is read on: who stops before the end begins anew.
    for number, event in enumerate(reader(data, source.name)):
        yield Step(0, event, place=number)


def _spent_when_known(found: Iterator[tuple[int, Event]], source: Source, start: int) -> Iterator[Step]:
    """Leave open what the last response took until it is clear that the response is complete.

    The client repeats it in each line of a response, and only the last of them counts. While the file still
    grows, its last line may not be that: it comes without, and is read again.
    """
    waiting: deque[Step] = deque()
    done = start
    for resume, event in found:
        step = Step(resume, event, place=resume)
        spends = isinstance(event, Turn) and event.spent is not None
        if waiting and (spends or len(waiting) >= _MOST_WAITING):
            yield from waiting
            done = waiting[-1].resume
            waiting.clear()
        if spends or waiting:
            waiting.append(step)
        else:
            done = resume
            yield step
    for step in waiting:
        if source.is_finished:
            yield step
        else:
            event = replace(step.event, spent=None) if isinstance(step.event, Turn) else step.event
            yield Step(done, event, place=step.place, is_settled=False)
