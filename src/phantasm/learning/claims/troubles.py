"""What is broken and what gets around it: which sentences say so? Pure."""

import re

from phantasm.learning.claims.ruling import Rule, Said, rule
from phantasm.learning.claims.things import bare

_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|me|my|we should|you)\b")
_SHAKY = frozenset("it this that they everything something nothing mine yours".split())
_BREAKS = (
    r"(?:fails?|crash(?:es)?|hangs?|breaks?|times\sout|time\sout|runs?\sout\sof|loses?|drops?|ignores?|corrupts?"
    r"|overwrites?|rolls\sback|stops?|leaks?|deadlocks?|chokes?|panics?|segfaults?|freezes?|stalls?|expires?\severy"
    r"|(?:doesn't|does\snot|don't|do\snot|cannot|can't|won't)\s(?:work|reload|start|compile|build|run|load|install"
    r"|connect|update|match|render|parse|support|handle|see|find|resolve|drop|close|clean|survive|respect))"
)
_WHERE = r"(?:because|since|when|whenever|if|unless|on|with|without|after|for|inside|in|under|behind|outside|until|every|as|;|,\sso\b)"


def _is_stable(match: re.Match[str], said: Said) -> bool:
    """What breaks is named, and it is no complaint of the speaker about the moment."""
    subject = said.low[: match.start("breaks")]
    words = [bare(word) for word in subject.split()]
    return bool(words) and words[0] not in _SHAKY and words[0] not in ("i", "we", "you", "he", "she")


def _is_impersonal(match: re.Match[str], said: Said) -> bool:
    return _FIRST_PERSON.search(said.low[match.end() : match.end() + 40]) is None


RULES: tuple[Rule, ...] = (
    rule(
        "issue.cause",
        "known_issue",
        "cause reason culprit problem caused due bug issue",
        r"""^(?:the|its|our)\s(?:(?:root|actual|real|underlying|true)\s(?:cause|problem|reason|issue|bug)|cause|culprit|reason\s(?:for|why|behind)\b[^,;]{3,60}?)
            \b[^,;]{0,60}?\s(?:is|was)\s|^what\s(?:actually\s|really\s)?(?:caused|broke)\s.{3,80}?\s(?:is|was)\s""",
        check=_is_impersonal,
        who="user agent",
    ),
    rule(
        "issue.caused_by",
        "known_issue",
        "caused comes come due",
        r"^(?!it\b|this\b|that\b)(?:[\w`'./-]+\s){1,6}(?:is|was|are|were)\s(?:caused\sby|due\sto)\s|\b(?:failures?|errors?|crash(?:es)?|problems?|leaks?)\scomes?\sfrom\s",
        who="user agent",
    ),
    rule(
        "issue.known",
        "known_issue",
        "known bug workaround issue",
        r"\b(?:there\sis|there's|we\shave)\sa\sknown\s(?:bug|issue|problem)\b|^the\s(?:known\s)?workaround\s(?:is|for)\b",
        who="user agent",
    ),
    rule("issue.if_you", "known_issue", "if", r"^if\syou\s(?:ever\s)?(?:get|see|hit|run\sinto|encounter)\s[^,]{3,90},\s\w+"),
    rule(
        "issue.breaks",
        "known_issue",
        "",
        rf"^[^,;]{{3,80}}?\s(?P<breaks>(?:\w+ly\s)?{_BREAKS})(?:\s[^,;]{{1,80}}?)?(?:\s|,\s)?(?:\b|(?=;)){_WHERE}(?:\s|$|(?<=;))",
        check=_is_stable,
        who="user agent",
    ),
    rule(
        "issue.broke_because",
        "known_issue",
        "because since as",
        r"^(?:[\w`'./-]+\s){1,8}?(?P<breaks>(?:\w+ly\s)?(?:broke|failed|crashed|stopped|hung|is\s\w+ed\sas|leaked|lost))\s[^,;]{0,60}?\b(?:because|since|as|when)\s",
        check=_is_stable,
        who="user agent",
    ),
    rule(
        "issue.so_that",
        "known_issue",
        "so instead",
        r"^[^,;]{5,90}?\s(?P<breaks>(?:write|returns|writes|reports?|sees?|skips?))\s[^;]{3,90}?(?:,\sso\s(?:the|that|edits|it|they|users?)\b|,\swhich\sis\swhy\b|\sinstead\sof\s\S+\sfor\b)",
        check=_is_stable,
        who="user agent",
    ),
)
