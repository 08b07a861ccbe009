"""Which claims does a later turn take back? The later one wins. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.learning.claims.model import Claim, Origin
from phantasm.state.claims import read
from phantasm.state.claims.alternatives import KIND_OF
from phantasm.state.claims.comparing import compare
from phantasm.state.claims.words import normal_form

NEAR_TURNS = 8
"""How many turns back a correction reaches: a few exchanges; what is older is for the judge."""
MOST_COMPARED = 40
"""How many earlier claims that share a word each claim is compared with, latest first: keeps it linear."""

_TAKES_BACK = re.compile(
    r"\b(?:scratch\sthat|never\s?mind(?!\sthe)|forget\s(?:it|that|what\si\s|about|the)|ignore\s(?:that"
    r"|what\si)|disregard|i\swas\swrong|my\smistake"
    r"|that's\s(?:wrong|not\s(?:right|true|correct|it))|that\s(?:was|is)\s(?:wrong|not\s(?:the|right|true"
    r"|it))|turned\sout\sto\sbe\swrong"
    r"|turned\sout\s(?:that\s)?(?:that\s)?was\snot|i\smisspoke|revert(?:ed)?\s(?:that|it|this))\b"
)
_NAMES_TOPIC = re.compile(r"\babout\s(?:the\s)?(?P<topic>[\w-]+)|\bforget\sthe\s(?P<other>[\w-]+)")
_WORD = re.compile(r"[a-z0-9][\w./-]*[a-z0-9]|[a-z0-9]")
_FAINT = frozenset(
    """the a an is are was were be in on at to of for with by and or not no we i you it that this our my
    use uses used using here there now as from into its has have does do so but than then all always
    never only every""".split()
)


@dataclass(frozen=True, slots=True)
class Signal:
    """A sentence that corrects or takes back, and where it stands."""

    place: int
    """Which turn of the session."""
    order: int
    """Which sentence of the turn."""
    low: str
    origin: Origin
    corrects: bool
    """Whether it says what holds instead: it takes back what it speaks of."""
    takes_back: bool
    """Whether it says that something said before does not hold."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A claim, and where it stands."""

    claim: Claim
    place: int
    order: int
    corrects: bool = False


def takes_back(low: str) -> bool:
    """Tell whether a sentence says that something said before does not hold."""
    return _TAKES_BACK.search(low) is not None


def topic_words(low: str) -> frozenset[str]:
    """Return the words of a text that carry its topic, in normal form, and the choices that they make.

    "We use yarn" and "we use npm" share no word, but one choice.
    """
    words = {normal_form(word) for word in _WORD.findall(low) if word not in _FAINT and len(word) > 1}
    return frozenset(words | {f"={KIND_OF[word]}" for word in words if word in KIND_OF})


def standing(found: Sequence[Placed], signals: Sequence[Signal]) -> list[Claim]:
    """Return the claims that nothing later takes back, in order, each statement once."""
    words = [topic_words(each.claim.statement.lower()) for each in found]
    gone: set[int] = set()
    for signal in signals:
        gone |= _taken_back(found, words, signal)
    gone |= _overruled(found, words, gone)
    kept: dict[tuple[str, str], Claim] = {}
    for index, each in enumerate(found):
        if index not in gone:
            kept.setdefault((each.claim.origin, each.claim.statement.casefold().rstrip(".")), each.claim)
    return list(kept.values())


def _taken_back(found: Sequence[Placed], words: Sequence[frozenset[str]], signal: Signal) -> set[int]:
    """Return the claims that a signal takes back: those before it that share its topic, else the last one."""
    before = [
        index
        for index, each in enumerate(found)
        if (each.place, each.order) < (signal.place, signal.order) and signal.place - each.place <= NEAR_TURNS
    ]
    if signal.corrects:
        topic = topic_words(signal.low)
        named = {index for index in before if words[index] & topic and not _outranks(found[index], signal)}
        if named or not signal.takes_back:
            return named
    own = [index for index in before if found[index].claim.origin == signal.origin or signal.origin == "user"]
    about = _NAMES_TOPIC.search(signal.low)
    if about is not None:
        topic = topic_words(about["topic"] or about["other"])
        return {index for index in own if words[index] & topic}
    # What is said with nothing in between is meant; what is further up is not.
    last = [index for index in own if signal.place - found[index].place <= 1]
    return set(last[-1:])


def _outranks(earlier: Placed, signal: Signal) -> bool:
    """The user's word is not taken back by the assistant."""
    return earlier.claim.origin == "user" and signal.origin == "agent"


def _overruled(found: Sequence[Placed], words: Sequence[frozenset[str]], gone: set[int]) -> set[int]:
    """Return the claims that a later one of the session replaces, read as the judge reads them."""
    by_word: dict[str, list[int]] = {}
    overruled: set[int] = set()
    readings = {}
    for index, each in enumerate(found):
        if index in gone:
            continue
        near = sorted({other for word in words[index] for other in by_word.get(word, ())[-MOST_COMPARED:]})
        for other in near[-MOST_COMPARED:]:
            earlier = found[other]
            if other in overruled or (earlier.claim.origin == "user" and each.claim.origin == "agent"):
                continue
            for known in (index, other):
                if known not in readings:
                    readings[known] = read(found[known].claim.statement)
            relation = compare(readings[index], readings[other]).relation
            if relation == "replaces" or (relation == "opposes" and each.corrects):
                overruled.add(other)
        for word in words[index]:
            by_word.setdefault(word, []).append(index)
    return overruled
