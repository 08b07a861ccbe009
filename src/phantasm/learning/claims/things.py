"""Is what a sentence speaks of a lasting thing of the project, and is it named? Pure."""

import re

from phantasm.state.claims.alternatives import KIND_OF

_DEICTIC = frozenset(
    """it it's this that that's these those they he she there here which what who one another other
    everything nobody everybody nothing something someone everyone all both i me you yours mine him her
    them such""".split()
)
_TRANSIENT = frozenset(
    """function file error output code class method line loop diff branch change directory folder variable
    issue problem answer fix button page meeting loss result results warning failure traceback message
    snippet patch edit pr commit review comment comments plan step approach solution implementation
    argument caller refactoring refactor update draft option difference idea point question task thing
    things word call bug crash failures errors log logs list plot conversation reply response section
    paragraph colour color customer client intern colleague boss guy guys demo ticket screenshot example
    window tab cursor cat weather office lunch mail test cable name tests' title""".split()
)
_WORKED_ON = frozenset("branch commit pr diff patch command test tests output run tag".split())
"""What is named in code and still is of the moment."""
_QUOTED = re.compile(r"`[^`]*`")
_PROJECT = frozenset(
    "service repo repository project library app application package codebase server".split()
)
"""What "this" may point at and last."""
_FRESH = frozenset(
    """new updated refactored following above below previous first second third last next current relevant
    same remaining missing failing broken added changed modified latest entire whole other wrong right
    only main actual two three few""".split()
)
_GENERAL = frozenset(
    """python git react docker json typescript javascript rust go java node sql linux html css http https
    django flask rails kubernetes yaml toml markdown facebook google microsoft apple amazon unicode
    posix sqlite postgres mysql teams projects people developers frameworks libraries compilers most
    many some several other""".split()
)
_OF = frozenset("of from in on for with by about under without between to at".split())
"""Behind these stands what a thing belongs to; the thing itself stands before."""
_FEWEST_TELLING = 2
"""The article and the thing itself, in words; what is more tells which."""
_NUMBER_WORDS = frozenset("two three four five six seven eight nine ten twelve".split())
_SPECIFIC = re.compile(
    r"`[^`]+`|[\w~.-]*/[\w./*<>-]+|(?<!\w)[.#][a-z]\w+|\b\w+\.(?:py|ts|tsx|js|go|rs|rb|kt|java|toml|yaml"
    r"|yml|json|md|sql|sh|tf|cfg|ini|lock"
    r"|txt|c|h|cpp|com|io|org|net)\b|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b[A-Z]{2,}=\S+|\d"
    r"|\b[A-Za-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w+"
)
_CODE = re.compile(
    r"`[^`]+`|(?<![\w.])[\w~.-]*/[\w.*<>-]+/?[\w./*<>-]*\b|\b\w+\.(?:py|ts|tsx|js|go|rs|rb|kt|java|toml"
    r"|yaml|yml|json|md|sql|sh|tf|cfg|ini|lock)\b"
    r"|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b[A-Z]{2,}=\S+|\b[A-Za-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w+"
)
_NAME = re.compile(
    r"(?<=[\w,;:)`] )(?!I\b|I'|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February"
    r"|March|April|May\b|June"
    r"|July|August|September|October|November|December)[A-Z][\w+#.-]+"
)
_TRIM = "`\"'()[],.:;"


def bare(word: str) -> str:
    """Return a word without the marks around it."""
    return word.strip(_TRIM)


def is_lasting(subject: str, *, loosely: bool = False) -> bool:
    """Tell whether a subject, in small letters, names something of the project rather than of the moment.

    Loosely, a thing of the moment lasts where more is said of it: "the upload test", not "the test".
    """
    words = [bare(word) for word in subject.split()]
    if not words:
        return False
    if words[0] in _DEICTIC and not (words[0] in ("both", "all") and len(words) > 1):
        return words[0] == "this" and words[-1] in _PROJECT
    if words[0] in ("option", "step", "example", "version", "line") or words[0] == "my":
        return False
    behind = next((index for index, word in enumerate(words) if index and word in _OF), len(words))
    head = words[behind - 1].removesuffix("'s")
    if "`" in subject:
        return _WORKED_ON.isdisjoint(_QUOTED.sub(" ", subject).split())
    if loosely and len(words) > _FEWEST_TELLING and head in _TRANSIENT:
        return _FRESH.isdisjoint(words[:-1])
    return head not in _TRANSIENT and head not in _DEICTIC and _FRESH.isdisjoint(words[:-1])


def is_general(subject: str) -> bool:
    """Tell whether a subject, in small letters, is known everywhere: what it does is no news here."""
    words = [bare(word).removesuffix("'s") for word in subject.split()]
    return bool(words) and (words[0] in _GENERAL or words[0] in ("a", "an", "in") or words[0] in KIND_OF)


def is_specific(text: str) -> bool:
    """Tell whether a text names something: code, a path, a number, a setting."""
    return _SPECIFIC.search(text) is not None


def is_code(text: str) -> bool:
    """Tell whether a text names something that stands in code: an identifier, a file, a setting."""
    return _CODE.search(text) is not None


def has_name(text: str) -> bool:
    """Tell whether a text, as it is written, has a name behind its first word."""
    return _NAME.search(text) is not None or any(bare(word) in KIND_OF for word in text.lower().split())


def has_number(low: str) -> bool:
    """Tell whether a text says how many."""
    return any(sign.isdigit() for sign in low) or not _NUMBER_WORDS.isdisjoint(low.split())


AT_HAND = re.compile(
    r"\b(?:this|these|those|here|above|below|the\s(?:first|second|third|last(?!\s\d)|other|next|old|new"
    r"|existing|whole))\b"
    r"|^that\b|\bthat(?=[.,;!]|$|\s(?:one|file|function|test|case|code|class|line|part|thing|branch|module"
    r"|endpoint)\b)"
)
"""Words that point at what is on the table."""
POINTING = re.compile(rf"{AT_HAND.pattern}|\b(?:it|there|them|him)\b")
"""The same, and words that lean on what was said: a wish with one of them is about the work at hand."""
