"""Which turns does a chat kept as Markdown have? Pure.

A turn goes from one label (`## Assistant`, `**User:**`, `Human:`) to the next. The first label's form
decides: only labels of that form count, and none inside fenced code does.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from phantasm.session.transcripts.lines import MOST_LINE_BYTES, RawLine
from phantasm.session.transcripts.markdown_labels import (
    MOST_LABEL_CHARACTERS,
    PLAIN_SPEAKERS,
    Label,
    day_in,
    label_in,
    model_in,
    when,
)
from phantasm.session.transcripts.model import Answer, Began, Event, Turn, Unreadable

MOST_TURN_BYTES = MOST_LINE_BYTES
"""The longest turn that is held, in bytes: as long as the longest line, for the same reason."""

DIGEST_CHARACTERS = 16
"""How much of the digest names a session: 64 bits tell apart all chats that one project will ever see."""

RULES = frozenset(("---", "***", "___"))
"""Lines that exports draw between turns; nobody says them."""

FENCES = ("```", "~~~")

TELLING = frozenset((b"#", b"*", b"_", b"`", b"~", b" "))
"""How a line below a label may begin that says more than its words; of the others nothing need be asked."""

FIRST_LETTERS = frozenset(letter.encode() for name in PLAIN_SPEAKERS for letter in (name[0], name[0].upper()))
"""How those begin too where labels have no mark around them."""


@dataclass(slots=True)
class Section:
    """A label and the lines below it."""

    label: Label
    start: int
    """The offset of the label."""
    begin: int
    """The offset where reading it begins: its label, or the day that is written above it."""
    day: str | None
    lines: list[RawLine] = field(default_factory=list)
    is_too_long: bool = False

    def add(self, line: RawLine) -> None:
        """Take a line in, but none once there are too many."""
        if line.data is None or line.stop - self.start > MOST_TURN_BYTES:
            self.is_too_long = True
            self.lines.clear()
        else:
            self.lines.append(line)

    def text(self) -> str:
        """Return what was said."""
        below = b"\n".join([line.data or b"" for line in self.lines])
        return f"{self.label.rest}\n{_decoded(below)}".strip()


def events(raw: Iterable[RawLine], known: Began | None = None) -> Iterator[tuple[int, Event]]:
    """Yield the turns, each with the offset where reading goes on; `known` is the session at the first line.

    The last turn comes with the offset before it: it may grow, and is then read again under the same id.
    """
    current = known
    for section, following in _sections(raw):
        if isinstance(section, Unreadable):
            yield following, section
            continue
        text = section.text()
        if current is None:
            current = Began(_session(section, text), section.day or when(section.label.extra, None))
            yield section.begin, current
        elif section.day and section.day != current.at:
            current = Began(current.session, section.day, continues=current.session, folder=current.folder)
            yield section.begin, current
        if section.is_too_long:
            yield following, Unreadable("too_long", f"more than {MOST_TURN_BYTES} bytes")
        elif text:
            yield following, _turn(section, text, current)


def _turn(section: Section, text: str, began: Began) -> Turn:
    label = section.label
    is_tool = label.role == "tool"
    return Turn(
        session=began.session,
        id=f"{section.start}",
        role=label.role,
        text="" if is_tool else text,
        at=when(label.extra, began.at),
        answers=(Answer("", text),) if is_tool else (),
        model=model_in(label.extra) if label.role == "assistant" else None,
        folder=began.folder,
        is_machine=label.role == "system",
    )


def _session(section: Section, text: str) -> str:
    """Name a chat after its first turn: a file says nothing better, and names change."""
    first = f"{section.day}\0{section.label.extra}\0{text}"
    return f"markdown-{hashlib.sha256(first.encode()).hexdigest()[:DIGEST_CHARACTERS]}"


def _sections(raw: Iterable[RawLine]) -> Iterator[tuple[Section | Unreadable, int]]:
    """Yield each section once the next one begins, with the offset where that is; the last with its own."""
    source = iter(raw)
    current, start = _first(source)
    if current is None:
        if start is not None:
            yield Unreadable("unknown", "no label says who speaks"), start
        return
    form = current.label.form
    telling = TELLING | FIRST_LETTERS if form == "plain" else TELLING
    fence = _fence(current.label.rest, "")
    take, most = current.lines.append, current.start + MOST_TURN_BYTES
    for line in source:
        if line.data is not None and line.data[:1] not in telling and line.stop <= most:
            take(line)  # nearly all lines: spelled out here, because each call costs as much as the rest
            continue
        text = _decoded(line.data or b"").rstrip("\r")
        label = None if fence else label_in(text)
        if label is None or label.form != form:
            current.add(line)
            fence = _fence(text, fence)
        elif line.finished or label.rest:  # half a line may become "## User guide" yet
            above = _cut(current)
            yield current, above[0] if above else line.start
            current = Section(label, line.start, *(above or (line.start, None)))
            fence = _fence(label.rest, "")
            take, most = current.lines.append, current.start + MOST_TURN_BYTES
    _cut(current)
    yield current, current.begin


def _first(source: Iterator[RawLine]) -> tuple[Section | None, int | None]:
    """Return the first section, still without its lines, and where the first words are."""
    above: tuple[int, str] | None = None  # where the day of the section is written, and which it is
    start: int | None = None
    fence = ""
    for line in source:
        text = _decoded(line.data or b"").rstrip("\r")
        label = None if fence else label_in(text)
        if label and (line.finished or label.rest):
            return Section(label, line.start, *(above or (line.start, None))), start
        if not fence and (day := _date(text)):
            above = line.start, day
        if start is None and (text.strip() or line.data is None):
            start = line.start
        fence = _fence(text, fence)
    return None, start


def _cut(section: Section) -> tuple[int, str] | None:
    """Take away what exports write between turns; return the day among it, which the next section is of."""
    above = None
    while section.lines:
        line = section.lines[-1]
        text = _decoded(line.data or b"")
        day = day_in(text.rstrip("\r"))
        if day and above is None:
            above = line.start, day
        elif text.strip() and text.strip() not in RULES:
            break
        section.lines.pop()
    return above


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")


def _date(text: str) -> str | None:
    """Return the date that a line above the first turn gives to the whole chat."""
    is_said = len(text) <= MOST_LABEL_CHARACTERS and text.lower().startswith(("#", "date:", "created:"))
    return when(text, None) if is_said else None


def _fence(text: str, fence: str) -> str:
    """Return the fence that is open behind a line; empty where none is."""
    if text[:1] not in ("`", "~", " "):
        return fence
    line = text.lstrip(" ")
    if not line.startswith(FENCES):
        return fence
    marks = line[: len(line) - len(line.lstrip(line[0]))]
    if not fence:
        # Three back quotes that close on their own line are code inside a sentence.
        return "" if line[0] == "`" and "`" in line[len(marks) :] else marks
    closes = marks[0] == fence[0] and len(marks) >= len(fence) and not line[len(marks) :].strip()
    return "" if closes else fence
