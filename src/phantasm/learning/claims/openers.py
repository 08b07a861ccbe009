"""What stands before the claim in a sentence? Openers, labels and addresses are taken off and noted. Pure."""

import re
from dataclasses import dataclass, replace

from phantasm.contracts.kinds import KindName
from phantasm.learning.claims.sentences import Sentence

_LABELS: dict[str, KindName] = {
    "decision": "decision",
    "decided": "decision",
    "known issue": "known_issue",
    "known bug": "known_issue",
    "known problem": "known_issue",
    "gotcha": "known_issue",
    "caveat": "known_issue",
    "watch out": "known_issue",
    "careful": "known_issue",
    "pitfall": "known_issue",
    "lesson learned": "known_issue",
    "root cause": "known_issue",
    "rule": "convention",
    "convention": "convention",
    "constraint": "constraint",
    "preference": "preference",
}
"""What a label in front of a colon says about the kind."""

_LABEL = re.compile(
    r"(?:(?:a|one|the|another|final|our|important|small|quick|big)\s+){0,2}(?P<label>"
    + "|".join(sorted(_LABELS, key=len, reverse=True))
    + r")(?:\s+(?:from|of|about|here)\b[\w\s]{0,20})?\s*(?:[:,\u2013\u2014]|\s-\s)\s*(?:that\s+)?"
)
_STANDING = re.compile(
    r"(?:please\s+)?(?:remember|keep in mind|note|bear in mind|don't forget|for the record|reminder"
    r"|heads[- ]up|fyi"
    r"|for context|background|important|as always|as usual|worth knowing|beware|be aware|one thing"
    r"|two things)"
    r"(?:\s+that\b|\s*[:,\u2013\u2014]|\s-\s)\s*(?:that\s+)?"
)
_CORRECTING = re.compile(
    r"(?:no+|nope|nah|wrong|incorrect|wait|stop|hold on|correction|actually|that's wrong|that is wrong"
    r"|not quite"
    r"|i was wrong|my mistake|not true|i (?:mixed|messed) (?:that|it|this) up|that's not (?:true|right"
    r"|correct)|nein|i misspoke)\b(?:\s*[,.:;!\u2013\u2014-]+|\s+)\s*"
)
_SOFT = re.compile(
    r"(?:ok(?:ay)?|so|and|also|but|oh|btw|by the way|well|hey|hm+|yeah|yep|plus|then|ah|please|anyway"
    r"|normally|usually|generally|typically)\b"
    r"(?:\s*[,:;!\u2013\u2014-]+\s*|\s+)"
    r"|(?:hi|yes|sure|right|thanks|alright|fine|great|good|cool|nice|sorry|otherwise|besides|additionally"
    r"|furthermore|moreover|however|quick one|first|second|third|firstly|secondly|finally|in short|in fact"
    r"|indeed"
    r"|again|just so you know|for your information)\b\s*[,:;!\u2013\u2014-]+\s*"
)
_FINDING = re.compile(
    r"(?:i (?:checked|verified|confirmed|looked|found(?: out)?|see|can see|traced it|learned|discovered"
    r"|noticed)"
    r"(?: it| this)?(?:\s*[:,\u2013\u2014]\s*| that )|(?:it )?turns out(?: that)? |it turned out that "
    r"|confirmed: "
    r"|found it: "
    r"|as it turns out, )"
)
_MOST_OPENERS = 4
"""How many are taken off one after another; people write "ok so btw, no," and no more."""
_HEADING = re.compile(
    r"(?:meeting\s|some\s|my\s|random\s|release\s)?(?:notes?|context|background|summary|update|reminder"
    r"|rules?|conventions?|facts?|info|setup|status):\s+(?=\w)"
)
_BRACKETS = re.compile(r"^\(([^()]*)\)(?:\s\w+)?[.!]?$")


@dataclass(frozen=True, slots=True)
class Opened:
    """A sentence, what is left of it without its openers, and what they say."""

    sentence: Sentence
    text: str
    low: str
    corrects: bool = False
    """Whether it takes back what was said before."""
    label: KindName | None = None


def opened(given: Sentence) -> Opened:
    """Take the openers off a sentence."""
    current = Opened(given, given.text, given.low)
    inside = _BRACKETS.match(given.low)
    if inside is not None:
        current = replace(current, text=given.text[1 : inside.end(1)], low=inside[1])
    for _ in range(_MOST_OPENERS):
        following = _step(current)
        if following is None:
            break
        current = following
    return current


def _step(current: Opened) -> Opened | None:
    low = current.low
    if match := _LABEL.match(low):
        return replace(_behind(current, match), label=_LABELS[match["label"]])
    if match := _STANDING.match(low):
        return _behind(current, match)
    if (match := _CORRECTING.match(low)) and not _is_plain_no(match):
        return replace(_behind(current, match), corrects=True)
    if match := _FINDING.match(low):
        return _behind(current, match)
    if match := _HEADING.match(low):
        return _behind(current, match)
    if match := _SOFT.match(low):
        return _behind(current, match)
    return None


def _is_plain_no(match: re.Match[str]) -> bool:
    """Tell whether "no" counts things ("no force pushes") instead of refusing: nothing pauses behind it."""
    return match[0].rstrip() in ("no", "stop", "wait", "wrong")


def _behind(given: Opened, match: re.Match[str]) -> Opened:
    return replace(given, text=given.text[match.end() :], low=given.low[match.end() :])
