r"""Where does a text match a pattern or hold a literal, whatever anybody sends? Pure.

Patterns run on RE2: its time is linear in the text, its memory is bounded, and its answer does not depend on
a clock. An engine that backtracks needs a time limit, and then the same question has another answer on a busy
machine; the one we tried also took all memory there was for `a{4000000000}`. The price: no look-around, no
back-references, and `\b` and `\d` know ASCII only. Words and spaces are those of every script.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import accumulate
from typing import Any

from phantasm.contracts.errors import Code, PhantasmError

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
_SHOWN_CHARACTERS = 40
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
    return f"{what}, see {pattern[at : at + _SHOWN_CHARACTERS]!r} at character {at + 1}" if at >= 0 else what


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
