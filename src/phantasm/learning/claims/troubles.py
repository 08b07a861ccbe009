"""What is broken and what gets around it: which sentences say so? Pure."""

import re

from phantasm.learning.claims.clauses import clause_of
from phantasm.learning.claims.ruling import Rule, Said, rule
from phantasm.learning.claims.subjects import is_subject
from phantasm.learning.claims.things import POINTING, bare

_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|me|my|we should|you)\b")
_SHAKY = frozenset("it this that they everything something nothing mine yours".split())
_FEWEST_DOING_WORDS = 3
"""Doing something with a thing takes so many words: "running two workers"."""
_SOFT = re.compile(r"\b(?:skips?|drops?|ignores?|stops?|loses?|overwrites?|rolls\sback|expires?)\b")
_TROUBLE = re.compile(
    r"\b(?:fail\w*|errors?|crash\w*|problems?|leaks?|bugs?|hangs?|delays?|timeouts?|flak\w+|outage|slow\w*"
    r"|spikes?|warnings?|corruption"
    r"|deadlocks?|conflicts?|exceptions?|regressions?|loss)\b"
)
_SYMPTOM = re.compile(
    r"\b(?:happens?|occurs?|flickers?|red|wrong|stale|orphaned|twice|missing|empty|broken|blank|doubled"
    r"|lost|rejected|denied|refused|skipped|killed)\b"
)
_WRONG = re.compile(r"\b(?:wrong|stale|orphaned|twice|missing|broken|corrupt\w*)\b")
_OURS = re.compile(r"(?:the|our|all|both|those|these|two|three|most)\s")
_TOLD_WHY = re.compile(r"\b(?:because|since|silently|although)\b|,\sso\b")


def is_stable(match: re.Match[str], said: Said) -> bool:
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


def is_trouble(match: re.Match[str], said: Said) -> bool:
    """Dropping and ignoring may be meant: it is trouble where somebody says why, or what comes of it."""
    if not is_stable(match, said):
        return False
    return (
        said.origin == "user"
        or _SOFT.search(match["breaks"]) is None
        or _TOLD_WHY.search(said.low) is not None
    )


def is_caused(match: re.Match[str], said: Said) -> bool:
    """Trouble of ours has a cause."""
    subject = said.text[: match.start("breaks")].strip()
    return _TROUBLE.search(subject.lower()) is not None and _OURS.match(subject.lower()) is not None


def thing_breaks(match: re.Match[str], said: Said) -> bool:
    """What breaks is a thing of the project, or doing something with it."""
    thing = said.text[match.start("thing") : match.end("thing")]
    words = thing.lower().split()
    if not words or words[0] in _SHAKY:
        return False
    return words[0].endswith("ing") or is_subject(thing, "is", loosely=True)


def begins_with_thing(text: str) -> bool:
    """Tell whether a text begins with a thing of the project, a name or doing something with it."""
    first = next(iter(text.split(maxsplit=1)), "")
    low = first.lower()
    if low in _SHAKY or low in ("i", "we", "you", "he", "she", "my", "your", "if", "when"):
        return False
    return (
        low in ("the", "our", "two", "three", "both", "every")
        or not first.islower()
        or first.startswith("`")
        or low.endswith("ing")
    )


def is_explained(match: re.Match[str], said: Said) -> bool:
    """Why something goes wrong: what goes wrong is said, and it was not the speaker's own doing."""
    wrong = (
        _TROUBLE.search(match["head"]) or _SYMPTOM.search(match["head"]) or _WRONG.search(match["why"])
    ) is not None
    return wrong and _FIRST_PERSON.search(said.low) is None and begins_with_thing(said.text)


def has_remedy(_match: re.Match[str], said: Said) -> bool:
    """Something goes on, and an order follows that is about more than the table."""
    if POINTING.search(said.low):
        return False
    return clause_of(said.text, loosely=True) is not None


def is_impersonal(match: re.Match[str], said: Said) -> bool:
    """A cause is one where the speaker is not."""
    return _FIRST_PERSON.search(said.low[match.end() : match.end() + 40]) is None


_BREAKS = (
    r"(?:fails?|crash(?:es)?|hangs?|breaks?(?!\s(?:for|every|in|to|into|down|between|on\sweekends))"
    r"|times\sout|time\sout|runs?\sout\sof|loses?|drops?|ignores?|corrupts?"
    r"|skips?|kills?|diverges?|overwrites?|rolls\sback|stops?|leaks?(?=\s(?:memory|connections|file"
    r"|handles|threads))|deadlocks?|chokes?|panics?|segfaults?|freezes?|stalls?|expires?\severy"
    r"|(?:doesn't|does\snot|don't|do\snot|cannot|can't|won't)\s(?:work|reload|start|compile|build|run|load"
    r"|install"
    r"|connect|update|match|render|parse|support|handle|see|find|resolve|drop|close|clean|survive|respect))"
)
_WHERE = (
    r"(?:because|since|when|whenever|if|unless|on|with|without|after|for|inside|in|under|behind|outside"
    r"|until|every|as|;|,\sso\b)"
)

RULES: tuple[Rule, ...] = (
    rule(
        "issue.cause",
        "known_issue",
        "cause reason culprit problem caused due bug issue",
        r"""^(?:the|its|our)\s(?:(?:root|actual|real|underlying|true)\s(?:cause|problem|reason|issue|bug)
              |cause|culprit|reason\s(?:for|why|behind)\b[^,;]{3,60}?)
            \b[^,;]{0,60}?\s(?:is|was)\s|^what\s(?:actually\s|really\s)?(?:caused|broke)\s.{3,80}?\s(?:is
              |was)\s""",
        check=is_impersonal,
        who="user agent",
    ),
    rule(
        "issue.caused_by",
        "known_issue",
        "caused comes come due",
        r"^(?:[\w`'./-]+\s){1,6}?(?P<breaks>(?:is|was|are|were)\s(?:caused\sby|due\sto)|comes?\sfrom)\s",
        check=is_caused,
        who="user agent",
    ),
    rule(
        "issue.known",
        "known_issue",
        "known bug workaround issue",
        r"\b(?:there\sis|there's|we\shave)\sa\sknown\s(?:bug|issue|problem)\b"
        r"|^the\s(?:known\s)?workaround\s(?:is|for)\b",
        who="user agent",
    ),
    rule(
        "issue.if_you",
        "known_issue",
        "if",
        r"^if\syou\s(?:ever\s)?(?:get|see|hit|run\sinto|encounter)\s[^,]{3,90},\s\w+|^if\s(?:the"
        r"|your)\s[^,]{3,70},\s(?:raise|increase|lower|restart|kill|delete|clear|rebuild|purge)\s",
    ),
    rule(
        "issue.breaks",
        "known_issue",
        "",
        rf"^[^,;:]{{3,80}}?\s(?P<breaks>(?:\w+ly\s)?{_BREAKS})(?:\s[^,;]{{1,80}}?)?(?:\s|,\s)?(?:\b"
        rf"|(?=;)){_WHERE}(?:\s|$|(?<=;))",
        check=is_trouble,
        who="user agent",
    ),
    rule(
        "issue.always_breaks",
        "known_issue",
        "always collides collide conflicts conflict clashes get breaks corrupts",
        rf"""^(?:(?:on|in|under|with|behind|inside)\s[\w.`-]+(?:\s[\w.]+)?,?\s(?=the
              |our))?(?P<thing>[^,;:]{{3,80}}?)\s
             (?P<breaks>always\s{_BREAKS}|collides?\swith|conflicts?\swith|clash(?:es)?\swith
               |don't\sget\salong|(?:breaks|corrupts)\sthe)\b""",
        check=thing_breaks,
        who="user agent",
    ),
    rule(
        "issue.gets_broken",
        "known_issue",
        "gets get",
        r"^(?P<thing>[^,;:]{3,60}?)\s(?P<breaks>gets?\s(?:\w+-)?(?:corrupted|stuck|lost|killed|dropped"
        r"|duplicated|stale|confused|overwritten|truncated|garbled))\s(?:if|when|because|after|on|with"
        r"|unless|whenever)\b",
        check=thing_breaks,
        who="user agent",
    ),
    rule(
        "issue.is_broken",
        "known_issue",
        "broken flaky unusable unreliable",
        r"^(?P<thing>[^,;:]{3,60}?)\s(?P<breaks>is|are)\s(?:broken|flaky|unusable|unreliable)\s(?:in|on"
        r"|with|under|when|if|for|because)\s",
        check=thing_breaks,
        who="user agent",
    ),
    rule(
        "issue.has_bug",
        "known_issue",
        "bug issue problem leak race",
        r"^(?P<thing>[^,;:]{2,60}?)\s(?P<breaks>has)\sa\s(?:known\s|nasty\s)?(?:bug|issue|problem|leak"
        r"|race)\s(?:with|in|when|on|that|where)\b",
        check=thing_breaks,
        who="user agent",
    ),
    rule(
        "issue.there_is",
        "known_issue",
        "there there's",
        r"^there(?:\sis|\sare|'s)\s(?:an?\s)?(?:\w+\s){0,3}?(?:\w+)\s(?:when|whenever|if|because|in"
        r"|on)\s.*\bbecause\b",
        who="user agent",
    ),
    rule(
        "issue.you_get",
        "known_issue",
        "you you'll",
        r"^you(?:'ll)?\s(?:get|see)\san?\s[^,;]{3,60}\s(?:when|if|unless|whenever)\s",
    ),
    rule(
        "issue.explained",
        "known_issue",
        "because since",
        r"^(?P<head>[^;]{5,110}?),?\s(?:because|since)\s(?P<why>.{8,})",
        check=is_explained,
        who="user agent",
    ),
    rule(
        "issue.which_makes",
        "known_issue",
        "which",
        r"^(?P<head>[^,;]{5,90}),\swhich\s(?:makes|causes|lets)\s.*\b(?:fail|crash|break|hang|error|wrong"
        r"|leak)\w*\b|^(?P<other>[^,;]{5,90}),\swhich\s(?:breaks|crashes|corrupts)\b",
        check=lambda _match, said: begins_with_thing(said.text),
        who="user agent",
    ),
    rule(
        "issue.wrong",
        "known_issue",
        "wrong twice orphaned stale incorrect corrupt corrupted garbled duplicate duplicates upside",
        r"^(?P<head>[^,;]{3,90}?)\s(?:returns|gives|shows|reports|renders|produces|picks|leaves|prints"
        r"|sends|writes|reads)\s[^,;]{0,40}?\b(?:wrong|twice|orphaned|stale|incorrect|corrupt(?:ed)?"
        r"|garbled|duplicates?|upside)\b.*\b(?:for|when|before|after|if|because|since|on|with|under)\b",
        check=lambda _match, said: begins_with_thing(said.text),
        who="user agent",
    ),
    rule(
        "issue.clause_fix",
        "known_issue",
        "run set use restart strip trim call kill export unset rebuild delete quote escape",
        r"^[^,;]{8,90}[,;]\s(?:so\s|just\s)?(?:run|set|use|restart|strip|trim|call|kill|export|unset"
        r"|rebuild|delete|quote|escape)\s(?P<fix>[^,;]{3,80})$",
        check=has_remedy,
    ),
    rule(
        "issue.broke_because",
        "known_issue",
        "because since as",
        r"^(?:[\w`'./-]+\s){1,8}?(?P<breaks>(?:\w+ly\s)?(?:broke|failed|crashed|stopped|hung|is\s\w+ed\sas"
        r"|leaked|lost))\s[^,;]{0,60}?\b(?:because|since|as|when)\s",
        check=is_stable,
        who="user agent",
    ),
    rule(
        "issue.so_that",
        "known_issue",
        "so instead",
        r"^[^,;]{5,90}?\s(?P<breaks>(?:write|returns|writes|reports?|sees?"
        r"|skips?))\s[^;]{3,90}?(?:,\sso\s(?:the|that|edits|it|they|users?)\b|,\swhich\sis\swhy\b"
        r"|\sinstead\sof\s\S+\sfor\b)",
        check=is_stable,
        who="user agent",
    ),
)
