"""May a newcomer be incompatible with what is held, though no rule can tell how? Doubt, never certainty."""

from phantasm.state.claims.contrasts import contrast, sets_apart
from phantasm.state.claims.keys import COMMON
from phantasm.state.claims.meetings import Meeting, comparable, met
from phantasm.state.claims.model import NOTHING, Part
from phantasm.state.claims.predicates import OWNING, SUSTAINING
from phantasm.state.claims.quantities import WEEKDAYS, dimension
from phantasm.state.claims.readings import Reading
from phantasm.state.claims.replacements import knows
from phantasm.state.claims.verbs import VERBS
from phantasm.state.claims.vocabulary import BOUNDS, FAINT, NOUN_LIKE, PLACING, STIRRING
from phantasm.state.claims.words import stems

# A newcomer that stirs suspicion speaks of at least this part of what a statement is about.
_ANCHORED = 0.66
# … and of at least so many of its words, unless one of them is a name.
_FEWEST_ANCHORS = 2
# By how many words two names of one topic may differ: "the vLLM server's maximum", "vLLM's maximum".
_MOST_MORE = 2
_ROLES = frozenset(OWNING.values())
_DEEDS = (VERBS - NOUN_LIKE) | stems("above below behind before after upon under within beside")


def suspected(new: Reading, held: Reading) -> Meeting | None:
    """The newcomer stirs the suspicion of a change, is about the same, and touches what is held."""
    theirs = held.parts[0]
    if not new.stirs or new.additive or held.additive or theirs.ended:
        return None
    if not new.update and not new.gone and _says_the_same(new, theirs):
        return None
    if contrast(theirs.spoken, new.everything) or not knows(new, theirs):
        return None
    anchors = (theirs.terms | theirs.holders) - FAINT - PLACING - _DEEDS - STIRRING - {theirs.attribute}
    anchors = anchors or theirs.holders - FAINT
    shared = anchors & new.everything
    old = frozenset(theirs.value.split()).difference(theirs.measures)
    named = any(not word.isalpha() for word in shared | (old if old <= new.everything else NOTHING))
    if (
        not shared
        or _is_substituted(new, theirs, anchors)
        or len(shared) < _ANCHORED * len(anchors)
        or (shared <= COMMON and not named)
    ):
        return None
    if theirs.cardinality == "many":
        touched = new.update and _names_old(new, theirs)
    else:
        touched = other_number(new, theirs) or _names_old(new, theirs)
    if len(shared) < _FEWEST_ANCHORS and not named and not touched:
        return None
    if touched or _denies(new, theirs, anchors) or _another_single(new, theirs, anchors):
        return met("opposes", "suspected", new.parts[0], theirs)
    return None


def nearly_one_topic(new: Reading, held: Reading) -> Meeting | None:
    """Both give a number where there is one, of topics of which one has a word or two more."""
    theirs = held.parts[0]
    if new.additive or held.additive or not theirs.measures:
        return None
    for mine in new.parts:
        own, other = mine.terms - FAINT, theirs.terms - FAINT
        more = (own ^ other) - mine.heading
        if (
            mine.measures
            and mine.measures != theirs.measures
            and mine.negative == theirs.negative
            and {mine.cardinality, theirs.cardinality} == {"one"}
            and (own < other or other < own)
            and len(own & other) >= _FEWEST_ANCHORS
            and len(more) <= _MOST_MORE
            and not (more and mine.heading - other)
            and all(word.isalpha() and not sets_apart(word) for word in more)
            and not contrast(theirs.spoken, new.everything)
            and comparable(mine, theirs, strictly=True)
        ):
            return met("opposes", "suspected", mine, theirs)
    return None


def _is_substituted(new: Reading, theirs: Part, anchors: frozenset[str]) -> bool:
    """Tell whether both have a noun of their own where they speak of it: "the web pool", "the job pool"."""
    missing = anchors - new.everything
    nouns = [
        (part.holders | part.heading) - theirs.spoken - FAINT - _DEEDS - STIRRING - BOUNDS
        for part in new.parts
    ]
    return bool(missing & theirs.holders) and any(nouns)


def _says_the_same(new: Reading, theirs: Part) -> bool:
    """Tell whether a newcomer has all the words of a statement and denies none: it only says more."""
    numbers = {number for part in new.parts for number in part.measures}
    return theirs.spoken <= new.everything and numbers.issuperset(theirs.measures)


def _names_old(new: Reading, theirs: Part) -> bool:
    """Tell whether a newcomer mentions the value that is held, outside of a claim that holds it."""
    old = frozenset(theirs.value.split()).difference(theirs.measures) - FAINT
    return bool(old) and old <= new.everything and theirs.value != new.parts[0].value


def other_number(new: Reading, theirs: Part, *, loosely: bool = False) -> bool:
    """Tell whether both give a number of one dimension, and not the same; loosely, 3.21 and 25 are of one."""
    if not theirs.measures:
        return False
    if theirs.attribute == "port":
        return any(key.isdecimal() and len(key) > 1 and key not in theirs.measures for key in new.said)
    sort = dimension if loosely else _sort
    kinds = {sort(number) for number in theirs.measures}
    numbers = [key for key in new.said if _is_measure(key) and key not in theirs.measures]
    return any(sort(number) in kinds for number in numbers)


def _sort(number: str) -> tuple[str, bool]:
    """Return what a number measures, and whether it is written like a version rather than a count."""
    unit = dimension(number)
    return unit, not unit and "." in number


def _is_measure(key: str) -> bool:
    return key[0].isdigit() or key.startswith("--") or key in WEEKDAYS


def _another_single(new: Reading, theirs: Part, anchors: frozenset[str]) -> bool:
    """Tell whether a clause about the same thing gives another value, where there is one."""
    if not new.update or theirs.cardinality != "one" or theirs.measures or not theirs.value:
        return False
    if new.gone and not new.gone.intersection(theirs.value.split()):
        return False
    return any(
        part.cardinality == "one"
        and bool(part.value)
        and not part.measures
        and part.value != theirs.value
        and (
            part.changed
            or part.attribute in {"", theirs.attribute}
            or {part.attribute, theirs.attribute} <= _ROLES
        )
        and anchors <= part.terms
        for part in new.parts
    )


def _denies(new: Reading, theirs: Part, anchors: frozenset[str]) -> bool:
    """Tell whether a clause about the same thing has the other polarity."""
    about = anchors | theirs.spoken
    said = theirs.spoken - anchors - FAINT  # what is said of it, beside what it is about
    return any(
        part.negative != theirs.negative
        and not (part.changed and part.value)
        and len(part.spoken & about) * 2 >= len(theirs.spoken)
        and (said <= SUSTAINING or not said.isdisjoint(part.spoken) or new.update or bool(new.gone))
        for part in new.parts
    )
