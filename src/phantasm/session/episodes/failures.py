"""Which words tell one failure from another, whatever the run? Pure."""

import re
from typing import Final

from phantasm.session.episodes.error_lines import error_lines

MOST_WORDS: Final = 16
"""How many words a signature has at most; the first tell most."""

_PLACE: Final = re.compile(r"\S+\.\w{1,5}[:(]\d+(?:[:,]\d+)*\)?:?|\S*\.\w+::(?=\w)")
"""Where it showed: a file and a line, or the file of a test."""

_PATH: Final = re.compile(
    r"(?:[A-Za-z]:\\|~?/|\.{1,2}/)?(?<!@)\b[\w.+-]*[\\/][\w.+\\/-]*[\w](?::\d+)*|(?<![\w@])/[\w./+-]+"
)
_MODULE: Final = re.compile(r"@[\w.-]+/[\w.-]+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|io|net|dev|in)/[\w./-]*\w")
"""Packages that are called like a path."""

_HEX: Final = re.compile(r"\b0[xX][0-9a-fA-F]+\w*|\b[0-9a-f]{12,}\b")
_QUOTED: Final = re.compile(r"['\"`\u2018\u201c]([^'\"`\u2019\u201d]{1,80})['\"`\u2019\u201d]")
_WORD: Final = re.compile(r"(?<=SQLSTATE\[)\w{5}|(?<!\w)[A-Za-z_\u00c0-\u024f][\w.$-]*[\w$]")
_CODE: Final = re.compile(r"(?:[A-Z]{1,5}\d{2,5}|\d\w{4}|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|E[A-Z]{3,})$")
_CHANGING: Final = re.compile(r"^[0-9a-f]{7,}$|^0x|\d{3,}|^v?\d|-[0-9a-f]{4,}(?:-|$)", re.IGNORECASE)
_FILE: Final = re.compile(r"\.(?:py|js|ts|tsx|jsx|go|rs|java|rb|php|c|cc|cpp|o|obj|cs|kt|swift)$")
_STOPS: Final = frozenset(
    "a an and are as at be because been but by did do does for from had has have if in into is it its not "
    "of on or so than that the their then there this to was were when which while will with you your error "
    "errors failed e line file col column see run try use please exit code status most recent call last "
    "exception occurred npm err".split()
)


def signature_of(command: str, output: str) -> tuple[str, ...]:
    """Return the telling words of a failure, in small letters: the same for the same failure in every run.

    Names of errors, codes and missing things come first, then the words of the message; no paths, numbers,
    hashes and times. Empty where the output tells nothing.
    """
    named: list[str] = []
    other: list[str] = []
    for line in error_lines(command, output):
        text = _HEX.sub(" ", _PLACE.sub(" ", line))
        named.extend(name.lower() for name in _MODULE.findall(text))
        text = _PATH.sub(" ", _MODULE.sub(" ", text))
        quoted = {word for part in _QUOTED.findall(text) for word in _WORD.findall(part)}
        for word in _WORD.findall(text):
            plain = _known_as(word)
            is_quoted = word in quoted
            if not _is_passing(word, plain, is_quoted=is_quoted):
                (named if is_quoted or _is_name(word) else other).append(plain)
    return tuple(dict.fromkeys((*named, *other)))[:MOST_WORDS]


def _known_as(word: str) -> str:
    """Return a word in small letters; a class without the module that it comes from."""
    last = word.rsplit(".", 1)[-1]
    is_class = last[:1].isupper() and last != word
    return (last if is_class else word).lower().strip(".-$")


def _is_name(word: str) -> bool:
    """Tell whether a word names something: an error, a code, a class, or anything that no sentence has."""
    last = word.rsplit(".", 1)[-1]
    is_class = last[:1].isupper() and any(letter.isupper() for letter in last[1:]) and not last.isupper()
    return is_class or bool(_CODE.match(word)) or "_" in word or "-" in word or "." in word


def _is_passing(word: str, plain: str, *, is_quoted: bool) -> bool:
    """Tell whether a word changes from run to run or says nothing."""
    if len(plain) < 2 or plain in _STOPS:  # noqa: PLR2004 - one letter tells nothing
        return True
    if _CHANGING.search(word) and not _CODE.match(word):
        return True
    # A source file is where it showed, unless it is what is missing.
    return bool(_FILE.search(plain)) and not is_quoted
