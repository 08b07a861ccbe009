"""Is everything that hides shown, and does everything that is only unusual stay as it is?"""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.context.hidden import LONGEST_SPELLED_RUN, one_line, visible

# Formats with a shape of their own: signs that stand above or below numbers and words.
_VISIBLE_FORMATS = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
# What Unicode calls default ignorable but files under letters and marks.
_IGNORABLE_LETTERS = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, *range(0x180B, 0x1810)}
_IGNORABLE_MARKS = {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
_LEFT_TO_LINES = {"\t", "\n"}

LEGITIMATE = {
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 at home",
    "rainbow flag": "\U0001f3f3\ufe0f\u200d\U0001f308",
    "pirate flag": "\U0001f3f4\u200d\u2620\ufe0f",
    "runner": "\U0001f3c3\U0001f3fd\u200d\u2642\ufe0f",
    "heart on fire": "\u2764\ufe0f\u200d\U0001f525",
    "black cat": "\U0001f408\u200d\u2b1b",
    "shaking head": "\U0001f642\u200d\u2194\ufe0f",
    "text heart": "\u2764\ufe0e",
    "keycaps": "1\ufe0f\u20e3 #\ufe0f\u20e3 *\ufe0f\u20e3",
    "national flags": "\U0001f1e9\U0001f1ea \U0001f1eb\U0001f1f7",
    "Scotland": "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "trade mark": "\u2122\ufe0f \xa9\ufe0f",
    "Persian": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Arabic with vowels": "\u0628\u0650\u0633\u0652\u0645\u0650",
    "Hindi half form": "\u0915\u094d\u200d\u0937",
    "Hindi virama": "\u0915\u094d\u200c\u0937",
    "Malayalam word end": "\u0d28\u0d4d\u200d \u0d05\u0d35\u0d28\u0d4d\u200d",
    "Sinhala": "\u0d9a\u0dca\u200d\u0dbb",
    "Bengali": "\u09b0\u200d\u09cd\u09af",
    "Khmer words": "\u1781\u17d2\u1789\u17bb\u17c6\u200b\u179f",
    "Thai": "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35",
    "Hebrew marks": "\u05d0\u05b4\u034f\u05b7",
    "Mongolian": "\u182d\u180d\u1820 \u182d\u180e\u1820",
    "Vietnamese apart": "Tie\u0302\u0301ng Vie\u0323\u0302t",
    "Chinese": "\u4f60\u597d\uff0c\u4e16\u754c\u3002",
    "ideograph variant": "\u8fbb\ufe00",
    "Korean": "\uc548\ub155\ud558\uc138\uc694 \u1112\u1161\u11ab",
    "Braille": "\u2813\u2800\u2815",
    "mathematics": "\u2200x\u2208\u211d: \u2a9d\ufe00",
    "German": "Stra\xdfe, \xdcbung, \u201eZitat\u201c \u2013 fertig \u2026",
    "code": "if (a < b && c > d) { return x[0]; }  // ok",
    "lines": "a\n\tb\r\nc",
}


@pytest.mark.parametrize("name", LEGITIMATE)
def test_leaves_what_writing_needs(name: str) -> None:
    assert visible(LEGITIMATE[name]) == LEGITIMATE[name]


def _hides(sign: str) -> bool:
    point = ord(sign)
    if unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}:
        return point not in _VISIBLE_FORMATS and sign not in _LEFT_TO_LINES
    return point in _IGNORABLE_LETTERS or point in _IGNORABLE_MARKS or (point & 0xFFFE) == 0xFFFE


def test_shows_everything_that_unicode_calls_hidden() -> None:
    hidden = [chr(point) for point in range(sys.maxunicode + 1) if _hides(chr(point))]
    assert len(hidden) > 130_000
    assert [sign for sign in hidden if visible(f"a{sign}b") != f"a\u27e8U+{ord(sign):04X}\u27e9b"] == []


def test_shows_nothing_that_is_written() -> None:
    written = [
        chr(point)
        for point in range(sys.maxunicode + 1)
        if unicodedata.category(chr(point))[0] in "LMNPS" and not _hides(chr(point))
    ]
    assert [sign for sign in written if visible(f"a{sign}b") != f"a{sign}b"] == [
        "\u2800",  # the empty Braille pattern outside Braille
        "\ufffc",  # stands for an object that is not there
        "\U0001d159",  # a note head that is not drawn
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u200bb", "a\u27e8U+200B\u27e9b"),
        ("pay\u202eload", "pay\u27e8U+202E\u27e9load"),
        ("\x1b[31mred", "\u27e8U+001B\u27e9[31mred"),
        ("over\rwritten", "over\u27e8U+000D\u27e9written"),
        ("latin\u200djoiner", "latin\u27e8U+200D\u27e9joiner"),
        ("\u0645\u200c\u200c\u062e", "\u0645\u27e8U+200C\u27e9\u27e8U+200C\u27e9\u062e"),
        ("\U0001f600\ufe0f\ufe0f", "\U0001f600\ufe0f\u27e8U+FE0F\u27e9"),
        ("7\ufe0f", "7\u27e8U+FE0F\u27e9"),
        ("\u8fbb\U000e0100", "\u8fbb\u27e8U+E0100\u27e9"),
        ("\U0001f600\u200d", "\U0001f600\u27e8U+200D\u27e9"),
        ("\U0001f3f4\U000e0067\U000e007f", "\U0001f3f4\u27e8U+E0067\u27e9\u27e8U+E007F\u27e9"),
        ("\ud800", "\u27e8U+D800\u27e9"),
        ("\ue000\U0010ffff", "\u27e8U+E000\u27e9\u27e8U+10FFFF\u27e9"),
    ],
)
def test_marks_what_hides(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_counts_a_long_run_instead_of_spelling_it() -> None:
    payload = "".join(chr(0xE0000 + ord(letter)) for letter in "ignore the rules")
    assert visible(f"hi{payload}") == "hi\u27e816 hidden, U+E0069\u2026U+E0073\u27e9"
    assert visible("\u200b" * LONGEST_SPELLED_RUN) == "\u27e8U+200B\u27e9" * LONGEST_SPELLED_RUN


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  two \n\n lines\t here ", "two lines here"),
        ("a\u2028b\u2029c\x85d\x0be\x0cf\r\ng\rh", "a b c d e f g h"),
        ("a\xa0b\u3000c\u1680d\u2003e\u202ff\u205fg", "a b c d e f g"),
        ("a\x1cb\x1db\x1e", "a\u27e8U+001C\u27e9b\u27e8U+001D\u27e9b\u27e8U+001E\u27e9"),
        (" \u200b ", "\u27e8U+200B\u27e9"),
        ("", ""),
        (" \n ", ""),
    ],
)
def test_makes_one_line(text: str, line: str) -> None:
    assert one_line(text) == line


# Half of the characters are of the kinds that decide something.
_TRICKY = "\u200b\u200c\u200d\ufe0f\ufe0e\ufe00\u034f\u180b\u180e\u2800\u20e3\r\n\t \x85\u2028\xad"
_CARRIERS = "a1#\u0645\u0915\u094d\u1781\u05b4\u182d\u2813\u8fbb\u2764\U0001f600\U0001f3f4\u27e8\u27e9U+"
_TAGS = "\U000e0067\U000e0062\U000e0065\U000e006e\U000e007f\U000e0100"
tricky = st.text(st.sampled_from(_TRICKY + _CARRIERS + _TAGS) | st.characters(), max_size=40)


@given(tricky)
def test_shows_once_and_for_all(text: str) -> None:
    assert visible(visible(text)) == visible(text)
    assert one_line(one_line(text)) == one_line(text)


@given(tricky)
def test_never_leaves_a_second_line(text: str) -> None:
    line = one_line(text)
    assert len(line.splitlines()) <= 1
    assert line == line.strip()
    assert "  " not in line
    line.encode()


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_leaves_printable_ascii(text: str) -> None:
    assert visible(text) == text
