"""Is something of the project broken, and is that said for good? Checks of the rules about trouble. Pure."""

import re

from phantasm.learning.claims.clauses import clause_of
from phantasm.learning.claims.ruling import Said
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
