"""Which stretch of a context comes nearest to a text, and what is different there? Pure."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from phantasm.context.sentences import sentences
from phantasm.retrieval.tokens import FUNCTION_WORDS, tokens
from phantasm.state.comparison import SegmentView

# Words, blanks and marks each on their own, so that joining the segments gives both texts back.
_PIECE = re.compile(r"\s|\w+|[^\w\s]")
# A line with less than half of a text's telling words is about something else; by eye, and only for showing.
_NEAR_SHARE = 0.5
# Words of a line that are shown before and after what it is shown for.
_WORDS_AROUND = 8
# Comparing takes the product of both lengths at worst; as many words as state.comparison compares.
_MOST_PIECES = 1_000


@dataclass(frozen=True, slots=True)
class Near:
    """A stretch of a context, the text that it comes nearest to, and the name of the memory behind it."""

    phrase: str
    text: str
    name: str | None


def folded(text: str) -> str:
    """Return a text without regard to case and white space."""
    return " ".join(text.casefold().split())


def nearest(phrases: Sequence[str], lines: Sequence[tuple[str, str | None]]) -> Near | None:
    """Return the stretch of named lines that shares most words with one of some texts; the first one wins."""
    best: tuple[float, int] | None = None
    found: Near | None = None
    for phrase in phrases:
        wanted = _counted(phrase)
        size = len(_sentences(phrase))
        for text, name in lines:
            for stretch in _stretches(text, size):
                words = _counted(stretch)
                shared = (wanted & words).total()
                share = shared / (wanted.total() or 1)
                worth = (round(share, 6), shared - words.total())
                if share >= _NEAR_SHARE and (best is None or worth > best):
                    best, found = worth, Near(phrase, stretch, name)
    return found


def compare(expected: str, found: str) -> list[SegmentView]:
    """Return two texts word by word: `old` is only in the expected one, `new` only in the found one."""
    before, after = (_PIECE.findall(_spaced(text))[:_MOST_PIECES] for text in (expected, found))
    matcher = SequenceMatcher(
        None, [piece.casefold() for piece in before], [piece.casefold() for piece in after], autojunk=False
    )
    segments: list[SegmentView] = []
    for tag, first, last, other_first, other_last in matcher.get_opcodes():
        if tag == "equal":
            segments.append(SegmentView(side="same", text="".join(after[other_first:other_last])))
            continue
        if last > first:
            segments.append(SegmentView(side="old", text="".join(before[first:last])))
        if other_last > other_first:
            segments.append(SegmentView(side="new", text="".join(after[other_first:other_last])))
    return segments


def around(phrase: str, text: str) -> str:
    """Return a text's words around a phrase that it holds, with marks where it was cut."""
    spaced = _spaced(text)
    start = max(0, spaced.casefold().find(folded(phrase)))
    stop = min(len(spaced), start + len(_spaced(phrase)))
    before, after = spaced[:start].split(" "), spaced[stop:].split(" ")
    if len(before) > _WORDS_AROUND:
        before = ["…", *before[-_WORDS_AROUND:]]
    if len(after) > _WORDS_AROUND:
        after = [*after[:_WORDS_AROUND], "…"]
    return " ".join(before) + spaced[start:stop] + " ".join(after)


def _stretches(text: str, size: int) -> Iterator[str]:
    """Yield each run of so many sentences; the whole text where it has fewer."""
    parts = _sentences(text)
    for start in range(max(1, len(parts) - size + 1)):
        yield " ".join(parts[start : start + size])


def _sentences(text: str) -> list[str]:
    return [_spaced(text[start:stop]) for start, stop in sentences(text)]


def _counted(text: str) -> Counter[str]:
    """Return the telling words of a text, inflections taken together; all of them where none is telling."""
    words = Counter(tokens(text))
    return Counter({word: count for word, count in words.items() if word not in FUNCTION_WORDS}) or words


def _spaced(text: str) -> str:
    return " ".join(text.split())
