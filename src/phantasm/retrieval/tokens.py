"""Which words does a text have, for the index and for a question? Code-aware, CJK-aware, stemmed. Pure.

Names are kept whole and split: `getUserName`, `user_name`, `src/app.py`, `v1.2.3` and `E0502` are found as
they stand and by their parts. Scripts that are written without spaces become overlapping pairs. What comes
out has only letters and digits, so that the index's own tokenizer leaves it alone: punctuation inside a whole
name moves to Unicode's private use area, which that tokenizer takes for letters.
"""

import re
import unicodedata
from functools import lru_cache

import Stemmer

from phantasm.contracts.patterns import compiled

# Longer runs are keys, hashes and encoded bytes: nobody asks for their end.
_LONGEST = 64
# A run of word characters, with single joints inside: paths, dotted names, versions, hyphens, numbers.
# C++ and C# are names as well. Vowel signs of Indic scripts, Thai, Lao, Burmese and Khmer are parts of words,
# and no word characters for Python.
_SIGN = (
    "[\\w\u0900-\u0963\u0966-\u0dff\u0e31-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ebc\u0ec8-\u0ece"
    "\u102b-\u103e\u1056-\u1059\u17b4-\u17d3]"
)
_RUN = re.compile(rf"{_SIGN}+(?:[./:\\@#+,'\u2019-]+{_SIGN}+)*(?:(?<=\b[a-zA-Z])(?:\+\+|#))?")
# What most words are: nothing to split, nothing to fold but case.
_PLAIN = re.compile(r"[A-Z]?[a-z]+|[0-9]+|[A-Z]+", re.ASCII)
_SUBWORDS = re.compile(r"[A-Z]+(?![^\W\dA-Z_])|[A-Z]?(?:(?![\dA-Z_])" + _SIGN + ")+|[0-9]+")
# The same of what is ASCII: four times as fast without all the other scripts' letters.
_ASCII_SUBWORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_NUMBER = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_JOINTS = re.compile(r"[./:\\@#+,'\u2019_-]+")
# Han, kana, hangul, Thai, Lao, Khmer, Burmese: written without spaces, or with endings glued to the words.
_UNSPACED = (
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1100-\u11ff\u3040-\u30ff\u3100-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+"
)
# Unicode's combining class of the marks that make other letters of kana; all other marks are accents.
_VOICING = 8
_PRIVATE = 0xE000
_JOINT_LETTERS = {ord(sign): chr(_PRIVATE + index) for index, sign in enumerate("./:\\@#+,-_")}
_LETTERS_BACK = {ord(letter): chr(sign) for sign, letter in _JOINT_LETTERS.items()}
_FOREIGN = r"[\x00-\x7f]?[^\x00-\x7f]+"
_POSSESSIVE = re.compile("['\u2019]s$")
_APOSTROPHES = dict.fromkeys(map(ord, "'\u2019"))

# Said by: follows the words of a speaker's name, so that who speaks is told from who is spoken of.
_SAID_BY = chr(_PRIVATE + len(_JOINT_LETTERS))

# Words that are met again and again: eight times as many are found 2 % more often and take 20 MiB more.
_REMEMBERED = 8_192

_stemmer = Stemmer.Stemmer("english", 0)


@lru_cache(maxsize=_REMEMBERED)
def stem(word: str) -> str:
    """Return the part of a word that its inflections share."""
    return str(_stemmer.stemWord(word))


def tokens(text: str) -> list[str]:
    """Return the words of a text in order; a compound is followed by its parts."""
    if not text.isascii():
        text = _unmarked(text)
    found: list[str] = []
    for run in _RUN.findall(text):
        found += _tokens_of(run) if len(run) <= _LONGEST else _tokens_of_long(run)
    return found


@lru_cache(maxsize=_REMEMBERED)
def _tokens_of(run: str) -> tuple[str, ...]:
    if _PLAIN.fullmatch(run):
        return (stem(run.lower()),)
    if _NUMBER.fullmatch(run):
        return (run.replace(",", "").translate(_JOINT_LETTERS),)
    if not run.isascii() and compiled(_UNSPACED).search(run):
        return tuple(_pairs(run))
    return tuple(_compound(run))


def _tokens_of_long(run: str) -> list[str]:
    """Split what is too long to be a name; a path still has parts that are names."""
    if not run.isascii() and compiled(_UNSPACED).search(run):
        return _pairs(run)
    parts = [part for part in _JOINTS.split(run) if part and len(part) <= _LONGEST]
    return [token for part in parts for token in _tokens_of(part)] or _compound(run[:_LONGEST])[:1]


def _compound(run: str) -> list[str]:
    plain = run
    if "'" in run or "\u2019" in run:
        plain = _POSSESSIVE.sub("", run).translate(_APOSTROPHES)
    whole = plain.casefold().translate(_JOINT_LETTERS).strip(_JOINT_LETTERS[ord("_")])
    parts = (_ASCII_SUBWORDS if plain.isascii() else _SUBWORDS).findall(plain)
    if len(parts) <= 1:
        return [stem(whole)] if whole else []
    return [whole, *[stem(part.casefold()) for part in parts]]


def _pairs(run: str) -> list[str]:
    """Return overlapping pairs of an unspaced script, and whatever stands between as usual."""
    found: list[str] = []
    at = 0
    for match in compiled(_UNSPACED).finditer(run):
        found += tokens(run[at : match.start()])
        signs = match[0]
        found += [signs[i : i + 2] for i in range(len(signs) - 1)] or [signs]
        at = match.end()
    return found + tokens(run[at:])


def _unmarked(text: str) -> str:
    """Return a text without its accents, so that it is found with or without them.

    Only around what is not ASCII: a long text has few such places. A letter composes with what follows it.
    """
    return compiled(_FOREIGN).sub(lambda match: _plain(match[0]), text)


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text)
    apart = unicodedata.normalize("NFKD", text)
    if apart == text and not any(map(unicodedata.combining, text)):
        return text
    kept = "".join(sign for sign in apart if unicodedata.combining(sign) in (0, _VOICING))
    return unicodedata.normalize("NFC", kept)


def readable(token: str) -> str:
    """Return a word of the index as people write it."""
    return token.translate(_LETTERS_BACK)


def speaking(name: str) -> list[str]:
    """Return the words under which what somebody says is found by the name of who says it."""
    return [word + _SAID_BY for word in tokens(name)]


# What only makes a sentence of a question: it is in every second text and decides nothing.
FUNCTION_WORDS = frozenset(
    stem(word)
    for word in """a an and any are as at be been being but by can could did do does doing done for from get
    got had has have having he her hers him his how i if in into is it its just kind let like me mine
    more most much my no not of off on one or our out over please say says she should so some such
    tell than that the their theirs them then there these they thing things this those to told too
    up us was we were what when where which while who whom whose why will with would you your yours
    about also am""".split()
)
