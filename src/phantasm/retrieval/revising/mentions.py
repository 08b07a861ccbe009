"""Which values does a turn of a conversation state, and of what? Read once, when the turn is written."""

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from phantasm.retrieval.revising.amounts import NUMBER_STARTS, NUMBER_WORDS, Amount, Kind, amount_at, may_hold
from phantasm.retrieval.revising.stating import Change, change_of, clauses_of, former_of, is_stated
from phantasm.retrieval.revising.topics import is_mark, role_of, topic_of
from phantasm.state.claims.quantities import MONTHS
from phantasm.state.claims.words import normal_form

# Characters of a turn that are read: people tell their figures first, what follows is pasted.
READ_CHARACTERS = 2_000
# Values of one turn that are kept: more are a table, in which nothing is told again.
MOST_MENTIONS = 12
# Words of the value's own clause, and of the rest of its sentence, that say what it is about.
MOST_WORDS = 10
# Keys of one mention, the nearest words first: with 8 no pair of the development conversations is missed.
MOST_KEYS = 8
# So many values of one kind in a sentence are a list; nothing says which of them a later value replaces.
_LIST = 4
# A mark ("first", "Q3", "in March") belongs to a value from which it stands no further than so many words.
_REACH_OF_MARKS = 6
# A clause with fewer words of its own leans on the one before: "…, so it's rescheduled to March 22".
_FEWEST_OWN = 2
# What a value is told of stands before it or right behind it; words further behind count as so much further.
_BEHIND = 8

_TOKEN = re.compile(
    r"[A-Za-z][A-Za-z']*(?:\d[\w.]*\w|\d)?|[-\u2013.!?;,()\n#/]"
    r"|\d{4}-\d\d-\d\d|[$€£]?\d+(?:[.,:/]\d+)*(?:%|[A-Za-z]{1,3}(?!\w))?"
)
_FENCE = "```"
_CODE = re.compile(r"`[^`\n]*`")
_CAPTION = re.compile(r"\[[^\[\]\n]{1,400}\]")
_QUOTED = re.compile(r'"[^"\n]{1,80}"')
_DIGITS = re.compile(r"\d+")
_SPEAKER = re.compile(r"([A-Z][\w.-]{1,30}): ")
_ENDS = frozenset(".!?\n")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_POINTING = _words("it it's this that that's which they")
# These tell that a date changed, even where the sentence does not say to which.
_UNTOLD = _words("rescheduled postponed")
_STARTING = NUMBER_WORDS.keys() | MONTHS.keys()
_STARTS = NUMBER_STARTS | {"v"}


class Mention(NamedTuple):
    """A value that somebody stated: what kind, how much, of what, and whether the words tell of a change.

    `near` and `far` are the stems of its clause and of the rest of its sentence, nearest first. `marks` tell
    one of several alike things from the others ("first", "q3"), `names` are proper names, `role` is what the
    value does ("plan", "spent", "due"), `former` the value that the sentence says was before.
    """

    kind: Kind
    unit: str
    value: str
    near: tuple[str, ...]
    far: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    role: str = ""
    change: Change = ""
    former: str = ""
    speaker: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """Return the few words by which another mention of the same thing is looked up."""
        counted = (self.unit.partition("/")[0],) if self.kind == "count" else ()
        return (*counted, *self.near, *self.far)[:MOST_KEYS]

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the same with the kind of value: mentions that share no key are about different things."""
        kind = "count" if self.kind == "number" else self.kind
        return tuple(f"{kind}:{word}" for word in self.words)


class _Sentence(NamedTuple):
    """The words of a sentence (lower case and as written), their clauses, values and topics."""

    words: list[str]
    written: list[str]
    clauses: list[int]
    amounts: list[Amount]
    topics: list[tuple[int, str]]


# Of every turn of a user, some sixty earlier ones are read again; this many texts are a few megabytes.
@lru_cache(maxsize=4_096)
def read_mentions(text: str) -> tuple[Mention, ...]:
    """Return the values that a turn states, in their order; none for questions, suppositions and code."""
    text = _prose(text)
    if not may_hold(text) and not any(word in text for word in _UNTOLD):
        return ()
    named = _SPEAKER.match(text)
    speaker = named[1] if named else ""
    written = _TOKEN.findall(text, named.end() if named else 0)
    words = [word.lower() for word in written]
    found: list[Mention] = []
    cuts = [-1, *(index for index, word in enumerate(words) if word in _ENDS), len(words)]
    for before, end in pairwise(cuts):
        sentence = _sentence(words[before + 1 : end], written[before + 1 : end])
        if sentence is not None:
            mentions = (_mention(sentence, amount, speaker) for amount in sentence.amounts)
            found += [mention for mention in mentions if mention is not None]
    return tuple(found[:MOST_MENTIONS])


def _prose(text: str) -> str:
    """Leave out code, what a machine put in brackets, and numbers in titles ("Paddington 2")."""
    if "`" in text:
        text = _CODE.sub(" ", " ".join(text.split(_FENCE)[::2]))
    text = text[:READ_CHARACTERS]
    if ".m." in text:
        text = text.replace("a.m.", "am").replace("p.m.", "pm")
    if not text.isascii():
        text = text.replace("\u2019", "'")
    if "[" in text:
        text = _CAPTION.sub(" ", text)
    return _QUOTED.sub(lambda quoted: _DIGITS.sub("", quoted[0]), text) if '"' in text else text


def _sentence(words: list[str], written: list[str]) -> _Sentence | None:
    amounts = _amounts(words, written)
    if not amounts:
        return None
    named = {
        index
        for amount in amounts
        if amount.kind not in ("count", "duration")
        for index in range(amount.start, amount.end)
    }
    topics = [
        (index, stem) for index, word in enumerate(words) if (stem := topic_of(word)) and index not in named
    ]
    return _Sentence(words, written, clauses_of(words), amounts, topics)


def _amounts(words: list[str], written: list[str]) -> list[Amount]:
    """Find the values of a sentence; one that only tells that a date changed stands for that date."""
    found: list[Amount] = []
    index = 0
    for at in [at for at, word in enumerate(words) if word[0] in _STARTS or word in _STARTING]:
        if at < index or (words[at] in MONTHS and not written[at][0].isupper()):
            continue
        amount = amount_at(words, at)
        if amount is not None:
            found.append(amount)
            index = amount.end
    if not found:
        untold = next((at for at, word in enumerate(words) if word in _UNTOLD), None)
        return [] if untold is None else [Amount("date", "", "", untold, untold + 1)]
    return found


def _mention(sentence: _Sentence, amount: Amount, speaker: str) -> Mention | None:
    words = sentence.words
    begin = sentence.clauses.index(sentence.clauses[amount.start])
    former = former_of(words, amount, sentence.amounts) if len(sentence.amounts) > 1 else ""
    change: Change = "told" if former else change_of(words, amount, begin)
    listed = not change and sum(other.kind == amount.kind for other in sentence.amounts) >= _LIST
    if listed or not is_stated(words, amount, begin, change):
        return None
    previous = words[amount.start - 1] if amount.start else ""
    unit = amount.unit
    if amount.kind == "version":
        unit = normal_form(previous)
        if not previous[:1].isalpha():
            return None
    near, far, first = _around(sentence, amount, begin)
    return Mention(
        amount.kind,
        unit,
        amount.value,
        near,
        far,
        _marks(sentence, amount, first),
        _names(sentence, amount, first),
        role_of(amount.kind, near + far if change else near, previous),
        change,
        former,
        speaker,
    )


def _around(sentence: _Sentence, amount: Amount, begin: int) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    """Return the stems of the value's clause and of the rest, nearest first, and where the clause begins."""
    start, end = amount.start, amount.end
    clauses = sentence.clauses
    own = lowest = clauses[start]
    counted = amount.unit.partition("/")[0]
    if own:
        inside = sum(clauses[index] == own and stem != counted for index, stem in sentence.topics)
        if inside < _FEWEST_OWN or not _POINTING.isdisjoint(sentence.words[begin:start]):
            lowest = own - 1
    near: dict[str, int] = {}
    far: dict[str, int] = {}
    for index, stem in sentence.topics:
        if stem != counted:
            distance = start - index if index < start else index - end + 1 + _BEHIND * (index > end)
            place = near if lowest <= clauses[index] <= own else far
            if distance < place.get(stem, distance + 1):
                place[stem] = distance
    nearest = sorted((distance, stem) for stem, distance in near.items())[:MOST_WORDS]
    others = sorted((distance, stem) for stem, distance in far.items() if stem not in near)[:MOST_WORDS]
    return tuple(stem for _, stem in nearest), tuple(stem for _, stem in others), clauses.index(lowest)


def _marks(sentence: _Sentence, amount: Amount, first: int) -> frozenset[str]:
    found = set()
    low, high = max(first, amount.start - _REACH_OF_MARKS), amount.end + _REACH_OF_MARKS
    for index, word in enumerate(sentence.words[low:high], start=low):
        if amount.start <= index < amount.end:
            continue
        if is_mark(word):
            found.add(word)
        elif word in MONTHS and amount.kind != "date" and sentence.written[index][0].isupper():
            found.add(word[:3])
    if amount.kind == "clock":
        found |= {other.value for other in sentence.amounts if other.kind == "date"}
    return frozenset(found)


def _names(sentence: _Sentence, amount: Amount, first: int) -> frozenset[str]:
    """Return the proper names of the value's clause; what is all capitals is mostly no name ("API")."""
    own = sentence.clauses[amount.start]
    first = max(first, 1)  # the first word of a sentence is always written with a capital
    written = sentence.written
    return frozenset(
        stem
        for index, stem in sentence.topics
        if written[index][0].isupper()
        and index >= first
        and sentence.clauses[index] <= own
        and not amount.start <= index < amount.end
        and not written[index].isupper()
    )
