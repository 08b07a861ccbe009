"""What is one statement to another? Two readings in, their relation out; who may win is not decided here."""

from typing import Literal, NamedTuple

from phantasm.state.claims.alternatives import CONVENTION_NAMES, LOOSE_NAMES
from phantasm.state.claims.contrasts import are_opposite, contrast
from phantasm.state.claims.keys import COMMON
from phantasm.state.claims.model import Cardinality, Part
from phantasm.state.claims.quantities import dimension
from phantasm.state.claims.readings import Reading
from phantasm.state.claims.verbs import VERBS
from phantasm.state.claims.vocabulary import ATTRIBUTES, BOUNDS, FAINT, PLACING, PROCESSES

Relation = Literal["unrelated", "same", "refines", "replaces", "opposes"]
"""`replaces`: the newcomer may take the other's place; `opposes`: both cannot hold, and nothing says which."""


class Meeting(NamedTuple):
    """What a newcomer is to something held, why, and which of its words say so."""

    relation: Relation
    code: str
    old: str = ""
    new: str = ""


UNRELATED = Meeting("unrelated", "nothing_held")
# Where one of two statements has words of its own, they share at least this part of the longer one.
_SHARED = 0.66
# A newcomer that says it changes something speaks of at least this part of what it changes.
_COVERED = 0.6


def compare(new: Reading, held: Reading) -> Meeting:
    """Return what a newcomer is to something held."""
    if not new.parts or not held.parts or not _share_time(new, held):
        return UNRELATED
    repeated = _repeated(new, held)
    if repeated is not None:
        return repeated
    if new.tentative or held.tentative:
        return UNRELATED
    for rule in (_named, _about_one_topic, _denied, _chosen, _changed, _more):
        meeting = rule(new, held)
        if meeting is not None:
            return meeting
    return UNRELATED


def _share_time(new: Reading, held: Reading) -> bool:
    """Tell whether both speak of the same time; what is said to have changed speaks of now."""
    return new.times == held.times or (new.update and not held.times)


def _repeated(new: Reading, held: Reading) -> Meeting | None:
    """The newcomer says what is held, in the same or in turned words; with more words it says more."""
    mine, theirs = new.parts[0], held.parts[0]
    if mine.negative != theirs.negative or mine.measures != theirs.measures or not mine.words:
        return None
    same_value = mine.terms and mine.terms == theirs.terms and mine.value == theirs.value
    if mine.words != theirs.words and not same_value:
        if sorted(mine.words) != sorted(theirs.words):
            return None
        if _swapped(mine, theirs) and mine.agentive == theirs.agentive:
            compared = " than " in mine.value and not mine.negative
            return Meeting("opposes", "opposite", theirs.value, mine.value) if compared else UNRELATED
    if new.everything - held.everything - FAINT:
        return Meeting("refines", "more_precise", theirs.value, mine.value)
    return Meeting("same", "same_value" if theirs.value else "same_words", theirs.value, mine.value)


def _swapped(mine: Part, theirs: Part) -> bool:
    """Tell whether subject and value changed places: "A depends on B", "B depends on A"."""
    return bool(
        (mine.holders & set(theirs.value.split())) - FAINT
        and (theirs.holders & set(mine.value.split())) - FAINT
    )


def _named(new: Reading, held: Reading) -> Meeting | None:
    """The newcomer names what has ceased to hold, and that is what is held."""
    theirs = held.parts[0]
    if not new.gone or theirs.negative or theirs.ended or new.additive:
        return None
    if contrast(theirs.terms, new.vocabulary) or not _knows(new, theirs):
        return None
    for name in new.replaced:
        words = frozenset(name.split()) - FAINT - PROCESSES
        if words and words <= (theirs.spoken - held.gone) | theirs.core | set(theirs.value.split()):
            relation = _meant(new, theirs, words)
            if relation is not None:
                return Meeting(
                    relation if new.update else "opposes", "named_as_replaced", name, new.value or ""
                )
    return None


def _meant(new: Reading, theirs: Part, words: frozenset[str]) -> Relation | None:
    """Tell whether what a newcomer says is gone is what a statement holds, not only a word in it."""
    held = (frozenset(theirs.value.split()) or theirs.holders) - FAINT - PROCESSES
    code = any(not word.isalpha() and not word[0].isdigit() for word in words)
    tool = any(word in words for _, member in theirs.choices for word in member.split())
    if not (words & held or words <= theirs.holders or tool or code):
        return None
    others = theirs.core - words
    shared = others & new.vocabulary
    if len(shared) >= _COVERED * len(others):
        return "replaces"
    distinct = (code or len(words) > 1) and bool(words & held)
    if distinct and (not new.leavers or (code and not theirs.holders) or (held <= words and shared)):
        return "replaces"
    if not held <= words:
        return None
    if new.leavers:
        about = new.leavers <= theirs.core or (bool(theirs.holders) and theirs.holders <= new.vocabulary)
        return "replaces" if about else None
    about = new.parts[0].terms - FAINT - PROCESSES - words - {new.parts[0].attribute}
    return "replaces" if shared or not about else None


def _knows(new: Reading, theirs: Part) -> bool:
    """Tell whether a newcomer speaks of the same version, file or identifier where a subject has one."""
    return all(word.isalpha() or word in new.everything or word in new.vocabulary for word in theirs.holders)


def _about_one_topic(new: Reading, held: Reading) -> Meeting | None:
    theirs = held.parts[0]
    for mine in new.parts:
        if mine.terms and mine.terms == theirs.terms:
            found = _of_values(new, held, mine, theirs)
            if found is not None:
                return found
    return None


def _of_values(new: Reading, held: Reading, mine: Part, theirs: Part) -> Meeting | None:
    """Two values of one topic: how many it may have decides."""
    old, value = theirs.value, mine.value
    if old == value or (mine.measures and mine.measures == theirs.measures):
        return _win(new, "opposite", old, value) if mine.negative != theirs.negative else None
    if not value or not old or mine.negative != theirs.negative or new.additive or held.additive:
        return None
    if mine.negative and not (mine.measures and theirs.measures):
        return None
    if set(old.split()) < set(value.split()) or set(value.split()) < set(old.split()):
        return None
    cardinalities = (_firm(mine), _firm(theirs))
    if not _comparable(mine, theirs):
        return None
    if "many" not in cardinalities and mine.link == theirs.link:
        if "one" in cardinalities:
            return Meeting("replaces", "single_value", old, value)
        if new.update and not new.gone:
            return Meeting("replaces", "update_cue", old, value)
        if frozenset(old.split()) - FAINT <= new.everything - mine.core and old not in mine.terms:
            return Meeting("opposes", "update_cue", old, value)  # it explains why the old value is none
    return _win(new, "exclusive", old, value) if new.exclusive or held.exclusive else None


def _firm(part: Part) -> Cardinality:
    """Return how many values a topic has; of what changed only a number says that it had one value."""
    return "unknown" if part.changed and not part.measures and part.cardinality == "one" else part.cardinality


def _win(new: Reading, code: str, old: str, value: str) -> Meeting:
    """The newcomer wins only where it says that something changed."""
    return Meeting("replaces" if new.update else "opposes", code, old, value)


def _denied(new: Reading, held: Reading) -> Meeting | None:
    """One says what the other denies, in nearly the same words."""
    if new.additive or held.additive:
        return None
    for theirs in held.parts:
        for mine in new.parts:
            universal = held.universal or new.universal
            if mine.measures != theirs.measures or _different_subjects(mine, theirs, universal=universal):
                continue
            if mine.negative == theirs.negative:
                denied = are_opposite(mine.core - theirs.core, theirs.core - mine.core)
            else:
                denied = _nearly_equal(mine.spoken, theirs.spoken, universal=universal) or _nearly_equal(
                    mine.core, theirs.core, universal=False
                )
            if denied:
                return _win(new, "opposite", theirs.value, mine.value)
    return None


def _different_subjects(mine: Part, theirs: Part, *, universal: bool) -> bool:
    """Tell whether one subject is another or a special case of the other: "npm ci", "npm install"."""
    if not mine.holders & theirs.holders or (universal and mine.holders > theirs.holders):
        return False
    return bool(mine.holders - theirs.core - FAINT or theirs.holders - mine.core - FAINT)


def _nearly_equal(said: frozenset[str], told: frozenset[str], *, universal: bool) -> bool:
    """Tell whether two bags of words speak of the same: only one of them has words of its own, and few."""
    if said == told:
        return bool(said)
    shorter, longer = (said, told) if len(said) < len(told) else (told, said)
    if not shorter < longer or len(shorter) < 2 or contrast(shorter, longer):  # noqa: PLR2004  one word is no topic
        return False
    return universal or len(shorter) >= _SHARED * len(longer)


def _chosen(new: Reading, held: Reading) -> Meeting | None:
    """Both make the same choice differently, and nothing else tells them apart."""
    theirs = held.parts[0]
    if theirs.negative or new.additive or held.additive or not theirs.choices:
        return None
    for mine in new.parts:
        if mine.negative or not mine.choices:
            continue
        for kind, member, other in _differing(mine, theirs):
            if kind in LOOSE_NAMES and not new.update:
                continue
            if "many" in (mine.cardinality, theirs.cardinality) and "use" not in mine.terms & theirs.terms:
                continue
            if new.gone and not new.gone & set(other.split()):
                continue
            aside = frozenset(f"{kind} {member} {other}".split())
            theirs_aside = (
                aside | PLACING | VERBS if mine.changed else aside | PLACING if new.update else aside
            )
            if mine.core - aside - PLACING == theirs.core - theirs_aside - PLACING:
                if kind in CONVENTION_NAMES:
                    return Meeting("replaces", "alternatives", other, member)
                return _win(new, "alternatives", other, member)
    return None


def _differing(mine: Part, theirs: Part) -> list[tuple[str, str, str]]:
    """Return the choices that two statements make differently, with the member of each."""
    return [
        (kind, member, other)
        for kind, member in mine.choices
        for same, other in theirs.choices
        if same == kind
        and other != member
        and (kind, other) not in mine.choices
        and (kind, member) not in theirs.choices
    ]


def _changed(new: Reading, held: Reading) -> Meeting | None:
    """The newcomer says that something changed, and speaks of what is held in other words."""
    theirs = held.parts[0]
    terms = theirs.terms - FAINT
    if (
        not new.update
        or new.additive
        or theirs.negative
        or not terms
        or contrast(theirs.terms, new.vocabulary)
    ):
        return None
    if not _knows(new, theirs):
        return None
    topic = terms - PLACING - {theirs.attribute} or terms
    if len(topic & new.vocabulary) < _COVERED * len(topic):
        return None
    for mine in new.parts:
        if mine.negative:
            if _is_denied(mine, theirs):
                return _win(new, "opposite", theirs.value, mine.value)
        elif not mine.measures and new.gone and not new.gone & set(theirs.value.split()):
            continue
        elif mine.value and mine.value != theirs.value and _has_another(mine, theirs):
            return Meeting("replaces", "update_cue", theirs.value, mine.value)
    return None


def _is_denied(mine: Part, theirs: Part) -> bool:
    """Tell whether a clause that denies something denies what is held: it has nearly all of its words."""
    missing = theirs.spoken.difference(mine.words)
    if theirs.attribute in missing or any(word in missing for _, member in theirs.choices for word in member.split()):
        return False
    return len(theirs.spoken) > 1 and len(missing) <= (1 - _SHARED) * len(theirs.spoken)


def _has_another(mine: Part, theirs: Part) -> bool:
    """Tell whether a clause about the same thing gives another value."""
    if "many" in (mine.cardinality, theirs.cardinality):
        return False
    about, terms = mine.terms - FAINT - PLACING, theirs.terms - FAINT - PLACING
    if mine.measures and theirs.measures:
        if mine.measures == theirs.measures or not _comparable(mine, theirs, strictly=True):
            return False
        about = (about | _names(mine)) - BOUNDS
        terms = (terms | _names(theirs)) - BOUNDS
        return bool(about & terms) and (about <= terms or about - terms <= _MINOR)
    if not mine.changed or about != terms:
        return False
    return bool(about) and not about <= COMMON and (theirs.cardinality == "one" or len(about) > 1)


def _names(part: Part) -> frozenset[str]:
    return frozenset(part.value.split()) - set(part.measures) - FAINT


_MINOR = VERBS | ATTRIBUTES


def _comparable(mine: Part, theirs: Part, *, strictly: bool = False) -> bool:
    """Tell whether two values are of one dimension: minutes do not replace bytes, nor a name a number."""
    if _is_number(mine) != _is_number(theirs):
        return False
    if not mine.measures or not theirs.measures:
        return True
    one, other = dimension(mine.measures[-1]), dimension(theirs.measures[-1])
    return one == other or (not strictly and not (one and other) and len(mine.terms) > 1)


def _is_number(part: Part) -> bool:
    return bool(part.measures) and part.value == " ".join(part.measures)


def _more(new: Reading, held: Reading) -> Meeting | None:
    """The newcomer says the same and more."""
    mine, theirs = new.parts[0], held.parts[0]
    if mine.negative != theirs.negative or not theirs.words:
        return None
    if theirs.spoken and theirs.spoken <= new.everything and set(theirs.measures) <= set(mine.measures):
        return Meeting("refines", "more_precise", theirs.value, mine.value)
    return None
