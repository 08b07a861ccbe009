"""What is one statement to another? Two readings in, their relation out; who may win is not decided here."""

from typing import Literal, NamedTuple

from phantasm.state.claims.alternatives import exclude_one_another
from phantasm.state.claims.contrasts import contrast
from phantasm.state.claims.model import Part, Reading
from phantasm.state.claims.vocabulary import FAINT

Relation = Literal["unrelated", "same", "refines", "replaces", "opposes"]
"""`replaces`: the newcomer may take the other's place; `opposes`: both cannot hold, and nothing says which."""


class Meeting(NamedTuple):
    """What a newcomer is to something held, why, and which of its words say so."""

    relation: Relation
    code: str
    old: str = ""
    new: str = ""


UNRELATED = Meeting("unrelated", "nothing_held")
# Two statements about the same thing share at least this part of the words of the shorter one.
_SHARED = 0.75
# A newcomer that says it changes something speaks of at least this part of what it changes.
_COVERED = 0.6


def compare(new: Reading, held: Reading) -> Meeting:
    """Return what a newcomer is to something held."""
    if not new.parts or not held.parts:
        return UNRELATED
    if new.times != held.times and not (new.update and not held.times):
        return UNRELATED
    mine, theirs = new.parts[0], held.parts[0]
    meeting = _same(mine, theirs)
    if meeting is not None:
        return meeting
    if new.tentative or held.tentative:
        return UNRELATED
    for meeting in (
        _named(new, held),
        _about_one_topic(new, held),
        _denied(new, held),
        _changed(new, held),
    ):
        if meeting is not None:
            return meeting
    return _more(new, held)


def _same(mine: Part, theirs: Part) -> Meeting | None:
    if mine.negative != theirs.negative or mine.measures != theirs.measures:
        return None
    if mine.words and mine.words == theirs.words:
        return Meeting("same", "same_words")
    if mine.terms and mine.terms == theirs.terms and mine.value == theirs.value:
        return Meeting("same", "same_value", theirs.value, mine.value)
    if sorted(mine.words) == sorted(theirs.words) and mine.words:
        turned = mine.agentive != theirs.agentive
        if turned or not _swapped(mine, theirs):
            return Meeting("same", "same_words")
    return None


def _swapped(mine: Part, theirs: Part) -> bool:
    """Tell whether subject and value changed places: "A depends on B", "B depends on A"."""
    return bool(mine.holders & set(theirs.value.split()) - FAINT and theirs.holders & set(mine.value.split()) - FAINT)


def _named(new: Reading, held: Reading) -> Meeting | None:
    """The newcomer names what has ceased to hold, and that is what is held."""
    theirs = held.parts[0]
    if not new.gone or theirs.negative or new.additive:
        return None
    told = set(theirs.value.split()) - FAINT or theirs.holders - FAINT
    hit = told & new.gone
    if not hit or len(hit) * 2 < len(told):
        hit = new.gone & set(theirs.words)
        if hit != new.gone:
            return None
    others = (theirs.terms | set(theirs.value.split())) - FAINT - hit
    mine = new.vocabulary
    if contrast(theirs.terms, new.vocabulary):
        return None
    specific = {word for part in new.parts for word in part.holders} - FAINT - hit
    shared = others & mine
    if shared or not others or not specific:
        return Meeting("replaces", "named_as_replaced", theirs.value or " ".join(sorted(hit)), new.value or "")
    return None


def _about_one_topic(new: Reading, held: Reading) -> Meeting | None:
    theirs = held.parts[0]
    for mine in new.parts:
        if mine.terms and mine.terms == theirs.terms:
            found = _values(new, held, mine, theirs)
            if found is not None:
                return found
    return None


def _values(new: Reading, held: Reading, mine: Part, theirs: Part) -> Meeting | None:
    if mine.value == theirs.value or (mine.measures and mine.measures == theirs.measures):
        if mine.negative != theirs.negative:
            return _flip(new, theirs.value, mine.value)
        return None
    if not mine.value or not theirs.value or mine.negative != theirs.negative or new.additive or held.additive:
        return None
    if mine.negative and not (mine.measures and theirs.measures):
        return None
    if set(theirs.value.split()) < set(mine.value.split()) or set(mine.value.split()) < set(theirs.value.split()):
        return None
    cardinalities = (mine.cardinality, theirs.cardinality)
    code = None
    if "one" in cardinalities and "many" not in cardinalities:
        return Meeting("replaces", "single_value", theirs.value, mine.value)
    if new.exclusive or held.exclusive:
        code = "exclusive"
    elif exclude_one_another(mine.value, theirs.value):
        code = "alternatives"
    elif new.update and "many" not in cardinalities:
        code = "update_cue"
    if code is None:
        return None
    return Meeting("replaces" if new.update else "opposes", code, theirs.value, mine.value)


def _flip(new: Reading, old_value: str, new_value: str) -> Meeting:
    return Meeting("replaces" if new.update else "opposes", "opposite", old_value, new_value)


def _denied(new: Reading, held: Reading) -> Meeting | None:
    """One says what the other denies, in nearly the same words."""
    for theirs in held.parts:
        told = set(theirs.words) - FAINT
        for mine in new.parts:
            if mine.negative == theirs.negative or mine.measures != theirs.measures:
                continue
            said = set(mine.words) - FAINT
            if _nearly_equal(said, told, universal=held.universal or new.universal):
                return _flip(new, theirs.value, mine.value)
    return None


def _nearly_equal(said: set[str], told: set[str], *, universal: bool) -> bool:
    if said == told:
        return bool(said)
    if said - told and told - said:
        return False
    shorter, longer = sorted((said, told), key=len)
    if not shorter or contrast(frozenset(shorter), frozenset(longer)):
        return False
    return len(shorter) > 1 and (len(shorter) >= _SHARED * len(longer) or universal)


def _changed(new: Reading, held: Reading) -> Meeting | None:
    """The newcomer says that something changed, and speaks of what is held in other words."""
    theirs = held.parts[0]
    if not new.update or new.additive or theirs.negative or not theirs.terms:
        return None
    terms = theirs.terms - FAINT
    if not terms or contrast(theirs.terms, new.vocabulary):
        return None
    covered = terms & new.vocabulary
    if len(covered) < _COVERED * len(terms):
        return None
    for mine in new.parts:
        if mine.negative:
            told = set(theirs.words) - FAINT
            if len(told & set(mine.words)) >= _SHARED * len(told):
                return _flip(new, theirs.value, mine.value)
            continue
        if not mine.value or mine.value == theirs.value:
            continue
        if mine.measures and theirs.measures and _one_sided(mine.terms - FAINT, terms):
            if mine.measures != theirs.measures and "many" not in (mine.cardinality, theirs.cardinality):
                return Meeting("replaces", "update_cue", theirs.value, mine.value)
    return None


def _one_sided(mine: frozenset[str], terms: frozenset[str]) -> bool:
    return mine <= terms or terms <= mine


def _more(new: Reading, held: Reading) -> Meeting:
    """The newcomer says the same and more."""
    mine, theirs = new.parts[0], held.parts[0]
    if mine.negative == theirs.negative and theirs.words:
        told = set(theirs.words)
        if told <= new.vocabulary and set(theirs.measures) <= set(mine.measures):
            return Meeting("refines", "more_precise", theirs.value, mine.value)
    return UNRELATED
