"""Which part of earlier work does a question ask for: what was seen, thought, done, or what came of it? Pure.

A turn of an agent has four slots: observation, reasoning, action, outcome. "Why did we" asks for the second,
"what was tried" for the third. The rules read English and would rather miss a question than claim one: a
wrong preference costs more than none.
"""

import re
from functools import cache
from typing import Literal

from phantasm.contracts.kinds import KindName

Slot = Literal["observation", "reasoning", "action", "outcome"]

# Who worked here: not just anybody. "What did Caroline do on Sunday?" asks for an event, not for a turn.
_WHO = (
    r"(?:we|you|i|they|it|anyone|anybody|somebody|someone"
    r"|the\s(?:team|agent|assistant|(?:last|previous)\s\w+))"
)
_US = r"(?:we|you|i|they|the\s(?:team|agent|assistant))"
_HAVE = r"(?:have|has|had|'ve)"
# What is chosen, as a participle: "why are invoices stored in …" asks for a reason, "why is it failing" for
# none of ours.
_CHOSEN = (
    r"(?:chosen|picked|selected|decided|used|adopted|preferred|rejected|dropped|removed|deleted|added|kept"
    r"|introduced|replaced|renamed|moved|split|merged|disabled|enabled|deprecated|stored|written|built|made|set"
    r"|pinned|changed|switched|implemented|designed|done|reverted|limited|forbidden|required|postponed|skipped"
    r"|configured|encoded|duplicated|turned\s(?:on|off)|not\sallowed|ruled\sout|left\sout)"
)
# A stretch of the question without its end: far enough for a name, too short for another clause.
_FEW = r"(?:[^\s?.!]+\s){0,8}?"
_TRIED = (
    r"(?:tried|try|attempted|attempt|done|do|changed|change|ran|run|executed|execute|implemented|implement"
    r"|taken|take|applied|apply|used|use|ruled\sout|worked\son|work\son)"
)
_MEANS = (
    r"(?:commands?|steps?|fix(?:es)?|approach(?:es)?|attempts?|workarounds?|ways?|things?|ideas?"
    r"|patch(?:es)?|options?)"
)
_MADE = (
    r"(?:fix|solve|resolve|repair|implement|deploy|migrate|install|set\sup|handle|do|build|release|roll\sback"
    r"|work\saround|get\saround|debug|reproduce|recover|clean\sup|upgrade|configure|test|make)"
)
_SAID = r"(?:say|show|print|report|return|output|log|look\slike|contain|complain|tell)"
_SIGHT = (
    r"(?:errors?|output|exception|stack\s?trace|traceback|logs?|warnings?|status\scode|exit\s(?:code|status)"
    r"|measurements?|symptoms?|failure\smessage)"
)
_TOOL = r"(?!(?:we|you|i|they|he|she)\b)(?-i:[a-z][\w./-]*)"
_ENDED = (
    r"(?:work|works|worked|succeed|succeeded|fail|failed|pass|passed|help|helped|finish|finished|break|broke"
    r"|crash|crashed|complete|completed)"
)

# Politeness asks for nothing by itself.
_POLITE = re.compile(
    r"\b(?:can|could|will|would)\s(?:you|i|we)\s(?:please\s)?(?:tell|remind|explain|say|show|ask)\b",
    re.IGNORECASE,
)
# Asked about what should be or may be, a question has no answer in what was.
_NOT_PAST = re.compile(r"\b(?:should|shall|will|would|could|can|might|must|ought)\b", re.IGNORECASE)


# No way of asking for a slot does without one of these words. Most questions have few of them, and reading a
# long pattern takes longer than searching with it: a hook reads it for one question.
_OPENINGS: dict[Slot, re.Pattern[str]] = {
    "observation": re.compile(r"what|which|how", re.IGNORECASE),
    "reasoning": re.compile(r"why|what|which|how|reason|rationale|motivation", re.IGNORECASE),
    "action": re.compile(r"what|which|how|did|ha[sdv]|'ve", re.IGNORECASE),
    "outcome": re.compile(r"what|which|how|did|ha[sdv]|was|were", re.IGNORECASE),
}
_WAYS: dict[Slot, tuple[str, ...]] = {
    "observation": (
        rf"\bwhat\sdid\s{_US}\s(?:actually\s|really\s)?(?:see|observe|notice|find|measure|get\sback)\b",
        rf"\bwhat\s{_HAVE}\s{_US}\s(?:seen|observed|noticed|found|measured)\b",
        rf"\bwhat\s(?:was|were)\s(?:the|our)\s(?:\w+\s){{0,3}}?{_SIGHT}\b",
        rf"\b(?:what|which)\s(?:\w+\s)?{_SIGHT}\s(?:did|was|were|came|appeared|occurred|showed)\b",
        # The log, or a tool by its name; what a person said is no sight of ours.
        rf"\bwhat\sdid\s(?:(?:the|our|your)\s(?:[\w./-]+\s){{1,3}}?|{_TOOL}\s){_SAID}\b(?!\sabout)",
        r"\bwhat\s(?:was|were)\s(?:observed|seen|noticed|measured|printed|logged|shown|reported)\b",
        r"\bhow\sdid\sthe\s(?:failure|error|bug|problem)\s(?:show|look|manifest)",
    ),
    "reasoning": (
        rf"\bwhy\s(?:did(?:n't)?|do(?:es)?(?:n't)?|{_HAVE}|are(?:n't)?|were(?:n't)?)\s{_US}\b(?!\sget(?:ting)?\b|\ssee(?:ing)?\b)",
        rf"\bwhy\s{_US}\b(?!(?:\s\w+)?\s(?:get|getting|see|seeing|fail|failing)\b)",
        rf"\bwhy\s{_FEW}(?:is|are|was|were|isn't|aren't|wasn't|weren't|{_HAVE})\s{_FEW}{_CHOSEN}\b",
        rf"\bwhy\s{_FEW}(?:instead\sof|rather\sthan|and\snot|over)\s\w",
        rf"\bwhy\snot\s{_FEW}(?:use|have|keep|take|just)\b",
        (
            r"\b(?:what(?:'s)?|which)\s(?:was\s|were\s|is\s|are\s)?(?:the|our|your)\s(?:\w+\s)?"
            r"(?:reasons?|rationale|reasoning|motivation|justification|thinking|arguments?|trade-?offs?|considerations?)\b"
        ),
        r"\b(?:the\s)?(?:rationale|reasoning|motivation)\s(?:for|behind)\b|\b(?:the|a)\sreasons?\s(?:for|behind|why|that|we)\b",
        rf"\bhow\scome\s{_US}\b",
        r"\bfor\s(?:what|which)\sreasons?\b|\bon\s(?:what|which)\s(?:grounds|basis)\b",
        r"\bwhat\s(?:made|led|caused|convinced)\s(?:us|you|me|them)\b|\bwhat\smotivated\s(?:us|you|the|this|that)\b",
        rf"\bhow\sdid\s{_US}\s(?:decide|choose|settle|arrive|come\sto|conclude|pick)\b",
        rf"\bwhat\s(?:did\s{_US}\s(?:decide|conclude|agree)|was\s(?:decided|agreed|concluded)|{_HAVE}\s{_US}\sdecided)\b",
        rf"\b(?:what|which)\s(?:other\s)?(?:alternatives|options)\s(?:did\s{_US}|{_HAVE}\s{_US}|were)\b",
        rf"\bwhat\s(?:was|were)\s{_US}\sthinking\b|\bwhat\sspoke\s(?:for|against)\b",
    ),
    "action": (
        rf"\bwhat\s(?:else\s)?did\s{_WHO}\s(?:already\s|actually\s|then\s)?{_TRIED}\b",
        rf"\bwhat\s(?:else\s)?{_HAVE}\s(?:{_WHO}|been)\s(?:already\s|so\sfar\s|been\s)?{_TRIED}\b",
        rf"\bwhat(?:'s|\s(?:was|were))\s(?:already\s|also\s|been\s)*{_TRIED}\b",
        rf"\b(?:what|which)\s(?:\w+\s)?{_MEANS}\s(?:did|{_HAVE}|was|were)\s{_FEW}{_TRIED}\b",
        rf"\bwhich\s{_MEANS}\s(?:we|you)\s(?:already\s)?tried\b",
        r"\b(?:what|which)\s\w+\s(?:was|were|have\sbeen)\s(?:run|executed|applied|tried|attempted)\b",
        rf"\bhow\sdid\s{_WHO}\s(?:\w+ly\s)?{_MADE}\b",
        rf"\bhow\s(?:was|were)\s{_FEW}(?:fixed|solved|resolved|repaired|handled|worked\saround|recovered|deployed|migrated)\b",
        rf"\b(?:did|{_HAVE})\s{_WHO}\s(?:already|ever)\s{_TRIED}\b",
        rf"\b{_HAVE}\s{_WHO}\s(?:tried|attempted)\b|\bdid\s{_WHO}\s(?:try|attempt)\b",
        r"\bwhat\s(?:attempts|steps)\s(?:were|have\sbeen)\b|\bwhat\swas\s(?:our|your|the)\sapproach\b",
    ),
    "outcome": (
        r"\bwhat\s(?:\w+\s)?(?:failed|broke|crashed|worked|succeeded|passed|went\s(?:wrong|well)|did(?:n't|\snot)\swork)\b",
        rf"\b(?:which|what)\s(?!happens)(?:\w+\s){{1,3}}?(?:failed|worked|passed|succeeded|broke|crashed|did(?:n't|\snot)\s{_ENDED})\b",
        rf"(?<!how\s)\bdid(?:n't)?\s(?:it|that|this|they|the|our|your|any)\s(?!take\s){_FEW}(?<!the\s)(?<!a\s){_ENDED}\b",
        rf"\b(?:has|have|had)\s(?:it|that|this|the|our)\s{_FEW}(?:worked|succeeded|failed|passed|finished|helped|been\s(?:fixed|solved|resolved))\b",
        (
            r"\bwhat(?:'s|\s(?:was|were))\s(?:the|our)\s(?:\w+\s)?(?:results?|outcomes?|effects?|conclusions?)"
            r"\b(?!\s(?:type|field))"
        ),
        r"\bwhat\s(?:came|became)\sof\b|\bwith\swhat\s(?:result|success|outcome)\b",
        r"\bhow\sdid\s(?:it|that|this|they|the|our)\s(?:\S+\s){0,4}?(?:go|turn\sout|end|perform|do)\b(?!\s\w+ing)",
        r"\bwhat\shappened\b(?!\sat\b|\sto\sbe\b)",
        rf"(?<!how\s)\b(?:was|were)\s(?:it|that|this|they|the)\s{_FEW}(?:successful|fixed|solved|resolved|a\s(?:success|failure))\b",
    ),
}
# A question about a failure: what is broken, or stands in the way, answers it.
_FAILED = re.compile(
    r"\b(?:fail\w*|broke|broken|crash\w*|went\swrong|did(?:n't|\snot)\swork|errors?|exceptions?|problems?)\b",
    re.IGNORECASE,
)

# What names the slot and not the topic: an answer need not have these words.
_APPARATUS = re.compile(
    r"\b(?:results?|outcomes?|effects?|conclusions?|reasons?|rationale|reasoning|motivation|tr(?:y|ied)|attempt(?:s|ed)?"
    r"|happened|went|wrong|turn(?:ed)?\sout|came|decided?|choose|chose|chosen|picked|done|steps?|approach(?:es)?"
    r"|fail(?:s|ed)?|work(?:s|ed)?|succeed(?:s|ed)?|seen?|saw|observed?|noticed?|already|so\sfar|last\stime)\b",
    re.IGNORECASE,
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
    return tuple(slot for slot in _WAYS if any(_asks_for(slot, sentence) for sentence in asked))


def _asks_for(slot: Slot, sentence: str) -> bool:
    return bool(_OPENINGS[slot].search(sentence) and _pattern(slot).search(sentence))


@cache
def _pattern(slot: Slot) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?:{way})" for way in _WAYS[slot]), re.IGNORECASE)


def kinds_asked(question: str) -> tuple[KindName, ...]:
    """Return which kinds of records answer such a question, best first; none for most questions."""
    slots = slots_asked(question)
    found: list[KindName] = []
    for slot in slots:
        failed = slot == "outcome" and _FAILED.search(question)
        found += _KINDS_OF_FAILURE if failed else _KINDS[slot]
    return tuple(dict.fromkeys(found))


def topic_of(question: str) -> str:
    """Return a question that asks for a slot without the words that only name the slot."""
    rest = " ".join(_APPARATUS.sub(" ", question).split())
    return rest if slots_asked(question) and any(map(str.isalnum, rest)) else question


def slot_of(text: str) -> Slot | None:
    """Return the slot that the first line of a text is labelled with, such as `Observation:`."""
    label = _LABEL.match(text)
    if label is None:
        return None
    return _LABELS[label["word"].lower().removesuffix("s")]
