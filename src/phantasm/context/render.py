"""How does what was chosen become lines? With envelope, headings, labels and citations. Pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from phantasm.context import fence
from phantasm.context.days import day_of
from phantasm.context.formats.json import JSON
from phantasm.context.formats.markdown import MARKDOWN
from phantasm.context.formats.shape import Format
from phantasm.context.formats.text import TEXT
from phantasm.context.formats.xml import XML
from phantasm.context.hidden import one_line
from phantasm.context.model import Candidate, Chosen, Span
from phantasm.context.order import in_sections
from phantasm.context.profiles import FormatName
from phantasm.context.sections import QUOTED, SECTIONS, STABLE
from phantasm.contracts.ids import EPISODE_MARK, EVIDENCE_MARK, RECORD_MARK

FORMATS: dict[FormatName, Format] = {"xml": XML, "markdown": MARKDOWN, "json": JSON, "text": TEXT}
Handles = Literal["all", "records", "none"]
# Stands where something was left out between two excerpts of one item.
_GAP = " \u2026 "
_NO_NONCE = ""
MARKS = {"record": RECORD_MARK, "evidence": EVIDENCE_MARK, "episode": EPISODE_MARK}
"""What stands before a handle, by tier."""


class Size(NamedTuple):
    """How much room something takes."""

    tokens: int = 0
    characters: int = 0

    def plus(self, other: "Size") -> "Size":
        """Return both together."""
        return Size(self.tokens + other.tokens, self.characters + other.characters)

    def less(self, other: "Size") -> "Size":
        """Return what is left."""
        return Size(self.tokens - other.tokens, self.characters - other.characters)

    def most(self, other: "Size") -> "Size":
        """Return the larger in each respect."""
        return Size(max(self.tokens, other.tokens), max(self.characters, other.characters))

    def fits(self, room: "Size") -> bool:
        """Tell whether it takes no more than there is."""
        return self.tokens <= room.tokens and self.characters <= room.characters


NOTHING = Size()


class Line(NamedTuple):
    """One line of a context: something that is said, or what stands around it."""

    before: str
    said: str = ""
    after: str = ""
    section: str = ""
    chosen: Chosen | None = None

    @property
    def text(self) -> str:
        """The whole line, with its end."""
        return f"{self.before}{self.said}{self.after}\n"


@dataclass(frozen=True, slots=True)
class Style:
    """How a context is written, and who counts."""

    format: FormatName
    order: Sequence[str]
    handles: Handles
    count: Callable[[str], int]
    exact: bool = False
    """Whether that is the model's own count, not a bound."""

    def size(self, text: str) -> Size:
        """Return how much room a text takes."""
        return Size(self.count(text), len(text))

    def line(self, chosen: Chosen, *, first: bool = False) -> Line:
        """Return the line that says something."""
        form = FORMATS[self.format]
        candidate = chosen.candidate
        # A label may name what the repository calls something: it can break nothing either.
        labels = form.escape(fence.defused(one_line("; ".join(candidate.labels)), self.format))
        before, after = form.item(self._citation(candidate), labels, first)
        said = excerpt(candidate.text, chosen.spans, self.format)
        return Line(before, said, after, chosen.section, chosen)

    def around(
        self, section: str, nonce: str = _NO_NONCE, *, first: bool = False
    ) -> tuple[list[Line], list[Line]]:
        """Return the lines before and after a section."""
        form = FORMATS[self.format]
        opening, closing = form.heading(SECTIONS[section], first), form.ending(SECTIONS[section])
        if section == QUOTED and not form.encloses:
            opening, closing = fence.delimiters(self.format, nonce)
        return _lines(opening, section), _lines(closing, section)

    def room_around(self, section: str) -> Size:
        """Return the most room that the lines around a section take, whichever nonce it gets."""
        opening, closing = self.around(section)
        size = _sum(self.size(line.text) for line in (*opening, *closing))
        fenced = section == QUOTED and not FORMATS[self.format].encloses
        # A sign of a nonce is a token at most, and it stands twice; one more may come where it is joined. A
        # bound charges up to twice as much.
        most = (3 if self.exact else 4) * fence.NONCE_LENGTH
        return size.plus(Size(most, most)) if fenced else size

    def group(self, chosen: Chosen, *, first: bool = False) -> Line | None:
        """Return the line that says when something was seen; only quotes have one."""
        if chosen.section != QUOTED:
            return None
        return Line(FORMATS[self.format].group(day_of(chosen.candidate.at), first), section=QUOTED)

    def _citation(self, candidate: Candidate) -> str:
        wanted = self.handles == "all" or (self.handles == "records" and candidate.is_record)
        return f"{MARKS[candidate.tier]}{candidate.handle}" if wanted else ""


def _sum(sizes: Iterable[Size]) -> Size:
    found = NOTHING
    for size in sizes:
        found = found.plus(size)
    return found


def excerpt(text: str, spans: Iterable[Span], form: FormatName) -> str:
    """Return some sentences of a text as one line that can break nothing around it."""
    pieces = [one_line(text[start:stop]) for start, stop in spans]
    return FORMATS[form].escape(fence.defused(_GAP.join(filter(None, pieces)), form))


def envelope(style: Style, notes: Sequence[str]) -> Size:
    """Return the room that a context takes before it says anything."""
    form = FORMATS[style.format]
    first = False  # with what a format puts between
    lines = [form.opening, *(form.note(note, first) for note in notes), form.closing]
    return _sum(style.size(f"{line}\n") for line in lines if line)


def lines_of(chosen: Iterable[Chosen], style: Style, notes: Sequence[str], salt: str) -> list[Line]:
    """Return every line of a context; the notes open what is not stable."""
    form = FORMATS[style.format]
    sections = [(name, _section(listed, style)) for name, listed in in_sections(chosen, style.order)]
    quoted = [line.said for name, listed in sections if name == QUOTED for line in listed if line.chosen]
    nonce = fence.nonce(quoted, salt) if quoted else _NO_NONCE
    lines = _lines(form.opening)
    waiting = list(notes)
    parts = 0
    for name, listed in sections:
        if name not in STABLE:
            lines += [Line(form.note(note, parts + n == 0)) for n, note in enumerate(waiting)]
            parts += len(waiting)
            waiting.clear()
        opening, closing = style.around(name, nonce, first=parts == 0)
        parts += 1
        lines += [*opening, *listed, *closing]
    lines += [Line(form.note(note, parts + n == 0)) for n, note in enumerate(waiting)]
    return lines + _lines(form.closing)


def _section(listed: Sequence[Chosen], style: Style) -> list[Line]:
    lines: list[Line] = []
    day = ""
    for chosen in listed:
        group = style.group(chosen, first=not lines)
        if group is not None and chosen.candidate.at[:10] != day:
            day = chosen.candidate.at[:10]
            lines.append(group)
        lines.append(style.line(chosen, first=not lines))
    return lines


def _lines(text: str, section: str = "") -> list[Line]:
    return [Line(line, section=section) for line in text.splitlines()]
