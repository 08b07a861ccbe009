"""What is broken and what gets around it: which sentences say so? Pure."""

import re

from phantasm.learning.claims.ruling import Rule, Said, rule
from phantasm.learning.claims.subjects import is_subject
from phantasm.learning.claims.things import bare

_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|me|my|we should|you)\b")
_SHAKY = frozenset("it this that they everything something nothing mine yours".split())
_FEWEST_DOING_WORDS = 3
"""Doing something with a thing takes so many words: "running two workers"."""
_SOFT = re.compile(r"\b(?:drops?|ignores?|stops?|loses?|overwrites?|rolls\sback|expires?)\b")
_TROUBLE = re.compile(
    r"\b(?:fail\w*|errors?|crash\w*|problems?|leaks?|bugs?|hangs?|delays?|timeouts?|flak\w+|outage|slow\w*|spikes?|warnings?|corruption"
    r"|deadlocks?|conflicts?|exceptions?|regressions?|loss)\b"
)
_OURS = re.compile(r"(?:the|our|all|both|those|these|two|three|most)\s")
_TOLD_WHY = re.compile(r"\b(?:because|since|silently|although)\b|,\sso\b")
_BREAKS = (
    r"(?:fails?|crash(?:es)?|hangs?|breaks?(?!\s(?:for|every|in|to|into|down|between|on\sweekends))|times\sout|time\sout|runs?\sout\sof|loses?|drops?|ignores?|corrupts?"
    r"|overwrites?|rolls\sback|stops?|leaks?(?=\s(?:memory|connections|file|handles|threads))|deadlocks?|chokes?|panics?|segfaults?|freezes?|stalls?|expires?\severy"
    r"|(?:doesn't|does\snot|don't|do\snot|cannot|can't|won't)\s(?:work|reload|start|compile|build|run|load|install"
    r"|connect|update|match|render|parse|support|handle|see|find|resolve|drop|close|clean|survive|respect))"
)
_WHERE = r"(?:because|since|when|whenever|if|unless|on|with|without|after|for|inside|in|under|behind|outside|until|every|as|;|,\sso\b)"


def _is_stable(match: re.Match[str], said: Said) -> bool:
    """What breaks is named: a thing, or doing something with one ("running two workers corrupts …")."""
    subject, verb = said.text[: match.start("breaks")].strip(), match["breaks"]
    words = [bare(word).lower() for word in subject.split()]
    if not words or words[0] in _SHAKY:
        return False
    first, _, rest = verb.partition(" ")
    plain = rest if first.endswith("ly") else verb
    if words[0].endswith("ing") and len(words) >= _FEWEST_DOING_WORDS:
        return plain.endswith("s") and not plain.startswith(("break", "stop"))
    return is_subject(subject, plain, loosely=True)


def _is_trouble(match: re.Match[str], said: Said) -> bool:
    """Dropping and ignoring may be meant: it is trouble where somebody says why, or what comes of it."""
    if not _is_stable(match, said):
        return False
    return said.origin == "user" or _SOFT.search(match["breaks"]) is None or _TOLD_WHY.search(said.low) is not None


def _is_caused(match: re.Match[str], said: Said) -> bool:
    subject = said.text[: match.start("breaks")].strip()
    return _TROUBLE.search(subject.lower()) is not None and _OURS.match(subject.lower()) is not None


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
        r"^(?:[\w`'./-]+\s){1,6}?(?P<breaks>(?:is|was|are|were)\s(?:caused\sby|due\sto)|comes?\sfrom)\s",
        check=_is_caused,
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
        rf"^[^,;:]{{3,80}}?\s(?P<breaks>(?:\w+ly\s)?{_BREAKS})(?:\s[^,;]{{1,80}}?)?(?:\s|,\s)?(?:\b|(?=;)){_WHERE}(?:\s|$|(?<=;))",
        check=_is_trouble,
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
