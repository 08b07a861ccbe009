"""Which line of a text answers, and what in it was looked for? A text, cut around its matches."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from phantasm.surfaces.cli.plain import one_line

MATCHED = "bold cyan"
"""The style of what was looked for; no state and no change has it."""
_ELLIPSIS = "…"
# What stands before the first match, so that it is read in its sentence: about four words.
_LEAD_CHARACTERS = 24
# In a narrow window at most a third of the line.
_LEAD_SHARE = 3
_RUN = re.compile(r"[^\W_]+")
# The parts of a name such as getUserName or HTTPServer2, which the index has besides the whole.
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\dA-Z_]+|\d+")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One line of a text, as wide as the window lets it be."""

    text: str
    words: tuple[str, ...] = ()
    """What was looked for, as the index has it: stemmed, in small letters."""
    indent: int = 0
    style: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Show the piece with the most matches, marked."""
        del console
        yield Text(" " * self.indent).append(self.cut(options.max_width - self.indent))

    def cut(self, width: int) -> Text:
        """Return the piece that fits a width, in cells."""
        whole = one_line(self.text)
        found = spans(whole, self.words)
        # Chinese letters take two cells; so many letters fit, about.
        room = max(1, width * len(whole) // max(1, cell_len(whole)))
        start = _start(whole, found, room)
        head = _ELLIPSIS if start else ""
        piece = Text(head + whole[start:], self.style, no_wrap=True)
        for first, last in found:
            if first >= start:
                piece.stylize(MATCHED, first - start + len(head), last - start + len(head))
        piece.truncate(width, overflow="ellipsis")
        return piece


def spans(text: str, words: Collection[str]) -> list[Span]:
    """Return where a text has some of the index's words, in order."""
    wanted = frozenset(words)
    found = [span for run in _RUN.finditer(text) for span in _in_run(run, wanted)] if wanted else []
    # Scripts without spaces are indexed as pairs of letters, which stand in the text as they are.
    for word in sorted(word for word in wanted if not word.isascii() and word.isprintable()):
        found += [match.span() for match in re.finditer(re.escape(word), text)]
    return sorted(set(found))


def _in_run(run: re.Match[str], wanted: frozenset[str]) -> Iterator[Span]:
    if _indexed(run[0]) & wanted:
        yield run.span()
        return
    for part in _PART.finditer(run[0]):
        if _indexed(part[0]) & wanted:
            yield run.start() + part.start(), run.start() + part.end()


# A page of hits has some hundred different words.
@lru_cache(maxsize=4096)
def _indexed(word: str) -> frozenset[str]:
    """Return a word as the index may have it: in small letters without accents, as it is and stemmed."""
    import Stemmer  # noqa: PLC0415  only where something is marked

    apart = unicodedata.normalize("NFKD", word)
    folded = "".join(sign for sign in apart if not unicodedata.combining(sign)).casefold()
    return frozenset((folded, str(Stemmer.Stemmer("english").stemWord(folded))))


def _start(text: str, found: list[Span], room: int) -> int:
    """Return where the piece begins that has the most matches; at the beginning when all fit there."""
    if len(text) <= room or not found:
        return 0
    firsts = [first for first, _ in found]
    lead = min(_LEAD_CHARACTERS, room // _LEAD_SHARE)
    reach = max(1, room - lead)
    best = max(firsts, key=lambda at: (sum(at <= first < at + reach for first in firsts), -at))
    if best < reach:
        return 0
    # Not past what fills the line, and not within a word.
    start = min(best - lead, len(text) - room + len(_ELLIPSIS))
    return text.find(" ", start, best) + 1 or start
