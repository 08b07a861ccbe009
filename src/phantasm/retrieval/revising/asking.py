"""Which of two statements does a question want first, the one that holds or the one that it replaced?"""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from phantasm.state.claims.words import normal_form

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phantasm.retrieval.revising.amounts import Kind
    from phantasm.retrieval.revising.revision import Revision

Id = TypeVar("Id", bound=Hashable)

_WORD = re.compile(r"[A-Za-z][A-Za-z']*")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
# A question about the course of things wants the earlier statements too, and one for advice wants no value.
_ASKING_ELSE = re.compile(
    r"\b(?:order|sequence|originally|initially|previous(?:ly)?|between|passed|elapsed|earlier|throughout|across"
    r"|history|evolv\w*|progress\w*|compar\w*|timeline|summar\w*|first time|did i say|used to"
    r"|how (?:can|could|should|would|will|did|do)|recommend\w*|suggest\w*|advi[cs]e)\b"
)
_ASKING: tuple[tuple[tuple[Kind, ...], str], ...] = (
    (("date", "clock"), r"\b(?:when|dates?|deadlines?|what time|which day|due|schedul\w*)\b"),
    (("count", "number", "duration"), r"\b(?:how many|number of|count|quota|limit)\b"),
    (("money",), r"\b(?:how much|budget\w*|costs?|prices?|salary|spend\w*|fees?|amount|rent|income)\b|[$€£]"),
    (("percent",), r"\b(?:percent\w*|rates?|accuracy|coverage|scores?|share)\b|%"),
    (("duration",), r"\b(?:how long|hours?|minutes?|days?|latency|time)\b"),
    (("version",), r"\bversions?\b"),
)
_ASKED = tuple((kinds, re.compile(words)) for kinds, words in _ASKING)
# A revision concerns a question that names at least so many of the words that both statements share.
_FEWEST_SHARED = 2
# A replaced statement keeps 1 - _DAMPING * strength of its score. On the development questions 0, .2, .4, .6
# put the later statement first in .84, .89, .92 and .92 of those that have an earlier one.
_DAMPING = 0.4
# The later statement is put this far above the earlier one: less than any two scores differ by chance.
_JUST_ABOVE = 1e-6


class Question(NamedTuple):
    """What a question asks for: its words, the kinds of values it wants as they are now, those it names."""

    stems: frozenset[str]
    kinds: frozenset[Kind]
    values: frozenset[str]


def read_question(text: str) -> Question:
    """Read from a question what kind of value it asks for."""
    lowered = text.lower()  # told to overlook case, patterns take far longer to read
    asked = () if _ASKING_ELSE.search(lowered) else _ASKED
    return Question(
        frozenset(normal_form(word.lower().removesuffix("'s")) for word in _WORD.findall(text)),
        frozenset(kind for kinds, pattern in asked if pattern.search(lowered) for kind in kinds),
        frozenset(number.replace(",", "") for number in _NUMBER.findall(text)),
    )


def concerns(question: Question, revision: Revision) -> bool:
    """Tell whether a question asks for the value that a revision replaced, as it is now."""
    if revision.kind not in question.kinds or revision.value in question.values:
        return False
    shared = sum(word in question.stems for word in revision.about)
    counted = revision.unit.partition("/")[0]
    return shared + (counted in question.stems) >= _FEWEST_SHARED


def settle(scores: Mapping[Id, float], revisions: Iterable[tuple[Id, Id, float]]) -> dict[Id, float]:
    """Return the scores with each replaced statement damped and what replaced it at last just above it.

    A revision is (earlier, later, strength); of several for one statement the surest counts, then the first.
    """
    surest: dict[Id, tuple[Id, float]] = {}
    for earlier, later, strength in revisions:
        if earlier not in surest or strength > surest[earlier][1]:
            surest[earlier] = (later, strength)
    settled = dict(scores)
    for earlier, (_, strength) in surest.items():
        if settled.get(earlier, 0.0) > 0:
            settled[earlier] *= 1 - _DAMPING * strength
    for earlier in surest:
        if earlier not in scores:
            continue
        last = earlier
        passed = set()
        while last in surest and last not in passed:
            passed.add(last)
            last = surest[last][0]
        if last not in surest and settled.get(last, float("-inf")) <= scores[earlier]:
            settled[last] = scores[earlier] + _JUST_ABOVE
    return settled
