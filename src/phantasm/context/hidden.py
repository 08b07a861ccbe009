"""Which characters of a text does a reader not see, and how are they shown?

The lists are written out instead of asked from `unicodedata`: the bytes that are handed over must not depend
on the Unicode tables of the Python that runs. A hidden character is kept only where writing needs it (in an
emoji, between letters of Persian or Hindi, …); elsewhere a mark such as `⟨U+200B⟩` stands in its place.
"""

import re
from functools import cache

from phantasm.contracts.patterns import compiled

# Shown one by one up to this many in a row; a longer run is a payload, not a slip, and gets one mark that
# counts it. Eight marks are about eighty tokens: what a run may cost at most.
LONGEST_SPELLED_RUN = 8

# What HTML, terminals and chat windows show as nothing, or obey instead of showing.
_HIDDEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls of C0 and C1 but tab and newline
    "\xad"  # soft hyphen
    "\u034f"  # combining grapheme joiner
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # direction: marks, embeddings, overrides, isolates
    "\u115f\u1160\u3164\uffa0"  # Hangul fillers
    "\u17b4\u17b5\u180b-\u180f"  # Khmer inherent vowels, Mongolian selectors and separator
    "\u200b-\u200d\u2060-\u2065\u206a-\u206f\ufeff"  # zero width, invisible operators, retired controls
    "\u2028\u2029"  # separators of lines and paragraphs
    "\u2800"  # the empty Braille pattern
    "\ufe00-\ufe0f"  # variation selectors
    "\ufff0-\ufffc"  # reserved, annotation controls, object replacement
    "\ud800-\udfff"  # halves of pairs, which no UTF-8 text can hold
    "\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff"  # private use and noncharacters of the first plane
    "\U00013430-\U0001343f"  # controls that arrange hieroglyphs
    "\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a"  # controls of shorthand and musical notation
    "\U0001fffe\U0001ffff\U0002fffe\U0002ffff\U0003fffe\U0003ffff"  # noncharacters
    "\U00040000-\U0010ffff"  # unassigned planes, tags, selectors supplement, private planes
)
_RUN = f"[{_HIDDEN}]+"
# Those of them that Python counts as printable. All others `isprintable` finds, far faster than a pattern.
_HIDDEN_PRINTABLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc\U0001d159"
).union(map(chr, range(0xFE00, 0xFE10)), map(chr, range(0xE0100, 0xE01F0)))

# Characters that may be shown as pictures. Wider than Unicode's own list, which grows every year.
_PICTURE = (
    "\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935"
    "\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
# Letters, marks and digits of scripts whose shapes depend on joiners: Arabic to N'Ko, India, Tibet, Myanmar,
# Khmer, Mongolian, Arabic forms. What is hidden itself is left out: a joiner never leans on another one.
_JOINING = (
    "\u0600-\u061b\u061d-\u07ff\u0840-\u109f\u1780-\u17b3\u17b6-\u180a\u1810-\u18af\ua8e0-\ua8ff"
    "\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\U00011000-\U0001173f"
)
_VIRAMA = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca"
# Scripts without blanks, where a zero width space says where a word ends.
_UNSPACED = "\u0e01-\u0eff\u1000-\u109f\u1780-\u17b3\u17b6-\u17ff"
_HEBREW_MARK = "\u0591-\u05c7"
_MONGOLIAN = "\u1820-\u18aa"
_HIEROGLYPH = "\U00013000-\U0001342f"
_BRAILLE = "\u2801-\u28ff"
# Ideographs, operators and Myanmar letters have standardised variants.
_VARIED = "\u1000-\u109f\u2200-\u22ff\u2a00-\u2aff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f"
# England, Scotland and Wales: the only flags that Unicode recommends to be written with tags.
_FLAG = "|".join(
    "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
)

# Every character with the property White_Space. Python counts the separators of information among them; they
# are controls, and shown.
_SEPARATORS = "\x1c\x1d\x1e\x1f"
_SPACE = "[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+"


def visible(text: str) -> str:
    """Return a text in which every hidden or control character is shown; lines stay lines."""
    if text.isprintable() and (text.isascii() or _HIDDEN_PRINTABLE.isdisjoint(text)):
        return text
    return compiled(_RUN).sub(_shown, text)


def one_line(text: str) -> str:
    """Return a text as one line with single blanks, in which every hidden character is shown."""
    if any(separator in text for separator in _SEPARATORS):
        return visible(compiled(_SPACE).sub(" ", text).strip(" "))
    return visible(" ".join(text.split()))


def _shown(run: re.Match[str]) -> str:
    """Return the marks for a run of hidden characters, behind those that the writing needs."""
    kept = _kept().match(run.string, run.start())
    stop = kept.end() if kept else run.start()
    rest = run.string[stop : run.end()]
    before = run.string[run.start() : stop]
    if len(rest) > LONGEST_SPELLED_RUN:
        return f"{before}⟨{len(rest)} hidden, U+{ord(rest[0]):04X}…U+{ord(rest[-1]):04X}⟩"
    return before + "".join(f"⟨U+{ord(sign):04X}⟩" for sign in rest)


# Where a hidden character is part of the writing. Each stands directly behind something visible, or behind
# another kept one, so that only the beginning of a run can be kept.
# Most texts hide nothing, and reading the pattern takes longer than looking at all of them.
@cache
def _kept() -> re.Pattern[str]:
    return re.compile(
        "(?:"
        + "|".join(
            (
                r"\r(?=\n)",
                f"(?<=[{_PICTURE}])[\ufe0e\ufe0f]",
                "(?<=[0-9#*])\ufe0f(?=\u20e3)",
                f"(?:(?<=[{_PICTURE}])|(?<=[{_PICTURE}]\ufe0f))\u200d(?=[{_PICTURE}])",
                f"(?<=\U0001f3f4)(?:{_FLAG})",
                f"(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}])",
                f"(?<=[{_VIRAMA}])[\u200c\u200d]",
                f"(?<=[{_UNSPACED}])\u200b(?=[{_UNSPACED}])",
                f"(?<=[{_HEBREW_MARK}])\u034f(?=[{_HEBREW_MARK}])",
                f"(?<=[{_MONGOLIAN}])(?:[\u180b-\u180d\u180f]|\u180e(?=[{_MONGOLIAN}]))",
                f"(?<=[{_HIEROGLYPH}])[\U00013430-\U0001343f]",
                f"(?<=[{_BRAILLE}])\u2800(?=[{_BRAILLE}])",
                f"(?<=[{_VARIED}])[\ufe00-\ufe02]",
            )
        )
        + ")*"
    )
