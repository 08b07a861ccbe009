"""Which claims does a later turn take back? The later one wins. Pure."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from phantasm.learning.claims.model import Claim, Origin
from phantasm.state.claims.alternatives import KIND_OF
from phantasm.state.claims.comparing import compare
from phantasm.state.claims.reader import read
from phantasm.state.claims.readings import Reading
from phantasm.state.claims.words import normal_form

NEAR_TURNS = 8
"""How many turns back a correction reaches, without those of tools; what is older is for the judge."""
NEAR_CLAIMS = 200
"""How many claims back it reaches at most: a turn may hold a whole document, and work stays linear."""
MOST_COMPARED = 12
"""How many earlier claims on its topic each claim is compared with, latest first: work stays linear."""
_DOUBT = "suspected"
"""How the judge calls a relation that it only suspects."""
_FEWEST_SHARED = 2
"""Claims on one topic share so many words, or one choice: with one word they share little."""
_CHOICE = "="
"""What the name of a choice begins with among the words of a topic; no word begins with it."""

_TAKES_BACK = re.compile(
    r"\b(?:scratch\sthat|never\s?mind(?!\sthe)|forget\s(?:it|that|what\si\s|about|the)|ignore\s(?:that"
    r"|what\si)|disregard|i\swas\swrong|my\smistake"
    r"|that's\s(?:wrong|not\s(?:right|true|correct|it))|that\s(?:was|is)\s(?:wrong|not\s(?:the|right|true"
    r"|it))|turned\sout\sto\sbe\swrong"
    r"|turned\sout\s(?:that\s)?(?:that\s)?was\snot|i\smisspoke|revert(?:ed)?\s(?:that|it|this))\b"
)
_OWN_MISTAKE = re.compile(
    r"\b(?:correction|actually|wait|hold\son|i\swas\swrong|my\smistake|i\smisspoke|i\s(?:mixed|messed)\s\w+\sup)\b"
)
"""Who says so takes back a word of their own; "no" refuses the other's."""
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
    """Which of the turns that say something."""
    order: int
    """Which sentence of the turn."""
    low: str
    main: str
    """Its first clause without openers, in small letters: what follows gives a reason."""
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
    return frozenset(words | {_CHOICE + KIND_OF[word] for word in words if word in KIND_OF})


def standing(found: Sequence[Placed], signals: Sequence[Signal]) -> list[Claim]:
    """Return the claims that nothing later takes back, in order, each statement once."""
    words = [topic_words(each.claim.statement.lower()) for each in found]
    gone: set[int] = set()
    for signal in signals:
        gone |= _taken_back(found, words, signal)
    kept: dict[tuple[str, str], int] = {}
    for index, each in enumerate(found):
        if index not in gone:
            kept.setdefault((each.claim.origin, each.claim.statement.casefold().rstrip(".")), index)
    left = list(kept.values())
    overruled = _overruled([found[index] for index in left], [words[index] for index in left])
    return [found[index].claim for place, index in enumerate(left) if place not in overruled]


def _taken_back(found: Sequence[Placed], words: Sequence[frozenset[str]], signal: Signal) -> set[int]:
    """Return the claims that a signal takes back: those before it that share its topic, else the last one."""
    stop = bisect_left(found, (signal.place, signal.order), key=_position)
    start = bisect_left(found, (signal.place - NEAR_TURNS, -1), key=_position)
    before = range(max(start, stop - NEAR_CLAIMS), stop)
    if signal.corrects:
        topics = topic_words(signal.low), topic_words(signal.main)
        named = {index for index in before if _is_meant(found[index], words[index], topics, signal)}
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


def _position(each: Placed) -> tuple[int, int]:
    return each.place, each.order


def _is_meant(
    earlier: Placed, words: frozenset[str], topics: tuple[frozenset[str], frozenset[str]], signal: Signal
) -> bool:
    """Tell whether a correction means an earlier claim; the assistant takes back no word of the user."""
    whole, main = topics
    if earlier.claim.origin == "user" and signal.origin == "agent":
        return False
    if earlier.claim.origin != signal.origin or _OWN_MISTAKE.search(signal.low):
        return bool(words & whole)
    return _is_one_topic(words & main)


def _is_one_topic(shared: frozenset[str]) -> bool:
    return len(shared) >= _FEWEST_SHARED or any(word.startswith(_CHOICE) for word in shared)


def _on_topic(index: int, words: Sequence[frozenset[str]], by_word: dict[str, list[int]]) -> list[int]:
    """Return the latest claims on the topic of one, in order."""
    near = {other for word in words[index] for other in by_word.get(word, ())[-NEAR_CLAIMS:]}
    return [other for other in sorted(near) if _is_one_topic(words[index] & words[other])][-MOST_COMPARED:]


def _overruled(found: Sequence[Placed], words: Sequence[frozenset[str]]) -> set[int]:
    """Return the claims that a later one of the session replaces, read as the judge reads them."""
    by_word: dict[str, list[int]] = {}
    overruled: set[int] = set()

    @cache
    def reading(of: int) -> Reading:
        return read(found[of].claim.statement)

    for index, each in enumerate(found):
        for other in _on_topic(index, words, by_word):
            if other in overruled or (found[other].claim.origin == "user" and each.claim.origin == "agent"):
                continue
            meeting = compare(reading(index), reading(other))
            is_firm = meeting.code != _DOUBT and each.corrects
            if meeting.relation == "replaces" or (meeting.relation == "opposes" and is_firm):
                overruled.add(other)
        for word in words[index]:
            by_word.setdefault(word, []).append(index)
    return overruled
