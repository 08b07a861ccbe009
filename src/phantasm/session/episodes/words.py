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
    r"(?:^|[,;] |\b(?:ok|okay|please|just|then|oh|ah|well|so) )"
    r"(?:forget (?:it|about (?:it|this|that)|this|that)|never ?mind|nvm)\b"
    r"|\b(?:drop|scrap|abandon|shelve) (?:it|this|that|the whole)\b"
    r"|\b(?:i|we|let's|let us) (?:give up|stop here|leave it)\b|\b(?:i'm|we're) giving up\b"
    r"|\bnot worth (?:it|the (?:effort|time|trouble|hassle))\b"
    r"|\b(?:revert|undo|roll back|throw away) (?:everything|all|it all|the whole)\b"
    r"|\blet's (?:stop|leave it|not do (?:this|that))\b|\bleave it (?:as it (?:is|was)|be|there)\b",
)
_TROUBLE: Final = (
    r"(?:\w*errors?|warnings?|fail\w*|\w*exceptions?|issues?|problems?|crash\w*|[45]\d\d|bugs?|traceback"
    r"|timeouts?)"
)
_FAILURE: Final = re.compile(
    r"\bstill (?:broken|failing|fails?|crash\w*|hangs?|hanging|wrong|red|the same|there|no|not|doesn't|isn't"
    r"|does not|is not|happens|happening|throws|times out)\b"
    rf"|\bstill (?:get|getting|see|seeing|have|having|shows?|says)\b.{{0,40}}\b{_TROUBLE}\b"
    r"|\b(?:that|this|it) (?:didn't|doesn't|isn't|did not|does not) "
    r"(?:work(?:ing)?|help|fix|change|solve|compile|build|run|start)\b(?! out)"
    r"|\b(?:didn't|did not) (?:work|help|fix|solve)\b(?! out)|\bnot (?:fixed|working|solved)\b"
    r"|\bsame (?:error|problem|issue|result|thing)\b|\b(?:it's|its|it is|now) (?:even )?worse\b"
    r"|\bmade it worse\b"
    r"|\b(?:you|that|this)(?: just)? broke (?:the|it|my|our|everything|something|all)\b(?! heart)"
    r"|\bnow (?:it|the [\w -]{1,30}) (?:breaks|crashes|fails?|hangs|is broken)\b"
    r"|\bit (?:crashes|fails|breaks|hangs) now\b|^doesn't work\b|\bmade no difference\b|^no (?:difference"
    r"|change)\b"
    r"|\bnope[,.!]? (?:still|same|no)|\b(?:fails|failing|broken|crashes) again\b|^no luck\b",
)
_SUCCESS: Final = re.compile(
    r"\b(?:works|working|worked|fixed|solved|resolved|passes|passing|green)"
    r" (?:now|great|perfectly|fine|again|like a charm|as expected)\b"
    r"|\b(?:it|that|this|everything|all of it)(?: (?:now|all|finally|really|actually))? "
    r"(?:works|worked|passes|is (?:fixed|solved|green|good|fine|working)|did (?:it|the trick)"
    r"|(?:fixed|solved) (?:it|the)|looks (?:good|great|right|perfect))\b"
    r"|\bit's (?:fixed|solved|working|green)\b"
    r"|^(?:perfect|great|excellent|awesome|brilliant|lgtm|nice|wonderful|fantastic|looks good|well done"
    r"|good job"
    r"|works|fixed|solved|great job|great work|nice work)(?:[,.!:;]|$| (?:thanks|thank|thx|job|work|one)\b)"
    r"|\b(?:works|fixed|solved|done|perfect|great),? (?:thanks|thank you|thx)\b"
    r"|^(?:yep|yes|yeah|ok|okay|cool|super|sweet)[,.!]? (?:(?:it |that )?(?:works|fixed|solved)|that's it)\b"
    r"|^(?:merged|shipped|approved)[,.!]|^looks good\b"
    r"|\bship it\b|\ball (?:tests )?green\b|\b(?:you|that) (?:fixed|solved|nailed) it\b",
)
_UNSURE: Final = re.compile(
    r"\?|\b(?:if|when|until|once|whether|unless|make sure|ensure|should|would|could|must|verify|check"
    r"|want|need"
    r"|so that|before|after|in case|expect|hope|how|why|will|fingers|plan|for (?:me|you)|out)\b",
)
_NOT: Final = re.compile(
    r"\b(?:not|no longer|never|isn't|aren't|doesn't|didn't|don't|won't|but|except|almost|nearly|partly"
    r"|only)\b",
)
_CONDITION: Final = re.compile(r"\b(?:if|in case|unless|whether)\b")
_KEPT_UP: Final = re.compile(r"\b(?:never|not|don't|won't|didn't|instead of|without) (?:\w+ )?(?:giv|forget)")


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
    # In small letters, and so are the patterns: told to overlook case, they take three times as long.
    said = sentence.lower()
    if _ABANDONED.search(said) and "?" not in said and not _KEPT_UP.search(said):
        return "abandoned"
    if _FAILURE.search(said):
        return None if _CONDITION.search(said) else "failure"
    found = _SUCCESS.search(said)
    if found is None or _UNSURE.search(said):
        return None
    return None if _NOT.search(said) else "success"
