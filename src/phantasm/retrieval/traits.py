"""What shows in a text that a ranking wants to know, and in a question? Pure.

Read once, when a unit is formed, and kept as one number beside it.
"""

import re
from typing import TYPE_CHECKING, NamedTuple

from phantasm.contracts.patterns import compiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# So much of a text shows whether it is program text.
_LOOKED_AT_CHARACTERS = 600
# How program text begins, in the languages people keep it in most.
_CODE_START = r"""(?x)
        \s*(?:@\w+|(?:async\s+)?def\s+\w+\s*\(|class\s+\w+\s*[(:{]|(?:export\s+)?(?:default\s+)?(?:async\s+)?
        function\b|func\s+[\w(]|fn\s+\w+|(?:pub(?:lic)?|private|protected|static)\s+\w+|\#include\b|\#!/
        |(?:import|from|package|using|namespace)\s+[\w.{*"'<]+|(?:const|let|var)\s+\w+\s*=|<\?php|<!DOCTYPE)"""
# A line that prose does not have.
_CODE_LINE = r"[;{}]\s*$|^\s*[\w.\[\]\"']+\s*(?:[-+*/|&]?=|:=|->|=>)\s*\S|^\s*[})\]]+[;,)]*\s*$"
# Half of the lines: prose ends a line with a bracket or a semicolon now and then, seldom every second one.
_CODE_SHARE = 0.5

# In small letters: told to overlook case, patterns take three times as long.
_TIME = r"""(?x)\b(?:yesterday|today|tonight|tomorrow|ago|recently|since|deadline
        |(?:last|next|this)\s(?:night|morning|week|weekend|month|year|summer|winter|spring|fall|autumn
           |(?:mon|tues|wednes|thurs|fri|satur|sun)day)
        |(?:jan|febr)uary|march|april|june|july|august|(?:sept|nov|dec)ember|october
        |(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:19|20)\d\d|\d+\s(?:day|week|month|year)s?
        |(?:couple|few)\s(?:of\s)?(?:days|weeks|months|years))\b"""
_NUMBER = r"\b\d[\d,.:%]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|couple|dozen)\b"
_QUESTION = r"[^.!?\n]*\?"
# The label before what somebody said in a transcript.
_SPEAKER = r"([A-Z][\w .'-]{0,30}): (?=\S)"

# What is to hold from now on: an instruction or a preference, said of no single occasion.
_STANDING = r"""(?x)
        (?:^|[.!?\n]\s*)(?:please\s)?(?:always|never|from\snow\son|whenever|every\stime|make\ssure\sto|remember\sto)\b
        |\bi(?:'d|\swould)?(?:\s(?:really|always|usually|generally))?\s(?:prefer|rather)\b|\bmy\spreference"""

# One of these is in whatever the two patterns match: most texts have none and need no pattern.
_TIME_HINTS = tuple(
    "day night tomorrow ago recently since deadline morning week month year summer winter spring fall autumn "
    "uary march april june july august ember october 19 20".split()
)
_STANDING_HINTS = tuple("always never now every sure remember prefer rather".split())

_ASKS_TIME = re.compile(
    r"\b(?:when|what (?:date|day|month|year|time)|how long|how many (?:days|weeks|months|years)|how old)\b",
)
_ASKS_NUMBER = re.compile(
    r"""\b(?:how\s(?:many|much|often|old|long)
        |what\s(?:number|percentage|percent|rate|version|amount|price|cost))\b""",
    re.VERBOSE,
)
_ASKS_ASSISTANT = re.compile(
    r"""\b(?:did|have|had)\syou\b|\bdo\syou\sremember
        |\byou(?:'ve|\shave|\shad)?\s(?:recommended|suggested|advised|explained|proposed|gave|given|told|said
           |mentioned|provided|described|outlined|showed)|\byour\s(?:advice|recommendation|suggestion|explanation)s?""",
    re.VERBOSE,
)
_ASKS_OVERVIEW = re.compile(r"\b(?:summar(?:y|i[sz]e)|overview|recap)\b")
# What is said of another version of something that a project depends on.
_ASKS_VERSIONS = re.compile(
    r"""\b(?:bump(?:s|ed|ing)?|(?:up|down)grad(?:e|es|ed|ing)|(?:un)?pin(?:s|ned|ning)?|dependenc(?:y|ies)|dependabot
        |requirements?)\b|\bfrom\sv?\d[\w.]*\sto\sv?\d""",
    re.VERBOSE,
)

_QUESTION_START = re.compile(
    r"""\s*(?:who|whose|what|when|where|why|which|how|did|does|do|is|are|was|were|has|have|had|can|could|should|would
        |will|tell\sme|show\sme|explain)\b""",
    re.VERBOSE,
)

# Where each trait sits in the number.
CODE, _TIMED, _NUMBERED, _STANDS, _QUESTION_SHIFT = 1, 2, 4, 8, 4
_QUESTION_STEPS = 15
_MANIFEST = 256
HISTORY, COMMIT = 512, 1024
"""The highest: a number as large or larger as the first is a history or a commit, as the second a commit."""


class Traits(NamedTuple):
    """What shows in a text."""

    code: bool
    """Program text, not prose."""
    timed: bool
    """Says when."""
    numbered: bool
    """Has a number."""
    standing: bool
    """Says what is to hold from now on."""
    asking: float
    """The share of it that asks."""
    manifest: bool = False
    """The history of a file that says which versions a project depends on."""
    history: bool = False
    """The history of a file."""
    commit: bool = False

    def packed(self) -> int:
        """Return the number that is kept."""
        flags = self.code * CODE | self.timed * _TIMED | self.numbered * _NUMBERED | self.standing * _STANDS
        flags |= self.manifest * _MANIFEST | self.history * HISTORY | self.commit * COMMIT
        return flags | round(self.asking * _QUESTION_STEPS) << _QUESTION_SHIFT


class Asks(NamedTuple):
    """What a question is after."""

    time: bool
    number: bool
    assistant: bool
    """What the assistant said, not what the user did."""
    overview: bool
    versions: bool = False
    """Another version of what a project depends on."""
    work: bool = False
    """Nothing is asked: it says what is to be done or was done, as a task or the subject of a commit does."""


def traits_of(text: str) -> Traits:
    """Read a text's traits."""
    lowered = text.lower()
    questions = compiled(_QUESTION).findall(text) if "?" in text else ()
    return Traits(
        code=looks_like_code(text),
        timed=_has_any(lowered, _TIME_HINTS) and bool(compiled(_TIME).search(lowered)),
        numbered=bool(compiled(_NUMBER).search(lowered)),
        standing=_has_any(lowered, _STANDING_HINTS) and bool(compiled(_STANDING).search(lowered)),
        asking=sum(map(len, questions)) / max(1, len(text)),
    )


def _has_any(lowered: str, hints: tuple[str, ...]) -> bool:
    return any(hint in lowered for hint in hints)


def shown(packed: "NDArray[np.int64]") -> "dict[str, NDArray[np.float64]]":
    """Return the traits that numbers stand for, one array each: 1 where it shows, or the share that asks."""
    flags = {"code": CODE, "timed": _TIMED, "numbered": _NUMBERED, "standing": _STANDS}
    flags |= {"manifest": _MANIFEST, "history": HISTORY, "commit": COMMIT}
    found = {name: (packed & flag > 0).astype(float) for name, flag in flags.items()}
    return found | {"asking": (packed >> _QUESTION_SHIFT & _QUESTION_STEPS) / _QUESTION_STEPS}


def label_of(text: str) -> str:
    """Return who speaks, where a transcript names the speaker before what is said; else nothing."""
    label = compiled(_SPEAKER).match(text)
    return label[1] if label else ""


def looks_like_code(text: str) -> bool:
    """Tell whether a text is program text rather than prose."""
    if compiled(_CODE_START).match(text):
        return True
    lines = [line for line in text[:_LOOKED_AT_CHARACTERS].splitlines() if line.strip()]
    return (
        bool(lines)
        and sum(1 for line in lines if compiled(_CODE_LINE).search(line)) >= len(lines) * _CODE_SHARE
    )


def asks_of(question: str) -> Asks:
    """Read what a question is after."""
    lowered = question.lower()
    return Asks(
        time=bool(_ASKS_TIME.search(lowered)),
        number=bool(_ASKS_NUMBER.search(lowered)),
        assistant=bool(_ASKS_ASSISTANT.search(lowered)),
        overview=bool(_ASKS_OVERVIEW.search(lowered)),
        versions=bool(_ASKS_VERSIONS.search(lowered)),
        work="?" not in question and not _QUESTION_START.match(lowered),
    )
