"""Does a sentence state what is so now? Plans, history, negation and ranges of support do not. Pure."""

import re

_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_PLANS = (
    r"migrat\w*|upgrad\w*|downgrad\w*|port(?:ed|ing)\s+to|mov(?:e|es|ed|ing)\s+(?:to|from|off|on)|switch\w*",
    r"bump\w*|adopt\w*|plan\w*|will|would|should|could|might|may|going\s+to|want\w*|consider\w*|propos\w*",
    r"eventually|soon|todo|later\s+this|next\s+(?:week|month|quarter|year|release|sprint)",
    r"try|tried|experiment\w*|if|unless|when|whenever",
)
_HISTORY = (
    r"until|till|before|after|since|prior|was|were|had|used\s+to|previous\w*|former\w*|earlier|once",
    r"originally|initially|historically|old|legacy|introduc\w*|added|fix\w*|bug\w*|broke\w*|regress\w*",
    r"became|become\w*|deprecat\w*|drop\w*|remov\w*|replac\w*",
    r"measured|benchmarked|contained|release\s+notes",
)
_NEGATION = (r"no\s+longer|not|never|cannot|\w+n't|without|instead|rather|unlike|except",)
_ELSEWHERE = (r"brew|apt|apt-get|apk|dnf|yum|choco|conda",)  # another package manager's packages
_SUPPORT = (r"support\w*|compatib\w*|test(?:ed|s)?\s+(?:on|against|with)|works?\s+(?:on|with)|between",)
_NOT_NOW = re.compile(
    rf"\b(?:{'|'.join((*_PLANS, *_HISTORY, *_NEGATION, *_ELSEWHERE, *_SUPPORT))})\b|\?", re.IGNORECASE
)
_NOT_LASTING = re.compile(
    r"\b(?:no\s+longer|used\s+to|was|were|remov\w*|deprecat\w*|replac\w*|former\w*|previous\w*|drop\w*|renam\w*"
    r"|will|plan\w*|todo|instead|don't|do\s+not|never|obsolete)\b|\?",
    re.IGNORECASE,
)
_OURS = re.compile(
    r"^\W*(?!note|warning|tip|hint|see)[\w /-]{1,30}:\s"
    r"|\b(?:we|our|ours|us|everything|everywhere|here|production|staging|stack|codebase|monolith"
    r"|uses|using|runs|running|run|targets|requires|needs|pinned|locked|installed|floor|package\s+manager"
    r"|built\s+(?:with|on|in)|written\s+in|based\s+on|deployed|standard"
    r"|(?:this|the|each|every|all)\s+(?:\w+\s+)?(?:apps?|applications?|services?|apis?|backend|frontend|projects?|repo"
    r"|repository|servers?|sites?|databases?|clusters?|runners?|workers?|machines?|pages?|clients?|jobs?))\b",
    re.IGNORECASE,
)
_APART = re.compile(
    r"(?:\b(?:in|than|like|from|to|of|for|per|every|each|about|only)|→|->)\s*[`*_\"'(]*$", re.IGNORECASE
)
_MADE_OF = re.compile(r"\b(?:written|implemented|built|coded|based)\s+(?:in|on)\s*[`*_\"'(]*$", re.IGNORECASE)


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [sentence for sentence in _SENTENCE.split(text) if sentence]


def is_present(sentence: str) -> bool:
    """Tell whether a sentence states what is so now."""
    return not _NOT_NOW.search(sentence)


def is_about_us(sentence: str) -> bool:
    """Tell whether a sentence states something of this project, not of a library in general."""
    return _OURS.search(sentence) is not None


def is_lasting(sentence: str) -> bool:
    """Tell whether a sentence does not speak of what went or is to come; when and if are as good as now."""
    return not _NOT_LASTING.search(sentence)


def is_stated(before: str) -> bool:
    """Tell whether what follows these words is stated: "written in Go" is, "a fix in Go" is not."""
    return not _APART.search(before) or _MADE_OF.search(before) is not None
