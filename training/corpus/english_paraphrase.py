"""The same thing said otherwise: questions a sentence answers, clauses in another order, other words.

Everything here is a rule that holds by grammar alone. A rule that would need to understand the sentence
is left out: a wrong paraphrase teaches more harm than a right one teaches good.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_LONGEST_ASKED = 24
_SUBORDINATE = re.compile(
    r"^(If|When|While|Although|Because|After|Before|Since|Unless|Once|As soon as|Until|Though) "
    r"(?!if\b)([^,;:()]{8,120}), (?:then )?(?!and\b|or\b|but\b)([^,;:()?!]{8,160}[^.])\.$"
)
_WORD = re.compile(r"[A-Za-z]+")
_PROPER = r"[A-Z][a-z]+(?: [A-Z][a-z]+)?"
_SUBJECT = (
    rf"(?P<subject>I|[Hh]e|[Ss]he|[Tt]hey|[Ww]e|(?:Mr|Mrs|Miss|Dr|Captain|Sir|Lady)\.? {_PROPER}|{_PROPER}"
    r"|(?:The|My|His|Her|Their|Our) [a-z]+)"
)
_TIME = (
    r"(?:yesterday|today|tonight|last (?:night|week|month|year)|this (?:morning|evening|week|year)|in \d{4}"
    r"|(?:on|in|since|last) (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day(?: \w+)?"
    r"|in (?:January|February|March|April|June|July|August|September|October|November|December)(?: \d{4})?"
    r"|(?:the )?next (?:day|morning|week|year)|\w+ (?:days|weeks|months|years|hours|minutes) ago"
    r"|(?:on|in|at) the (?:morning|afternoon|evening|same day|night|summer|winter|spring|autumn)"
    r"|at the end of the \w+|at \w+ o'clock|at (?:night|noon|midnight))"
)
_PLACE = r"(?:at|in|to|into|from|near) (?:the [a-z]+|[A-Z][a-z]+(?: [A-Z][a-z]+)?)"
_DID = re.compile(rf"^{_SUBJECT} (?P<verb>[a-z]+) (?P<rest>[^,;:\"?!()]*)\.$")
_BE = re.compile(rf"^{_SUBJECT} (?P<verb>was|were|is|are) (?P<rest>[^,;:\"?!()]+)\.$")
_WHEN = re.compile(rf"^(?P<rest>.*?)\s*\b(?P<when>{_TIME})$")
_WHERE = re.compile(rf"^(?P<rest>.*?)\s*\b(?P<where>{_PLACE})$")
_ARTICLES = {"The", "My", "His", "Her", "Their", "Our", "He", "She", "They", "We"}
_NOT_NAMES = set(
    "There That This These Those What Which Such Nothing It Here Then And But Who All Some Many Each "
    "One Now So No Not You Everything If When While Also Note Only Both Most Another "
    "Neither Either How Where Why Never".split()
)
"""Words that open a sentence without being its subject's name."""


def asked_meaning(word: str) -> str:
    """The question a word's definition answers; which of its forms depends on the word alone."""
    forms = ("what does {} mean?", "meaning of {}", "what is {}?", "define {}")
    return forms[sum(word.encode()) % len(forms)].format(word)


def word_for(meaning: str) -> str:
    """The question asked by somebody who has the meaning and looks for the word."""
    forms = ("what is the word for {}?", "a word that means {}", "what do you call {}?")
    return forms[sum(meaning.encode()) % len(forms)].format(meaning.rstrip("."))


def substituted(text: str, swaps: Mapping[str, str]) -> str:
    """The text with every word that has an exact synonym replaced by it."""
    return _WORD.sub(lambda found: swaps.get(found[0], found[0]), text)


def reordered(sentence: str) -> str | None:
    """A sentence that opens with a subordinate clause, with its main clause first."""
    found = _SUBORDINATE.match(sentence)
    if not found:
        return None
    opener, clause, main = found.groups()
    return f"{main[0].upper()}{main[1:]} {opener.lower()} {clause}."


def _subject(name: str) -> str:
    first, _, rest = name.partition(" ")
    return f"{first.lower()} {rest}".strip() if first in _ARTICLES else name


def questions(sentence: str, verbs: Mapping[str, str]) -> Iterator[str]:
    """What a simple statement answers; `verbs` maps past forms to base forms."""
    if len(sentence.split()) > _LONGEST_ASKED:
        return
    if found := _BE.match(sentence):
        subject, verb, rest = found["subject"], found["verb"], found["rest"]
        if subject.split()[0] not in _NOT_NAMES and subject != "I":
            yield from _asked(subject, verb, rest, verb)
    elif (found := _DID.match(sentence)) and found["verb"] in verbs:
        subject, rest = found["subject"], found["rest"]
        if subject.split()[0] not in _NOT_NAMES and subject != "I":
            yield from _asked(subject, found["verb"], rest, "did", verbs[found["verb"]])


def _asked(subject: str, verb: str, rest: str, helper: str, base: str = "") -> Iterator[str]:
    """When, where and who, as far as the sentence says so, else whether."""
    who = f"{_subject(subject)} {base}".strip()
    when, where = _WHEN.match(rest), _WHERE.match(rest)
    if when:
        yield f"When {helper} {who} {when['rest']}".rstrip() + "?"
    elif where:
        yield f"Where {helper} {who} {where['rest']}".rstrip() + "?"
    elif rest:
        yield f"{helper.capitalize()} {who} {rest}?"
    if (when or where) and not subject.startswith(("The", "Their", "Our")) and helper in {"did", "was", "is"}:
        yield f"Who {verb} {rest}?"


def past_forms(exceptions: str, index: str) -> dict[str, str]:
    """Past forms to base forms, from WordNet's list of irregular verbs and its index of verbs."""
    bases = [line.split(" ", 1)[0] for line in index.splitlines() if not line.startswith(" ")]
    forms: dict[str, str] = {}
    for base in bases:
        if base.isalpha():
            past = base + "d" if base.endswith("e") else re.sub(r"(?<=[^aeiou])y$", "i", base) + "ed"
            forms[past] = base
    for line in exceptions.splitlines():
        form, base, *_ = line.split()
        if form.isalpha() and not form.endswith(("ing", "s")):
            forms[form] = base
    for other in "had was were been did done gone seen taken given might saw".split():
        forms.pop(other, None)
    return forms | {"saw": "see"}
