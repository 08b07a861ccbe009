"""Which part of earlier work does a question ask for: what was seen, thought, done, or what came of it? Pure.

A turn of an agent has four slots: observation, reasoning, action, outcome. "Why did we" asks for the second,
"what was tried" for the third. The rules read English and would rather miss a question than claim one: a
wrong preference costs more than none.
"""

import re

from phantasm.context.ways import OF_A_TOOL, WAYS, Slot
from phantasm.contracts.kinds import KindName
from phantasm.contracts.patterns import compiled

# Politeness asks for nothing by itself.
_POLITE = re.compile(
    r"\b(?:can|could|will|would)\s(?:you|i|we)\s(?:please\s)?(?:tell|remind|explain|say|show|ask)\b",
    re.IGNORECASE,
)
# Asked about what should be or may be, a question has no answer in what was.
_NOT_PAST = re.compile(r"\b(?:should|shall|will|would|could|can|might|must|ought)\b", re.IGNORECASE)
# A question about a failure: what is broken, or stands in the way, answers it.
_FAILED = (
    r"(?i)\b(?:fail\w*|broke|broken|crash\w*|went\swrong|did(?:n't|\snot)\swork|errors?|exceptions?"
    r"|problems?)\b"
)

# What names the slot and not the topic: an answer need not have these words.
_APPARATUS = (
    r"(?i)\b(?:results?|outcomes?|effects?|conclusions?|reasons?|rationale|reasoning|motivation|tr(?:y|ied)|attempt(?:s|ed)?"
    r"|happened|went|wrong|turn(?:ed)?\sout|came|decided?|choose|chose|chosen|picked|done|steps?|approach(?:es)?"
    r"|fail(?:s|ed)?|work(?:s|ed)?|succeed(?:s|ed)?|seen?|saw|observed?|noticed?|already|so\sfar|last\stime)\b"
)

_KINDS: dict[Slot, tuple[KindName, ...]] = {
    "observation": ("known_issue", "fact"),
    "reasoning": ("decision",),
    "action": ("procedure", "task", "known_issue"),
    "outcome": ("task", "known_issue"),
}
_KINDS_OF_FAILURE: tuple[KindName, ...] = ("known_issue", "blocker")

# The label that begins a turn's slot. Capitals: "action: retry" is a line of a configuration.
_LABEL = re.compile(
    r"\s*(?:[-*#>]+\s+|\d+[.)]\s+)?\**_*"
    r"(?P<word>Observations?|OBSERVATION|Thoughts?|THOUGHT|Reasoning|REASONING|Rationale|Actions?|ACTION"
    r"|Outcomes?|OUTCOME|Results?|RESULT)"
    r"\**_*\s?:(?=\s|\**\s|$)"
)
_LABELS: dict[str, Slot] = {
    "observation": "observation",
    "thought": "reasoning",
    "reasoning": "reasoning",
    "rationale": "reasoning",
    "action": "action",
    "outcome": "outcome",
    "result": "outcome",
}


def slots_asked(question: str) -> tuple[Slot, ...]:
    """Return which slots of earlier turns a question asks for; none for most questions."""
    words = _POLITE.sub("", " ".join(question.replace("\u2019", "'").split()))
    asked = [sentence for sentence in re.split(r"(?<=[.!?])\s", words) if not _NOT_PAST.search(sentence)]
    return tuple(slot for slot in WAYS if any(_asks_for(slot, sentence) for sentence in asked))


def _asks_for(slot: Slot, sentence: str) -> bool:
    small = sentence.lower()
    return any(
        compiled(way).search(sentence if way is OF_A_TOOL else small)
        for words, way in WAYS[slot]
        if any(word in small for word in words.split("|"))
    )


def kinds_asked(question: str) -> tuple[KindName, ...]:
    """Return which kinds of records answer such a question, best first; none for most questions."""
    slots = slots_asked(question)
    found: list[KindName] = []
    for slot in slots:
        failed = slot == "outcome" and compiled(_FAILED).search(question)
        found += _KINDS_OF_FAILURE if failed else _KINDS[slot]
    return tuple(dict.fromkeys(found))


def topic_of(question: str) -> str:
    """Return a question that asks for a slot without the words that only name the slot."""
    rest = " ".join(compiled(_APPARATUS).sub(" ", question).split())
    return rest if slots_asked(question) and any(map(str.isalnum, rest)) else question


def slot_of(text: str) -> Slot | None:
    """Return the slot that the first line of a text is labelled with, such as `Observation:`."""
    label = _LABEL.match(text)
    if label is None:
        return None
    return _LABELS[label["word"].lower().removesuffix("s")]
