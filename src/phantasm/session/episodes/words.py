"""What do the user's words say about how the work went? Pure."""

import re
from typing import Final, Literal

from phantasm.session.episodes.sentences import sentences, word_count

Verdict = Literal["success", "failure", "abandoned"]

MOST_SENTENCES: Final = 6
"""How many sentences of a turn are judged: who says how it went says it first, and shortly."""

MOST_WORDS: Final = 40
"""A sentence with more words describes something, rather than judging it."""

_ABANDONED: Final = re.compile(
    r"\b(?:forget (?:it|about (?:it|this|that)|this|that)|never ?mind|nvm|(?:let's|let us|just|please)? ?"
    r"(?:drop|scrap|abandon|shelve) (?:it|this|that|the whole)|give up|giving up|not worth (?:it|the)|"
    r"(?:revert|undo|roll back|throw away) (?:everything|all|it all|the whole)|"
    r"let's (?:stop|leave it|not do (?:this|that))|leave it (?:as it (?:is|was)|be|there))\b",
    re.IGNORECASE,
)
_FAILURE: Final = re.compile(
    r"\bstill (?:broken|failing|fails|fail|crash\w*|hangs?|wrong|red|an? |the same|get|getting|see|"
    r"seeing|not|"
    r"does(?:n't| not)|is(?:n't| not)|happen\w*|have|having|no\b|errors?|throw\w*|says)|"
    r"\b(?:that|this|it) (?:did ?n[o']?t|does ?n[o']?t|is ?n[o']?t|did not|does not) "
    r"(?:work|help|fix|change|solve|compile|build|run|start)\w*|"
    r"\bdid(?:n't| not) (?:work|help|fix|solve)\b|\bnot (?:fixed|working|solved)\b|\bsame (?:error|"
    r"problem|issue|result)\b|"
    r"\b(?:now|you|that|this|it) (?:it )?(?:broke|breaks|crashes|made it worse)\b|\b(?:it's|its|it is|"
    r"now) (?:even )?worse\b|"
    r"\bnope[,.!]? (?:still|same|no)|\b(?:fails|failing|broken|crashes) again\b|\bno luck\b",
    re.IGNORECASE,
)
_SUCCESS: Final = re.compile(
    r"\b(?:it|that|this|everything|all|now|which|and)?(?:'s| is| are)? ?(?:works?|working|worked|fixed|"
    r"solved|resolved|passes|"
    r"passing|green)(?: (?:now|great|perfectly|fine|well|again|like a charm|for me|as expected))|"
    r"\b(?:it|that|this|everything|all of it)(?: (?:now|all|finally|really|actually))? (?:works|worked|"
    r"passes|is (?:fixed|"
    r"solved|green|good|fine|working)|did (?:it|the trick)|fixed (?:it|the)|solved (?:it|the)|"
    r"looks (?:good|great|right|perfect))\b|"
    r"^(?:perfect|great|excellent|awesome|brilliant|lgtm|nice|wonderful|fantastic|looks good|well done|"
    r"good job|"
    r"works|fixed|solved|great job|great work|nice work)\b|\b(?:works|fixed|solved|done|perfect|"
    r"great),? (?:thanks|thank you|thx)\b|"
    r"^(?:thanks|thank you|thx|cheers)[,!. ]+(?:it|that|this|all|everything)?.{0,12}\b(?:works|worked|"
    r"fixed|perfect|great|good)\b|"
    r"\bship it\b|\ball (?:tests )?green\b|\b(?:you|that) (?:fixed|solved|nailed) it\b",
    re.IGNORECASE,
)
_UNSURE: Final = re.compile(
    r"\?|\b(?:if|when|until|once|whether|unless|make sure|ensure|should|would|could|must|verify|check|"
    r"want|need|"
    r"so that|before|after|in case|expect|hope|how|why)\b",
    re.IGNORECASE,
)
_NOT: Final = re.compile(
    r"\b(?:not|no longer|never|isn't|aren't|doesn't|didn't|don't|won't|but|except|almost|"
    r"nearly|partly|only)\b",
    re.IGNORECASE,
)


def verdict_in(text: str) -> tuple[Verdict, str] | None:
    """Return what a user's turn says about the work before it, and the sentence; None where it says nothing.

    The first sentence that judges counts; only giving up counts wherever it stands.
    """
    found = sentences(text)[:MOST_SENTENCES]
    first: tuple[Verdict, str] | None = None
    for sentence in found:
        verdict = _verdict(sentence)
        if verdict == "abandoned":
            return verdict, sentence
        if verdict and first is None:
            first = verdict, sentence
    return first


def _verdict(sentence: str) -> Verdict | None:
    if word_count(sentence) > MOST_WORDS:
        return None
    if _ABANDONED.search(sentence) and "?" not in sentence:
        return "abandoned"
    if _FAILURE.search(sentence):
        return None if re.search(r"\b(?:if|in case|unless|whether)\b", sentence, re.IGNORECASE) else "failure"
    found = _SUCCESS.search(sentence)
    if found is None or _UNSURE.search(sentence):
        return None
    return None if _NOT.search(sentence) else "success"
