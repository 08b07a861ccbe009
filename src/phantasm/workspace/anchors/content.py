"""When do two texts say the same? When they differ in white space, trailing commas and quotes only. Pure.

Every line has a loose form; the loose form of a text is those of its lines, joined so that it does not matter
where a line ended. What is cited can therefore be found in a file that was indented, wrapped or quoted in
another way.
"""

import hashlib
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

_DIGEST_BYTES = 16
"""Half of what a cryptographic comparison would take: nobody gains by making two of these equal."""
_TEXTS_KEPT = 64
"""How many files' loose forms are kept: anchors are checked file by file."""
_BESIDE_SIGNS = re.compile(r"(?<!\w) | (?!\w)")
_BEFORE_CLOSING = re.compile(r",(?=[)\]}])")
_CLOSING = frozenset(")]}")
WORD = re.compile(r"\w+")
"""What formatting does not part."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A text, ready to be compared."""

    lines: tuple[str, ...]
    pieces: tuple[str, ...]
    """The loose form of each line; empty for a blank one."""
    loose: str
    """The loose form of the whole."""
    offsets: tuple[int, ...]
    """Where in the loose form each line that is not blank starts."""
    filled: tuple[int, ...]
    """Which lines are not blank, counted from 0."""

    def occurrences(self, loose: str) -> Iterator[tuple[int, int]]:
        """Yield where a loose text makes up whole lines: the first and the last of them, counted from 0."""
        wanted = loose.rstrip(",")
        at = self.loose.find(wanted) if wanted else -1
        while at >= 0:
            first = bisect_right(self.offsets, at) - 1
            last = bisect_right(self.offsets, at + len(wanted) - 1) - 1
            if self.offsets[first] == at and self._ends(at + len(wanted), last + 1):
                yield self.filled[first], self.filled[last]
            at = self.loose.find(wanted, at + 1)

    def _ends(self, stop: int, following: int) -> bool:
        """Tell whether a stretch ends where a line does, a comma or the space before the next line aside."""
        end = self.offsets[following] if following < len(self.offsets) else len(self.loose)
        return self.loose[stop:end] in {"", " ", ","}


@lru_cache(maxsize=_TEXTS_KEPT)
def reading_of(text: str) -> Reading:
    """Read a text once."""
    lines = lines_of(text)
    pieces = tuple(map(piece_of, lines))
    loose, offsets = _joined(pieces)
    filled = tuple(number for number, piece in enumerate(pieces) if piece)
    return Reading(lines, pieces, loose, offsets, filled)


def lines_of(text: str) -> tuple[str, ...]:
    """Return the lines of a text as editors and git count them."""
    lines = text.split("\n")
    return tuple(lines[:-1] if lines[-1] == "" else lines)


def piece_of(line: str) -> str:
    """Return the loose form of one line."""
    plain = " ".join(line.split())
    if not plain:
        return ""
    plain = plain.removesuffix("\\").replace('\\"', '"').replace("\\'", '"').replace("'", '"')
    return _BEFORE_CLOSING.sub("", _BESIDE_SIGNS.sub("", plain))


def joined(pieces: Sequence[str]) -> str:
    """Return the loose form of lines whose own loose forms are known."""
    return _joined(pieces)[0].rstrip(",")


def digest_of(lines: Sequence[str]) -> str:
    """Return what tells lines from others, white space at their ends aside."""
    return named("\n".join(line.rstrip() for line in lines))


def named(text: str) -> str:
    """Return a short name for a text."""
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=_DIGEST_BYTES).hexdigest()


def without_name(loose: str, name: str) -> str:
    """Return a definition's loose form with the name that it defines blanked wherever it occurs."""
    short = re.escape(piece_of(name.rpartition(".")[2]))
    return re.sub(rf"(?<!\w){short}(?!\w)", "\0", loose)


def is_in(name: str, lines: Sequence[str]) -> bool:
    """Tell whether a name occurs on some lines as a word of its own."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    return any(word.search(line) for line in lines)


def likeness(old: Sequence[str], new: Sequence[str]) -> float:
    """Return how much of the words of two texts is common to both, between 0 and 1."""
    before, after = _words(old), _words(new)
    total = before.total() + after.total()
    return 2 * (before & after).total() / total if total else 0.0


def share(before: Counter[str], after: Counter[str]) -> float:
    """Return which share of the larger of two bags of loose lines is in both, by length."""
    larger = max(weight(before), weight(after))
    return weight(before & after) / larger if larger else 0.0


def weight(bag: Counter[str]) -> int:
    """Return how long everything in a bag of loose lines is together."""
    return sum(len(piece) * count for piece, count in bag.items())


def _words(lines: Sequence[str]) -> Counter[str]:
    text = "\n".join(lines)
    return Counter(WORD.findall(text)) or Counter(text.split())


def _joined(pieces: Sequence[str]) -> tuple[str, tuple[int, ...]]:
    parts: list[str] = []
    offsets: list[int] = []
    length, last = 0, ""
    for piece in pieces:
        if not piece:
            continue
        if last == "," and piece[0] in _CLOSING:
            parts[-1] = parts[-1][:-1]
            length -= 1
        elif last and _is_word(last) and _is_word(piece[0]):
            parts.append(" ")
            length += 1
        offsets.append(length)
        parts.append(piece)
        length += len(piece)
        last = piece[-1]
    return "".join(parts), tuple(offsets)


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"
