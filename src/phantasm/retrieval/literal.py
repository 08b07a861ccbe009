"""Which texts hold this very text, or match this pattern? The modes that compare signs and not words.

What is compared is the whole text of an item, never a part of it: what is looked for may lie across a cut.
A caller who may not read sensitive texts learns nothing of them here, not even that one matches: whoever may
ask for any signs could ask for them one after the other.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from heapq import merge
from importlib import import_module
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from phantasm.contracts.envelope import NextStep
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.evidence.formation import PART_CHARACTERS
from phantasm.retrieval import lexical, matching, store
from phantasm.retrieval.documents import words_of_lines
from phantasm.retrieval.filters import may_see
from phantasm.retrieval.hits import Found, Hit
from phantasm.retrieval.lexical import Terms
from phantasm.retrieval.reading import texts
from phantasm.retrieval.search import counting, is_wanted
from phantasm.retrieval.tokens import tokens
from phantasm.storage.sql import Conditions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from phantasm.retrieval.hits import Wanted
    from phantasm.retrieval.model import Unit
    from phantasm.retrieval.rank import Match
    from phantasm.storage.blobs import BlobStore
    from phantasm.storage.work import Work

    Span = tuple[int, int]
    Find = Callable[[str], Span | None]


BATCH = 500
"""Texts that are read at a time, newest first: often enough for a page of hits."""


@dataclass(slots=True)
class Scan:
    """How many texts may be compared, and whether that was too few. A long text counts as its parts."""

    most: int
    limited: bool = False

    def newest(self, work: Work) -> Iterator[Unit]:
        """Yield what may answer, newest first."""
        below, seen = None, 0
        while batch := store.newest(work, BATCH, below=below):
            for unit in batch:
                if seen == self.most:
                    self.limited = True
                    return
                seen += 1
                yield unit
            below = batch[-1].id

    def affordable(self, items: Iterable[Unit]) -> Iterator[Unit]:
        """Yield items as whole texts until enough are compared; the last one as far as that reaches."""
        left = self.most
        for unit in items:
            if not left:
                self.limited = True
                return
            stop = min(unit.length, left * PART_CHARACTERS)
            self.limited = self.limited or stop < unit.length
            left -= max(1, -(-stop // PART_CHARACTERS))
            yield unit._replace(start=0, stop=stop)


# Characters of a text that are looked for in the index: fewer than the shortest part that something follows
# (half of `formation.PART_CHARACTERS`), so that they lie in one part, or in the end of one and the beginning
# of the next. Whoever holds the whole text holds its beginning.
_LOOKED_FOR = 400
# Units that are read at a time: a page of memory, and mostly more than a page of hits needs.
_PAGE = 500
_IS_CUT = "(u.part > 0 OR u.stop < u.length)"


class Phrase(NamedTuple):
    """Words in a row, and how they show in units that were cut within them."""

    whole: str
    """The expression for units that have all of it."""
    halves: str
    """The expression for units that may have what stands on one side of a cut; empty for a single word."""
    heads: tuple[str, ...]
    tails: tuple[str, ...]
    """What may stand before a cut, and what behind it."""

    def is_cut_by(self, unit: Unit) -> bool:
        """Tell whether a unit ends with the first of the words, or begins with the last."""
        return unit.body.endswith(self.heads) or unit.body.startswith(self.tails)


def candidates(work: Work, text: str, *, live_only: bool, conditions: Conditions) -> Iterator[Unit]:
    """Yield the units that may hold a text, newest first: too many rather than too few.

    What begins or ends inside a word is not known to the index.
    """
    streams: list[Iterator[Unit]] = []
    cut = Conditions([*conditions.clauses, _IS_CUT], conditions.parameters)
    for phrase in _phrases(work, text, live_only=live_only):
        for live in (True,) if live_only else (True, False):
            streams.append(_newest(work, phrase.whole, live=live, conditions=conditions))
            if phrase.halves:
                halves = _newest(work, phrase.halves, live=live, conditions=cut)
                streams.append(filter(phrase.is_cut_by, halves))
    found = merge(*streams, key=lambda unit: -unit.id)
    return (next(same) for _, same in groupby(found, key=lambda unit: unit.id))


def _phrases(work: Work, text: str, *, live_only: bool) -> list[Phrase]:
    """Return a text as the index has its words; in the history of a file the ends of lines are words."""
    beginning = _beginning(text)
    readings = dict.fromkeys([tuple(tokens(beginning)), tuple(words_of_lines(beginning.strip("\n")))])
    unspaced = len(text.split()) == 1
    return [
        Phrase(
            whole=lexical.in_a_row(words),
            halves=_halves(work, words, unspaced=unspaced, live_only=live_only),
            heads=tuple(" ".join(words[:stop]) for stop in range(1, len(words))),
            tails=tuple(" ".join(words[start:]) for start in range(1, len(words))),
        )
        for words in readings
        if words
    ]


def _beginning(text: str) -> str:
    """Return the beginning of a text up to a blank; all of it where it has none there."""
    begun = text[:_LOOKED_FOR].rsplit(maxsplit=1)
    return begun[0] if len(text) > _LOOKED_FOR and len(begun) > 1 else text


def _halves(work: Work, words: Sequence[str], *, unspaced: bool, live_only: bool) -> str:
    """Return the expression for units that have one side of a cut through some words.

    Wherever the cut is, the rarest word is on one side of it, and with it everything between it and that end.
    """
    if len(words) == 1:
        return ""
    counted = matching.frequencies(work, words, live=True)
    past = {} if live_only else matching.frequencies(work, words, live=False)
    at = min(range(len(words)), key=lambda place: counted.get(words[place], 0) + past.get(words[place], 0))
    sides = [words[: at + 1], words[at:]]
    if unspaced:
        # A cut that found no blank may go through the rarest word itself: then what is before it is in a row.
        sides.append(words[:at] or words[1:])
    return " OR ".join(f"({lexical.in_a_row(side)})" for side in sides)


def _newest(work: Work, expression: str, *, live: bool, conditions: Conditions) -> Iterator[Unit]:
    below: int | None = None
    while ids := matching.newest(work, expression, _PAGE, live=live, below=below, conditions=conditions):
        units = store.find(work, ids)
        yield from (units[name] for name in ids if name in units)
        below = ids[-1]


# Patterns run on RE2: its time is linear in the text, its memory is bounded, and its answer does not depend
# on a clock. An engine that backtracks needs a time limit, and then the same question has another answer on
# a busy machine; the one we tried also took all memory there was for `a{4000000000}`. The price: no look-
# around, no back-references, and `\b` and `\d` know ASCII only. Words and spaces are those of every script.

MOST_TEXTS = 20_000
"""Texts that one question with a pattern looks at: a tenth of a second, 5 µs for each thousand characters."""

# Texts times steps: a pattern of many steps sees fewer texts. The worst we made of 2,000 steps took 6 ms for
# a thousand characters, of 400 steps 0.4 ms: 24 s and 8 s under attack.
_MOST_WORK = 8_000_000
# Characters. Longer than any pattern that a person reads; a text that long is looked for with mode "exact".
_MOST_PATTERN_CHARACTERS = 500
# RE2's own count: enough for "\w{8,40}" or one "\p{L}". With more its automaton outgrows the memory below.
_MOST_STEPS = 2_000
# Bytes, for a pattern and its automaton. With half of it, RE2's default, the worst take ten times longer.
_MOST_MEMORY_BYTES = 16 * 1024 * 1024
# Characters of a pattern that an error repeats: enough to see the place.
_PATTERN_SHOWN_CHARACTERS = 40
# Marks on one sign: the limit of Unicode's stream-safe format (UAX 15). Putting n marks into order takes n²
# steps: two seconds for 40,000 of them (measured). What is neither ASCII nor a letter may be a mark.
_MOST_MARKS = 30
_MANY_MARKS = re.compile(rf"[^\w\x00-\x7f]{{{_MOST_MARKS},}}")
# Shorter runs are in nearly every text.
_SHORTEST_WORD = 3

_SYNTAX = "a pattern in RE2's syntax: no look-around, no back-references, no counts above 1000"
_EXAMPLE = r"time(d )?out after \d+ ?ms"

_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPE = re.compile(r"\\[pPx]\{[^}]*\}|\\[pP].|\\x..|\\.", re.DOTALL)
# What a pattern is made of. A class may start with "]"; what no alternative takes is a literal.
_PIECE = re.compile(
    rf"""(?P<quote>\\Q(?:(?!\\E).)*)
    |(?P<escape>{_ESCAPE.pattern})
    |(?P<set>\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\])
    |(?P<open>\(\?P?<\w*>|\(\?[A-Za-z-]*[:)]|\()
    |(?P<close>\))
    |(?P<repeat>[*+?]|\{{[0-9]+(?:,[0-9]*)?\}})
    |(?P<either>\|)
    |(?P<place>[.^$])
    |(?P<literal>.)""",
    re.VERBOSE | re.DOTALL,
)
# Letters, digits and marks of every script in a few ranges: exact lists make a program thirty times as long.
# Left out are the blocks of signs: Latin-1's, general punctuation up to dingbats, CJK's, private use, emoji.
_WORD = (
    r"\w\x{C0}-\x{1FFF}\x{2C00}-\x{2DFF}\x{3005}-\x{3007}\x{3040}-\x{D7FF}\x{F900}-\x{FDFF}\x{FF10}-\x{FF19}"
    r"\x{FF21}-\x{FF3A}\x{FF41}-\x{FF5A}\x{FF66}-\x{FFDC}\x{10000}-\x{1CFFF}\x{20000}-\x{3FFFF}"
)
_SPACE = r"\s\x{85}\x{A0}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}"
_INSIDE = {r"\w": _WORD, r"\s": _SPACE}
_OUTSIDE = {
    r"\w": f"[{_WORD}]",
    r"\W": f"[^{_WORD}]",
    r"\s": f"[{_SPACE}]",
    r"\S": f"[^{_SPACE}]",
    r"\Z": r"\z",
}
# Escapes behind which no letter is hidden: kinds of characters, places, and signs that stand for themselves.
_CLEAR_ESCAPE = re.compile(r"\\(?:[dDwWsSbBAzZnrtfva]|[^\w\s])")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern that is safe to run on any text."""

    engine: Any
    """RE2's compiled program; the package has no types."""
    most_texts: int
    """How many texts one question may run it on."""

    def find(self, text: str) -> tuple[int, int] | None:
        """Return where the first match is; None when there is none."""
        data = text.encode("utf-8", "replace")
        match = self.engine.search(data)
        if match is None:
            return None
        start, end = match.span()
        if len(data) == len(text):
            return start, end
        # "\\C" is one byte and may cut a character in two.
        return len(data[:start].decode("utf-8", "ignore")), len(data[:end].decode("utf-8", "ignore"))


def compile_pattern(text: str) -> Pattern:
    """Return a pattern to find; small letters match capitals too, unless the pattern has a capital itself."""
    if len(text) > _MOST_PATTERN_CHARACTERS:
        raise _wrong(f"it has {len(text)} characters; at most {_MOST_PATTERN_CHARACTERS} are allowed")
    if half := _SURROGATE.search(text):
        raise _wrong(f"character {half.start() + 1} is half of a pair, and no text has it")
    # Loaded only when somebody asks with a pattern.
    engine = import_module("re2")
    options = engine.Options()
    options.log_errors = False
    options.never_capture = True
    options.max_mem = _MOST_MEMORY_BYTES
    options.case_sensitive = _has_capital(_literals(text))
    try:
        # Texts have many lines: "^" and "$" stand for the ends of each of them, as in every search of files.
        compiled = engine.compile("(?m)" + _PIECE.sub(_widened, text), options)
    except engine.error as error:
        raise _wrong(_explained(error, text)) from None
    # The package keeps what it compiled, up to a gigabyte; the caller keeps the pattern for one question.
    engine.purge()
    if (steps := compiled.programsize) > _MOST_STEPS:
        raise _wrong(f"it has {steps} steps; at most {_MOST_STEPS} are allowed: repeat less often")
    if compiled.search(b"") is not None:
        raise _wrong("it matches an empty text, so every text has it: ask for at least one character")
    return Pattern(compiled, min(MOST_TEXTS, _MOST_WORK // steps))


def literal_words(pattern: str) -> list[str]:
    """Return words that are part of every match when both are casefolded; too few rather than a wrong one."""
    found: list[str] = []
    run, depth = "", 0
    for piece in _PIECE.finditer(pattern):
        match piece.lastgroup:
            case "quote":
                return []
            case "escape" if not _CLEAR_ESCAPE.fullmatch(piece[0]):
                return []
            case "either" if depth == 0:
                return []
            case "open":
                # "(?i)" holds nothing and closes itself.
                depth += piece[0][-1] != ")"
            case "close":
                depth -= 1
            case "literal" if depth == 0 and piece[0].isalnum():
                run += piece[0]
                continue
            case "repeat" if piece[0] != "+":
                run = run[:-1]
        found.append(run)
        run = ""
    if depth:
        return []
    return [word.casefold() for word in dict.fromkeys([*found, run]) if len(word) >= _SHORTEST_WORD]


def contains(text: str, wanted: str) -> tuple[int, int] | None:
    """Return where a text holds another one; small letters match capitals too, unless there is a capital.

    Both are compared in Unicode's compatible form, so that a ligature is its letters and an accent is
    the same however it is written. The place is that of the text as it stands: whole signs with their marks.
    """
    exact = _has_capital(wanted)
    sought = "".join(_parts(wanted, list(_clusters(wanted)), exact=exact))
    if not sought:
        return None
    if text.isascii():
        start = _plain(text, exact=exact).find(sought)
        return (start, start + len(sought)) if start >= 0 else None
    # Most texts do not hold it, and to see that as a whole is quicker.
    if not _MANY_MARKS.search(text) and sought not in _plain(text, exact=exact):
        return None
    spans = list(_clusters(text))
    parts = _parts(text, spans, exact=exact)
    if (start := "".join(parts).find(sought)) < 0:
        return None
    ends = list(accumulate(map(len, parts)))
    return spans[bisect_right(ends, start)][0], spans[bisect_left(ends, start + len(sought))][1]


def _parts(text: str, spans: list[tuple[int, int]], *, exact: bool) -> list[str]:
    return [_plain(text[begin:stop], exact=exact) for begin, stop in spans]


def _plain(text: str, *, exact: bool) -> str:
    if text.isascii():
        return text if exact else text.lower()
    text = unicodedata.normalize("NFKC", text)
    # Folding can take apart what was composed, so it is composed once more.
    return text if exact else unicodedata.normalize("NFKC", text.casefold())


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a text that are composed each by itself: a sign with its marks."""
    begin = 0
    for at, sign in enumerate(text):
        if at > begin and (at - begin > _MOST_MARKS or sign.isascii() or not _joins(sign)):
            yield begin, at
            begin = at
    if text:
        yield begin, len(text)


def _joins(sign: str) -> bool:
    """Tell whether a sign may melt into the one before it: a mark, or a vowel or end of a Hangul syllable."""
    first = unicodedata.normalize("NFKD", sign)[0]
    return unicodedata.category(first)[0] == "M" or "\u1160" <= first <= "\u11ff"


def _literals(pattern: str) -> str:
    """Return what a pattern compares letter by letter, classes of characters included."""
    return "".join(
        _ESCAPE.sub("", piece[0]) if piece.lastgroup == "set" else piece[0].removeprefix(r"\Q")
        for piece in _PIECE.finditer(pattern)
        if piece.lastgroup in ("literal", "set", "quote")
    )


def _widened(piece: re.Match[str]) -> str:
    """Return a piece of a pattern whose words and spaces are those of every script."""
    if piece.lastgroup == "set":
        return _ESCAPE.sub(lambda found: _INSIDE.get(found[0], found[0]), piece[0])
    return _OUTSIDE.get(piece[0], piece[0])


def _has_capital(text: str) -> bool:
    return any(sign.isupper() or sign.istitle() for sign in text)


def _explained(error: Exception, pattern: str) -> str:
    """Return RE2's words for what is wrong, and the place where it can be told."""
    what, _, part = error.args[0].decode("utf-8", "replace").partition(": ")
    at = _unbalanced(pattern) if what.endswith(" )") else pattern.find(part) if part else -1
    return (
        f"{what}, see {pattern[at : at + _PATTERN_SHOWN_CHARACTERS]!r} at character {at + 1}"
        if at >= 0
        else what
    )


def _unbalanced(pattern: str) -> int:
    opened = [-1]
    for piece in _PIECE.finditer(pattern):
        if piece.lastgroup == "open" and piece[0][-1] != ")":
            opened.append(piece.start())
        elif piece.lastgroup == "close" and opened.pop() < 0:
            return piece.start()
    return opened[-1]


def _wrong(what: str) -> PhantasmError:
    told = f"The pattern cannot be used: {what}"
    return PhantasmError(Code.INVALID_PARAMS, told, field="params.query", expected=_SYNTAX, example=_EXAMPLE)


# Characters that are read at a time: a few pages of memory, and the longest item by itself.
_BATCH_CHARACTERS = 2_000_000
# Characters of a hit's text: the part in which the match begins, and so much of a match that leaves it. As
# long as the longest text that can be asked for.
_SHOWN_CHARACTERS = 10_000 + PART_CHARACTERS


def find_text(work: Work, blobs: BlobStore, wanted: Wanted) -> Found:
    """Find what holds the question word for word, newest first."""
    conditions = wanted.chosen.conditions()
    likely = candidates(work, wanted.question, live_only=wanted.live_only, conditions=conditions)
    scan = Scan(MOST_TEXTS)

    def find(text: str) -> Span | None:
        return contains(text, wanted.question)

    hits = _matching(work, blobs, wanted, scan.affordable(_items(likely, wanted)), find)
    if not hits:
        # A text may begin or end inside a word, which the index does not know.
        scan = Scan(MOST_TEXTS, limited=scan.limited)
        hits = _matching(work, blobs, wanted, scan.affordable(_items(scan.newest(work), wanted)), find)
    return _found(work, wanted, hits, scan)


def find_pattern(work: Work, blobs: BlobStore, wanted: Wanted) -> Found:
    """Find what matches the question as a pattern, newest first."""
    pattern = compile_pattern(wanted.question)
    needed = [word.casefold() for word in literal_words(wanted.question)]
    scan = Scan(pattern.most_texts)

    def find(text: str) -> Span | None:
        folded = text.casefold() if needed else ""
        return pattern.find(text) if all(word in folded for word in needed) else None

    hits = _matching(work, blobs, wanted, scan.affordable(_items(scan.newest(work), wanted)), find)
    return _found(work, wanted, hits, scan)


def _items(units: Iterable[Unit], wanted: Wanted) -> Iterator[Unit]:
    """Yield one unit of each item that is wanted and that the caller may see."""
    seen: set[str] = set()
    for unit in units:
        if unit.item_id not in seen:
            seen.add(unit.item_id)
            if is_wanted(unit, wanted) and may_see(unit, wanted.chosen):
                yield unit


def _batches(items: Iterable[Unit]) -> Iterator[list[Unit]]:
    batch: list[Unit] = []
    characters = 0
    for unit in items:
        if len(batch) == BATCH or (batch and characters + unit.stop > _BATCH_CHARACTERS):
            yield batch
            batch, characters = [], 0
        batch.append(unit)
        characters += unit.stop
    if batch:
        yield batch


def _matching(work: Work, blobs: BlobStore, wanted: Wanted, items: Iterator[Unit], find: Find) -> list[Hit]:
    """Return what matches and counts, newest first; no more is read once there are enough for the page."""
    hits: list[Hit] = []
    for batch in _batches(items):
        said = texts(work, blobs, batch)
        found = [(unit, span) for unit in batch if unit.id in said and (span := find(said[unit.id]))]
        hits += counting(work, wanted, _hits(work, found))
        if len(hits) >= wanted.most:
            break
    return hits


def _hits(work: Work, found: Sequence[tuple[Unit, Span]]) -> list[Hit]:
    """Return each match as the part of its item in which it begins, longer where it ends outside."""
    cut = [unit.item_id for unit, _ in found if unit.tier == "evidence" and unit.length > PART_CHARACTERS]
    parts = {name: list(own) for name, own in groupby(store.of_items(work, cut), lambda unit: unit.item_id)}
    hits = []
    for unit, (begin, end) in found:
        own = parts.get(unit.item_id, [unit])
        part = own[bisect_right([one.start for one in own], begin) - 1]
        stop = max(part.stop, min(end, part.start + _SHOWN_CHARACTERS))
        span = (begin - part.start, min(end, stop) - part.start)
        hits.append(Hit(part._replace(stop=stop), 1.0, marks_in_text=(span,)))
    return hits


def _found(work: Work, wanted: Wanted, hits: Sequence[Hit], scan: Scan) -> Found:
    if scan.limited and len(hits) < wanted.most:
        told = f"only the newest {scan.most} texts were compared; narrow it down, or search by words"
        work.warn("scan_limited", told)
        work.remediation.append(NextStep(message="Search by words instead: leave out mode."))
    match: Match = "strong_match" if hits else "no_match"
    return Found(hits, Terms((), (), {}, 0), match, float(bool(hits)), 0)
