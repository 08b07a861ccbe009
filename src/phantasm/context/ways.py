"""In which ways do questions ask for a part of earlier work? Patterns of English, by that part. Pure.

Each stands behind words of which every sentence that it finds has one: reading a pattern takes longer than
searching with it, a hook reads it for one question, and most questions need few of them. All are for small
letters but one: a pattern that overlooks case is read in more than twice the time.
"""

from typing import Literal

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

# The log, or a tool by its name; what a person said is no sight of ours, so that capitals count here.
OF_A_TOOL = rf"(?i)\bwhat\sdid\s(?:(?:the|our|your)\s(?:[\w./-]+\s){{1,3}}?|{_TOOL}\s){_SAID}\b(?!\sabout)"
WAYS: dict[Slot, tuple[tuple[str, str], ...]] = {
    "observation": (
        (
            "what did",
            rf"\bwhat\sdid\s{_US}\s(?:actually\s|really\s)?(?:see|observe|notice|find|measure|get\sback)\b",
        ),
        ("what ha|what 've", rf"\bwhat\s{_HAVE}\s{_US}\s(?:seen|observed|noticed|found|measured)\b"),
        ("what w", rf"\bwhat\s(?:was|were)\s(?:the|our)\s(?:\w+\s){{0,3}}?{_SIGHT}\b"),
        (
            "error|output|exception|stack|traceback|log|warning|status|exit|measurement|symptom|failure",
            rf"\b(?:what|which)\s(?:\w+\s)?{_SIGHT}\s(?:did|was|were|came|appeared|occurred|showed)\b",
        ),
        ("what did", OF_A_TOOL),
        (
            "what w",
            r"\bwhat\s(?:was|were)\s(?:observed|seen|noticed|measured|printed|logged|shown|reported)\b",
        ),
        ("how did", r"\bhow\sdid\sthe\s(?:failure|error|bug|problem)\s(?:show|look|manifest)"),
    ),
    "reasoning": (
        (
            "why ",
            rf"\bwhy\s(?:did(?:n't)?|do(?:es)?(?:n't)?|{_HAVE}|are(?:n't)?|were(?:n't)?)\s{_US}\b(?!\sget(?:ting)?\b|\ssee(?:ing)?\b)",
        ),
        ("why ", rf"\bwhy\s{_US}\b(?!(?:\s\w+)?\s(?:get|getting|see|seeing|fail|failing)\b)"),
        ("why ", rf"\bwhy\s{_FEW}(?:is|are|was|were|isn't|aren't|wasn't|weren't|{_HAVE})\s{_FEW}{_CHOSEN}\b"),
        ("why ", rf"\bwhy\s{_FEW}(?:instead\sof|rather\sthan|and\snot|over)\s\w"),
        ("why not", rf"\bwhy\snot\s{_FEW}(?:use|have|keep|take|just)\b"),
        (
            "reason|rationale|motivation|justification|thinking|argument|trade|consideration",
            (
                r"\b(?:what(?:'s)?|which)\s(?:was\s|were\s|is\s|are\s)?(?:the|our|your)\s(?:\w+\s)?"
                r"(?:reasons?|rationale|reasoning|motivation|justification|thinking|arguments?|trade-?offs?|considerations?)\b"
            ),
        ),
        (
            "reason|rationale|motivation",
            r"\b(?:the\s)?(?:rationale|reasoning|motivation)\s(?:for|behind)\b|\b(?:the|a)\sreasons?\s(?:for|behind|why|that|we)\b",
        ),
        ("how come", rf"\bhow\scome\s{_US}\b"),
        ("for wh|on wh", r"\bfor\s(?:what|which)\sreasons?\b|\bon\s(?:what|which)\s(?:grounds|basis)\b"),
        (
            "what m|what led|what c",
            r"\bwhat\s(?:made|led|caused|convinced)\s(?:us|you|me|them)\b|\bwhat\smotivated\s(?:us|you|the|this|that)\b",
        ),
        ("how did", rf"\bhow\sdid\s{_US}\s(?:decide|choose|settle|arrive|come\sto|conclude|pick)\b"),
        (
            "decide|conclude|agree",
            rf"\bwhat\s(?:did\s{_US}\s(?:decide|conclude|agree)|was\s(?:decided|agreed|concluded)|{_HAVE}\s{_US}\sdecided)\b",
        ),
        (
            "alternatives|options",
            rf"\b(?:what|which)\s(?:other\s)?(?:alternatives|options)\s(?:did\s{_US}|{_HAVE}\s{_US}|were)\b",
        ),
        ("thinking|what spoke", rf"\bwhat\s(?:was|were)\s{_US}\sthinking\b|\bwhat\sspoke\s(?:for|against)\b"),
    ),
    "action": (
        (
            "what did|what else did",
            rf"\bwhat\s(?:else\s)?did\s{_WHO}\s(?:already\s|actually\s|then\s)?{_TRIED}\b",
        ),
        (
            "what ha|what 've|what else",
            rf"\bwhat\s(?:else\s)?{_HAVE}\s(?:{_WHO}|been)\s(?:already\s|so\sfar\s|been\s)?{_TRIED}\b",
        ),
        ("what's|what w", rf"\bwhat(?:'s|\s(?:was|were))\s(?:already\s|also\s|been\s)*{_TRIED}\b"),
        ("what|which", rf"\b(?:what|which)\s(?:\w+\s)?{_MEANS}\s(?:did|{_HAVE}|was|were)\s{_FEW}{_TRIED}\b"),
        ("which", rf"\bwhich\s{_MEANS}\s(?:we|you)\s(?:already\s)?tried\b"),
        (
            "was|were|have been",
            r"\b(?:what|which)\s\w+\s(?:was|were|have\sbeen)\s(?:run|executed|applied|tried|attempted)\b",
        ),
        ("how did", rf"\bhow\sdid\s{_WHO}\s(?:\w+ly\s)?{_MADE}\b"),
        (
            "how w",
            rf"\bhow\s(?:was|were)\s{_FEW}(?:fixed|solved|resolved|repaired|handled|worked\saround|recovered|deployed|migrated)\b",
        ),
        (" already| ever", rf"\b(?:did|{_HAVE})\s{_WHO}\s(?:already|ever)\s{_TRIED}\b"),
        ("tried|try|attempt", rf"\b{_HAVE}\s{_WHO}\s(?:tried|attempted)\b|\bdid\s{_WHO}\s(?:try|attempt)\b"),
        (
            "what attempts|what steps|what was",
            r"\bwhat\s(?:attempts|steps)\s(?:were|have\sbeen)\b|\bwhat\swas\s(?:our|your|the)\sapproach\b",
        ),
    ),
    "outcome": (
        (
            "fail|broke|crash|work|succeeded|passed|went",
            r"\bwhat\s(?:\w+\s)?(?:failed|broke|crashed|worked|succeeded|passed|went\s(?:wrong|well)|did(?:n't|\snot)\swork)\b",
        ),
        (
            "fail|broke|crash|work|succeeded|passed|did",
            rf"\b(?:which|what)\s(?!happens)(?:\w+\s){{1,3}}?(?:failed|worked|passed|succeeded|broke|crashed|did(?:n't|\snot)\s{_ENDED})\b",
        ),
        (
            "did",
            rf"(?<!how\s)\bdid(?:n't)?\s(?:it|that|this|they|the|our|your|any)\s(?!take\s){_FEW}(?<!the\s)(?<!a\s){_ENDED}\b",
        ),
        (
            "has|have|had",
            rf"\b(?:has|have|had)\s(?:it|that|this|the|our)\s{_FEW}(?:worked|succeeded|failed|passed|finished|helped|been\s(?:fixed|solved|resolved))\b",
        ),
        (
            "what's|what w",
            (
                r"\bwhat(?:'s|\s(?:was|were))\s(?:the|our)\s(?:\w+\s)?(?:results?|outcomes?|effects?|conclusions?)"
                r"\b(?!\s(?:type|field))"
            ),
        ),
        (
            "what came|what became|with what",
            r"\bwhat\s(?:came|became)\sof\b|\bwith\swhat\s(?:result|success|outcome)\b",
        ),
        (
            "how did",
            r"\bhow\sdid\s(?:it|that|this|they|the|our)\s(?:\S+\s){0,4}?(?:go|turn\sout|end|perform|do)\b(?!\s\w+ing)",
        ),
        ("what happened", r"\bwhat\shappened\b(?!\sat\b|\sto\sbe\b)"),
        (
            "was|were",
            rf"(?<!how\s)\b(?:was|were)\s(?:it|that|this|they|the)\s{_FEW}(?:successful|fixed|solved|resolved|a\s(?:success|failure))\b",
        ),
    ),
}
