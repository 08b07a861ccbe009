"""Does a sentence state a value as it is now, and does it say that it was another one before?

A question, a supposition, an intention, a difference and a value of the past state nothing that holds.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

from phantasm.retrieval.revising.amounts import Amount
from phantasm.state.claims.words import normal_form, stems

Change = Literal["told", "now", ""]
"""How a value is announced: the words tell of a change, of the present state, or of nothing."""

CHANGES = stems("""
    adjusted bumped changed climbed decreased deferred delayed doubled dropped expanded extended fell grew
    grown halved improved increased jumped lengthened lowered moved postponed prolonged pushed raised reached
    reduced relocated rescheduled revised risen rose shifted shortened shrank shrunk slipped switched tripled
    updated upgraded upped
""")
"""Verbs that say that something has another value now; they are no part of what it is about."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_IRREGULAR = _words("fell grew grown risen rose shrank shrunk")
_FRESH = _words("new updated latest revised adjusted increased extended reduced improved raised")
_LINKS = _words("of to is at")
_TARGETS = _words("to at")
_TARGETS_IN_TIME = _words("to at for until till through")
# A noun phrase ends, counted backwards, at one of these: "a new book for $20" is no new amount.
_PHRASE_ENDS = _words("for on in with by from and or but to a an that which who")
# Words between a verb and the value it leads to: "moving the Zoom call with the creative director to …".
_LONGEST_OBJECT = 13
# Words of a noun phrase between "new" and the value: "increased January book budget of".
_LONGEST_PHRASE = 5
# "is now at 40", "now includes about 7": so far before the value "now" still speaks of it.
_REACH_OF_NOW = 4
# "from 20 to 35", "from 82% on the outline to 90%": so far apart stand the two values of a change.
_REACH_OF_FORMER = 5

_MOVING = _words("went gone goes going cut brought got down up")
_FORMERLY = _words("from than versus originally initially previously formerly")
_ARTICLES = _words("a an the my our your his her their its about around approximately roughly nearly")
_FRAMES_OF_TIME = _words("in after within over next last past every for first under another")
_BEHIND_TIME = _words("ago old later before left -")
_LABELS = _words("""
    sprint step phase chapter section page number week day part item grade level question problem top line
    figure exercise unit module room error http rule episode season volume issue round batch id case #
""")
_BOUNDS = frozenset((("at", "least"), ("at", "most"), ("up", "to")))
_AIMS = stems("reach achieve hit get attain")
_SUPPOSING = _words("if whether should would could might suppose maybe perhaps unless want wants wanted wish")
_ASKING = _words("can could would how what what's which do does did is are why where when who")
_DEFINITE = _words("the my our their his her its this increased new adjusted extended")
_TELLERS = _words("i we i've we've")
_BEGINNINGS = _words("""
    so but and because i i'm i've i'd i'll we we're we've can could how what what's should do is it it's since
    especially considering while though although if when where my this they would given or are does did will
""")
_BREAKS = _words("so but because considering especially since though although while whether")
_SUBJECTS = _words("i i'm i've i'd i'll we we're we've it they my he she then now")
_MARKS = _words(", ; - \u2013 ( )")
_CUTTING = _MARKS | _BREAKS | {"and"}
# So many words before a value an article still belongs to it: "the increased budget of $6,200".
_REACH_OF_ARTICLE = 5


def clauses_of(words: Sequence[str]) -> list[int]:
    """Return for each word the number of its clause."""
    last = len(words) - 1
    cuts = [
        index
        for index, word in enumerate(words)
        if word in _CUTTING
        and 0 < index < last
        and (
            words[index + 1] in _BEGINNINGS
            if word in _MARKS
            else words[index - 1] not in _MARKS and (word != "and" or words[index + 1] in _SUBJECTS)
        )
    ]
    numbers: list[int] = []
    for number, (begin, end) in enumerate(pairwise((0, *cuts, len(words)))):
        numbers += [number] * (end - begin)
    return numbers


def change_of(words: Sequence[str], amount: Amount, begin: int) -> Change:
    """Return how the clause that begins at `begin` announces a value."""
    start = amount.start
    if not amount.value:
        return "told"
    previous = words[start - 1] if start > begin else ""
    dated = amount.kind in ("date", "clock")
    verb = _verb_of_change(words, begin, start)
    if verb is not None and (
        previous in (_TARGETS_IN_TIME if dated else _TARGETS) or (not dated and start - verb <= _TOGETHER)
    ):
        return "told"
    lead = words[max(begin, start - _REACH_OF_NOW) : start]
    if _is_fresh(words, begin, start) or any(pair in _ARRIVING for pair in pairwise(lead)):
        return "told"
    if dated and previous == "now":
        return ""  # "it's now July 20" tells which day it is
    opens = words[begin] == "now" or (begin + 1 < start and words[begin + 1] == "now")
    return "now" if "now" in lead or opens or ("total", "of") in pairwise(lead) else ""


# "reached 165", "improved slightly 4": a verb and the value right behind it.
_TOGETHER = 2
_ARRIVING = frozenset((("down", "to"), ("later", "to")))


def _verb_of_change(words: Sequence[str], begin: int, start: int) -> int | None:
    for index in range(start - 1, max(begin, start - _LONGEST_OBJECT) - 1, -1):
        word = words[index]
        if normal_form(word) in CHANGES and (word.endswith(("ed", "ing")) or word in _IRREGULAR):
            return index
    return None


def _is_fresh(words: Sequence[str], begin: int, start: int) -> bool:
    """Tell whether the noun phrase of a value calls it new: "the new quota of", "my increased budget of"."""
    index = start - 1
    if index >= begin and words[index] in _LINKS:
        index -= 1
    for at in range(index, max(begin - 1, index - _LONGEST_PHRASE), -1):
        word = words[at]
        if word in _FRESH:
            return True
        if word in _PHRASE_ENDS or word.endswith("ing"):
            return False
    return False


def former_of(words: Sequence[str], amount: Amount, amounts: Iterable[Amount]) -> str:
    """Return the value that the sentence says was before: "cut from 20 to 15", "$500, up from $400"."""
    for other in amounts:
        if other is amount or other.kind not in (amount.kind, "number") or not other.start:
            continue
        begin = other.start - 1
        if words[begin] != "from":
            continue
        if 0 < other.start - amount.end <= 2 * _REACH_OF_FORMER and words[begin - 1] in ("up", "down"):
            return other.value
        if 0 < amount.start - other.end <= _REACH_OF_FORMER and words[amount.start - 1] == "to":
            moved = not _MOVING.isdisjoint(words[max(0, begin - _REACH_OF_NOW) : begin])
            if moved or _verb_of_change(words, 0, begin) is not None:
                return other.value  # without such a word it is a range: "open from 9 to 5"
    return ""


def is_stated(words: Sequence[str], amount: Amount, begin: int, change: Change) -> bool:
    """Tell whether the clause that begins at `begin` states a value as one that holds."""
    if _is_other_value(words, amount) or (amount.kind == "number" and change != "told"):
        return False
    start = amount.start
    lead = words[begin:start]
    if _intends(words, begin, start):
        return False
    if not _SUPPOSING.isdisjoint(lead):
        return _is_definite(words, begin, start)
    opening = next((word for word in lead if word[0].isalpha()), "")
    if opening not in _ASKING or change or _is_definite(words, begin, start):
        return True
    return any(
        one in _TELLERS and (other.endswith("ed") or one.endswith("ve")) for one, other in pairwise(lead)
    )


def _is_definite(words: Sequence[str], begin: int, start: int) -> bool:
    """Tell whether a value is taken for granted: "the $900 grant", "Ines's 90%", "my budget of $400"."""
    previous = words[start - 1] if start > begin else ""
    if previous == "of":
        return not _DEFINITE.isdisjoint(words[max(begin, start - _REACH_OF_ARTICLE) : start])
    return previous in _DEFINITE or previous.endswith("'s")


def _is_other_value(words: Sequence[str], amount: Amount) -> bool:
    """Tell whether a value is a former one, a difference, a label, an end of a range or a frame of time."""
    start, end, kind = amount.start, amount.end, amount.kind
    previous = words[start - 1] if start else ""
    following = words[end] if end < len(words) else ""
    if start > 1 and (
        (previous in _ARTICLES and words[start - 2] in _FORMERLY) or (words[start - 2], previous) in _BOUNDS
    ):
        return True
    if previous in _FORMERLY or previous in _LABELS or previous == "between":
        return True
    if kind in ("money", "percent", "count", "duration", "number") and previous == "by":
        return True
    if kind in ("money", "percent") and following in ("over", "less", "more", "off"):
        return True
    if (
        kind == "duration"
        and not amount.unit.startswith("second")
        and (previous in _FRAMES_OF_TIME or following in _BEHIND_TIME)
    ):
        return True
    return previous == "and" and "between" in words[max(0, start - _REACH_OF_FORMER) : start]


def _intends(words: Sequence[str], begin: int, start: int) -> bool:
    """Tell whether the value is only meant to be reached: "to increase my rent to $400", "to reach 90%"."""
    if start > begin + 1 and words[start - 2] == "to" and normal_form(words[start - 1]) in _AIMS:
        return True
    if start == begin or words[start - 1] not in _TARGETS_IN_TIME:
        return False
    for index in range(start - 2, max(begin, start - _LONGEST_OBJECT), -1):
        if normal_form(words[index]) in CHANGES:
            return words[index - 1] == "to" and not words[index].endswith(("ed", "ing"))
    return False
