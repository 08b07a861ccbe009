"""Token counters by name: exact by a model's own vocabulary, else an upper bound.

Vocabularies come with the tokenizer, offline, and are read at the first use, once per process. One is listed
where it was compared with the model's own and lines add up. Every other model is counted by a bound: the text
is read with a vocabulary that is at hand, and what a finer one would cut further is charged by the character.
The charges are the least that stay above every vocabulary measured, on every single line; the bound of a text
is the sum over its lines (docs/tokens.md).
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.patterns import compiled

if TYPE_CHECKING:
    from collections.abc import Callable


FAMILIAR = frozenset(
    """
A a about above access action add added address af after again against All all along already also always
An an and another any API api append application are args around array As as async at author available
await B b back base based be because become been before being below best between block body both break
build building built but By by C c call called came can case change char character check class client
close code color column com come command common config console const content context control core could
count create created current D d da data database date day days de def default define del der described
description details development did different display do document does don done double down download due
during E e each either el else email en END end env er err error es even event every example except export
F f False false family far features few field File file files find first float following font For for
force form format found four free from full func function further future G g General get git github give
given global go good group H h had half has have he head header held help here him history home host How
how However href html http https I i id If if image import In in include included including index info
information init input install int into io is It it item items its j job join js json just k key know
known L l label language large last later least left len length less let level library License license
like line link links list live load local log long look M m made main make man many map master match max
may md me means member members message met method might min model models module month more most move much
must my N n name named names need net never New new next No no node non None none not note now np null num
number O o object of off old older On on once One one only op open option options or order org original os
other others our out output over override own P p package page param params part party past path people
per person place please point port position present print private process program project public push put
py python q query question R r random range re read README real record records region release report req
request require required res response result results return review right role root row run running S s
said same save say says score script search second section security See see self send server service
session set several share short should show side since single site size small So so software some
something source space special split src st start state static status std step still store str String
string style such support system T t table take target task template term test text than that The the
their them then There there These these They they things third This this those three through time times
title To to together token told too top total True true try two type types U u under units until up update
url us use used user users using util V v val value values var version via view views void W w want was
way We we web week well were What what When when where which while who why width will win window With with
within without word words work would write written www X x y year You you your z
""".split()
)


class Counter(Protocol):
    """Text in, number of tokens out. Safe to use from several threads; the same text always counts the same.

    Lines that end with a line feed and begin with a printable character other than a space add up: the count
    of a text is the sum of the counts of its lines, and a little less where docs/tokens.md says so.
    """

    @property
    def name(self) -> str:
        """Under which name it was chosen."""
        ...

    @property
    def exact(self) -> bool:
        """Whether the count is the model's own; an upper bound where it is not."""
        ...

    def count(self, text: str) -> int:
        """How many tokens the text is: special tokens as plain text, without the frame of a message."""
        ...


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


EXACT: Final = ("o200k_base", "cl100k_base", "llama3", "qwen3", "deepseek_v3", "mistral_v3")

ABOVE: Final = ("gemma3",)
"""Never below the model's own count, and above it only where a text has HTML tags: each is one token."""

NAMES: Final = (*EXACT, *ABOVE, *CHARGES)
"""The last are bounds: one for Claude, and one for every model whose own vocabulary is not above."""

_COMPOSING: Final = ("qwen3",)
"""Models that compose characters (NFC) before they count."""


def counter_for(name: str) -> Counter:
    """The counter of that name, the same one every time."""
    if name not in NAMES:
        raise PhantasmError(
            Code.INVALID_PARAMS, f"no counter of tokens has the name {name!r}", expected=" | ".join(NAMES)
        )
    return _counter(name)


@cache
def _counter(name: str) -> Counter:
    if name in CHARGES:
        return Bound(name, _pieces(CHARGES[name].vocabulary))
    return _Vocabulary(name, _composed(name) if name in _COMPOSING else _pieces(name))


class _Vocabulary:
    """The count by one model's vocabulary."""

    def __init__(self, name: str, pieces: Callable[[str], int]) -> None:
        self.name = name
        self.exact = name in EXACT
        self._pieces = pieces

    def count(self, text: str) -> int:
        return self._pieces(text)


def _composed(vocabulary: str) -> Callable[[str], int]:
    pieces = _pieces(vocabulary)
    return lambda text: pieces(unicodedata.normalize("NFC", text))


def _pieces(vocabulary: str) -> Callable[[str], int]:
    from splintr import Tokenizer  # noqa: PLC0415  38 MB of vocabularies, which most commands never need

    encode = Tokenizer.from_pretrained(vocabulary).encode_ordinary
    frame = len(encode(""))  # some put a first and a last token around every text
    return lambda text: len(encode(text)) - frame
