"""Which part of a text only repeats what Phantasm handed over? Found by hashed runs of words. Pure.

What was handed over is kept as fingerprints: of every run of so many words, and of whole short statements. A
text that shares such a run repeats it, whatever is written around the words. Nothing else is taken out.
"""

import hashlib
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from zlib import crc32

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


RUN_WORDS = 8
"""A shorter run of words that is no whole statement is no echo (`benchmarks/self_ingestion.py`)."""
INSIDE_WORDS = 12
"""A shorter run inside of a sentence is no echo: much of what people and models say begins alike."""
FEWEST_WORDS: Final = 3
FEWEST_CHARACTERS: Final = 12
"""What a statement shorter than a run needs, in words and characters: "It is so." is nobody's."""
_HEAD_DIGITS, _HEAD_BITS, _TAIL_BYTES = 4, 0xFFFF, 3
"""A fingerprint has ten hexadecimal digits, 40 bits: with 10,000 of them, one run of words in a hundred
million is taken for another."""
_CHARACTERS_PER_PRINT: Final = 6
"""At most one fingerprint in so many characters, as English has words: 9,000 characters are less than 20 KB
of JSON."""
_FEWEST_PRINTS: Final = 256
"""What even a short text may have."""

_BETWEEN: Final = "\x1f"
_WHOLE: Final = "\x1e"
"""Stands before a whole short statement: as a part of a longer one it is no echo."""
_PAIRS: Final = dict(zip("\"'*_`~\u201c\u2018\u00ab", "\"'*_`~\u201d\u2019\u00bb", strict=True))
"""What opens quotes and emphasis, and what closes them."""
_CITATIONS: Final = re.compile(rf"(?:[ \t]*{HANDLE.pattern})*")
_STOPS: Final = re.compile(rf"[.,;:!?\u2026]*{_CITATIONS.pattern}")
"""What may stand behind the last word of a statement: signs, and how to cite it."""
_MARKUP: Final = re.compile(r"[ \t]*(?:[-*+>\u2022#|]+[ \t]*)*(?:[0-9]{1,3}[.)][ \t]*)?")
"""What may stand before the first word of a line: marks of lists, quotes, headings and tables."""
_REST: Final = re.compile(r"[ \t]*\r?(?:\n|\Z)")
_CHANCE_WORDS: Final = 3
"""So many words at the beginning or at the end of a statement are alike by chance."""
_CITED_AT_ONCE: Final = 3
"""More citations than this, with no word of one's own between, are a copy of a block and no citations."""
_GAP: Final = "\u2026"
"""Stands for an echo inside of a sentence: what is left of the sentence must not read as another one."""
_PASTED_LINES: Final = 2
"""So many whole lines of ours in a row are pasted: nobody types them alike by chance."""

Span = tuple[int, int]


def fingerprints(text: str) -> tuple[str, ...]:
    """Return by what a text that is handed over is known again, whole or in part."""
    words = words_of(text)
    places, edges = range(max(0, len(words) - RUN_WORDS + 1)), list(words.edges(RUN_WORDS))
    short = [
        _print([_WHOLE, *words.texts[first:last]])
        for first, last in _short(words)
        if _is_whole(words, first, last)
    ]
    most = max(_FEWEST_PRINTS, len(text) // _CHARACTERS_PER_PRINT) - len(short)
    # Every run where that is few enough; else every second, and so on, and how statements begin and end.
    stride = 1
    while len(places) // stride + (len(edges) if stride > 1 else 0) > most and stride < RUN_WORDS:
        stride += 1
    kept = sorted({*places[::stride], *(edges if stride > 1 else ())})
    found = [*short, *(_print(words.texts[place : place + RUN_WORDS]) for place in kept)]
    return tuple(dict.fromkeys(found[: most + len(short)]))


def without_echoes(text: str, known: frozenset[str]) -> str:
    """Return a text without what only repeats a text of which the fingerprints are known.

    Citations stay: who cites something uses it. Where only a part of a sentence goes, an ellipsis says so.
    Everything else stays byte for byte.
    """
    if not known or not text:
        return text
    words = words_of(text)
    return _without(text, words, _echoes(words, known))


def without_pasted(text: str, known: frozenset[str], *, cited_only: bool = False) -> str:
    """Return what a person said without what is plainly a block of ours that they pasted.

    People may say what the memory says, in the same words: that is theirs. What stands in a line with a
    citation of ours is not, nor are whole lines of ours in a row, unless only citations count.
    """
    if not known or not text:
        return text
    words = words_of(text)
    runs = _echoes(words, known)
    return _without(text, words, _pasted(text, words, runs, cited_only=cited_only)) if runs else text


def _is_whole(words: Words, first: int, last: int) -> bool:
    """Tell whether a part is a statement of its own, not a phrase in quotes or brackets or before a colon."""
    before = words.ends[first - 1] if first else "end"
    return before in {"end", "line"} and (last == len(words) or words.ends[last - 1] != "mark")


def _short(words: Words) -> Iterator[Span]:
    """Yield what stands between two marks and is shorter than a run; a line end may be a wrapped line's."""
    size = len(words)
    for first in [0, *(place for place, ends in enumerate(words.ends, 1) if ends)]:
        for last in range(first + 1, min(first + RUN_WORDS, size + 1)):
            ends = words.ends[last - 1] if last < size else "end"
            is_one = ends and last - first >= FEWEST_WORDS
            if is_one and sum(map(len, words.texts[first:last])) >= FEWEST_CHARACTERS:
                yield first, last
            if ends not in {"", "line"}:
                break


def _print(words: Sequence[str]) -> str:
    said = _BETWEEN.join(words).encode("utf-8", "replace")
    tail = hashlib.blake2b(said, digest_size=_TAIL_BYTES).hexdigest()
    return f"{_head(words[0], words[1]):04x}{tail}"


def _head(first: str, second: str) -> int:
    """Return how the fingerprint of a run begins: quick to tell, so that the rest is seldom needed."""
    return crc32(f"{first}{_BETWEEN}{second}".encode("utf-8", "replace")) & _HEAD_BITS


@lru_cache(maxsize=8)
def _heads(known: frozenset[str]) -> frozenset[int]:
    """Return how fingerprints begin; the same ones are asked for with every turn of a session."""
    return frozenset(int(one[:_HEAD_DIGITS], 16) for one in known)


def _echoes(words: Words, known: frozenset[str]) -> list[Span]:
    """Return from which word to which a text repeats what is known; the last one is not part of it."""
    texts = words.texts
    heads = _heads(known)
    found = [
        (place, place + RUN_WORDS)
        for place in range(len(texts) - RUN_WORDS + 1)
        if _head(texts[place], texts[place + 1]) in heads
        and _print(texts[place : place + RUN_WORDS]) in known
    ]
    found += [(first, last) for first, last in _short(words) if _print([_WHOLE, *texts[first:last]]) in known]
    joined: list[Span] = []
    for first, last in sorted(found):
        if joined and first <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], last)
        else:
            joined.append((first, last))
    runs = [_trimmed(words, first, last) for first, last in joined]
    return [run for run in runs if run[1] - run[0] >= INSIDE_WORDS or not any(words.cuts(*run))]


def _trimmed(words: Words, first: int, last: int) -> Span:
    """Return a run without the few words that it has of the statements beside it: they may be anybody's.

    Of two statements in a row ours knows how the second begins, and many begin with the same word.
    """
    ends = words.ends
    if first > 0 and not ends[first - 1]:
        first = next((n for n in range(first + 1, first + 1 + _CHANCE_WORDS) if ends[n - 1]), first)
    if last < len(words) and not ends[last - 1]:
        last = next((n for n in range(last - 1, last - 1 - _CHANCE_WORDS, -1) if ends[n - 1]), last)
    return first, last


def _pasted(text: str, words: Words, runs: Sequence[Span], *, cited_only: bool) -> list[Span]:
    """Return the runs, line by line, that stand in pasted lines."""
    ends = [end.end() for end in re.finditer("\n", text)]
    lines = [bisect_right(ends, start) for start, _ in words.places()]
    ours: dict[int, list[int]] = {}
    for first, last in runs:
        for place in range(first, last):
            ours.setdefault(lines[place], []).append(place)
    sizes = Counter(lines)
    cited = {bisect_right(ends, handle.start()) for handle in HANDLE.finditer(text)}
    found: set[int] = cited & set(ours)
    row: list[int] = []
    for line in () if cited_only else sizes:  # in the order of the text; blank lines have no words
        row = [*row, line] if len(ours.get(line, ())) == sizes[line] else []
        if len(row) >= _PASTED_LINES:
            found.update(row[-_PASTED_LINES:])
    places = [place for line in sorted(found) for place in ours[line]]
    return _runs(places)


def _runs(places: Sequence[int]) -> list[Span]:
    joined: list[Span] = []
    for place in places:
        if joined and joined[-1][1] == place:
            joined[-1] = joined[-1][0], place + 1
        else:
            joined.append((place, place + 1))
    return joined


def _without(text: str, words: Words, runs: Sequence[Span]) -> str:
    """Return a text without some runs of words and the marks around them; citations among them stay."""
    if not runs:
        return text
    kept: list[str] = []
    places = words.places()
    done = 0
    for first, last in runs:
        cuts = words.cuts(first, last)
        start, stop, cited = _widened(text, (places[first][0], places[last - 1][1]), done, cuts)
        few = " ".join(cited) if len(cited) <= _CITED_AT_ONCE else ""
        kept += [text[done:start], few or (_GAP if any(cuts) else "")]
        done = stop
    left = "".join([*kept, text[done:]])
    return left if len(words_of(left)) or HANDLE.search(left) else ""


def _widened(text: str, place: Span, least: int, cuts: tuple[bool, bool]) -> tuple[int, int, list[str]]:
    """Return where a run begins and ends with the marks that belong to it, and what it cites.

    Those of its sentence, of quotes, of a list, and of its line.
    """
    # The signs behind a part of a sentence belong to the rest of it.
    signs = _CITATIONS if cuts[1] else _STOPS
    start, stop = place[0], _match_end(signs, text, place[1])
    while start > least and _PAIRS.get(text[start - 1], "") == text[stop : stop + 1] != "":
        start, stop = start - 1, _match_end(signs, text, stop + 1)
    begin = max(text.rfind("\n", 0, start) + 1, least)
    begins_line = _MARKUP.fullmatch(text, begin, start) is not None
    rest, cited = _REST.match(text, stop), HANDLE.findall(text, start, stop)
    if begins_line:
        start = begin
    if not cited and not any(cuts):
        if begins_line and rest:  # a line of which nothing is left goes with its end
            stop = rest.end()
        elif not rest and start > 0 and text[start - 1].isspace() and text[stop : stop + 1] == " ":
            stop += 1
    return start, stop, cited


def _match_end(pattern: re.Pattern[str], text: str, place: int) -> int:
    found = pattern.match(text, place)
    return found.end() if found else place
