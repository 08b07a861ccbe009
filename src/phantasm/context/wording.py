"""Which words does a text have, whatever is written around them? Pure.

The same sentence comes back wrapped, in a list, in quotes, in bold, escaped for JSON or for HTML. Its words
stay the same. Each keeps the place where it stands in the text as it was written.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from phantasm.contracts.ids import ALPHABET, EPISODE_MARK, EVIDENCE_MARK, HANDLE_LENGTH, RECORD_MARK
from phantasm.contracts.patterns import compiled

_CITED: Final = rf"(?:{RECORD_MARK}|{EVIDENCE_MARK}|{EPISODE_MARK})[{ALPHABET}]{{{HANDLE_LENGTH}}}"
HANDLE: Final = re.compile(rf"\[{_CITED}\]")
"""A citation as a context writes it."""
_BARE_HANDLE: Final = rf"(?<![^\W_]){_CITED}(?![^\W_])"
"""A citation as it stands in JSON, too: no words of the text."""

_FILLER: Final = "\x00"
"""Stands where an escape had more characters than what it means: places must not move."""
# Scripts that put no blanks between words: Thai, Lao, Tibetan, Myanmar, Khmer, kana, Han. A letter is a word.
_UNSPACED: Final = (
    r"\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    r"\U00020000-\U0003134f"
)
# Ends of sentences, also of a value in JSON; what encloses or divides a sentence; what opens a remark.
_BEHIND_END: Final = r"(?![^\s\"'\u2019\u201d)\]*_`\\<,\x00])"
_PIECES: Final = (
    rf"|(?P<end>[.!?\u2026]{_BEHIND_END}|[\u3002\uff01\uff1f]|\"\s*(?::\s*\"|[,}}\]]))"
    rf"|(?P<mark>[;:]{_BEHIND_END}|[\"\u201c\u201d\u00ab\u00bb)\[\]{{}}|<>\u2013\u2014\u3001])"
    r"|(?P<open>\()"
    r"|(?P<line>\n)"
)
_PIECE: Final = rf"(?P<word>[^\W_{_UNSPACED}]+|[{_UNSPACED}](?<=\w)){_PIECES}"
_ASCII_PIECE: Final = rf"(?P<word>[^\W_]+){_PIECES}"
"""The same for texts of ASCII, whose pattern is read in a tenth of the time: a hook reads it for one text."""
_FILLED_PIECE: Final = (
    rf"(?P<word>[^\W_{_UNSPACED}](?:{_FILLER}*[^\W_{_UNSPACED}])*|[{_UNSPACED}](?<=\w)){_PIECES}"
)
"""The same where escapes stand inside of words, which is slower."""
_CODE_POINT: Final = r"\\+u([0-9a-f]{4})"
# However often it was escaped: a path such as C:\new reads the same in both, though not as it is meant.
_ESCAPED: Final = r"\\+([nrtbf]?)"
_ENTITY: Final = r"&(?:amp;)*(#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});"
_ORDINAL: Final = re.compile(r"^[ \t>*+\u2022-]{0,16}[0-9]{1,3}[.)](?=[ \t])", re.MULTILINE)


class Words(NamedTuple):
    """The words of a text, folded."""

    texts: list[str]
    ends: list[str]
    """What stands between a word and the next: the `end` of a sentence, a `mark` that divides one, the `open`
    bracket of a remark, the end of a `line`, or "" where nothing of this does."""
    level: str
    """The text in which they were found, of the same length as the one that was given."""

    def __len__(self) -> int:
        return len(self.texts)

    def places(self) -> list[tuple[int, int]]:
        """Return where each word begins and ends; seldom needed, and as slow as finding the words."""
        found = _pattern(self.level).finditer(self.level)
        return [piece.span() for piece in found if piece.lastgroup == "word"]

    def cuts(self, first: int, last: int) -> tuple[bool, bool]:
        """Tell whether other words of the same sentence stand before and behind a part."""
        return first > 0 and not self.ends[first - 1], last < len(self.texts) and not self.ends[last - 1]

    def edges(self, size: int) -> Iterator[int]:
        """Yield where the first and the last so many words of each statement begin."""
        first = 0
        for place, ends in enumerate(self.ends, 1):
            if ends or place == len(self.ends):
                if place - first >= size:
                    yield first
                    yield place - size
                first = place


def words_of(text: str) -> Words:
    """Return the words of a text in their order."""
    level = _levelled(text)
    texts: list[str] = []
    ends: list[str] = []
    for word, end, mark, bracket, line in _pattern(level).findall(level):
        if word:
            texts.append(word)
            ends.append("")
        elif ends:
            # A line end beside another one, or beside a mark, ends a sentence as well.
            is_end = end or (line and ends[-1]) or ends[-1] in {"end", "line"}
            ends[-1] = "end" if is_end else "mark" if mark or ends[-1] else "open" if bracket else "line"
    if _FILLER in level:
        texts = [word.replace(_FILLER, "") for word in texts]
    return Words(texts, ends, level)


def _pattern(level: str) -> re.Pattern[str]:
    if _FILLER in level:
        return compiled(_FILLED_PIECE)
    return compiled(_ASCII_PIECE if level.isascii() else _PIECE)


def _levelled(text: str) -> str:
    """Return a text of the same length, folded, in which escapes are what they stand for."""
    level = text.lower()
    if len(level) != len(text):  # a few capitals are two letters as small ones
        level = "".join(map(_small, text))
    level = level.replace(_FILLER, " ")
    if "\\" in level:
        level = compiled(_ESCAPED).sub(_unescaped, compiled(_CODE_POINT).sub(_code_point, level))
    if "&" in level:
        level = compiled(_ENTITY).sub(_character, level)
    if ":" in level:
        level = compiled(_BARE_HANDLE).sub(lambda handle: " " * len(handle.group()), level)
    return _ORDINAL.sub(lambda mark: " " * len(mark.group()), level)


def _small(letter: str) -> str:
    small = letter.lower()
    return small if len(small) == 1 else letter


def _code_point(escape: re.Match[str]) -> str:
    return _in_place(_small(chr(int(escape[1], 16))), escape)


def _character(entity: re.Match[str]) -> str:
    import html  # noqa: PLC0415  two thousand names, which most texts have none of

    meant = _small(html.unescape(f"&{entity[1]};"))
    return _in_place(meant, entity) if len(meant) == 1 else entity.group()


def _unescaped(escape: re.Match[str]) -> str:
    return ("\n" if escape[1] in {"n", "r"} and escape[1] else " ").rjust(len(escape.group()))


def _in_place(meant: str, written: re.Match[str]) -> str:
    """Return what an escape means, as long as the escape; inside a word nothing may come between."""
    filler = _FILLER if meant.isalnum() else " "
    return meant + filler * (len(written.group()) - 1)
