"""How many tokens can a text be at most, for a model whose vocabulary is not public?

A text is read with a vocabulary that is at hand, and what a finer one would cut further is charged by the
character: letters, capitals, digits, signs, bytes beyond ASCII, gaps, and stretches that repeat themselves.
The charges are the least that stay above every vocabulary measured, on every single line (docs/tokens.md).

Each line is bounded by itself, so the bound of a text is the sum over its lines.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final, NamedTuple

from phantasm.capabilities.tokens.familiar import FAMILIAR
from phantasm.contracts.patterns import compiled

if TYPE_CHECKING:
    from collections.abc import Callable

_STRETCH = 256
"""Characters that are looked at together for repetition: longer prose repeats itself without being a loop."""

_WHOLE = 100 * 100
"""One token, as hundredths times percent."""

_GAP = re.compile(r"(?<=[\t-\r\x1c- ])[\t-\r\x1c- ]")  # each white space after the first in a row
_TAB = re.compile(r"\t")
_TWISTED = re.compile(r"[\^~]")  # three tokens each where spaces are around them
_SHORT_NAME = re.compile(r"\b[A-Z][a-z]{1,2}\b")  # Jan, Mr: as many tokens as letters
_CONSONANT = "[b-df-hj-np-tv-xzB-DF-HJ-NP-TV-XZ]"
_FOURTH_CONSONANT = re.compile(rf"(?<={_CONSONANT}{{3}}){_CONSONANT}")

_EASTERN = "[\u3001-\u9fff\uff01-\uff60]"  # Chinese or Japanese: most vocabularies have many
_PRINTED = "[–—‘’“”…•→←×·°±§©®™€£«»]"  # noqa: RUF001  what stands in print between English words
_RUSSIAN = "[\u0410-\u044f\u0451]"

_SAME = re.compile(r"([A-Za-z])\1\1")  # three of the same letter
_ESCAPED = re.compile(r"\\ ")

_WORD = re.compile(r"[^\W\d_]+")


class Charges(NamedTuple):
    """Hundredths of a token, besides where a unit is named. What is not named is not charged.

    A linear program found them: the least sum over prose and code such that no line of the mix falls below
    any of the counts; then they were rounded up. How many lines and which counts: docs/tokens.md.
    """

    vocabulary: str
    """With which the text is read: of those tried, it gave the lowest bound for prose and code."""

    margin: int
    """Percent, on top: for vocabularies and lines that could not be measured."""

    line: int
    piece: int
    letter: int
    """Of ASCII, outside of familiar words."""

    kinds: tuple[tuple[bytes, int], ...]
    """What stands where: one letter per byte, as in `_KINDS`; also two in a row."""

    shapes: tuple[tuple[re.Pattern[str], int], ...]
    wide: int
    """A byte beyond ASCII."""

    scripts: tuple[tuple[str, int], ...]
    """A character of a script that is better known, instead of its bytes; most texts have none."""

    loop: int
    """A byte of a stretch that repeats itself: what costs most can stand there again and again."""

    familiar: frozenset[str] = frozenset()
    word: int = 0
    """A familiar word, besides its pieces."""


BOUND: Final = "bound"
"""Not below any of 35 counts of 32 vocabularies."""

CLAUDE: Final = "claude"
"""Not below any of 7 counts of Claude's four vocabularies; lower, for the others are not in it."""

CHARGES: Final = {
    BOUND: Charges(
        vocabulary="mistral_v1",
        margin=103,
        line=300,
        piece=78,
        letter=35,
        kinds=((b"u", 26), (b"ul", 53), (b"d", 22), (b"p", 61)),
        shapes=((_GAP, 70),),
        wide=75,
        scripts=((_EASTERN, 170),),
        loop=78,
    ),
    CLAUDE: Charges(
        vocabulary="modernbert",
        margin=103,
        line=265,  # half a token above the solution: of 176,000 fresh lines one short one was one below
        piece=87,
        letter=35,
        kinds=(
            *((b"u", 32), (b"ul", 17), (b"d", 38), (b"sd", 158), (b"p", 27), (b"sp", 77), (b"pp", 53)),
            *((b"ld", 30), (b"ud", 30), (b"dl", 30), (b"du", 30), (b"sw", 53)),
        ),
        shapes=(
            *((_GAP, 8), (_TAB, 25), (_TWISTED, 24), (_ESCAPED, 49)),
            *((_FOURTH_CONSONANT, 69), (_SHORT_NAME, 136), (_SAME, 41)),
        ),
        wide=80,
        scripts=((_EASTERN, 119), (_PRINTED, 114), (_RUSSIAN, 95)),
        loop=42,
        familiar=FAMILIAR,
        word=11,
    ),
}


def _kind(byte: int) -> bytes:
    character = chr(byte)
    if not character.isascii():
        return b"w"
    if character.isalpha():
        return b"l" if character.islower() else b"u"
    if character.isdigit():
        return b"d"
    return b"s" if character.isspace() else b"p"


_KINDS = b"".join(_kind(byte) for byte in range(256))
"""What each byte of UTF-8 is: (l)ower, (u)pper, (d)igit, (s)pace, (w)ide; signs and controls are (p)."""


class Bound:
    """Never below the count of any vocabulary that its charges were measured with."""

    exact = False

    def __init__(self, name: str, pieces: Callable[[str], int]) -> None:
        """`pieces` counts with the vocabulary of the charges of that name."""
        self.name = name
        self._charges = CHARGES[name]
        self._pieces = pieces

    def count(self, text: str) -> int:
        """The sum over the lines, each with its line feed."""
        lines = text.split("\n")
        last = lines.pop()
        whole = sum(self._line(line + "\n") for line in lines)
        return whole + (self._line(last) if last else 0)

    def _line(self, line: str) -> int:
        charges, kinds = self._charges, line.encode().translate(_KINDS)
        known = [word for word in _WORD.findall(line) if word in charges.familiar] if charges.familiar else []
        letters = kinds.count(b"l") + kinds.count(b"u") - sum(map(len, known))
        charge = (
            charges.line
            + charges.piece * self._pieces(line)
            + charges.letter * letters
            + charges.word * len(known)
            + sum(each * kinds.count(kind) for kind, each in charges.kinds)
            + sum(each * len(shape.findall(line)) for shape, each in charges.shapes)
            + _beyond_ascii(line, charges)
            + charges.loop * _looped(line)
        )
        return -(-charge * charges.margin // _WHOLE)


def _beyond_ascii(line: str, charges: Charges) -> int:
    """The charge as written or as composed, whichever is more: some models compose, and one becomes many."""
    if line.isascii():
        return 0
    return max(_charge_beyond_ascii(form, charges) for form in (line, unicodedata.normalize("NFKC", line)))


def _charge_beyond_ascii(line: str, charges: Charges) -> int:
    charge = 0
    for script, each in charges.scripts:
        line, found = compiled(script).subn("", line)
        charge += each * found
    return charge + charges.wide * line.encode().translate(_KINDS).count(b"w")


def _looped(line: str) -> int:
    """Bytes of the stretches in which fewer than half of the triples of characters are new."""
    stretches = (line[start : start + _STRETCH] for start in range(0, len(line), _STRETCH))
    return sum(
        len(stretch.encode())
        for stretch in stretches
        if 2 * len(set(zip(stretch, stretch[1:], stretch[2:], strict=False))) < len(stretch) - 2
    )
